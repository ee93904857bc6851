#include <chrono>
#include <sys/socket.h>

#include "app/show/frames/plain_ring.h"
#include "bench/link/bare_stream.h"
#include "bench/link/client_stream.h"
#include "bench/link/suites.h"

namespace farfield::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int runs = 11;
constexpr std::size_t frame_bytes = 1 << 20;
constexpr std::uint64_t warm_up_frames = 64;
constexpr std::uint64_t measured_frames = 1024;
constexpr std::size_t slots = 16;

double megabytes_per_second(Clock::duration time)
{
    return static_cast<double>(frame_bytes * measured_frames) * 1e-6 /
           std::chrono::duration<double>(time).count();
}

double speed_of_session(ClientStream& client, net::FrameRing& ring)
{
    client.start(frame_bytes, warm_up_frames + measured_frames, ring);
    client.receive(warm_up_frames);
    const auto begin = Clock::now();
    client.receive(measured_frames);
    const auto end = Clock::now();
    client.stop();
    return megabytes_per_second(end - begin);
}

double speed_of_socket(std::uint16_t port, const Blocks& blocks)
{
    BareStream stream(port, frame_bytes, warm_up_frames + measured_frames);
    stream.receive(warm_up_frames, blocks.spans(), MSG_WAITALL);
    const auto begin = Clock::now();
    stream.receive(measured_frames, blocks.spans(), MSG_WAITALL);  // whole blocks: the fastest way to read
    return megabytes_per_second(Clock::now() - begin);
}

}  // namespace

model::Suite run_stream_suite(const SenderProcess& sender)
{
    PlainRing ring(slots, frame_bytes);
    const Blocks blocks(slots, BareStream::block_bytes(frame_bytes));
    ClientStream client(sender.session_port());
    std::vector<double> of_session, of_socket;
    for (int run = 0; run < runs; ++run) {
        of_session.push_back(speed_of_session(client, ring.ring()));
        of_socket.push_back(speed_of_socket(sender.bare_port(), blocks));
    }
    model::Suite result;
    result.name = "stream";
    result.circumstances["congestion_control"] = sender.congestion_control();
    result.figures = {
        model::figure_of("stream.1MiB_over_socket", "ratio", model::ratios(of_session, of_socket)),
        model::figure_of("stream.1MiB", "MB/s", of_session),
        model::figure_of("stream.socket", "MB/s", of_socket)};
    return result;
}

}  // namespace farfield::app
