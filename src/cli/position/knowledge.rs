//! The information in a position file, and the part of it that a seat sees.

use serde_json::Value;

/// Hides in a file everything that a seat does not see: `whole` is the completed position, `view` the seat's
/// view of it. Parts that the view hides are taken from the view, all others from the file, so that nothing
/// of the completion shows.
pub(crate) fn seen_in(file: &Value, whole: &Value, view: &Value) -> Value {
    match (file, whole, view) {
        _ if whole == view => file.clone(),
        (Value::Object(fields), Value::Object(whole), Value::Object(view)) => {
            let names = fields.keys().chain(view.keys().filter(|name| !fields.contains_key(*name)));
            let seen = names.filter_map(|name| {
                match (fields.get(name), whole.get(name), view.get(name)) {
                    (field, whole, view) if whole == view => field.cloned(),
                    (Some(field), Some(whole), Some(view)) => Some(seen_in(field, whole, view)),
                    (_, _, view) => view.cloned(),
                }
                .map(|value| (name.clone(), value))
            });
            Value::Object(seen.collect())
        }
        (Value::Array(items), Value::Array(whole), Value::Array(view))
            if items.len() == whole.len() && items.len() == view.len() =>
        {
            items
                .iter()
                .zip(whole)
                .zip(view)
                .map(|((item, whole), view)| seen_in(item, whole, view))
                .collect()
        }
        _ => view.clone(),
    }
}

/// Returns whether a file contains everything that `view` contains: it has no null and no unknown card where
/// the view knows more.
pub(super) fn tells(file: &Value, view: &Value) -> bool {
    match (file, view) {
        (Value::Null, view) => view.is_null(),
        (Value::Object(file), Value::Object(view)) => {
            view.iter().all(|(name, view)| file.get(name).is_some_and(|file| tells(file, view)))
        }
        (Value::Array(file), Value::Array(view)) => {
            file.len() == view.len() && file.iter().zip(view).all(|(file, view)| tells(file, view))
        }
        (Value::String(file), Value::String(view)) => file.matches('?').count() <= view.matches('?').count(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_seat_sees_what_the_file_tells_and_the_view_does_not_hide() {
        let whole = json!({"money": 3, "deck": ["a", "b"], "hands": ["12", "34"], "tiles": {"x": 1, "y": 2}});
        let view = json!({"money": 3, "deck": null, "hands": ["12", "??"], "tiles": {"x": 1, "y": null}});
        assert_eq!(seen_in(&whole, &whole, &view), view);
        let file = json!({"money": 3, "deck": null, "hands": ["1?", "34"], "tiles": {"x": null, "y": 2}});
        let seen = json!({"money": 3, "deck": null, "hands": ["1?", "??"], "tiles": {"x": null, "y": null}});
        assert_eq!(seen_in(&file, &whole, &view), seen);
        assert!(tells(&whole, &view) && tells(&view, &view));
        assert!(!tells(&file, &view) && !tells(&view, &whole));
    }

    /// Default values stay as they are, whether the file leaves them out or writes them out.
    #[test]
    fn a_file_keeps_its_own_way_of_writing() {
        let whole = json!({"money": 3, "deck": [1]});
        let view = json!({"money": 3, "deck": null});
        assert_eq!(
            seen_in(&json!({"money": 3, "ships": 0, "deck": [1]}), &whole, &view),
            json!({"money": 3, "ships": 0, "deck": null})
        );
        assert!(tells(&json!({"money": 3, "ships": 0, "deck": null}), &view));
    }
}
