#include <ctime>
#include <memory>
#include <optional>

#include "app/show/frames/frame_stream.h"
#include "app/show/frames/plain_ring.h"
#include "bench/link/bare_session.h"
#include "bench/link/client_stream.h"
#include "bench/link/suites.h"
#include "render/gl/egl_context.h"

namespace farfield::app {
namespace {

constexpr int runs = 11;
constexpr std::uint64_t warm_up_frames =
    8;  // every slot twice: its pages are resident, and TCP has found its pace
constexpr std::uint64_t measured_frames = 80;
constexpr std::size_t slots = 4;

double process_cpu_ms()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// The viewer's slots where there is OpenGL, else plain ones.
class Slots {
public:
    Slots()
    {
        try {
            context_.emplace();
            stream_.emplace(FrameStream::Settings{.slot_bytes = ingest_frame_bytes, .ahead = slots - 1});
        } catch (const std::runtime_error&) {
            plain_.emplace(slots, ingest_frame_bytes);
        }
    }
    [[nodiscard]] net::FrameRing& ring() { return stream_ ? stream_->ring() : plain_->ring(); }
    [[nodiscard]] std::string path() const
    {
        return stream_ ? std::string(stream_->slots().path()) : "plain: no OpenGL";
    }

private:
    std::optional<render::EglContext> context_;
    std::optional<FrameStream> stream_;
    std::optional<PlainRing> plain_;
};

double cpu_of_frame(ClientStream& client, net::FrameRing& ring)
{
    client.start(ingest_frame_bytes, warm_up_frames + measured_frames, ring);
    client.receive(warm_up_frames);
    const double before = process_cpu_ms();
    client.receive(measured_frames);
    const double used = process_cpu_ms() - before;
    client.stop();
    return used / static_cast<double>(measured_frames);
}

double cpu_of_recv(std::uint16_t port, const Blocks& blocks)
{
    BareSession stream(port, ingest_frame_bytes, warm_up_frames + measured_frames);
    stream.receive(warm_up_frames, blocks.spans());
    const double before = process_cpu_ms();
    stream.receive(measured_frames, blocks.spans());
    return (process_cpu_ms() - before) / static_cast<double>(measured_frames);
}

}  // namespace

model::Suite run_ingest_suite(const SenderProcess& sender)
{
    Slots frame_slots;
    const Blocks blocks(slots, BareStream::block_bytes(ingest_frame_bytes));
    ClientStream client(sender.session_port());
    std::vector<double> of_frame, of_recv;
    for (int run = 0; run < runs; ++run) {
        of_frame.push_back(cpu_of_frame(client, frame_slots.ring()));
        of_recv.push_back(cpu_of_recv(sender.session_port(), blocks));
    }
    model::Suite result;
    result.name = "ingest";
    result.circumstances["congestion_control"] = sender.congestion_control();
    result.circumstances["slots"] = frame_slots.path();
    result.figures = {model::figure_of("ingest.frame_over_recv", "ratio", model::ratios(of_frame, of_recv)),
                      model::figure_of("ingest.frame", "ms CPU", of_frame),
                      model::figure_of("ingest.recv", "ms CPU", of_recv)};
    return result;
}

}  // namespace farfield::app
