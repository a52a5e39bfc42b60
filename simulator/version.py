"""The version of the program and of its model: one number, since what moves numbers is a change of the program."""

VERSION = "1.0.0"
