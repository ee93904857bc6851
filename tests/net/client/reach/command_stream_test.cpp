// Commands in place of a node.
#include "net/client/reach/command_stream.h"

#include <filesystem>
#include <fstream>

#include "net/client/client.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield::net;
using Catch::Matchers::ContainsSubstring;

namespace {

ClientSettings to_command(const std::string& command)
{
    ClientSettings settings;
    settings.go_to(parse_target("exec:" + command));
    return settings;
}

/// Why no session can be had from it.
std::string words_of(const ClientSettings& settings, std::vector<std::string>* notes = nullptr)
{
    ClientEvents events;
    events.noted = [notes](const std::string& line) {
        if (notes != nullptr) notes->push_back(line);
    };
    try {
        const Client client(settings, events);
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("A command that there is not ends in one error with the shell's words", "[command]")
{
    CHECK_THAT(
        words_of(to_command("no-such-program-7 --stdio")),
        ContainsSubstring("exec:no-such-program-7 --stdio is no usable Farfield node: the command ended "
                          "with exit status 127: ") &&
            ContainsSubstring("not found"));
}

TEST_CASE("A command that ends early is said with its last words", "[command]")
{
    CHECK_THAT(words_of(to_command("echo first >&2; echo the quota is used up >&2; exit 3")),
               ContainsSubstring("the command ended with exit status 3: the quota is used up"));
    CHECK_THAT(words_of(to_command("echo Permission denied; exit 5")),
               ContainsSubstring("the command ended with exit status 5: Permission denied"));
}

TEST_CASE("What a command says on its standard error is heard line by line", "[command]")
{
    std::vector<std::string> notes;
    (void)words_of(to_command("printf 'one\\ntwo\\n' >&2"), &notes);
    CHECK(notes == std::vector<std::string>{"one", "two"});
}

TEST_CASE("A command that prints without end is given up", "[command]")
{
    CHECK_THAT(words_of(to_command("yes")),
               ContainsSubstring("more than 64 KiB came from the command before the first message"));
}

TEST_CASE("A command that takes no notice is ended and waited for", "[command]")
{
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("pid");
    auto settings = to_command("echo $$ > " + file + "; exec sleep 1000");
    settings.connect_timeout = std::chrono::milliseconds(500);
    CHECK_THAT(words_of(settings), ContainsSubstring("did not answer within 500 ms"));
    std::string process;
    std::ifstream(file) >> process;
    REQUIRE_FALSE(process.empty());
    CHECK_FALSE(std::filesystem::exists("/proc/" + process));
}
