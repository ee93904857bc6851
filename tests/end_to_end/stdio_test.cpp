// A node on standard input and output, which a viewer starts by a command.
#include <filesystem>
#include <fmt/format.h>
#include <semaphore>
#include <string>
#include <vector>

#include "net/client/client.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield::net;
using farfield::test::TemporaryFolder;

namespace {

constexpr std::size_t slot_bytes = 1 << 20;
const std::string node = FARFIELD_NODE_PROGRAM " serve --stdio";

ClientSettings to_command(const std::string& command)
{
    ClientSettings settings;
    settings.go_to(parse_target("exec:" + command));
    return settings;
}

Json flow_program()
{
    return {{"program", "particles"},
            {"dataset", "analytic:abc"},
            {"policy", "every"},
            {"slot_bytes", slot_bytes},
            {"params",
             {{"rakes",
               {{{"kind", "line"},
                 {"from", {2.5, 3.0, 3.5}},
                 {"to", {3.5, 3.5, 3.0}},
                 {"seeds", 50},
                 {"particles_per_seed", 100}}}},
              {"step", 0.005}}}};
}

/// Frames of the program that come in a row.
std::uint64_t take_frames(const std::string& command, std::uint64_t count, std::vector<std::string>& notes)
{
    std::vector<std::vector<std::byte>> memory(3, std::vector<std::byte>(slot_bytes));
    FrameRing ring({memory.begin(), memory.end()});
    std::counting_semaphore<> arrived{0};
    ClientEvents events;
    events.frame_arrived = [&arrived](std::uint32_t) { arrived.release(); };
    events.noted = [&notes](const std::string& line) { notes.push_back(line); };
    Client client(to_command(command), events);
    client.attach(client.call("program.start", flow_program())["stream"].get<std::uint32_t>(), ring);
    std::uint64_t taken = 0;
    while (taken < count) {
        REQUIRE(arrived.try_acquire_for(std::chrono::seconds(60)));
        const auto frame = ring.take_next();
        REQUIRE(frame);
        REQUIRE(frame->skipped == 0);
        ++taken;
        ring.release_oldest(1);
        client.slots_released();
    }
    client.close();
    return taken;
}

}  // namespace

TEST_CASE("A node behind a shell that prints a banner sends 30 frames of analytic:abc", "[stdio]")
{
    std::vector<std::string> notes;
    CHECK(take_frames("printf 'Welcome to the cluster\\n\\nQuota: 7 GB\\n'; exec " + node, 30, notes) == 30);
    REQUIRE(notes.size() >= 2);
    CHECK(std::ranges::count(notes, "Welcome to the cluster") == 1);
    CHECK(std::ranges::count(notes, "Quota: 7 GB") == 1);
}

TEST_CASE("A node on standard input and output ends with its viewer, with 0", "[stdio]")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("status");
    std::vector<std::string> notes;
    CHECK(take_frames(node + "; echo $? > " + file, 1, notes) == 1);
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
