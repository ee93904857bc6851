#include "bench/link/bare_session.h"

#include <fmt/format.h>
#include <stdexcept>

#include "bench/link/constant_service.h"
#include "model/programs/program_answer.h"
#include "net/message/limits.h"
#include "net/message/messages.h"

namespace farfield::app {
namespace {

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

}  // namespace

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

}  // namespace farfield::app
