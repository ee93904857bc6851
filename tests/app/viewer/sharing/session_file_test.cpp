// The files of sessions that a viewer can be started with again.
#include "app/viewer/sharing/session_file.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "model/fields/json_fields.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::TemporaryFolder;

namespace {

net::SessionClaim claim_of(const std::string& session, const std::string& secret)
{
    return {.session = session, .secret = secret, .epoch = "e", .heard = 2, .first_id = 65'537};
}

/// In a folder that is not there yet.
struct Sessions {
    [[nodiscard]] std::filesystem::path folder() const { return state / "farfield" / "sessions"; }
    [[nodiscard]] SessionFile file(std::uint64_t opened = 1000, const std::string& node = "cluster:7117")
    {
        return SessionFile(free_session_file(folder(), node), node, opened,
                           [this](const std::string& line) { problems.push_back(line); });
    }
    [[nodiscard]] std::vector<FoundSession> found() const { return find_sessions(folder(), "cluster:7117"); }

    TemporaryFolder place;
    std::filesystem::path state = place.path() / "state";
    std::vector<std::string> problems;
};

unsigned mode_of(const std::filesystem::path& path)
{
    struct stat status {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777U;
}

}  // namespace

TEST_CASE("SessionFile: what is kept is found again, by the node", "[session-file]")
{
    Sessions sessions;
    auto file = sessions.file();
    file.keep(claim_of("ab", "s1"));
    CHECK(file.file().filename() == "cluster_7117.json");
    REQUIRE(sessions.found().size() == 1);
    CHECK(sessions.found()[0].file == file.file());
    CHECK(sessions.found()[0].record.claim == claim_of("ab", "s1"));
    CHECK(sessions.found()[0].record.opened == 1000);
    CHECK(find_sessions(sessions.folder(), "other:7117").empty());
    CHECK(sessions.problems.empty());
}

TEST_CASE("SessionFile: only its user can read it", "[session-file]")
{
    Sessions sessions;
    auto file = sessions.file();
    file.keep(claim_of("ab", "s1"));
    CHECK(mode_of(file.file()) == 0600);
    CHECK(mode_of(sessions.folder()) == 0700);
}

TEST_CASE("SessionFile: a newer claim takes the place of the older one, and nothing else is left",
          "[session-file]")
{
    Sessions sessions;
    auto file = sessions.file();
    file.keep(claim_of("ab", "s1"));
    file.keep(claim_of("ab", "s2"));
    CHECK(sessions.found()[0].record.claim.secret == "s2");
    CHECK(std::distance(std::filesystem::directory_iterator(sessions.folder()), {}) == 1);
}

TEST_CASE("SessionFile: two sessions with one node have two files, the later one in front", "[session-file]")
{
    Sessions sessions;
    auto first = sessions.file(1000);
    first.keep(claim_of("ab", "s1"));
    auto second = sessions.file(2000);
    second.keep(claim_of("cd", "s1"));
    CHECK(second.file().filename() == "cluster_7117.2.json");
    REQUIRE(sessions.found().size() == 2);
    CHECK(sessions.found()[0].record.claim.session == "cd");
}

TEST_CASE("SessionFile: is removed when the session has ended", "[session-file]")
{
    Sessions sessions;
    auto file = sessions.file();
    file.keep(claim_of("ab", "s1"));
    file.drop();
    CHECK(sessions.found().empty());
    CHECK(!std::filesystem::exists(file.file()));
}

TEST_CASE("SessionFile: the claim of another viewer is newer, and stays", "[session-file]")
{
    Sessions sessions;
    auto file = sessions.file();
    file.keep(claim_of("ab", "s1"));
    CHECK(!file.newer());
    SessionFile other(file.file(), "cluster:7117", 1000, [](const std::string&) {});
    other.keep(claim_of("ab", "s2"));
    REQUIRE(file.newer());
    CHECK(file.newer()->claim.secret == "s2");
    file.drop();
    CHECK(sessions.found().size() == 1);
}

TEST_CASE("SessionFile: an outdated claim of a resume does not take the place of another viewer's",
          "[session-file]")
{
    Sessions sessions;
    sessions.file().keep(claim_of("ab", "s1"));
    const FoundSession found = sessions.found()[0];
    const auto resumed = [&] {
        return SessionFile(
            found.file, "cluster:7117", 1000, [](const std::string&) {}, found.record.claim);
    };
    auto winner = resumed();
    auto loser = resumed();
    winner.keep(claim_of("ab", "s1"));
    winner.keep(claim_of("ab", "s2"));
    loser.keep(claim_of("ab", "s1"));  // before the node has answered
    CHECK(sessions.found()[0].record.claim.secret == "s2");
    loser.keep(claim_of("ab", "s3"));  // the node has given it this one
    CHECK(sessions.found()[0].record.claim.secret == "s3");
}

TEST_CASE("SessionFile: a session that was opened in place of one that another viewer took has its own file",
          "[session-file]")
{
    Sessions sessions;
    auto winner = sessions.file();
    winner.keep(claim_of("ab", "s1"));
    SessionFile loser(
        winner.file(), "cluster:7117", 2000, [](const std::string&) {}, sessions.found()[0].record.claim);
    winner.keep(claim_of("ab", "s2"));
    loser.keep(claim_of("cd", "t1"));
    CHECK(sessions.found().size() == 2);
    CHECK(loser.file().filename() == "cluster_7117.2.json");
    loser.drop();
    REQUIRE(sessions.found().size() == 1);
    CHECK(sessions.found()[0].record.claim.secret == "s2");
}

TEST_CASE("SessionFile: two that were given one free name have two files", "[session-file]")
{
    Sessions sessions;
    auto first = sessions.file();
    auto second = sessions.file();
    first.keep(claim_of("ab", "s1"));
    second.keep(claim_of("cd", "s1"));
    CHECK(sessions.found().size() == 2);
}

TEST_CASE("lock_session: gives a session to one window alone, and to the next when that one is away",
          "[session-file]")
{
    Sessions sessions;
    auto file = sessions.file();
    file.keep(claim_of("ab", "s1"));
    const FoundSession found = sessions.found()[0];
    auto lock = lock_session(found);
    CHECK(lock != nullptr);
    CHECK(lock_session(found) == nullptr);
    lock.reset();
    CHECK(lock_session(found) != nullptr);
    file.keep(claim_of("ab", "s2"));
    CHECK(lock_session(found) == nullptr);
    CHECK_FALSE(remove_session(found));
    CHECK(remove_session(sessions.found()[0]));
    CHECK(sessions.found().empty());
}

TEST_CASE("SessionFile: a folder that cannot be had is reported once", "[session-file]")
{
    Sessions sessions;
    std::ofstream(sessions.state) << "a file where the folder should be";
    SessionFile file(sessions.folder() / "cluster_7117.json", "cluster:7117", 1000,
                     [&](const std::string& line) { sessions.problems.push_back(line); });
    file.keep(claim_of("ab", "s1"));
    file.keep(claim_of("ab", "s2"));
    file.drop();
    REQUIRE(sessions.problems.size() == 1);
    CHECK_THAT(sessions.problems[0], Catch::Matchers::ContainsSubstring("cannot be resumed"));
}

TEST_CASE("SessionFile: files of other kinds are passed over", "[session-file]")
{
    Sessions sessions;
    std::filesystem::create_directories(sessions.folder());
    std::ofstream(sessions.folder() / "cluster_7117.json") << "{\"node\": ";
    std::ofstream(sessions.folder() / "notes.txt") << "mine";
    CHECK(sessions.found().empty());
    CHECK(free_session_file(sessions.folder(), "cluster:7117").filename() == "cluster_7117.2.json");
}

TEST_CASE("SessionFile: names of nodes are names of files", "[session-file]")
{
    CHECK(free_session_file("/none", "[::1]:7117").filename() == "___1__7117.json");
    CHECK(free_session_file("/none", "unix:/run/user/1/../n.sock").filename() ==
          "unix__run_user_1_.._n.sock.json");
    CHECK(free_session_file("/none", std::string(1000, 'a')).filename().string().size() < 255);
}

TEST_CASE("is_viewed: says whether another process that runs has the session", "[session-file]")
{
    Sessions sessions;
    auto file = sessions.file();
    file.keep(claim_of("ab", "s1"));
    CHECK(!is_viewed(sessions.found()[0].record));  // by this one
    int pipe[2];
    REQUIRE(::pipe(pipe) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        file.keep(claim_of("ab", "s2"));
        char byte = 0;
        ::close(pipe[1]);
        ::_exit(static_cast<int>(::read(pipe[0], &byte, 1)));
    }
    ::close(pipe[0]);
    while (sessions.found()[0].record.claim.secret != "s2") std::this_thread::yield();
    const SessionRecord record = sessions.found()[0].record;
    CHECK(is_viewed(record));
    ::close(pipe[1]);
    siginfo_t ended{};
    REQUIRE(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) == 0);
    CHECK(!is_viewed(record));  // also before its parent has asked for its outcome
    REQUIRE(::waitpid(child, nullptr, 0) == child);
    CHECK(!is_viewed(record));
}
