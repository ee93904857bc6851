"""What default_rules.py finds, and what it leaves alone."""
import unittest

import default_rules


class DefaultRules(unittest.TestCase):
    def found(self, sources, *findings):
        self.assertEqual(default_rules.findings_in(sources), list(findings))

    def test_a_member_with_the_name_and_number_of_one_in_model_is_found(self):
        self.found({"model/a.h": "struct A {\n    double hfov = 60.0;\n};\n", "app/b.h": "    float hfov = 60.0F;\n"},
                   "app/b.h:1: the default of 'hfov' is that of model/a.h:2")

    def test_a_second_one_in_model_is_found(self):
        self.found({"model/a.h": "    int frames = 200;\n", "model/b.h": "    std::uint32_t frames{200};\n"},
                   "model/b.h:1: the default of 'frames' is that of model/a.h:1")

    def test_another_number_a_name_in_place_of_one_and_small_numbers_are_left_alone(self):
        self.found({"model/a.h": "    double hfov = 60.0;\n    int axis = 2;\n",
                    "app/b.h": "    double hfov = 45.0;\n    int axis = 2;\n    double hfov = model::A{}.hfov;\n"})


if __name__ == "__main__":
    unittest.main()
