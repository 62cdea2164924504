//! Learned evaluation: small networks over the declared features of a game, their files, and inference in
//! integers.
//!
//! A [`Network`] estimates from a seat's view of a position each seat's win share and points, and corrects the
//! scores of the legal actions. One set of weights serves every seat and every number of players:
//!
//! - *units* of seat s: `h_s = clip(b + Σ rows of its block + Σ rows of the table's block)`, clipped to 0 to 1; by other
//!   rules than the standard ones b has the rows of the block of rules in it ([`Network::for_rules`]);
//! - their mean over the seats, m = Σ h_s / n: what the others are like (Zaheer et al., "Deep Sets", 2017);
//! - *second layer* of seat s: `z_s = clip(c + U·h_s + V·m)`;
//! - *strength* w·z_s, whose softmax over the seats is the win shares, and *points* p·z_s;
//! - for the seat that decides a second layer of its own, `q = clip(d + P·h_s + R·m)`, and for each action a the
//!   *correction* Σ (row f·q + bias f) over the features f of a, which is added to the share β of the
//!   hand-written score.
//!
//! The first layer is a sum of the rows of what is active, as in the networks of computer shogi and chess (Nasu,
//! "NNUE", 2018). [`NetworkWeights`] are the numbers as they are trained; [`Network::quantised`] makes 16-bit integers
//! of them. Inference adds and multiplies integers only, so it gives the same bits on every machine; it uses AVX2
//! where the processor has it.
//!
//! What the other seats are like comes in as the mean of the seats' units, in the second layer, and not as a
//! second set of rows: that halves the weights and the sums, and the second layer's part of the mean is
//! computed once for all seats. A file is text (TOML, then base64), since weights stand in the repository and
//! in runs beside other texts; LEB128 and zstd make it smaller than 16 bits a number in binary would be. Its
//! checksum is a CRC-32: it finds damage and names a network, and guards against nobody. A network whose
//! share of the hand-written score is 0 is a policy itself: the scores are not computed.
//!
//! ```
//! use tradewinds_game::{FeatureTable, Group, Inputs, Seat};
//! use tradewinds_network::{Network, NetworkSpec, NetworkWeights, Size};
//!
//! static COINS: [Group; 1] = [Group::active("coins", 4, "Coins, 3 for more.")];
//! static FEATURES: FeatureTable = FeatureTable { version: 1, seat: &COINS, ..FeatureTable::NONE };
//!
//! let spec = NetworkSpec { game: "toy", rules: 1, features: &FEATURES };
//! let weights = NetworkWeights::zero(spec, Size { units: 32, second: 16 });
//! let network = Network::quantised(&weights, "by hand").unwrap();
//! let text = network.to_text();
//! assert_eq!(Network::parse("toy.network", &text, spec).unwrap().checksum(), network.checksum());
//! let shares = network.shares(&Inputs::new(4));
//! assert_eq!(shares[Seat::new(0)], 0.25);
//! ```

mod actions;
mod estimate;
mod file;
mod integers;
mod kernel;
mod layers;
mod network;
mod packing;
mod quantise;
mod shape;
mod weights;

pub use estimate::{Estimate, Query};
pub use file::MAX_FILE;
pub use network::Network;
pub use quantise::Unfit;
pub use shape::{NetworkSpec, Part, SIZES, Size};
pub use weights::NetworkWeights;
