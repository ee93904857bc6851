#include "model/report/ticks.h"

#include "tests/catch.h"

#include <cmath>
#include <limits>

using namespace farfield::model;
using Labels = std::vector<std::string>;

TEST_CASE("nice_ticks: both ends of a round range are ticks", "[ticks]")
{
    const Ticks ticks = nice_ticks(0.0, 4.0, 5);
    CHECK(ticks.step == 1.0);
    CHECK(ticks.labels == Labels{"0", "1", "2", "3", "4"});
}

TEST_CASE("nice_ticks: steps are 1, 2 or 5 times a power of ten", "[ticks]")
{
    CHECK(nice_ticks(0.0, 6.2832, 4).labels == Labels{"0", "2", "4", "6"});
    CHECK(nice_ticks(-0.07, 0.13, 4).labels == Labels{"-0.05", "0.00", "0.05", "0.10"});
    CHECK(nice_ticks(100.0, 350.0, 5).labels == Labels{"100", "150", "200", "250", "300", "350"});
}

TEST_CASE("nice_ticks: there are about as many as asked for, at every scale", "[ticks]")
{
    for (int i = -80; i <= 80; ++i) {
        const auto count = nice_ticks(0.0, std::pow(1.37, i), 5).values.size();
        CHECK(count >= 3);
        CHECK(count <= 10);
    }
}

TEST_CASE("nice_ticks: long numbers get a short exponent", "[ticks]")
{
    CHECK(nice_ticks(0.0, 1e6, 5).labels == Labels{"0", "2e5", "4e5", "6e5", "8e5", "1e6"});
    CHECK(nice_ticks(0.0, 2e-7, 4).labels == Labels{"0", "5e-8", "1e-7", "1.5e-7", "2e-7"});
}

TEST_CASE("nice_ticks: coordinates of a map are written out, as all their digits count", "[ticks]")
{
    CHECK(nice_ticks(5000000.3, 5000002.8, 5).labels ==
          Labels{"5000000.5", "5000001.0", "5000001.5", "5000002.0", "5000002.5"});
    CHECK(nice_ticks(500040.0, 500080.0, 4).labels ==
          Labels{"500040", "500050", "500060", "500070", "500080"});
}

TEST_CASE("nice_ticks: a range without extent has one tick", "[ticks]")
{
    CHECK(nice_ticks(2.5, 2.5, 5).values == std::vector<double>{2.5});
    CHECK(nice_ticks(0.0, 0.0, 5).labels == Labels{"0"});
}

TEST_CASE("nice_ticks: a range that is not finite has none", "[ticks]")
{
    CHECK(nice_ticks(std::numeric_limits<double>::quiet_NaN(), 1.0, 5).values.empty());
    CHECK(nice_ticks(0.0, std::numeric_limits<double>::infinity(), 5).values.empty());
}
