#include "compute_node/node/turns/turn_taking.h"

#include "compute_node/support/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>

#include <ctime>

namespace farfield::node {
namespace {

std::uint64_t thread_time_ns()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

/// A turn from its begin until this is destroyed.
class Turn {
public:
    Turn(ComputeTurns::Place& place, std::atomic<std::uint64_t>& spent_ns)
        : place_{place},
          spent_ns_{spent_ns},
          team_{static_cast<int>(place.threads())},
          time_of_team_{spent_ns}
    {}
    ~Turn()
    {
        spent_ns_ += thread_time_ns() - begun_ns_;
        place_.end();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    ComputeTurns::Place& place_;
    std::atomic<std::uint64_t>& spent_ns_;
    const TeamLimit team_;
    const TeamTime time_of_team_;
    const std::uint64_t begun_ns_ = thread_time_ns();
};

class TurnTaking final : public net::Program {
public:
    TurnTaking(ComputeTurns& turns, const std::string& session, std::unique_ptr<net::Program> program)
        : place_{turns, session}, program_{std::move(program)}
    {}

    [[nodiscard]] net::Answer answer() const override { return program_->answer(); }
    void update(const net::Json& params) override
    {
        place_.go_first();
        program_->update(params);
    }
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        const auto begun = ComputeTurns::Clock::now();
        if (!place_.wait()) return net::Interrupted{};
        const Turn turn{place_, spent_ns_};
        const auto waited = ComputeTurns::Clock::now() - begun;
        net::Making making = program_->make(buffers, made);
        if (auto* frames = std::get_if<net::Frames>(&making)) frames->waited = waited;
        return making;
    }
    void interrupt() noexcept override
    {
        place_.interrupt();
        program_->interrupt();
    }
    void abandon() noexcept override
    {
        place_.interrupt();
        program_->abandon();
    }
    void listen(const net::ProgramEvents& events) override { program_->listen(events); }
    [[nodiscard]] std::shared_ptr<net::UpstreamFrames> upstream() override { return program_->upstream(); }
    [[nodiscard]] bool update_outdates_frames() const override { return program_->update_outdates_frames(); }
    [[nodiscard]] std::size_t unsent_bytes() const noexcept override { return program_->unsent_bytes(); }
    [[nodiscard]] std::chrono::nanoseconds pace() const override { return program_->pace(); }
    [[nodiscard]] net::Work work() const override
    {
        return {.turns = place_.turns(),
                .processor = std::chrono::nanoseconds{spent_ns_.load(std::memory_order_relaxed)},
                .waited = place_.waited()};
    }

private:
    ComputeTurns::Place place_;
    std::atomic<std::uint64_t> spent_ns_{0};
    std::unique_ptr<net::Program> program_;
};

}  // namespace

TurnLimits turn_limits(int threads, std::uint32_t concurrent)
{
    const auto team = static_cast<std::size_t>(thread_count(threads));
    const std::size_t cores = static_cast<std::size_t>(omp_get_num_procs());
    const std::size_t teams = concurrent > 0 ? concurrent : std::max<std::size_t>(1, cores / team);
    return {.at_once = concurrent > 0 ? concurrent : teams * team, .threads = teams * team, .team = team};
}

std::unique_ptr<net::Program> take_turns(ComputeTurns& turns, const std::string& session,
                                         std::unique_ptr<net::Program> program)
{
    return std::make_unique<TurnTaking>(turns, session, std::move(program));
}

}  // namespace farfield::node
