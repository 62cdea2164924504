//! For which levels of play the verdicts hold, and whether skill pays.

use super::super::text::range;
use super::lineup::TableKind;
use super::metrics::Question;
use super::result::{Arm, BalanceResult, Cell};
use super::row::MetricRow;
use super::verdict::Call;
use tradewinds_game::counted;
use tradewinds_report::decimal;
use tradewinds_stats::Interval;

impl Cell {
    /// Returns the metric that says whether skill pays, in a table where it is asked.
    fn skill<'a>(&self, arm: &'a Arm) -> Option<&'a MetricRow> {
        arm.rows.iter().find(|row| self.kind == TableKind::Skill && row.metric == Question::Skill.metric())
    }

    /// Returns the name of the level that plays alone, and that of the others.
    fn pair(&self) -> Option<(&str, &str)> {
        let alone = self.skill(self.arms.first()?)?.item.as_str();
        Some((alone, self.table.strip_prefix(alone)?.strip_prefix("-among-")?))
    }

    /// Names the level of play, of two that meet the one that is alone.
    pub(super) fn strongest(&self) -> &str {
        self.pair().map_or(&self.table, |(alone, _)| alone)
    }

    /// Names the level of play, or the two that meet.
    #[must_use]
    pub fn level(&self) -> String {
        self.pair().map_or(self.table.clone(), |(alone, others)| format!("{alone} among {others}"))
    }
}

impl BalanceResult {
    /// Lists the levels of play, the weakest first; none if the study has none.
    fn levels(&self) -> Vec<&str> {
        let mut levels: Vec<&str> = Vec::new();
        for cell in self.cells.iter().filter(|cell| cell.kind == TableKind::Level) {
            if !levels.contains(&cell.table.as_str()) {
                levels.push(&cell.table);
            }
        }
        levels
    }

    /// Lists the numbers of seats.
    pub(super) fn seats(&self) -> Vec<usize> {
        let mut seats: Vec<usize> = Vec::new();
        for cell in &self.cells {
            if !seats.contains(&cell.players) {
                seats.push(cell.players);
            }
        }
        seats
    }

    /// Names a number of seats in a sentence if there are several.
    fn at(&self, players: usize) -> String {
        if self.seats().len() > 1 { format!(", {}", counted(players, "player")) } else { String::new() }
    }

    /// Says of each variant for which levels its verdicts hold, then whether skill pays under the baseline; nothing
    /// without levels.
    #[must_use]
    pub fn by_level(&self) -> Vec<String> {
        let variants = self.cells.first().map_or(0, |cell| cell.arms.len());
        let variants = (1..variants).filter_map(|arm| self.variant_by_level(arm));
        variants.chain(self.seats().into_iter().filter_map(|players| self.skill_pays(players))).collect()
    }

    fn variant_by_level(&self, arm: usize) -> Option<String> {
        let mut parts = Vec::new();
        for players in self.seats() {
            let several = self.seats().len() > 1;
            let mut at =
                if several { format!("with {} ", counted(players, "player")) } else { String::new() };
            for question in Question::ALL {
                let of = |cell: &Cell| {
                    let levels = cell.kind != TableKind::Bots && cell.players == players;
                    let mut verdicts = cell.arms[arm].verdicts.iter().filter(|_| levels);
                    let verdict = verdicts.find(|verdict| verdict.question == question)?;
                    Some((cell.level(), verdict.word(), verdict.call))
                };
                let found: Vec<(String, String, Call)> = self.cells.iter().filter_map(of).collect();
                if !found.is_empty() {
                    let said = self.agreed(question, players, &found);
                    parts.push(format!("{}{} {said}", std::mem::take(&mut at), question.word()));
                }
            }
        }
        let title = self.cells[0].arms[arm].title();
        (!parts.is_empty()).then(|| format!("{title}: {}.", parts.join("; ")))
    }

    /// Says whether the levels agree on a question, and else which level says what.
    fn agreed(&self, question: Question, players: usize, found: &[(String, String, Call)]) -> String {
        let mut words: Vec<(&str, Vec<&str>)> = Vec::new();
        for (level, word, _) in found {
            match words.iter_mut().find(|(known, _)| known == word) {
                Some((_, levels)) => levels.push(level),
                None => words.push((word, vec![level])),
            }
        }
        let kind = if question == Question::Skill { TableKind::Skill } else { TableKind::Level };
        let asked = self.cells.iter().filter(|cell| cell.kind == kind && cell.players == players).count();
        match &words[..] {
            // A level with too few games for the question has no answer.
            [(word, levels)] if asked > 1 && levels.len() == asked => match (question, found[0].2) {
                (_, Call::NotDecided) => format!("{word} at any level"),
                (Question::Skill, _) => format!("{word} at every level"),
                _ => format!("{word} for beginners and experts"),
            },
            _ => {
                let part =
                    |(word, levels): &(&str, Vec<&str>)| format!("{word} for {}", levels.join(" and "));
                words.iter().map(part).collect::<Vec<String>>().join(", ")
            }
        }
    }

    /// Says whether skill pays under the baseline with a number of seats; `None` if that is not asked.
    fn skill_pays(&self, players: usize) -> Option<String> {
        let chance = 1.0 / players as f64;
        let part = |cell: &Cell| {
            let row = cell.skill(&cell.arms[0])?;
            let percent = |value: f64| 100.0 * value;
            let interval = row
                .interval
                .map(|Interval { low, high }| Interval { low: percent(low), high: percent(high) });
            let pays = match row.interval {
                Some(interval) if interval.low >= chance + self.smallest => "skill pays",
                Some(interval) if interval.high < chance + self.smallest => "skill does not pay",
                _ => "not decided",
            };
            let share = decimal(row.value.map(percent), 0);
            let (alone, among) = cell.pair()?;
            let within = interval.map_or(String::new(), |_| format!(" ({})", range(interval, 0)));
            Some(format!("{alone} alone among {among} wins {share} %{within}, {pays}"))
        };
        let parts: Vec<String> =
            self.cells.iter().filter(|cell| cell.players == players).filter_map(part).collect();
        let even = decimal(100.0 * chance, 0);
        let rules = self.cells.first()?.arms.first()?.rules();
        (!parts.is_empty())
            .then(|| format!("{rules}{}: {}; an even share is {even} %.", self.at(players), parts.join("; ")))
    }

    /// Says what the levels are, and how the verdicts on skill are read; nothing without levels.
    pub(super) fn levels_in_words(&self) -> Option<(&'static str, String)> {
        let levels = self.levels();
        let [beginners, .., experts] = levels[..] else { return None };
        let smallest = self.smallest;
        Some((
            "levels, skill: ",
            format!(
                "{beginners} is the level of beginners, {experts} that of experts; of skill, baseline and variant are \
                 the win share of a level alone among the one below; it pays less at or below -{smallest}, more at or \
                 above {smallest}, and does not pay less above -{smallest}"
            ),
        ))
    }
}
