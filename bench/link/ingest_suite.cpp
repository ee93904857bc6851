#include <ctime>
#include <memory>
#include <optional>
#include <stdexcept>

#include "app/show/frames/frame_stream.h"
#include "app/show/frames/plain_ring.h"
#include "bench/link/bare_stream.h"
#include "bench/link/client_stream.h"
#include "bench/link/constant_service.h"
#include "bench/link/suites.h"
#include "model/programs/program_answer.h"
#include "net/message/control_messages.h"
#include "net/message/limits.h"
#include "net/message/messages.h"
#include "render/gl/egl_context.h"

#include <fmt/format.h>

namespace farfield::app {
namespace {

/// A session with a ConstantService in the fewest steps that the protocol allows: all frames are granted at
/// once, and recv() receives them into plain memory, with no other work. The sender is the same as for a
/// ClientStream, so the two differ in the receiver alone.
class BareSession {
public:
    /// Begins a stream of `frames` frames.
    BareSession(std::uint16_t port, std::size_t frame_bytes, std::uint64_t frames);

    /// Receives `frames` frames, header and payload, each into the next of the blocks.
    void receive(std::uint64_t frames, std::span<const std::span<std::byte>> blocks);

private:
    [[nodiscard]] net::Json call(const BareSocket& socket, const std::string& method,
                                 const net::Json& params);

    std::int64_t next_id_ = 1;
    BareSocket control_, data_;
    std::size_t frame_bytes_;
    std::size_t next_block_ = 0;
};

net::Json receive_control(const BareSocket& socket)
{
    net::HeaderBytes bytes;
    net::MessageHeader header;
    socket.receive(bytes);
    const bool good = !net::decode_header(bytes, header) && header.payload_bytes <= net::max_control_bytes;
    if (!good) throw std::runtime_error("the sending process sent a broken message");
    std::string text(header.payload_bytes, ' ');
    socket.receive(std::as_writable_bytes(std::span(text)));
    return net::Json::parse(text);
}

BareSession::BareSession(std::uint16_t port, std::size_t frame_bytes, std::uint64_t frames)
    : control_(BareSocket::connect_to_loopback(port)),
      data_(BareSocket::connect_to_loopback(port)),
      frame_bytes_(frame_bytes)
{
    const auto session = call(control_, "session.open", {{"protocol", {net::protocol_version}}});
    static_cast<void>(
        call(data_, "session.attach", {{"session", session["session"]}, {"secret", session["secret"]}}));
    const auto program = model::read_answer<model::ProgramAnswer>(
        call(control_, "program.start", constant_program(frame_bytes, frames)));
    data_.send(
        net::encode_header({.type = net::MessageType::Credit, .stream = program.stream, .sequence = frames}),
        {});
}

void BareSession::receive(std::uint64_t frames, std::span<const std::span<std::byte>> blocks)
{
    for (std::uint64_t i = 0; i < frames; ++i)
        data_.receive(blocks[next_block_++ % blocks.size()].first(BareStream::block_bytes(frame_bytes_)));
}

net::Json BareSession::call(const BareSocket& socket, const std::string& method, const net::Json& params)
{
    const auto text =
        net::Json{{"jsonrpc", "2.0"}, {"id", next_id_++}, {"method", method}, {"params", params}}.dump();
    net::MessageHeader header{.type = net::MessageType::Control};
    header.payload_bytes = text.size();
    socket.send(net::encode_header(header), std::as_bytes(std::span(text)));
    const auto answer = receive_control(socket);
    if (!answer.contains("result")) throw std::runtime_error(fmt::format("{}: {}", method, answer.dump()));
    return answer["result"];
}

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
