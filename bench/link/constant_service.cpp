#include "bench/link/constant_service.h"

#include <charconv>
#include <fmt/format.h>

#include "model/programs/particle_frame.h"
#include "model/programs/program_answer.h"
#include "net/message/messages.h"

namespace farfield::app {
namespace {

constexpr std::string_view prefix = "constant:";

class ConstantProgram final : public net::Program {
public:
    explicit ConstantProgram(std::span<const std::byte> payload) : payload_(payload) {}

    [[nodiscard]] net::Answer answer() const override
    {
        model::ProgramAnswer state;
        state.particles = static_cast<std::uint32_t>((payload_.size() - model::particle_preamble_bytes) /
                                                     model::particle_bytes);
        state.scalar = {.name = "speed", .units = "", .range = {{0.0, 1.0}}};
        return {payload_.size(), model::write(state)};
    }
    void update(const net::Json&) override {}
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>>, std::span<net::Made> made) override
    {
        made.front() = {.type = net::MessageType::Particles, .payload = payload_};
        return net::Frames{1};
    }

private:
    std::span<const std::byte> payload_;
};

std::string constant_dataset(std::size_t frame_bytes)
{
    return fmt::format("{}{}", prefix, frame_bytes);
}

}  // namespace

ConstantService::ConstantService(std::size_t max_frame_bytes) : memory_(max_frame_bytes)
{
    for (std::size_t i = 0; i < memory_.size(); ++i) memory_[i] = static_cast<std::byte>(i * 31 % 251);
}

net::CallResult ConstantService::call(std::string_view name, const net::CallRequest&, const net::CallContext&)
{
    throw net::unknown_method(name);
}

std::unique_ptr<net::Program> ConstantService::start(const net::ProgramStart& start, const std::stop_token&)
{
    const auto bytes = bytes_of(start.dataset);
    if (bytes > start.slot_bytes) throw net::limit_error("slot_bytes", start.slot_bytes, bytes);
    return std::make_unique<ConstantProgram>(std::span(memory_).first(bytes));
}

std::size_t ConstantService::bytes_of(const std::string& dataset) const
{
    std::size_t bytes = 0;
    const bool named = dataset.starts_with(prefix);
    const char* end = dataset.data() + dataset.size();
    const auto parsed =
        named ? std::from_chars(dataset.data() + prefix.size(), end, bytes) : std::from_chars_result{};
    if (!named || parsed.ptr != end || bytes < model::particle_preamble_bytes || bytes > memory_.size())
        throw net::RpcError(net::RpcCode::NotFound,
                            fmt::format("no dataset '{}'; expected {}BYTES with {} to {} bytes", dataset,
                                        prefix, model::particle_preamble_bytes, memory_.size()));
    return bytes;
}

net::Json constant_program(std::size_t frame_bytes, std::uint64_t frames)
{
    net::ProgramStart start;
    start.dataset = constant_dataset(frame_bytes);
    start.policy = net::Policy::Every;
    start.slot_bytes = frame_bytes;
    start.frames = frames;
    start.params["rakes"] = net::Json::array();
    return model::write(start);
}

}  // namespace farfield::app
