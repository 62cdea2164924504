//! Secrets in links.

use std::fmt;
use std::hint::black_box;

use serde::{Deserialize, Serialize};

/// The secret of a link: 128 random bits, written as 32 hexadecimal digits.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Token([u8; 16]);

impl Token {
    /// Draws a secret from the system.
    ///
    /// # Panics
    /// If the system has no randomness to give: no link could be safe.
    pub(crate) fn new() -> Self {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the system gives random bytes");
        Self(bytes)
    }

    /// Returns whether another secret is this one. The time that it takes does not depend on where they differ.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).fold(0, |sum, (a, b)| black_box(sum | (a ^ b))) == 0
    }

    /// Reads a secret: 32 hexadecimal digits, as they are written.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = (0..text.len()).step_by(2);
        let bytes = digits.map(|place| u8::from_str_radix(text.get(place..place + 2)?, 16).ok());
        let token = Self(bytes.collect::<Option<Vec<u8>>>()?.try_into().ok()?);
        (token.to_string() == text).then_some(token)
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl From<Token> for String {
    fn from(token: Token) -> Self {
        token.to_string()
    }
}

impl TryFrom<String> for Token {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("32 hexadecimal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_itself_and_nothing_else() {
        let (token, other) = (Token::new(), Token::new());
        let text = token.to_string();
        assert!(token.is(&Token::parse(&text).unwrap()) && !token.is(&other));
        let upper = text.to_uppercase();
        for wrong in ["", "xyz", &text[..31], &(text.clone() + "0"), "+1", &format!("+1{}", "0".repeat(30))] {
            assert!(Token::parse(wrong).is_none(), "{wrong}");
        }
        assert!(upper == text || Token::parse(&upper).is_none());
    }
}
