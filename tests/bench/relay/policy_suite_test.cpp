#include <map>

#include "bench/relay/suites.h"
#include "tests/catch.h"

namespace farfield::net::relay {

TEST_CASE(
    "bench_policies: at twice what a link takes, both keep events, and only the thesis's leaves old states",
    "[relay][bench]")
{
    model::Suite suite{"relay", {}};
    bench_policies(suite, {});
    std::map<std::string, double> found;
    for (const model::Figure& figure : suite.figures) found[figure.name] = figure.median;
    for (const std::string policy : {"farfield", "bobo1997"}) {
        CHECK(found.at("relay.policy." + policy + ".priority_lost") == 0.0);
        CHECK(found.at("relay.policy." + policy + ".gap") == 0.0);
    }
    CHECK(found.at("relay.policy.farfield.stale_entities") == 0.0);
    CHECK(found.at("relay.policy.bobo1997.stale_entities") > 0.0);
    CHECK(found.at("relay.policy.bobo1997.left_out") > 0.0);
}

}  // namespace farfield::net::relay
