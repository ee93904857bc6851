// A node on standard input and output, which a viewer starts by a command.
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "net/client/client.h"
#include "tests/catch.h"
#include "tests/end_to_end/taken_frames.h"
#include "tests/temporary_folder.h"

using namespace farfield::net;
using farfield::test::take_frames;
using farfield::test::TemporaryFolder;

namespace {

const std::string node = FARFIELD_NODE_PROGRAM " serve --stdio";

ClientSettings to_command(const std::string& command)
{
    ClientSettings settings;
    settings.go_to(parse_target("exec:" + command));
    return settings;
}

}  // namespace

TEST_CASE("A node behind a shell that prints a banner sends 30 frames of analytic:abc", "[stdio]")
{
    std::vector<std::string> notes;
    CHECK(take_frames(to_command("printf 'Welcome to the cluster\\n\\nQuota: 7 GB\\n'; exec " + node), 30,
                      notes) == 30);
    REQUIRE(notes.size() >= 2);
    CHECK(std::ranges::count(notes, "Welcome to the cluster") == 1);
    CHECK(std::ranges::count(notes, "Quota: 7 GB") == 1);
}

TEST_CASE("A node on standard input and output ends with its viewer, with 0", "[stdio]")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("status");
    std::vector<std::string> notes;
    CHECK(take_frames(to_command(node + "; echo $? > " + file), 1, notes) == 1);
    CHECK(farfield::test::read_text(file) == "0\n");
}

TEST_CASE("A node on standard input and output listens nowhere, and prints to its standard error alone",
          "[stdio]")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("pid");
    ClientEvents events;
    events.noted = [](const std::string&) {};
    Client client(to_command("echo $$ > " + file + "; exec " + node), events);
    const std::string process = farfield::test::read_text(file);
    const std::filesystem::path open = "/proc/" + process.substr(0, process.find('\n')) + "/fd";
    for (const auto& entry : std::filesystem::directory_iterator(open)) {
        std::error_code ignored;
        const std::string target = std::filesystem::read_symlink(entry, ignored).string();
        CHECK_FALSE(target.starts_with("socket:"));
    }
    CHECK(std::filesystem::read_symlink(open / "1") == std::filesystem::read_symlink(open / "2"));
    client.close();
}

TEST_CASE("A node that is a job of Slurm says when it will be ended", "[stdio]")
{
    ClientEvents events;
    events.noted = [](const std::string&) {};
    const auto end_of = [&](const std::string& variable) {
        const Client client(to_command(variable + " exec " + node), events);
        return client.session().value("ends_at", Json());
    };
    CHECK(end_of("SLURM_JOB_END_TIME=1800000000") == 1'800'000'000);
    CHECK(end_of("SLURM_JOB_END_TIME=soon").is_null());
    CHECK(end_of("unset SLURM_JOB_END_TIME;").is_null());
}
