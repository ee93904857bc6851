"""Each rule of include_rules.py finds what breaks it, in a small tree that is right but for that."""
import tempfile
import unittest
from pathlib import Path

import include_rules

PROTOCOL = "| 1 | Control | both | JSON |\n"

TABLE = """
net/message: Messages
net/session: Sessions
    message
app/play: Playback
    commands net/*
app/commands: Commands
    play
"""


class Tree:
    """A folder with sources; text: what stands below the doc comment."""

    def __init__(self, files, protocol=PROTOCOL):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        for path, text in {"docs/protocol.md": protocol, **files}.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)

    def findings(self):
        """By the rows of the table that are in use here."""
        table = include_rules.read_table(TABLE.splitlines())
        with self.folder:
            used = {source.folder for source in include_rules.sources_of(self.root)}
            return include_rules.findings_in(self.root, {folder: row for folder, row in table.items() if folder in used})


class IncludeRules(unittest.TestCase):
    def found(self, files, words, protocol=PROTOCOL):
        findings = Tree(files, protocol).findings()
        self.assertEqual(len(findings), 1, findings)
        self.assertIn(words, findings[0])

    def test_a_tree_that_keeps_the_rules_has_no_finding(self):
        tree = Tree({"net/message/a.h": "/// A.\n", "net/session/b.cpp": '#include "net/message/a.h"\n'})
        self.assertEqual(tree.findings(), [])

    def test_an_include_that_no_row_allows_is_found(self):
        self.found({"net/session/a.h": "/// A.\n", "net/message/b.cpp": '#include "net/session/a.h"\n'},
                   "net/message/b.cpp:1: net/message may not include net/session")

    def test_a_name_that_ends_in_a_star_means_a_folder_and_all_below(self):
        row = include_rules.read_table(TABLE.splitlines())["app/play"]
        self.assertTrue(row.may_include("net/session"))
        self.assertFalse(row.may_include("app/layers"))

    def test_a_folder_without_a_row_is_found(self):
        self.found({"net/message/below/a.h": "/// A.\n"}, "net/message/below: no row")

    def test_a_row_without_a_folder_is_found(self):
        table = include_rules.read_table(["net/gone: Nothing"])
        self.assertEqual(len(list(include_rules.misplaced_folders([], table))), 1)

    def test_the_rows_of_the_project_say_what_their_folders_hold(self):
        self.assertTrue(all(row.holds for row in include_rules.TABLE.values()))

    def test_a_library_in_the_wrong_place_is_found(self):
        self.found({"net/session/a.cpp": "#include <QString>\n"}, "<QString> is used in app bench/display bench/link only")

    def test_a_call_in_the_wrong_place_is_found(self):
        self.found({"app/play/a.cpp": "box->setToolTip(name);\n"}, "setToolTip() is called in app/viewer/widgets")

    def test_a_cycle_of_folders_is_found(self):
        findings = Tree({"app/play/a.h": '/// A.\n#include "app/commands/b.h"\n',
                         "app/commands/b.h": '/// B.\n#include "app/play/a.h"\n'}).findings()
        self.assertIn("app/commands: a cycle of folders: app/commands -> app/play -> app/commands", findings)

    def test_a_header_without_a_doc_comment_is_found(self):
        self.found({"net/message/a.h": "#pragma once\n"}, "without a doc comment")

    def test_an_include_of_no_file_is_found(self):
        self.found({"net/message/a.cpp": '#include "net/message/b.h"\n'}, "no file net/message/b.h")

    def test_a_path_of_no_file_in_a_page_is_found(self):
        self.found({"docs/architecture/a.md": "See `net/message/b.h` and `b/c.h`.\n"}, "no file or folder net/message/b.h")

    def test_a_message_type_that_the_protocol_lacks_is_found(self):
        self.found({"net/message/messages.h": "/// M.\nenum class MessageType { Control = 1, Block = 10, };\n"},
                   "message type 10 (Block)")


if __name__ == "__main__":
    unittest.main()
