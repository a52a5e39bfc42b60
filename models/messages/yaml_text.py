"""What is said of a text that is no YAML, or has what a scenario does not have."""

from models.messages.template import problem, sentence

NO_GROUP_OF_LINES = ("the file is not a group of `key: value` lines", "start with `scenario: NAME`")
KEY_TWICE = "this key is there twice"
NO_MERGE_KEYS = "merge keys (<<) are not used here"
KEY_TOO_LONG = ("a key must have 1 to 80 characters", "write `word: value`")
NO_ANCHORS = "anchors (&) and aliases (*) are not used here"
WRITE_OUT = "write the values out"
CHECK_YAML = "check quotes, colons and indentation"
# What PyYAML was within when a text stopped making sense, and which began before that, often many lines.
LEFT_OPEN = ("while scanning a quoted scalar", "while parsing a flow", "while scanning a simple key")
# What to do where a number was cut at its comma: "000 USD" stands as a key then.
COMMA_IN_BRACES = 'inside braces a value with a comma needs quotes, e.g. {price: "18,000 USD"}'
CUT_AT_COMMA = ("a number is cut at its comma", COMMA_IN_BRACES)
# PyYAML speaks of tokens and nodes; these are the mistakes behind its most frequent messages.
MISTAKES = (
    ("'\\t'", "a tab is used for indenting", "indent with spaces"),
    ("could not find expected ':'", "a key without a colon", "write `key: value`"),
    (
        "mapping values are not allowed",
        "a colon stands where no key can be",
        "check the indentation, and the colon of the line above, or quote it",
    ),
    (
        "expected <block end>",
        "the indentation does not line up, or a quote above is not closed",
        "keys of one group start in one column",
    ),
    (
        "expected ',' or",
        "a bracket is not closed",
        "close it, separate the entries with commas, and quote a word that has a bracket in it",
    ),
    ("quoted scalar", "a quote is not closed", "close it; a quote within it is written twice"),
    ("end of stream", "a quote or bracket is not closed", "close it"),
    ("expected a single document", "more than one document", "remove the line ---"),
)
keep_one_of_lines = sentence("keep this or the one in line {line}")
key_is_no_word = sentence("a key must be a word, not {shown}")
tag_not_used = problem("the tag {tag} is not used here", "remove it")
nested_too_deep = sentence("groups are nested more than {deepest} deep")
too_many_entries = problem(
    "{found:,} lines and commas are more than {most:,}",
    "a scenario states only what differs; a long list of values is better a range, {{low: ..., high: ...}}",
)
not_yaml = sentence("this is not YAML ({reason})")
character_of_no_text = sentence("this is not YAML, for it has a character that no text can have ({letter})")
until_line = sentence(", and in line {line} the file makes no sense any more")
