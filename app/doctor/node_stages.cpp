#include "app/doctor/node_stages.h"

#include <chrono>
#include <fmt/format.h>
#include <stdexcept>

#include "app/show/frames/plain_ring.h"
#include "model/fields/json_fields.h"
#include "model/programs/particle_frame.h"
#include "model/programs/particle_params.h"
#include "net/message/frame_stamp.h"

namespace farfield::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t slots = 8;
constexpr std::chrono::seconds measured{1};

double seconds_since(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// A lattice of n x n x n particles in a field that every compute node has.
net::ProgramStart particles(std::uint32_t n)
{
    model::ParticleParams params;
    params.rakes = {model::Rake{.shape = model::BoxRake{.lo = {0.1, 0.1, 0.1},
                                                        .hi = {6.1, 6.1, 6.1},
                                                        .fill = model::BoxLattice{n, n, n}}}};
    net::ProgramStart start;
    start.dataset = "analytic:abc";
    start.policy = net::Policy::Every;
    start.slot_bytes = model::particle_payload_bytes(params.rakes.front().particles());
    start.params = model::write(params);
    return start;
}

/// A stream of a program; its destructor ends the stream.
class Stream {
public:
    Stream(net::Client& node, net::WakeSemaphore& arrived, const net::ProgramStart& start)
        : node_(node), arrived_(arrived), ring_(slots, start.slot_bytes)
    {
        ring_.ring().observe([this](const net::FrameInfo&, std::span<const std::byte> payload) {
            compute_ns_ += net::stamp_of(payload).compute_ns;
        });
        const auto answer = node_.call("program.start", model::write(start), answer_patience);
        number_ = static_cast<std::uint32_t>(model::number_or(answer, "stream", 0));
        node_.attach(number_, ring_.ring());
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream()
    {
        node_.detach(number_);
        node_.call_async("program.stop", {{"stream", number_}}, {});
    }

    /// Takes one frame and returns its number. Throws std::runtime_error when none comes.
    std::uint64_t receive()
    {
        net::FrameRing& ring = ring_.ring();
        auto taken = ring.take_next();
        for (; !taken; taken = ring.take_next())
            if (!arrived_.wait_for(answer_patience)) throw std::runtime_error("no frame came for 10 s");
        const std::uint64_t number = ring.info(taken->slot).header.sequence;
        ring.release_oldest(1);
        node_.slots_released();
        return number;
    }
    /// Compute time of the frames received, as the node reports it.
    [[nodiscard]] double compute_seconds() const { return 1e-9 * static_cast<double>(compute_ns_.load()); }

private:
    net::Client& node_;
    net::WakeSemaphore& arrived_;
    PlainRing ring_;
    std::uint32_t number_ = 0;
    std::atomic<std::uint64_t> compute_ns_{0};
};

void receive_first_frame(net::Client& node, net::WakeSemaphore& arrived, Examination& examination)
{
    constexpr std::uint32_t n = 10;
    Stream stream(node, arrived, particles(n));
    (void)stream.receive();
    examination.pass("first frame", fmt::format("{} particles of analytic:abc", n * n * n));
}

void measure_throughput(net::Client& node, net::WakeSemaphore& arrived, Examination& examination)
{
    constexpr std::uint32_t n = 60;
    const auto program = particles(n);
    Stream stream(node, arrived, program);
    (void)stream.receive();
    const auto begin = Clock::now();
    const double computed_before = stream.compute_seconds();
    std::uint64_t frames = 0;
    for (; Clock::now() - begin < measured; ++frames) (void)stream.receive();
    const double seconds = seconds_since(begin);
    const double megabytes = 1e-6 * static_cast<double>(frames * program.slot_bytes);
    examination.pass(
        "throughput",
        fmt::format("{:.0f} MB/s of frames of {:.1f} MB; the node computed in {:.0f} % of that time",
                    megabytes / seconds, 1e-6 * static_cast<double>(program.slot_bytes),
                    100.0 * (stream.compute_seconds() - computed_before) / seconds));
}

/// Takes frames, and counts gaps and repeats in their sequence numbers.
class FrameCount {
public:
    explicit FrameCount(Stream& stream) : stream_(stream) {}
    void take(std::uint64_t frames)
    {
        for (std::uint64_t i = 0; i < frames; ++i) take_one();
    }
    void take_one()
    {
        const std::uint64_t number = stream_.receive();
        ++taken_;
        if (number < next_) {
            ++doubled_;
        } else {
            lost_ += number - next_;
            next_ = number + 1;
        }
    }
    [[nodiscard]] bool is_complete() const noexcept { return lost_ == 0 && doubled_ == 0; }
    [[nodiscard]] std::string words() const
    {
        return fmt::format("of {} frames {} lost, {} doubled", taken_, lost_, doubled_);
    }

private:
    Stream& stream_;
    std::uint64_t taken_ = 0, next_ = 0, lost_ = 0, doubled_ = 0;
};

void cut_and_count(net::Client& node, net::WakeSemaphore& arrived, Connections& connections,
                   Examination& examination)
{
    constexpr std::uint32_t n = 30;
    constexpr std::uint64_t frames_before = 20, frames_behind = 100;
    Stream stream(node, arrived, particles(n));
    FrameCount count(stream);
    count.take(frames_before);
    const std::uint64_t resumes = node.link().resumes;
    connections.cut_data();
    while (node.link().resumes == resumes) count.take_one();
    count.take(frames_behind);
    const std::string message =
        fmt::format("{}; the data connection was cut, and attached again in {:.0f} ms", count.words(),
                    node.link().interrupted_ms);
    if (count.is_complete())
        examination.pass("resume", message);
    else
        examination.fail("resume", message, "Update the older of both sides.");
}

}  // namespace

void examine_resume(net::Client& node, net::WakeSemaphore& arrived, Connections& connections,
                    Examination& examination)
try {
    if (connections.made() < 2)
        examination.note("resume", "one connection carries everything, and the session ends with it");
    else if (model::number_or(node.session(), "grace_ms", 0) == 0)
        examination.note("resume", "the node keeps no session whose connections break",
                         "Start it with --grace SECONDS, 600 by default.");
    else
        cut_and_count(node, arrived, connections, examination);
} catch (const std::exception& error) {
    examination.fail("resume", error.what(), "Something between here and there refuses a connection anew.");
}

bool examine_node(net::Client& node, net::WakeSemaphore& arrived, Examination& examination)
try {
    receive_first_frame(node, arrived, examination);
    measure_throughput(node, arrived, examination);
    return true;
} catch (const net::RpcError& error) {
    if (error.code == net::RpcCode::NotFound)
        examination.note("first frame", fmt::format("it computes none of its own: {}", error.what()));
    else
        examination.fail("first frame", error.what(), "");
    return false;
} catch (const std::exception& error) {
    examination.fail("first frame", error.what(), "");
    return false;
}

}  // namespace farfield::app
