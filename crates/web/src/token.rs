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

    /// Returns whether a text is this secret. The time that it takes does not depend on where they differ.
    pub(crate) fn is(&self, text: &str) -> bool {
        let own = self.to_string();
        let difference = own.bytes().zip(text.bytes()).fold(0, |sum, (a, b)| black_box(sum | (a ^ b)));
        (own.len() == text.len()) & (difference == 0)
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
        let digits: Option<Vec<u8>> = (0..text.len())
            .step_by(2)
            .map(|place| u8::from_str_radix(text.get(place..place + 2)?, 16).ok())
            .collect();
        digits.and_then(|digits| digits.try_into().ok()).map(Self).ok_or("32 hexadecimal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_itself_and_nothing_else() {
        let (token, other) = (Token::new(), Token::new());
        let text = token.to_string();
        assert!(token.is(&text) && !other.is(&text));
        assert!(!token.is(&text[..31]) && !token.is("") && !token.is(&(text.clone() + "0")));
        assert!(Token::try_from(text.clone()).unwrap().is(&text));
        assert!(Token::try_from("xyz".to_owned()).is_err());
    }
}
