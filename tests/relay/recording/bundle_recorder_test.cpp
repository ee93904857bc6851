#include "relay/recording/bundle_recorder.h"

#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <future>

#include "relay/recording/entity_recording.h"
#include "tests/catch.h"
#include "tests/relay/recording/exercise.h"
#include "tests/temporary_folder.h"

using namespace farfield;
using namespace farfield::net;
using namespace farfield::net::relay;
using namespace farfield::net::relay::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr auto ignore_failure = [](const std::string&) {};

/// Bundles of one state each.
std::vector<Payload> many_bundles(std::size_t count)
{
    BundleMaker maker;
    std::vector<Payload> bundles;
    for (std::size_t i = 0; i < count; ++i)
        bundles.push_back(maker.single(state_of(static_cast<std::uint16_t>(1 + i % 50)),
                                       exercise_begin_ns + i * ns_per_ms));
    return bundles;
}

std::uint64_t sum_of(const RecorderStats& stats)
{
    return stats.recorded + stats.lost + stats.waiting;
}

/// A disk on which files can grow to so many bytes only.
class SmallDisk {
public:
    explicit SmallDisk(std::uint64_t bytes)
    {
        previous_handler_ = std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        set(bytes);
    }
    ~SmallDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        (void)std::signal(SIGXFSZ, previous_handler_);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    void set(std::uint64_t bytes) const
    {
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }

private:
    rlimit before_{};
    void (*previous_handler_)(int) = nullptr;
};

}  // namespace

TEST_CASE("BundleRecorder: records what it is given, and counts it", "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    const auto bundles = many_bundles(3'000);
    BundleRecorder recorder{file, {}, ignore_failure};
    for (const Payload& bundle : bundles) recorder.push(bundle);
    CHECK(sum_of(recorder.stats()) == recorder.stats().messages);
    recorder.finish();
    const RecorderStats stats = recorder.stats();
    CHECK(stats.messages == 3'000);
    CHECK(stats.recorded == 3'000);
    CHECK(stats.bundles == 3'000);
    CHECK(stats.waiting == 0);
    CHECK(stats.entities == 50);
    CHECK(stats.bytes == std::filesystem::file_size(file));
    EntityRecording recording{file};
    REQUIRE(recording.footer());
    CHECK(recording.footer()->messages == 3'000);
    std::size_t read = 0;
    while (const auto bundle = recording.next())
        REQUIRE(std::ranges::equal(bundle->payload(), bundles[read++]));
    CHECK(read == 3'000);
    recorder.push(bundles[0]);
    CHECK(recorder.stats().messages == 3'000);
}

TEST_CASE("BundleRecorder: a file that cannot be made is refused", "[recording]")
{
    CHECK_THROWS_WITH(BundleRecorder("/nowhere/exercise.ffr", {}, ignore_failure),
                      ContainsSubstring("/nowhere/exercise.ffr"));
    CHECK_THROWS_WITH(BundleRecorder("/dev/full", {}, ignore_failure), ContainsSubstring("/dev/full"));
}

// The recorder stands in its report of a full disk as it would in a write that takes long.
TEST_CASE("BundleRecorder: where the disk stands still, what does not fit the queue is lost, and counted",
          "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    const auto bundles = many_bundles(4'000);
    const SmallDisk disk{10'000};
    std::promise<void> stands, goes_on;
    BundleRecorder recorder{file,
                            {},
                            [&](const std::string&) {
                                stands.set_value();
                                goes_on.get_future().wait();
                            },
                            100'000};
    for (const Payload& bundle : std::span{bundles}.first(500)) recorder.push(bundle);
    REQUIRE(stands.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready);
    const std::uint64_t recorded = recorder.stats().recorded;
    for (const Payload& bundle : std::span{bundles}.subspan(500))
        recorder.push(bundle);  // returns all the same
    const RecorderStats stats = recorder.stats();
    CHECK(stats.messages == 4'000);
    CHECK(sum_of(stats) == 4'000);
    CHECK(stats.recorded == recorded);
    CHECK(stats.lost > 2'000);
    CHECK(stats.waiting > 0);
    CHECK(stats.waiting <= 100'000 / bundles[0].size() + 1);

    // It goes on: what had waited is recorded.
    disk.set(50'000'000);
    goes_on.set_value();
    recorder.finish();
    CHECK(recorder.stats().recorded == recorded + stats.waiting);
    CHECK(recorder.stats().waiting == 0);
    CHECK(sum_of(recorder.stats()) == 4'000);
}

TEST_CASE("BundleRecorder: a full disk loses messages by number, and nothing half-written stays",
          "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    const auto bundles = many_bundles(2'000);
    std::atomic<int> failures{0};
    std::promise<void> failed;
    std::uint64_t recorded = 0;
    {
        const SmallDisk disk{100'000};
        BundleRecorder recorder{file, {}, [&](const std::string& why) {
                                    CHECK_THAT(why, ContainsSubstring(file));
                                    if (failures++ == 0) failed.set_value();
                                }};
        for (const Payload& bundle : bundles) recorder.push(bundle);
        REQUIRE(failed.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready);
        recorder.finish();
        const RecorderStats stats = recorder.stats();
        CHECK(failures == 1);
        CHECK(stats.lost > 1'000);
        CHECK(sum_of(stats) == 2'000);
        CHECK_THAT(stats.failure, ContainsSubstring("cannot write recording"));
        recorded = stats.recorded;
    }
    EntityRecording recording{file};
    std::size_t read = 0;
    while (const auto bundle = recording.next())
        REQUIRE(std::ranges::equal(bundle->payload(), bundles[read++]));
    CHECK(read == recorded);
    CHECK(recording.bytes_cut() == 0);
}

TEST_CASE("BundleRecorder: once there is room on the disk again, it goes on, and its footer has the loss",
          "[recording]")
{
    const farfield::test::TemporaryFolder folder;
    const std::string file = folder.file("exercise.ffr");
    const auto bundles = many_bundles(2'000);
    const SmallDisk disk{100'000};
    std::promise<void> failed;
    BundleRecorder recorder{file, {}, [&failed](const std::string&) { failed.set_value(); }};
    std::span<const Payload> left{bundles};
    for (const Payload& bundle : left.first(1'000)) recorder.push(bundle);
    REQUIRE(failed.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready);
    disk.set(50'000'000);
    for (const Payload& bundle : left.subspan(1'000)) recorder.push(bundle);
    recorder.finish();
    const RecorderStats stats = recorder.stats();
    CHECK(stats.recorded >= 1'000);
    CHECK(stats.lost > 0);
    CHECK(sum_of(stats) == 2'000);
    EntityRecording recording{file};
    REQUIRE(recording.footer());
    CHECK(recording.footer()->lost == stats.lost);
    std::uint64_t read = 0, lost = 0, next = 0;
    while (const auto bundle = recording.next()) {
        lost += bundle->preamble().messages_before - next;
        next = bundle->preamble().messages_before + bundle->messages();
        read += bundle->messages();
    }
    CHECK(read == stats.recorded);
    CHECK(lost == stats.lost);  // counted by the bundles themselves
}
