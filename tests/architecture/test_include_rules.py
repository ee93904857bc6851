"""Each rule of include_rules.py finds what breaks it, in a small tree that is right but for that."""
import tempfile
import unittest
from pathlib import Path

import include_rules

PROTOCOL = "| 1 | Control | both | JSON |\n"


class Tree:
    """A folder with sources; text: what stands below the doc comment."""

    def __init__(self, files, protocol=PROTOCOL):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        for path, text in {"docs/protocol.md": protocol, **files}.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)

    def findings(self):
        with self.folder:
            return include_rules.findings_in(self.root)


class IncludeRules(unittest.TestCase):
    def found(self, files, words, protocol=PROTOCOL):
        findings = Tree(files, protocol).findings()
        self.assertEqual(len(findings), 1, findings)
        self.assertIn(words, findings[0])

    def test_a_tree_that_keeps_the_rules_has_no_finding(self):
        tree = Tree({"net/message/a.h": "/// A.\n", "net/session/b.cpp": '#include "net/message/a.h"\n'})
        self.assertEqual(tree.findings(), [])

    def test_an_include_that_no_row_allows_is_found(self):
        self.found({"render/gl/a.h": "/// A.\n", "net/message/b.cpp": '#include "render/gl/a.h"\n'},
                   "net/message/b.cpp:1: net/message may not include render/gl")

    def test_a_row_for_a_folder_alone_does_not_hold_below_it(self):
        self.assertTrue(include_rules.may_include("compute_node/ranks/blocks", "compute_node/ranks"))
        self.assertFalse(include_rules.may_include("compute_node/ranks", "compute_node/ranks/blocks"))

    def test_a_library_in_the_wrong_place_is_found(self):
        self.found({"net/session/a.cpp": "#include <QString>\n"}, "<QString> is used in app only")

    def test_a_call_in_the_wrong_place_is_found(self):
        self.found({"app/viewer/a.cpp": "box->setToolTip(name);\n"}, "setToolTip() is called in app/viewer/widgets")

    def test_a_cycle_of_folders_is_found(self):
        findings = Tree({"app/play/a.h": '/// A.\n#include "app/commands/b.h"\n',
                         "app/commands/b.h": '/// B.\n#include "app/play/a.h"\n'}).findings()
        self.assertIn("app/commands: a cycle of folders: app/commands -> app/play -> app/commands", findings)

    def test_a_header_without_a_doc_comment_is_found(self):
        self.found({"net/message/a.h": "#pragma once\n"}, "without a doc comment")

    def test_an_include_of_no_file_is_found(self):
        self.found({"net/message/a.cpp": '#include "net/message/b.h"\n'}, "no file net/message/b.h")

    def test_a_message_type_that_the_protocol_lacks_is_found(self):
        self.found({"net/message/messages.h": "/// M.\nenum class MessageType { Control = 1, Block = 10, };\n"},
                   "message type 10 (Block)")


if __name__ == "__main__":
    unittest.main()
