#include <algorithm>
#include <cstdlib>

#include "app/viewer/sharing/session_file.h"
#include "tests/app/run_program.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/net/raw_peer.h"
#include "tests/stand_ins.h"
#include "tests/temporary_folder.h"

using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;
using farfield::test::StandIns;
using farfield::test::TemporaryFolder;

namespace {

/// The error is one line on standard error, and nowhere else.
void check_one_line(const Finished& finished, int exit_code, const std::string& what)
{
    CAPTURE(finished.output, finished.errors);
    CHECK(finished.exit_code == exit_code);
    CHECK(finished.output.empty());
    CHECK(std::ranges::count(finished.errors, '\n') == 1);
    CHECK_THAT(finished.errors, Catch::Matchers::StartsWith("farfield: ") && ContainsSubstring(what));
}

constexpr auto no_node = "127.0.0.1:1";  // no user's program listens on port 1

}  // namespace

TEST_CASE("farfield: wrong usage is one line and exit code 2", "[command]")
{
    check_one_line(run_farfield({"--no-such-flag"}), 2, "--no-such-flag");
    check_one_line(run_farfield({"play"}), 2, "script is required");
    check_one_line(run_farfield({"play", "s.toml"}), 2, "--report is required");
    check_one_line(run_farfield({"record", "s.toml", "--out", "x.ffr", "--frames", "0"}), 2, "--frames");
    check_one_line(run_farfield({"bench", "ingst"}), 2, "did you mean 'ingest'?");
    check_one_line(run_farfield({"bench", "link"}), 2, "needs a node");
    check_one_line(run_farfield({"doctor"}), 2, "target is required");
    for (const char* command : {"doctor", "sessions", "bench"})
        check_one_line(run_farfield({command, "--listen", "7117"}), 2,
                       "farfield: --listen: this command goes to a node itself");
    check_one_line(run_farfield({"bench", "answer"}), 2, "farfield bench HOST[:PORT] answer");
    check_one_line(run_farfield({"127.0.0.1:99999"}), 2, "'99999' is no port");
    check_one_line(run_farfield({"--entity", "1:1:4"}), 2, "--entity requires --relay or --recording");
    check_one_line(run_farfield({"--recording", "x.ffr", "--entity", "1:4"}), 2, "--entity");
}

TEST_CASE("farfield play: --velocity and --blocks are of a script with one dataset", "[command]")
{
    const TemporaryFolder folder;
    const auto play = [&](const std::string& text, const char* option) {
        return run_farfield(
            {"play", folder.write("s.toml", text), "--report", folder / "report", "--headless", option, "x"});
    };
    constexpr auto ground = "frames = 2\n[terrain]\nname = 'fractal:128'\n";
    check_one_line(play(ground, "--velocity"), 2, "--velocity: the script has no dataset");
    constexpr auto two = "[data.a]\nkind = 'dataset'\nname = 'a.vtk'\n"
                         "[data.b]\nkind = 'dataset'\nname = 'b.vtk'\n";
    check_one_line(play(two, "--blocks"), 2, "expected a script with one dataset, found 'a.vtk' and 'b.vtk'");
}

TEST_CASE("farfield: every command has --help with an example", "[command]")
{
    for (const auto* command : {"play", "record", "bench", "doctor", "sessions"}) {
        const auto help = run_farfield({command, "--help"});
        CHECK(help.exit_code == 0);
        CHECK_THAT(help.output,
                   ContainsSubstring("Example") && ContainsSubstring(std::string("farfield ") + command));
    }
    CHECK_THAT(run_farfield({"--help"}).output, ContainsSubstring("farfield 127.0.0.1:7117"));
}

TEST_CASE("farfield: the viewer without a display says what to do", "[command]")
{
    check_one_line(run_farfield({}), 1, "farfield play SCRIPT.toml --report DIR --headless");
    check_one_line(run_farfield({"127.0.0.1:7117"}), 1, "needs a display");
}

TEST_CASE("farfield: a local socket or a command is a node, and no file", "[command]")
{
    check_one_line(run_farfield({"unix:/no/such.sock"}), 1, "needs a display");
    check_one_line(run_farfield({"exec:/no/such/program --stdio"}), 1, "needs a display");
    check_one_line(run_farfield({"unix:"}), 2, "unix:PATH");
}

TEST_CASE("farfield doctor ssh://: ssh, the program there, its banner and the session are stages",
          "[command]")
{
    const StandIns programs;
    programs.add_ssh("echo 'Welcome to the cluster'");
    const auto well = run_farfield({"doctor", "ssh://cluster" FARFIELD_NODE_PROGRAM, "--", "--threads", "1"});
    CAPTURE(well.output, well.errors);
    CHECK(well.exit_code == 0);
    for (const auto* line : {"ssh ", "program ", "farfield-node 0.", "banner ", "Welcome to the cluster",
                             "connect ", "session ", "first frame "})
        CHECK_THAT(well.output, ContainsSubstring(line));
    const auto missing = run_farfield({"doctor", "ssh://cluster/no/such/node"});
    CHECK(missing.exit_code == 1);
    CHECK_THAT(missing.output, ContainsSubstring("program") && ContainsSubstring("not found"));
    const auto no_slurm = run_farfield({"doctor", "ssh://cluster" FARFIELD_NODE_PROGRAM, "--slurm", "-N1"});
    CHECK(no_slurm.exit_code == 1);
    CHECK_THAT(no_slurm.output, ContainsSubstring("srun: not found") && ContainsSubstring("leave --slurm"));
    programs.add_ssh("echo 'Permission denied (publickey).' >&2; exit 255");
    const auto refused = run_farfield({"doctor", "ssh://cluster"});
    CHECK(refused.exit_code == 1);
    CHECK_THAT(refused.output, ContainsSubstring("Permission denied (publickey)."));
}

TEST_CASE("farfield doctor SITE: a site of sites.toml is examined as its target is", "[command]")
{
    const StandIns programs;
    programs.add_ssh();
    const TemporaryFolder configuration;
    std::filesystem::create_directory(configuration / "farfield");
    configuration.write("farfield/sites.toml",
                        "[cluster]\ntarget = 'ssh://ada@login'\nprogram = '" FARFIELD_NODE_PROGRAM "'\n");
    ::setenv("XDG_CONFIG_HOME", configuration.path().c_str(), 1);
    const auto well = run_farfield({"doctor", "cluster"});
    CAPTURE(well.output, well.errors);
    CHECK(well.exit_code == 0);
    CHECK(programs.text_of("ssh.words").find("ada@login\n") != std::string::npos);
    configuration.write("farfield/sites.toml", "[cluster]\ntarget = 3\n");
    check_one_line(run_farfield({"doctor", "cluster"}), 1, "sites.toml:2:10: ");
    ::unsetenv("XDG_CONFIG_HOME");
}

TEST_CASE("farfield: TLS is of hosts, by authorities or by a pin", "[command]")
{
    check_one_line(run_farfield({"doctor", "ssh://cluster", "--tls"}), 2,
                   "--tls: TLS is of a node at HOST[:PORT]");
    check_one_line(run_farfield({"doctor", no_node, "--tls-pin", "sha256:12"}), 2, "64 digits");
    check_one_line(run_farfield({"doctor", no_node, "--tls", "--tls-pin", "known"}), 2,
                   "--tls excludes --tls-pin");
}

TEST_CASE("farfield: words after -- are of a node that ssh starts", "[command]")
{
    check_one_line(run_farfield({"doctor", no_node, "--", "--data", "/data"}), 2, "ssh://HOST");
    check_one_line(run_farfield({"doctor", no_node, "--slurm", "-N1"}), 2,
                   "--slurm: it starts a node at ssh://HOST");
    check_one_line(run_farfield({"doctor", "ssh://-x"}), 2, "no user or host has the name '-x'");
    check_one_line(run_farfield({"ssh://cluster", "--", "--data", "/data"}), 1, "needs a display");
}

TEST_CASE("farfield --open: a document that cannot be opened is reported before anything else", "[command]")
{
    const TemporaryFolder folder;
    check_one_line(run_farfield({"--open", folder / "no.farfield"}), 1, "no.farfield': No such file");
    folder.write("cut.farfield", "{\"farfield\": 1, \"data\":");
    check_one_line(run_farfield({"--open", folder / "cut.farfield"}), 1, "cut.farfield: not JSON");
    folder.write("old.farfield", R"({"farfield": 1, "files": ["pop.nc"]})");
    check_one_line(run_farfield({"--open", folder / "old.farfield"}), 1, "pop.nc' is no file or folder");
    check_one_line(run_farfield({"play", folder / "old.farfield", "--headless", "--report", folder / "r"}), 1,
                   "pop.nc' is no file or folder");
}

TEST_CASE("farfield --recording: a file that cannot be shown is reported before anything else", "[command]")
{
    const TemporaryFolder folder;
    check_one_line(run_farfield({"--recording", folder / "no.ffr", "--quit-after-frames", "20"}), 1,
                   "no.ffr");
    folder.write("text.ffr", "no recording");
    check_one_line(run_farfield({"--recording", folder / "text.ffr"}), 1, "text.ffr");
}

TEST_CASE("farfield: a display that cannot be opened is one line", "[command]")
{
    ::unsetenv("WAYLAND_DISPLAY");
    ::unsetenv("QT_QPA_PLATFORM");
    ::setenv("DISPLAY", ":4242", 1);
    check_one_line(run_program({FARFIELD_PROGRAM}), 1, "cannot open the display DISPLAY=:4242");
}

TEST_CASE("farfield play: a script that is missing or wrong is reported before anything else", "[command]")
{
    const TemporaryFolder folder;
    const auto play = [&](const std::string& script) {
        return run_farfield({"play", script, "--report", folder / "report", "--headless", "--node", no_node});
    };
    check_one_line(play(folder / "no.toml"), 1, "cannot read script");
    folder.write("s.toml", "dataset = 'analytic:abc'\nfarmes = 3\n");
    check_one_line(play(folder / "s.toml"), 1, "s.toml:2:1: unknown key 'farmes'");
    folder.write("empty.toml", "");
    check_one_line(play(folder / "empty.toml"), 1, "1:1: 'dataset': expected 'dataset', [terrain] or [data]");
    std::string deep = "a";
    for (int i = 0; i < 200'000; ++i) deep += ".a";
    folder.write("deep.toml", deep + " = 1\n");
    check_one_line(play(folder / "deep.toml"), 1, "a key has more than");
    check_one_line(play("/dev/zero"), 1, "cannot read script");
    CHECK_FALSE(std::filesystem::exists(folder / "report"));
}

TEST_CASE("farfield play: no node is one line, exit code 1, and no report", "[command]")
{
    const TemporaryFolder folder;
    folder.write("s.toml", "dataset = 'analytic:abc'\n");
    check_one_line(run_farfield({"play", folder / "s.toml", "--report", folder / "report", "--headless",
                                 "--node", no_node}),
                   1, "cannot connect to 127.0.0.1:1");
    CHECK_FALSE(std::filesystem::exists(folder / "report"));
}

TEST_CASE("farfield play: a token file that cannot be read is reported by name", "[command]")
{
    const TemporaryFolder folder;
    folder.write("s.toml", "dataset = 'analytic:abc'\n");
    check_one_line(run_farfield({"play", folder / "s.toml", "--report", folder / "report", "--headless",
                                 "--token-file", folder / "none"}),
                   1, "cannot read token file");
}

TEST_CASE("farfield sessions: one that was not left here is not resumed", "[command]")
{
    const TemporaryFolder folder;
    ::setenv("XDG_STATE_HOME", folder.path().c_str(), 1);
    check_one_line(run_farfield({"sessions", "127.0.0.1:1", "--resume", "8b4ca509"}), 1,
                   "no viewer of this user and machine has left a session '8b4ca509' at 127.0.0.1:1");
    ::unsetenv("XDG_STATE_HOME");
}

TEST_CASE("farfield sessions: one that a viewer has is not resumed unless it is taken", "[command]")
{
    using namespace farfield::app;
    const TemporaryFolder folder;
    ::setenv("XDG_STATE_HOME", folder.path().c_str(), 1);
    const auto file = free_session_file(own_sessions_folder(), no_node);
    SessionFile(file, no_node, 1000, {}).keep({.session = "8b4ca509", .secret = "s", .epoch = "e"});
    const std::vector<std::string> resume{"sessions", no_node, "--resume", "8b4ca509"};
    check_one_line(run_farfield(resume), 1, "--take takes it from that viewer");
    check_one_line(run_farfield({"sessions", no_node, "--take"}), 2, "--take requires --resume");
    ::unsetenv("XDG_STATE_HOME");
}

TEST_CASE("farfield sessions: an invitation lists none", "[command]")
{
    check_one_line(run_farfield({"sessions", "farfield://127.0.0.1:1/#8b4ca509.5f0c"}), 1,
                   "an invitation is to one session, and lists none");
}

TEST_CASE("farfield sessions: lists the sessions of a node, and ends them", "[command]")
{
    const farfield::test::NodeProcess node{{"serve", "--port", "0", "--max-sessions", "1"}};
    const std::string address = "127.0.0.1:" + std::to_string(node.port());
    farfield::net::test::RawViewer viewer(node.port());
    const std::string name = viewer.session["session"].get<std::string>().substr(0, 8);
    const auto listed = run_farfield({"sessions", address});
    CAPTURE(listed.output, listed.errors);
    CHECK(listed.exit_code == 0);
    CHECK_THAT(listed.output, ContainsSubstring(name + "  open"));
    const auto ended = run_farfield({"sessions", address, "--end", name, "--json"});
    CHECK(ended.exit_code == 0);
    CHECK(ended.output == "[]\n");
    CHECK(viewer.control.is_closed());
    check_one_line(run_farfield({"sessions", address, "--end", name}), 1, "no such session");
    CHECK(run_farfield({"sessions", address}).output == "There is no session at " + address + ".\n");
}
