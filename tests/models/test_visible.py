"""No text that people read holds a character that they cannot see."""

import sys
import unicodedata

from models.errors import Problem
from models.visible import HIDDEN_IN_LINES, is_text, shortened, visible, visible_lines

# What steers a terminal, turns a line, ends it, or is as wide as nothing: categories of Unicode 15.
HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_every_character_of_a_hidden_category_is_escaped():
    for number in range(sys.maxunicode + 1):
        letter = chr(number)
        if unicodedata.category(letter) in HIDDEN:
            assert visible(letter).isascii() and visible(letter).isprintable(), hex(number)


def test_letters_signs_and_spaces_of_all_scripts_stay():
    text = "Zürich, ± 5 %, שלום, 東京, \N{NO-BREAK SPACE}é e\u0301 \N{GRINNING FACE}, 1\N{NARROW NO-BREAK SPACE}000"
    assert visible(text) == visible_lines(text) == text


def test_the_escape_names_the_character():
    assert visible("a\x1b[31mb\u202ec\nd\te\U000e0041\ud800") == r"a\x1b[31mb\u202ec\nd\te\U000e0041\ud800"


def test_lines_and_columns_of_the_program_stay_where_it_sets_them():
    assert visible_lines("a\n\tb\r\x1b") == "a\n\tb\\x0d\\x1b".replace("\\x0d", "\\r")
    assert not HIDDEN_IN_LINES.search("a\n\tb")


def test_a_problem_is_one_line_whatever_is_in_it():
    texts = ("f\n.yaml", 3, "k\x1b[2J", '"v\u2066"', "m\r", "r\u200b")
    told = str(Problem(*texts))
    assert told == r'f\n.yaml:3: k\x1b[2J = "v\u2066": m\r; r\u200b'


def test_half_a_character_and_a_null_are_no_text():
    assert is_text("a\x1b\u202e") and not is_text("a\x00") and not is_text("a\udc80")


def test_a_long_text_is_quoted_in_part():
    assert shortened("x" * 60) == "x" * 60 and shortened("x" * 61) == "x" * 60 + "..."
