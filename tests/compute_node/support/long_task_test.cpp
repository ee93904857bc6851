#include "compute_node/support/long_task.h"

#include "tests/catch.h"
#include "tests/compute_node/error_of.h"

#include <stop_token>
#include <vector>

using namespace farfield::compute;
using farfield::compute::testing::error_of;

TEST_CASE("LongTask: what nothing waits for any more ends by throwing, and only there", "[task]")
{
    std::stop_source nothing_waits;
    CHECK_NOTHROW(check_wanted());
    {
        const LongTask task{nothing_waits.get_token()};
        CHECK_NOTHROW(check_wanted());
        nothing_waits.request_stop();
        CHECK(error_of([] { check_wanted(); }) == "nothing waits for it any more");
        const LongTask inner{{}};
        CHECK_NOTHROW(check_wanted());
    }
    CHECK(LongTask::current() == nullptr);
    CHECK_NOTHROW(check_wanted());
}

TEST_CASE("PartsDone: reports what is done of all to the task that it was made in", "[task]")
{
    std::vector<double> parts;
    const LongTask task{{}, [&](const LongTask::Progress& progress) { parts.push_back(*progress.part); }};
    const PartsDone done{4};
    const LongTask inner{{}};
    for (int n = 0; n < 4; ++n) done.add_one();
    report_part(0.5);  // of the inner one, which is of no interest
    CHECK(parts == std::vector{0.25, 0.5, 0.75, 1.0});
}
