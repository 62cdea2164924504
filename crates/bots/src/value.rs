//! The learned part of a preset: its `[value]` table.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::Deserialize;
use tradewinds_game::{
    ActionFeatures, CompleteGame, Evaluator, Features, Guide, InputError, Inputs, PerSeat, Seat, Weights,
    counted,
};
use tradewinds_network::{Network, NetworkSpec};

/// The maximum length of a network in a preset, in bytes: run folders hold it whole.
pub const MAX_NETWORK: usize = 1 << 19;

/// What guides the searches of a bot: the game's policy, and what the preset puts beside it.
pub type BotGuide<G> = Guide<<G as tradewinds_game::Advice>::Policy, Learned>;

/// The keys of a `[value]` table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValueFile {
    network: Option<String>,
    #[serde(default = "yes")]
    leaves: bool,
    #[serde(default)]
    priors: bool,
}

impl ValueFile {
    /// Returns the name of the network, if the table does not hold the network itself.
    pub(crate) fn name(&self) -> Option<&str> {
        self.network.as_deref().filter(|network| !is_network(network))
    }
}

/// Returns whether a preset's `network` is the network itself, not a name: it has several lines.
fn is_network(text: &str) -> bool {
    text.contains('\n')
}

const fn yes() -> bool {
    true
}

/// The learned part of a preset: a network and what it is used for.
#[derive(Clone)]
pub struct LearnedValue {
    network: Arc<NetworkText>,
    /// Whether it estimates the leaves of a search, in place of the policy.
    pub leaves: bool,
    /// Whether it corrects the scores of the policy, and so the priors of a search.
    pub priors: bool,
}

/// The text of a network, read once however many bots it is for.
struct NetworkText {
    text: String,
    network: OnceLock<Result<Arc<Network>, InputError>>,
}

impl NetworkText {
    /// Returns the network's file. In a page, the text of a shipped one is the path of that file.
    fn whole(&self) -> Result<Cow<'_, str>, InputError> {
        match self.text.trim_end() {
            path if cfg!(target_os = "wasi") && path.starts_with("/networks/") => {
                let read = std::fs::read_to_string(path);
                let lost = |error| {
                    let allowed = "a file that this page loads when it has a network: load the page again";
                    InputError::new("", "value.network", format!("{path}: {error}"), allowed)
                };
                read.map(Cow::Owned).map_err(lost)
            }
            _ => Ok(Cow::Borrowed(&self.text)),
        }
    }
}

impl LearnedValue {
    /// Takes a table whose network is written out.
    ///
    /// # Errors
    /// The network is too long, or the table uses it for nothing.
    pub(crate) fn new(source_name: &str, file: ValueFile) -> Result<Self, InputError> {
        let ValueFile { network: Some(text), leaves, priors } = file else {
            return Err(InputError::missing(
                source_name,
                "value.network",
                "a file, or the name of a shipped network",
            ));
        };
        if text.len() > MAX_NETWORK {
            let found = counted(text.len(), "byte");
            let allowed = format!("up to {MAX_NETWORK} bytes");
            return Err(InputError::out_of_range(source_name, "value.network", found, allowed));
        }
        if !leaves && !priors {
            let found = "leaves = false without priors";
            let allowed = "leaves = true, priors = true or both";
            return Err(InputError::conflict(source_name, "value", found, allowed));
        }
        let network = Arc::new(NetworkText { text, network: OnceLock::new() });
        Ok(Self { network, leaves, priors })
    }

    /// Returns the text of the network's file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.network.text
    }

    /// Returns the network, read when it is first asked for.
    ///
    /// # Errors
    /// It is not a network for this game, its rules and its features.
    pub fn network<G: CompleteGame>(&self) -> Result<Arc<Network>, InputError> {
        let read = || {
            let spec = NetworkSpec::of::<G>();
            if spec.features.is_empty() {
                let allowed = "no network: this game has no features";
                return Err(InputError::new("", "value.network", "a network", allowed));
            }
            let network = Network::parse("", &self.network.whole()?, spec);
            network.map(Arc::new).map_err(|error| error.inside("value.network"))
        };
        let network = self.network.network.get_or_init(read).clone()?;
        // Another game asks for it: the first one has said what is wrong, or has been served.
        if network.spec() != NetworkSpec::of::<G>() {
            let found = format!("a network for {}", network.spec().game);
            return Err(InputError::conflict("", "value.network", found, format!("one for {}", G::NAME)));
        }
        Ok(network)
    }
}

impl PartialEq for LearnedValue {
    fn eq(&self, other: &Self) -> bool {
        let uses = |value: &Self| (value.leaves, value.priors);
        let is_same = Arc::ptr_eq(&self.network, &other.network);
        uses(self) == uses(other) && (is_same || self.text() == other.text())
    }
}

impl fmt::Debug for LearnedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.text().len();
        f.debug_struct("LearnedValue")
            .field("bytes", &bytes)
            .field("leaves", &self.leaves)
            .field("priors", &self.priors)
            .finish()
    }
}

/// Makes what guides a bot.
///
/// # Errors
/// A weight that the game's policy does not have, or a network that is not for this game.
pub fn guide<G: CompleteGame>(
    game: &G,
    weights: &Weights,
    value: Option<&LearnedValue>,
) -> Result<BotGuide<G>, InputError> {
    let policy = game.policy(weights)?;
    let Some(value) = value else { return Ok(Guide::new(policy, None, None)) };
    let learned = Learned::new(value.network::<G>()?, game);
    let when = |used: bool| used.then(|| learned.clone());
    Ok(Guide::new(policy, when(value.leaves), when(value.priors)))
}

/// A network that evaluates the positions of a game.
#[derive(Clone, Debug)]
pub struct Learned {
    network: Arc<Network>,
}

impl Learned {
    /// Takes a network, which reads the rules of this game. It estimates all win shares by the view of one observer.
    #[must_use]
    pub fn new<G: Features>(network: Arc<Network>, game: &G) -> Self {
        let rules = game.rule_block();
        if rules.differences.is_empty() || !network.reads_rules() {
            return Self { network };
        }
        Self { network: Arc::new(network.for_rules(&rules.differences)) }
    }
}

impl<G: CompleteGame> Evaluator<G> for Learned {
    fn evaluate(&self, game: &G, state: &G::State, observer: Seat) -> PerSeat<f32> {
        if game.to_act(state).is_none() {
            return game.scores(state).win_share;
        }
        with_inputs(game, state, observer, |inputs| self.network.shares(inputs))
    }

    fn is_policy(&self) -> bool {
        self.network.score_share() == 0.0
    }

    fn correct(&self, game: &G, state: &G::State, actions: &[G::Action], scores: &mut [f32]) {
        let Some(seat) = game.to_act(state) else { return };
        let query = with_inputs(game, state, seat, |inputs| self.network.query(inputs, seat));
        let share = self.network.score_share();
        if share == 0.0 {
            scores.fill(0.0);
        }
        let mut features = ActionFeatures::new();
        for (&action, score) in actions.iter().zip(scores) {
            features.clear();
            game.write_action_features(state, action, &mut features);
            *score = *score * share + self.network.correction(&query, &features);
        }
    }
}

thread_local! {
    /// The inputs of the last position that this thread has estimated. They are some 4 kB, and new ones would be
    /// filled with zeros for each estimate: a seventh of its instructions.
    static INPUTS: RefCell<Inputs> = const { RefCell::new(Inputs::new(0)) };
}

/// Calls a function with the inputs of a position that is not over, by what `observer` knows.
#[inline]
fn with_inputs<G: CompleteGame, T>(
    game: &G,
    state: &G::State,
    observer: Seat,
    read: impl FnOnce(&Inputs) -> T,
) -> T {
    INPUTS.with_borrow_mut(|inputs| {
        inputs.reset(game.players());
        game.write_features(state, observer, inputs);
        read(inputs)
    })
}
