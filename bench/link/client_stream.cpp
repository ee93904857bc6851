#include "bench/link/client_stream.h"

#include <stdexcept>

#include "bench/link/constant_service.h"
#include "model/fields/json_fields.h"

namespace farfield::app {
namespace {

constexpr std::chrono::seconds patience{10};

net::ClientSettings settings_for(std::uint16_t port)
{
    net::ClientSettings settings;
    settings.port = port;
    return settings;
}

}  // namespace

ClientStream::ClientStream(const net::ClientSettings& node)
    : client_(node, {.frame_arrived = [this](std::uint32_t) { arrived_.post(); }, .notified = {}, .lost = {}})
{}

ClientStream::ClientStream(std::uint16_t port) : ClientStream(settings_for(port)) {}

net::Json ClientStream::start(const net::Json& program, net::FrameRing& ring)
{
    auto answer = client_.call("program.start", program);
    stream_ = static_cast<std::uint32_t>(model::number_or(answer, "stream", 0));
    ring_ = &ring;
    client_.attach(stream_, ring);
    return answer;
}

void ClientStream::start(std::size_t frame_bytes, std::uint64_t frames, net::FrameRing& ring)
{
    (void)start(constant_program(frame_bytes, frames), ring);
}

void ClientStream::receive(std::uint64_t frames)
{
    while (frames > 0) {
        if (ring_->take_next()) {
            ring_->release_oldest(1);
            client_.slots_released();
            --frames;
        } else if (!arrived_.wait_for(patience)) {
            throw std::runtime_error("no frame came for 10 seconds");
        }
    }
}

void ClientStream::stop()
{
    client_.detach(stream_);
    try {
        static_cast<void>(client_.call("program.stop", {{"stream", stream_}}));
    } catch (const net::RpcError&) {
        // The node has already dropped the stream: all its frames are sent.
    }
}

}  // namespace farfield::app
