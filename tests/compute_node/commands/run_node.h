#pragma once

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace farfield::compute::testing {

struct Outcome {
    int code = -1;
    std::string out;  ///< both outputs, as asked for by the shell's redirection
};

/// Runs the program farfield-node in a shell, where `before` is run first.
inline Outcome run_node(const std::string& arguments, const std::string& before = "")
{
    Outcome outcome;
    FILE* pipe = popen((before + FARFIELD_NODE + " " + arguments).c_str(), "r");
    std::array<char, 4096> buffer{};
    while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
        outcome.out.append(buffer.data(), n);
    const int status = pclose(pipe);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return outcome;
}

inline void check_one_line_error(const std::string& arguments, int code, const std::string& part)
{
    const Outcome errors = run_node(arguments + " 2>&1 >/dev/null");
    INFO(arguments << ": " << errors.out);
    CHECK(errors.code == code);
    CHECK(std::count(errors.out.begin(), errors.out.end(), '\n') == 1);
    CHECK(contains(errors.out, "farfield-node: "));
    CHECK(contains(errors.out, part));
}

}  // namespace farfield::compute::testing
