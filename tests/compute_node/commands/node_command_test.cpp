// The program farfield-node as a user calls it.
#include "tests/compute_node/temp_folder.h"
#include "tests/catch.h"

#include <nlohmann/json.hpp>

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>

using farfield::compute::testing::contains;
using farfield::compute::testing::TempFolder;

namespace {

struct Outcome {
    int code = -1;
    std::string out;  ///< both outputs, as asked for by the shell's redirection
};

Outcome run(const std::string& arguments)
{
    Outcome outcome;
    FILE* pipe = popen((std::string{FARFIELD_NODE} + " " + arguments).c_str(), "r");
    std::array<char, 4096> buffer{};
    while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
        outcome.out.append(buffer.data(), n);
    const int status = pclose(pipe);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return outcome;
}

void check_one_line_error(const std::string& arguments, int code, const std::string& part)
{
    const Outcome errors = run(arguments + " 2>&1 >/dev/null");
    INFO(arguments << ": " << errors.out);
    CHECK(errors.code == code);
    CHECK(std::count(errors.out.begin(), errors.out.end(), '\n') == 1);
    CHECK(contains(errors.out, "farfield-node: "));
    CHECK(contains(errors.out, part));
}

}  // namespace

TEST_CASE("farfield-node: wrong usage is one line and code 2", "[command]")
{
    check_one_line_error("", 2, "subcommand");
    check_one_line_error("info", 2, "FILE");
    check_one_line_error("info --nonsense x", 2, "--nonsense");
    check_one_line_error("bench nonsense", 2, "nonsense");
}

TEST_CASE("farfield-node info: what cannot be read is one line and code 1", "[command]")
{
    const TempFolder folder;
    std::ofstream{folder / "empty.vtk"};
    std::ofstream{folder / "garbage.nc"} << "this is no NetCDF file";
    check_one_line_error("info nothing-here.vtk", 1, "no such file");
    check_one_line_error("info " + (folder / "empty.vtk").string(), 1, "empty");
    check_one_line_error("info " + (folder / "garbage.nc").string(), 1, "not a NetCDF file");
    check_one_line_error("info analytic:whirlpool", 1, "no built-in field");
    check_one_line_error("info analytic:abc:1", 1, "expected 2 to");
}

TEST_CASE("farfield-node: every command has help with an example", "[command]")
{
    for (const std::string command : {"info", "bench"}) {
        const Outcome help = run(command + " --help");
        CHECK(help.code == 0);
        CHECK(contains(help.out, "Example: farfield-node " + command));
    }
}

TEST_CASE("farfield-node info --json: one document with dimensions, bounds and arrays", "[command]")
{
    const Outcome outcome = run("info --json analytic:taylor-green:9");
    REQUIRE(outcome.code == 0);
    const auto json = nlohmann::json::parse(outcome.out);
    CHECK(json["kind"] == "uniform");
    CHECK(json["dims"] == nlohmann::json{{9, 9, 9}});
    CHECK(json["bounds"]["max"][2].get<double>() == Approx(6.283185307179586));
    CHECK(json["arrays"][0]["components"] == 3);
    CHECK(json["arrays"][0]["range"][1].get<double>() == Approx(1.0));  // |sin x| at x = pi / 2, y = z = 0
}
