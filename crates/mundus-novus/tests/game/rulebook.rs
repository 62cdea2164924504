//! Mundus Novus at the table: the worked cases T1 to T45 of `docs/rules/mundus-novus.md`, section 9, by their numbers,
//! the step cases, refused positions and choices of the policy.
mod policy;
mod progress;
mod rounds;
mod trade;
