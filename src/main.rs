//! The program `tradewinds` with the games that ship with it.

fn main() -> std::process::ExitCode {
    tradewinds::program(tradewinds::arena::SHIPPED)
}
