//! How self-play goes: the keys of a manifest's tables.

use serde::{Deserialize, Serialize};
use tradewinds_game::{InputError, Origin};

/// What the end of a game teaches.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EndTarget {
    /// The share of the target that is made of the points, 0 to 1; the rest is the win share.
    pub points_share: f32,
    /// The points that count as e: the points' share is the softmax of the points divided by this, 0.1 to 1,000.
    pub points_scale: f32,
}

impl Default for EndTarget {
    fn default() -> Self {
        Self { points_share: 0.25, points_scale: 3.3 }
    }
}

/// Self-play without search: each seat plays the action whose next position it likes best, and learns from the
/// positions that follow, by TD(λ) (Sutton 1988; Tesauro 1995).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OnePly {
    /// The chance of a random action, 0 to 1.
    pub epsilon: f32,
    /// The actions that are tried, the best by the policy, 1 to 256.
    pub width: u32,
    /// The λ of TD(λ): 1 learns from the end alone, 0 from the next position alone.
    pub lambda: f32,
    /// The share of the decisions that become samples, above 0 to 1.
    pub keep: f32,
    /// Whether each of these decisions becomes a second sample, as [`Searched::other_views`].
    pub other_views: bool,
}

impl Default for OnePly {
    fn default() -> Self {
        Self { epsilon: 0.05, width: 6, lambda: 0.8, keep: 0.25, other_views: false }
    }
}

/// Self-play with search: some decisions are searched long and with noise, and become samples; the others are
/// searched shortly, so that a game ends sooner (playout cap randomisation; Wu 2019).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Searched {
    /// The share of the learner's decisions that become samples, above 0 to 1.
    pub keep: f32,
    /// Whether a decision becomes a second sample, by the view of one of the other seats, which teaches no policy. A
    /// search asks for the value of positions at which another seat decides; in a game with secrets they look
    /// different from those at which the observer decides.
    pub other_views: bool,
    /// The iterations of a decision that becomes a sample, 2 to 1,000,000.
    pub iterations: u32,
    /// The iterations of any other decision, 2 to 1,000,000.
    pub quick_iterations: u32,
    /// The share of the root's priors that is drawn at random where a sample is made, 0 to 1.
    pub root_noise: f32,
    /// The decisions of a game from which on the most visited action is played, and not one drawn in proportion
    /// to the visits.
    pub sharp_after: u32,
    /// The share of the search's own estimate in a sample's win shares, 0 to 1; the rest is the end.
    pub root_value: f32,
    /// The share of the games in which others sit among the learners, 0 to 1; half of the seats on average.
    pub mixed: f32,
    /// The share of the games that begin with an opening by the openers, 0 to 1.
    pub opened: f32,
    /// The maximum number of decisions of such an opening, 0 to 100,000.
    pub opening: u32,
    /// The chance of a random action in it, 0 to 1.
    pub opening_epsilon: f32,
}

impl Default for Searched {
    fn default() -> Self {
        Self {
            keep: 0.25,
            other_views: false,
            iterations: 600,
            quick_iterations: 100,
            root_noise: 0.25,
            sharp_after: 60,
            root_value: 0.5,
            mixed: 0.4,
            opened: 0.4,
            opening: 120,
            opening_epsilon: 0.1,
        }
    }
}

/// How games are played.
#[derive(Clone, PartialEq, Debug)]
pub enum Method {
    /// Without search.
    OnePly(OnePly),
    /// With search.
    Searched(Searched),
}

impl EndTarget {
    /// Checks the ranges; `table` is the name of the manifest's table.
    ///
    /// # Errors
    /// The first value out of its range.
    pub fn validate(&self, table: &str) -> Result<(), InputError> {
        share(table, "points_share", self.points_share)?;
        range(table, "points_scale", self.points_scale, 0.1, 1_000.0)
    }
}

impl OnePly {
    /// Checks the ranges, as [`EndTarget::validate`] does.
    ///
    /// # Errors
    /// The first value out of its range.
    pub fn validate(&self, table: &str) -> Result<(), InputError> {
        share(table, "epsilon", self.epsilon)?;
        range(table, "width", self.width, 1, 256)?;
        share(table, "lambda", self.lambda)?;
        range(table, "keep", self.keep, 0.001, 1.0)
    }
}

impl Searched {
    /// Checks the ranges, as [`EndTarget::validate`] does.
    ///
    /// # Errors
    /// The first value out of its range.
    pub fn validate(&self, table: &str) -> Result<(), InputError> {
        range(table, "keep", self.keep, 0.001, 1.0)?;
        range(table, "iterations", self.iterations, 2, 1_000_000)?;
        range(table, "quick_iterations", self.quick_iterations, 2, 1_000_000)?;
        range(table, "opening", self.opening, 0, 100_000)?;
        for (field, value) in [
            ("root_noise", self.root_noise),
            ("root_value", self.root_value),
            ("mixed", self.mixed),
            ("opened", self.opened),
            ("opening_epsilon", self.opening_epsilon),
        ] {
            share(table, field, value)?;
        }
        Ok(())
    }
}

fn share(table: &str, field: &str, value: f32) -> Result<(), InputError> {
    range(table, field, value, 0.0, 1.0)
}

fn range<T: PartialOrd + std::fmt::Display>(
    table: &str,
    field: &str,
    value: T,
    from: T,
    to: T,
) -> Result<(), InputError> {
    InputError::check_range(Origin::Settings, format!("{table}.{field}"), value, from, to)
}
