#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/show/frames/plain_ring.h"
#include "bench/link/constant_service.h"
#include "bench/link/suites.h"
#include "model/fields/json_fields.h"
#include "net/client/reach.h"
#include "net/transport/wake_semaphore.h"

namespace farfield::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int cuts = 21;
constexpr std::size_t slots = 16, frame_bytes = 64 << 10;
constexpr std::uint64_t frames_between = 500;
constexpr std::chrono::seconds patience{10};

/// A connection that can be cut: it breaks at the next byte that moves.
class CutStream final : public net::ByteStream {
public:
    CutStream(std::unique_ptr<net::ByteStream> stream, std::shared_ptr<std::atomic<bool>> is_cut)
        : stream_(std::move(stream)), is_cut_(std::move(is_cut))
    {}
    void wait_readable(std::shared_ptr<net::StreamWaiter> waiter) override
    {
        stream_->wait_readable(std::move(waiter));
    }
    void wait_writable(std::shared_ptr<net::StreamWaiter> waiter) override
    {
        stream_->wait_writable(std::move(waiter));
    }
    [[nodiscard]] net::IoResult read_some(std::array<std::span<std::byte>, 2> into) override
    {
        return *is_cut_ ? broken() : stream_->read_some(into);
    }
    [[nodiscard]] net::IoResult write_some(std::span<const std::span<const std::byte>> from) override
    {
        return *is_cut_ ? broken() : stream_->write_some(from);
    }
    void tune(const net::StreamTuning& tuning) override { stream_->tune(tuning); }
    void end_writing() noexcept override { stream_->end_writing(); }
    void close() noexcept override { stream_->close(); }
    [[nodiscard]] std::string peer() const override { return stream_->peer(); }

private:
    static net::IoResult broken()
    {
        return {.kind = net::IoResult::Kind::Failed,
                .bytes = 0,
                .error = std::make_error_code(std::errc::connection_reset)};
    }
    std::unique_ptr<net::ByteStream> stream_;
    std::shared_ptr<std::atomic<bool>> is_cut_;
};

/// A session with a stream of frames, the control connection of which is cut: both are then replaced.
class CutSession {
public:
    explicit CutSession(std::uint16_t port) : ring_(slots, frame_bytes), client_(settings(port), events())
    {
        const auto answer = client_.call("program.start", constant_program(frame_bytes, 0));
        client_.attach(static_cast<std::uint32_t>(model::number_or(answer, "stream", 0)), ring_.ring());
    }

    void receive(std::uint64_t frames)
    {
        for (; frames > 0; --frames) {
            auto taken = ring_.ring().take_next();
            while (!taken) {
                if (!arrived_.wait_for(patience)) throw std::runtime_error("no frame came for 10 seconds");
                taken = ring_.ring().take_next();
            }
            count(ring_.ring().info(taken->slot).header.sequence);
            ring_.ring().release_oldest(1);
            client_.slots_released();
        }
    }
    /// The time from the break until the session goes on, in ms.
    [[nodiscard]] double cut()
    {
        const double before = client_.link().interrupted_ms;
        const auto resumes = client_.link().resumes;
        *std::exchange(is_cut_, std::make_shared<std::atomic<bool>>(false)) = true;
        client_.call_async("node.stats", net::Json::object(), {});  // makes a byte move
        while (client_.link().resumes == resumes) receive(1);
        return client_.link().interrupted_ms - before;
    }
    [[nodiscard]] std::uint64_t lost() const noexcept { return lost_; }
    [[nodiscard]] std::uint64_t doubled() const noexcept { return doubled_; }

private:
    net::ClientSettings settings(std::uint16_t port)
    {
        net::ClientSettings settings;
        settings.port = port;
        settings.resume = true;
        settings.connect = [this, is_control = false,
                            connect = net::tcp_streams(settings.host, port, settings.connect_timeout)](
                               auto& io) mutable -> std::unique_ptr<net::ByteStream> {
            is_control = !is_control;  // the control connection is made first
            if (!is_control) return connect(io);
            return std::make_unique<CutStream>(connect(io), is_cut_);
        };
        return settings;
    }
    /// Events with an immediate retry, so that the pause before the first try is not measured.
    net::ClientEvents events()
    {
        return {.frame_arrived = [this](std::uint32_t) { arrived_.post(); },
                .notified = {},
                .lost = {},
                .interrupted = [this](const net::Interruption&) { client_.retry_now(); }};
    }
    void count(std::uint64_t sequence)
    {
        if (sequence > next_) lost_ += sequence - next_;
        if (sequence < next_) doubled_ += 1;
        next_ = sequence + 1;
    }

    net::WakeSemaphore arrived_;
    std::shared_ptr<std::atomic<bool>> is_cut_ =
        std::make_shared<std::atomic<bool>>(false);  ///< for the control connection
    std::uint64_t next_ = 0, lost_ = 0, doubled_ = 0;
    PlainRing ring_;
    net::Client client_;  // last: its thread uses the members above
};

/// session.open and session.attach on two new connections, in ms.
double time_of_opening(std::uint16_t port)
{
    net::ClientSettings settings;
    settings.port = port;
    const auto begin = Clock::now();
    const net::Client client(settings, {});
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

}  // namespace

model::Suite run_resume_suite(const SenderProcess& sender)
{
    CutSession session(sender.session_port());
    std::vector<double> resumes, openings;
    for (int i = 0; i < cuts; ++i) {
        session.receive(frames_between);
        resumes.push_back(session.cut());
        openings.push_back(time_of_opening(sender.session_port()));
    }
    session.receive(frames_between);
    const std::array lost{static_cast<double>(session.lost())},
        doubled{static_cast<double>(session.doubled())};
    model::Suite result;
    result.name = "resume";
    result.figures = {model::figure_of("resume.lost_frames", "frames", lost),
                      model::figure_of("resume.doubled_frames", "frames", doubled),
                      model::figure_of("resume.over_open", "ratio", model::ratios(resumes, openings)),
                      model::figure_of("resume.time", "ms", resumes),
                      model::figure_of("resume.open", "ms", openings)};
    return result;
}

}  // namespace farfield::app
