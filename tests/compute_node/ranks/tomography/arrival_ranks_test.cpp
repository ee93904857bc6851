#include "compute_node/ranks/tomography/arrival_root.h"
#include "compute_node/ranks/tomography/arrival_worker.h"
#include "compute_node/tomography/arrivals/first_arrivals.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

using namespace farfield::compute;
using namespace farfield::tomography;
using farfield::compute::testing::contains;
using farfield::compute::testing::error_of;

namespace {

/// As many ranks as one likes, all in this process, each other than the first with a thread of its own.
class TracingRanks {
public:
    explicit TracingRanks(int count)
    {
        for (int rank = 0; rank < count; ++rank) posts_.push_back(std::make_unique<Post>(*this, rank, count));
        root_ = std::make_unique<ArrivalRoot>(*posts_[0]);
        for (int rank = 1; rank < count; ++rank) workers_.push_back(std::make_unique<Worker>(*posts_[rank]));
    }
    ~TracingRanks()
    {
        for (const auto& worker : workers_) worker->tasks.end();
        for (const auto& worker : workers_) worker->thread.join();
    }
    TracingRanks(const TracingRanks&) = delete;
    TracingRanks& operator=(const TracingRanks&) = delete;

    [[nodiscard]] ArrivalRoot& root() { return *root_; }
    /// A message of this kind is answered by the death of the rank that it is for.
    void die_at(ArrivalOrderKind kind) { deadly_ = static_cast<int>(kind); }

private:
    struct Post final : Messenger {
        Post(TracingRanks& of_all, int number, int count) : all{of_all}, own{number}, ranks{count} {}
        [[nodiscard]] int rank() const override { return own; }
        [[nodiscard]] int size() const override { return ranks; }
        [[nodiscard]] bool is_on_this_host(int /*rank*/) const override { return true; }
        void send(int to, RankMessage message) override { all.deliver(own, to, std::move(message)); }

        TracingRanks& all;
        int own, ranks;
        std::mutex taking;  ///< one message after the other
    };
    struct Worker {
        explicit Worker(Post& post) : service{post, tasks} {}
        RankTasks tasks;
        ArrivalWorker service;
        std::jthread thread{[this] { tasks.run(); }};
    };

    void deliver(int from, int to, RankMessage message)
    {
        if (message.kind == deadly_) return root_->fail("rank 1 of 2 died (process 7 is gone)");
        const std::lock_guard lock{posts_[to]->taking};
        RankService& service = to == 0 ? static_cast<RankService&>(*root_) : workers_[to - 1]->service;
        service.take(from, std::move(message));
    }

    int deadly_ = 0;
    std::vector<std::unique_ptr<Post>> posts_;
    std::unique_ptr<ArrivalRoot> root_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

/// 19 sources and 21 receivers in a rough medium.
struct RoughSurvey {
    RoughSurvey()
    {
        medium.lattice = {glm::ivec3{17, 15, 13}, glm::dvec3{0.0}, 10.0};
        for (std::size_t n = 0; n < medium.lattice.count(); ++n)
            medium.slowness.push_back(5e-4F + 1e-4F * static_cast<float>(n * 7919 % 101) / 101.0F);
        for (int n = 0; n < 19; ++n) survey.sources.emplace_back(8.0 * n, 140.0 - 7.0 * n, 110.0);
        for (int n = 0; n < 21; ++n) survey.receivers.emplace_back(7.0 * n + 3.0, 6.0 * n, 5.0);
        for (std::uint32_t d = 0; d < 19 * 21; ++d)
            if (d % 5 != 0) survey.data.push_back({d % 19, d / 19, 0.0, 0.0});
    }
    SlownessModel medium;
    Survey survey;
    Lattice rows{glm::ivec3{9, 8, 7}, glm::dvec3{0.0}, 20.0};

    [[nodiscard]] FirstArrivals trace(ArrivalHelpers* helpers, int threads = 1) const
    {
        return first_arrivals(medium, survey, {RayMethod::Curved, &rows, {.threads = threads}, helpers});
    }
};

template <class T>
bool is_same(const std::vector<T>& a, const std::vector<T>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

bool is_same(const Arrival& a, const Arrival& b)
{
    return a.time == b.time && a.field_time == b.field_time && a.ray.kind == b.ray.kind &&
           is_same(a.ray.points, b.ray.points) && is_same(a.row.columns, b.row.columns) &&
           is_same(a.row.values, b.row.values);
}

}  // namespace

TEST_CASE("ArrivalRoot: any number of ranks and threads gives the bits of one", "[ranks]")
{
    const RoughSurvey rough;
    const FirstArrivals alone = rough.trace(nullptr);
    REQUIRE(alone.arrivals.front().row.columns.size() > 5);
    for (const int ranks : {2, 4})
        for (const int threads : {1, 2}) {
            TracingRanks all{ranks};
            const FirstArrivals found = rough.trace(&all.root(), threads);
            CHECK(found.marched == alone.marched);
            REQUIRE(found.arrivals.size() == alone.arrivals.size());
            for (std::size_t n = 0; n < alone.arrivals.size(); ++n)
                CHECK(is_same(found.arrivals[n], alone.arrivals[n]));
            CHECK(found.tasks.threads == ranks * threads);
        }
}

TEST_CASE("ArrivalRoot: the bytes of the messages are those of the arrivals", "[ranks]")
{
    const RoughSurvey rough;
    TracingRanks all{3};
    const TaskFigures tasks = rough.trace(&all.root()).tasks;
    CHECK(tasks.tasks >= 3);
    REQUIRE(tasks.messages >= 2);  // both others get a batch before this rank does
    // A place has at least 16 data; each two times, three lengths and the two ends of its ray.
    CHECK(tasks.bytes_of_message() > 16 * (5 * 8 + 2 * 24));
    CHECK(tasks.seconds_of_message() >= 0.0);
}

TEST_CASE("ArrivalRoot: a rank that dies is named, also to a tracing that begins after it", "[ranks]")
{
    const RoughSurvey rough;
    TracingRanks all{2};
    all.die_at(ArrivalOrderKind::Trace);
    CHECK(error_of([&] { (void)rough.trace(&all.root()); }) == "rank 1 of 2 died (process 7 is gone)");
    CHECK(error_of([&] { (void)rough.trace(&all.root()); }) == "rank 1 of 2 died (process 7 is gone)");
}

TEST_CASE("ArrivalRoot: the error of a rank is named with the rank", "[ranks]")
{
    const RoughSurvey rough;
    TracingRanks all{2};
    const EikonalSettings too_little{.threads = 1, .max_bytes = 1000};
    const auto help = all.root().begin(rough.medium, rough.survey, &rough.rows, too_little);
    help->give(1, {0, 4});
    const auto wait = [&] {
        while (help->take(true).empty()) {
        }
    };
    CHECK(contains(error_of(wait), "rank 1: travel times on 17 x 15 x 13 nodes need"));
}

TEST_CASE("first_arrivals: ends where no other rank is ready to help", "[ranks]")
{
    struct Unanswered final : Messenger {
        [[nodiscard]] int rank() const override { return 0; }
        [[nodiscard]] int size() const override { return 2; }
        [[nodiscard]] bool is_on_this_host(int /*rank*/) const override { return true; }
        void send(int /*to*/, RankMessage /*message*/) override {}
    } messenger;
    const RoughSurvey rough;
    ArrivalRoot root{messenger};
    const FirstArrivals alone = rough.trace(nullptr), found = rough.trace(&root, 0);
    for (std::size_t n = 0; n < alone.arrivals.size(); ++n)
        CHECK(is_same(found.arrivals[n], alone.arrivals[n]));
}

TEST_CASE("first_arrivals: a tracing that is cancelled ends on all ranks, and the next is whole", "[ranks]")
{
    const RoughSurvey rough;
    TracingRanks all{2};
    const std::atomic<bool> cancelled{true};
    ArrivalSettings settings{RayMethod::Curved, &rough.rows, {.threads = 1}, &all.root()};
    settings.eikonal.cancelled = &cancelled;
    (void)first_arrivals(rough.medium, rough.survey, settings);
    const FirstArrivals alone = rough.trace(nullptr), found = rough.trace(&all.root());
    for (std::size_t n = 0; n < alone.arrivals.size(); ++n)
        CHECK(is_same(found.arrivals[n], alone.arrivals[n]));
}
