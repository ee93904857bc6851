// A node that ssh starts; a local shell stands in for the other machine.
#include <algorithm>
#include <stop_token>
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

TEST_CASE("A node that is a job of Slurm says where it stands in the queue, and then sends frames", "[ssh]")
{
    const StandIns programs;
    programs.add_ssh();
    programs.add_slurm();
    ClientSettings settings = by_ssh();
    settings.way->slurm = "-N1 -t 1:00:00";
    std::vector<std::string> notes;
    const auto begin_when_queued = [&](const std::string& line) {
        notes.push_back(line);
        if (line.starts_with("queue: ")) programs.begin_job();
    };
    CHECK(take_frames(settings, 3, begin_when_queued) == 3);
    CHECK(std::ranges::count(notes, "queue: job 4711 is PENDING (Priority), start N/A") >= 1);
    const std::string words = programs.text_of("srun.words");
    CHECK(words.starts_with("--input=0\n--job-name=farfield-"));
    CHECK(words.ends_with("\n-N1\n-t\n1:00:00\n" FARFIELD_NODE_PROGRAM "\nserve\n--stdio\n"));
}

TEST_CASE("Cancelling while a job of Slurm waits in the queue ends it", "[ssh]")
{
    const bool is_ssh_cut = GENERATE(false, true);
    const StandIns programs;
    programs.add_slurm();
    // What ssh started hears nothing of the end of ssh but that its output leads nowhere.
    if (is_ssh_cut)
        programs.add("ssh", "while [ $# -gt 1 ]; do shift; done; mkfifo '" + programs.file("errors") +
                                "'\nsetsid sh -c \"$1\" 2> '" + programs.file("errors") + "' &\nexec cat '" +
                                programs.file("errors") + "' >&2");
    else
        programs.add_ssh();
    ClientSettings settings = by_ssh();
    settings.way->slurm = "-N1";
    std::stop_source cancel;
    settings.cancelled = cancel.get_token();
    CHECK_THROWS_WITH(take_frames(settings, 1,
                                  [&cancel](const std::string& line) {
                                      if (line.starts_with("queue: ")) cancel.request_stop();
                                  }),
                      Catch::Matchers::ContainsSubstring("was cancelled"));
    CHECK(programs.job_ends_within(std::chrono::seconds(30)));
}
