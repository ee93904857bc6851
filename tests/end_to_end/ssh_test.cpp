// A node that ssh starts; a local shell stands in for the other machine.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/end_to_end/taken_frames.h"
#include "tests/stand_ins.h"

using namespace farfield::net;
using farfield::test::StandIns;
using farfield::test::take_frames;

namespace {

ClientSettings by_ssh(const std::vector<std::string>& arguments = {})
{
    ClientSettings settings;
    Target target = parse_target("ssh://ada@cluster" FARFIELD_NODE_PROGRAM);
    target.way->arguments = arguments;
    settings.go_to(target);
    return settings;
}

}  // namespace

TEST_CASE("A node behind ssh with a banner sends 30 frames of analytic:abc", "[ssh]")
{
    const StandIns programs;
    programs.add_ssh("echo 'Welcome to the cluster'; echo 'Last login: never' >&2");
    std::vector<std::string> notes;
    CHECK(take_frames(by_ssh(), 30, notes) == 30);
    CHECK(std::ranges::count(notes, "Welcome to the cluster") == 1);
    CHECK(std::ranges::count(notes, "Last login: never") == 1);
}

TEST_CASE("A node behind ssh gets its arguments as they are", "[ssh]")
{
    const StandIns programs;
    programs.add_ssh();
    std::vector<std::string> notes;
    CHECK_THROWS_WITH(take_frames(by_ssh({"--data", "/no/such folder"}), 1, notes),
                      Catch::Matchers::ContainsSubstring("/no/such folder"));
}
