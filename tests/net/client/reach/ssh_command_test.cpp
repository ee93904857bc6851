// Nodes that the user's own ssh starts; a local shell stands in for the other machine.
#include "net/client/reach/ssh_command.h"

#include "net/client/client.h"
#include "net/client/reach/command_output.h"
#include "tests/catch.h"
#include "tests/stand_ins.h"

using namespace farfield::net;
using Catch::Matchers::ContainsSubstring;
using farfield::test::StandIns;
using Words = std::vector<std::string>;

namespace {

Way ssh_to_node(const std::string& target)
{
    return parse_target(target).way.value();
}

/// Why no session can be had there.
std::string refusal_of(const std::string& target)
{
    ClientSettings settings;
    settings.go_to(parse_target(target));
    ClientEvents events;
    events.noted = [](const std::string&) {};
    try {
        const Client client(settings, events);
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("ssh is asked for the node's program with its arguments, without a terminal", "[ssh]")
{
    CHECK(ssh_command(ssh_to_node("ssh://cluster")) ==
          Words{"ssh", "-T", "-o", "ServerAliveInterval=5", "cluster", "farfield-node serve --stdio"});
    Way way = ssh_to_node("ssh://ada@cluster:2222/opt/farfield/bin/farfield-node");
    way.arguments = {"--data", "/data/my flows"};
    CHECK(ssh_command(way) == Words{"ssh", "-T", "-o", "ServerAliveInterval=5", "-p", "2222", "ada@cluster",
                                    "/opt/farfield/bin/farfield-node serve --stdio --data '/data/my flows'"});
    CHECK(ssh_command(ssh_to_node("ssh://cluster/~/bin/farfield-node")).back() ==
          "./bin/farfield-node serve --stdio");
}

TEST_CASE("Words reach a program behind a shell as they are", "[ssh]")
{
    const std::string word =
        GENERATE(as<std::string>(), "", "a b", "it's", "$HOME `ls` \"x\" \\ * ? ; & | < > ( )", "a\nb",
                 "--data=/x", "~", "#x", "!x", "\xc3\xa4");
    const auto printed =
        run_command({"/bin/sh", "-c", "printf %s " + shell_word(word)}, std::chrono::seconds(20));
    CHECK(printed.output == word);
}

TEST_CASE("A program that begins as an option does is refused", "[ssh]")
{
    Way way = ssh_to_node("ssh://cluster");
    way.program = "-x";
    CHECK_THROWS_WITH(ssh_command(way), ContainsSubstring("begins as an option does"));
}

TEST_CASE("Where there is no ssh this is said", "[ssh]")
{
    const StandIns programs;
    programs.be_alone();
    CHECK(refusal_of("ssh://cluster") ==
          "cannot connect to ssh://cluster: cannot start ssh: No such file or directory");
}

TEST_CASE("A program that is not there is said in the words of the shell at the other end", "[ssh]")
{
    const StandIns programs;
    programs.add_ssh();
    CHECK_THAT(refusal_of("ssh://cluster/no/such/farfield-node"),
               ContainsSubstring("ssh://cluster/no/such/farfield-node is no usable Farfield node: ssh ended "
                                 "with exit status 127: ") &&
                   ContainsSubstring("not found"));
}

TEST_CASE("What ssh cannot do is said in its own words", "[ssh]")
{
    const StandIns programs;
    programs.add_ssh("echo 'ssh: Could not resolve hostname cluster' >&2; exit 255");
    CHECK_THAT(refusal_of("ssh://cluster"),
               ContainsSubstring("ssh ended with exit status 255: ssh: Could not "
                                 "resolve hostname cluster"));
}
