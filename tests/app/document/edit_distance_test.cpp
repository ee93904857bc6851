#include "app/document/edit_distance.h"

#include <vector>

#include "tests/catch.h"

using namespace farfield::app;

TEST_CASE("edit_distance: counts single changes", "[closest]")
{
    CHECK(edit_distance("kitten", "sitting") == 3);  // the textbook's example
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("same", "same") == 0);
}

TEST_CASE("closest: finds the word that was meant", "[closest]")
{
    const std::vector<std::string> words{"frames", "dataset", "policy"};
    CHECK(closest("farmes", words) == "frames");
    CHECK(closest("polcy", words) == "policy");
    CHECK(closest("x", {}).empty());
}
