"""What word_rules.py finds, and what it leaves alone."""
import tempfile
import unittest
from pathlib import Path

import word_rules


class WordRules(unittest.TestCase):
    def found(self, path, text, *findings):
        self.assertEqual(list(word_rules.findings_in_text(path, text)), list(findings))

    def test_a_retired_word_in_a_type_is_found_with_its_term(self):
        self.found("a.h", "int a;\nclass Postman;\n", "a.h:2: 'postman' in Postman; use communicator")

    def test_words_in_a_row_are_found_in_snake_case(self):
        self.found("a.cpp", "run_waiting_line_();", "a.cpp:1: 'waiting line' in run_waiting_line_; use suspended line")

    def test_one_of_two_words_is_left_alone(self):
        self.found("a.cpp", "int waiting = whole + line_waiting;")

    def test_a_part_of_a_word_is_left_alone(self):
        self.found("a.cpp", "ideal(mailbox, teller);")

    def test_string_literals_keep_their_words(self):
        self.found("a.cpp", 'throw Error("nobody told the postman", R"(who)", \'x\');')

    def test_a_number_with_separators_is_no_character(self):
        self.found("a.cpp", "int a = 1'000; void tell(int b = 2'000);", "a.cpp:1: 'tell' in tell; use report, to_json")

    def test_a_name_on_the_wire_keeps_its_words(self):
        self.found("a.h", "constexpr int max_sought_rakes = 64;")

    def test_words_for_people_are_found_in_comments_and_only_there(self):
        self.found("a.h", "int who;  // fine\n/* One.\n   Nobody waits. */\n",
                   "a.h:3: 'Nobody'; name the part of the program, or the reader")

    def test_words_for_people_are_found_in_docstrings_and_pages(self):
        self.found("a.py", 'def tests():\n    """For whoever asks."""\n',
                   "a.py:2: 'whoever'; name the part of the program, or the reader")
        self.found("docs/a.md", "A thread\nwho waits.\n", "docs/a.md:2: 'who'; name the part of the program, or the reader")

    def test_names_of_tests_are_sentences(self):
        self.found("test_a.py", "def test_a_node_that_is_told_to_end(self): pass")

    def test_a_file_has_no_retired_name(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "doorbell.h").write_text("")
            self.assertEqual(word_rules.findings_in(Path(folder), ["doorbell.h", "absent.png"]),
                             ["doorbell.h:1: 'doorbell' in the file's name; use semaphore, wake event"])


if __name__ == "__main__":
    unittest.main()
