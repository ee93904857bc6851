// A window of a node that ssh starts as a job; local programs stand in for ssh and Slurm.
#include "tests/app/viewer/open_window.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/stand_ins.h"

using namespace farfield;
using namespace farfield::app;
using farfield::test::StandIns;

TEST_CASE("MainWindow: the place in the queue is in the banner, and the time left in the status bar", "[ssh]")
{
    start_application();
    const StandIns programs;
    programs.add_ssh("echo 'Welcome to the cluster'; export SLURM_JOB_END_TIME=$(($(date +%s) + 7200))");
    programs.add_slurm();
    ViewerOptions options;
    options.host = "";
    options.way = net::parse_target("ssh://ada@cluster" FARFIELD_NODE_PROGRAM).way;
    options.way->slurm = "-N1 -t 2:00:00";
    options.dataset = "analytic:abc";
    MainWindow window(options);
    window.show();
    REQUIRE(eventually([&] {
        return window.banner().line().endsWith(
            QStringLiteral("queue: job 4711 is PENDING (Priority), start N/A"));
    }));
    CHECK(window.banner().kind() == Banner::Kind::Note);
    CHECK(text_of(window, "status_left").isEmpty());
    programs.begin_job();
    CHECK(eventually([&] {
        const QString left = text_of(window, "status_left");
        return left.startsWith(QStringLiteral("1:59:")) && left.endsWith(QStringLiteral(" left"));
    }));
}
