//! Decisions that any sensible player would take.
