#include "relay/hosts/host_intake.h"

#include <random>

#include "tests/catch.h"
#include "tests/relay/hosts/masked_bundles.h"

using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using namespace farfield;

namespace {

constexpr std::uint32_t intake_path = 77;
const HostTicket ticket{.host = 2, .path = intake_path, .key = 9, .next_bundle = 10, .messages_before = 100};
constexpr std::uint64_t mine = 0b100, other = 0b011;

/// An intake and what it took: sources.
struct IntakeOf {
    HostIntake intake{ticket};
    std::vector<std::uint32_t> taken;

    bool take(const std::vector<std::byte>& datagram)
    {
        return intake.take(datagram, [this](const Record& record, const model::BundlePreamble&) {
            taken.push_back(record.source);
        });
    }
    std::vector<HostReport> reports()
    {
        std::vector<HostReport> all;
        intake.report([&all](const HostReport& report) { all.push_back(report); });
        return all;
    }
};

}  // namespace

TEST_CASE("HostIntake: takes the messages with its bit, and counts the others", "[relay]")
{
    IntakeOf host;
    CHECK(host.take(datagram_of(intake_path, 10, 100, {{mine, 1}, {other, 2}, {mine | other, 3}, {0, 4}})));
    CHECK(host.taken == std::vector<std::uint32_t>{1, 3});
    const HostCounts counts = host.intake.counts();
    CHECK(counts.messages == 2);
    CHECK(counts.not_mine == 2);
    CHECK(counts.lost == 0);
}

TEST_CASE("HostIntake: loss is counted in messages, from its start to the last bundle", "[relay]")
{
    IntakeOf host;
    CHECK(host.take(datagram_of(intake_path, 11, 103, {{mine, 1}})));  // bundle 10 had 3 messages
    CHECK(host.intake.counts().lost == 3);
    CHECK(host.take(datagram_of(intake_path, 14, 109, {})));  // 12 and 13 had 5
    CHECK(host.intake.counts().lost == 8);
    CHECK(host.take(
        datagram_of(intake_path, 10, 100, {{mine, 1}, {mine, 2}, {other, 3}})));  // it was only late
    CHECK(host.intake.counts().lost == 5);
    CHECK(host.intake.counts().bundles == 3);
}

TEST_CASE("HostIntake: a bundle that comes again is taken once", "[relay]")
{
    IntakeOf host;
    const auto datagram = datagram_of(intake_path, 10, 100, {{mine, 1}});
    for (int i = 0; i < 3; ++i) CHECK(host.take(datagram) == true);
    CHECK(host.taken.size() == 1);
    CHECK(host.intake.counts().again == 2);
    CHECK(host.intake.counts().lost == 0);
}

TEST_CASE("HostIntake: what is behind a later message of its source is late, with priority it is taken",
          "[relay]")
{
    IntakeOf host;
    CHECK(host.take(datagram_of(intake_path, 12, 106, {{mine, 5}})));
    CHECK(host.take(datagram_of(intake_path, 11, 103, {{mine, 5}, {mine, 6}, {mine, 5, true}})));
    CHECK(host.taken == std::vector<std::uint32_t>{5, 6, 5});
    CHECK(host.take(
        datagram_of(intake_path, 10, 100, {{mine, 6}, {mine, 7}, {other, 5}})));  // 6 came in bundle 11
    CHECK(host.taken == std::vector<std::uint32_t>{5, 6, 5, 7});
    const HostCounts counts = host.intake.counts();
    CHECK(counts.late == 2);
    CHECK(counts.overtaken == 1);
    CHECK(counts.lost == 0);
    CHECK(counts.messages + counts.late + counts.not_mine == 7);
}

TEST_CASE("HostIntake: bundles from before its start, of other paths and that lie are passed over", "[relay]")
{
    IntakeOf host;
    CHECK(host.take(datagram_of(intake_path, 9, 95, {{mine, 1}})));
    CHECK(host.intake.counts().earlier == 1);
    CHECK_FALSE(host.take(datagram_of(intake_path + 1, 10, 100, {{mine, 1}})));
    CHECK(host.intake.counts().strangers == 1);

    const auto sound = datagram_of(intake_path, 10, 100, {{mine, 1}, {mine, 2}});
    for (std::size_t bytes = 0; bytes < sound.size(); ++bytes)
        CHECK_FALSE(host.take({sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(bytes)}));
    const std::size_t index = farfield::net::header_bytes + model::bundle_preamble_bytes;
    const auto [at, value] = GENERATE(table<std::size_t, int>({
        {23, 11},       // the header's number is not the bundle's
        {39, 1},        // its length is not the datagram's
        {40 + 3, 9},    // messages that there are not
        {104 + 3, 0},   // a record in the preamble
        {104 + 5, 7},   // a record shorter than its mask
        {104 + 5, 60},  // a record in the next one
        {104 + 7, 24},  // a mask and a route that do not fit
    }));
    REQUIRE(index == 104);
    auto lying = sound;
    lying[at] = static_cast<std::byte>(value);
    CHECK_FALSE(host.take(lying));
    CHECK(host.taken.empty());
    CHECK(host.intake.counts().malformed + host.intake.counts().strangers > sound.size());
    CHECK(host.take(sound));
    CHECK(host.taken.size() == 2);
}

TEST_CASE("HostIntake: a number far ahead is passed over, and what comes afterwards is taken", "[relay]")
{
    IntakeOf host;
    CHECK(host.take(datagram_of(intake_path, 10, 100, {{mine, 1}})));
    CHECK_FALSE(host.take(datagram_of(intake_path, ~std::uint64_t{0}, 101, {{mine, 2}})));
    CHECK_FALSE(host.take(datagram_of(intake_path, 10'000'000, 101, {{mine, 3}})));
    for (std::uint64_t i = 11; i <= 20; ++i)
        CHECK(host.take(datagram_of(intake_path, i, 90 + i, {{mine, 4}})));
    CHECK(host.intake.counts().strangers == 2);
    CHECK(host.intake.counts().messages == 11);
    CHECK(host.intake.counts().lost == 0);
}

TEST_CASE("HostIntake: after a long absence bundles are taken again, and the loss is counted", "[relay]")
{
    IntakeOf host;
    CHECK(host.take(datagram_of(intake_path, 10, 100, {{mine, 1}})));
    constexpr std::uint64_t far = 10'000'000;
    std::uint64_t taken = 0;
    for (std::uint64_t i = 0; i < 100; ++i)
        taken += host.take(datagram_of(intake_path, far + i, 50'000'000 + i, {{mine, 2}})) ? 1 : 0;
    CHECK(taken > 30);
    CHECK(host.intake.counts().lost == 50'000'100 - 101 - taken);
}

TEST_CASE("HostIntake: random and mutated datagrams do no harm", "[relay]")
{
    std::mt19937 random{3};
    IntakeOf host;
    const auto sound = datagram_of(intake_path, 10, 100, {{mine, 1}, {other, 2, true}});
    for (int i = 0; i < 20'000; ++i) {
        auto changed = sound;
        for (std::size_t n = 1 + random() % 4; n > 0; --n)
            changed[random() % changed.size()] = static_cast<std::byte>(random());
        if (random() % 4 == 0) changed.resize(random() % 200);
        (void)host.take(changed);
        if (i % 100 == 0) (void)host.reports();
    }
    CHECK(host.intake.counts().datagrams == 20'000);
}

TEST_CASE("HostIntake::report: one report is about 65 bundles, and about those before its start of none",
          "[relay]")
{
    IntakeOf host;
    CHECK(host.reports().empty());
    for (const std::uint64_t number : {10U, 11U, 13U, 200U})
        CHECK(host.take(
            datagram_of(intake_path, number, 100 + number, {{mine, 1, number != 11}}, 1'000 + number)));
    REQUIRE(host.intake.must_report());
    const auto reports = host.reports();
    REQUIRE(reports.size() == 2);
    CHECK(reports[0] == HostReport{.host = 2,
                                   .path = intake_path,
                                   .key = 9,
                                   .bundle_time_ns = 1'200,
                                   .bundle = 200,
                                   .before = 0,
                                   .messages = 4});
    CHECK(reports[1].bundle == 13);
    CHECK(reports[1].before == 0b110);
    CHECK_FALSE(host.intake.must_report());
    // Without anything to acknowledge, the last bundle and how many messages came.
    REQUIRE(host.reports().size() == 1);
}
