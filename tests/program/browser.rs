//! The pages in a real browser: whole games by clicks, two browsers at one table, a killed server, keys, axe-core.
//! Where no chromium is installed, nothing is tested; `TRADEWINDS_BROWSER=required` makes that a failure.

mod access;
mod acts;
mod boards;
mod design;
mod driver;
mod learn;
mod page;
mod page_files;
mod play;
mod position;
mod review;
mod sheet;
mod study;
mod tables;
mod visit;
