#include "app/bench/constant_service.h"

#include <charconv>
#include <fmt/format.h>

#include "net/message/messages.h"

namespace farfield::app {
namespace {

constexpr std::string_view prefix = "constant:";

class ConstantSource final : public net::FrameSource {
public:
    explicit ConstantSource(std::span<const std::byte> payload) : payload_(payload) {}

    [[nodiscard]] net::ProgramState state() const override
    {
        net::ProgramState state;
        state.particles = static_cast<std::uint32_t>((payload_.size() - net::particle_preamble_bytes) /
                                                     net::particle_bytes);
        state.frame_bytes = payload_.size();
        state.scalar = {.name = "speed", .units = "", .range = {{0.0, 1.0}}};
        return state;
    }
    void update(const net::Json&) override {}
    [[nodiscard]] std::optional<net::ProducedFrame> produce(std::span<std::byte>) override
    {
        return net::ProducedFrame{.type = net::MessageType::Particles, .payload = payload_};
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

net::DatasetList ConstantService::list_datasets()
{
    return {.datasets = {{.name = constant_dataset(memory_.size()), .kind = "analytic"}}};
}

net::DatasetInfo ConstantService::open_dataset(const std::string& name, const std::string& /*velocity*/,
                                               const std::stop_token& /*cancel*/)
{
    static_cast<void>(bytes_of(name));
    net::DatasetInfo info;
    info.dataset = name;
    info.kind = "analytic";
    info.bounds.max = {1.0, 1.0, 1.0};
    info.scalars = {{.name = "speed", .units = "", .range = {{0.0, 1.0}}}};
    return info;
}

std::unique_ptr<net::FrameSource> ConstantService::start_program(const net::ProgramStart& start,
                                                                 const std::stop_token& /*cancel*/)
{
    const auto bytes = bytes_of(start.dataset);
    if (bytes > start.slot_bytes) throw net::limit_error("slot_bytes", start.slot_bytes, bytes);
    return std::make_unique<ConstantSource>(std::span(memory_).first(bytes));
}

std::size_t ConstantService::bytes_of(const std::string& dataset) const
{
    std::size_t bytes = 0;
    const bool named = dataset.starts_with(prefix);
    const char* end = dataset.data() + dataset.size();
    const auto parsed =
        named ? std::from_chars(dataset.data() + prefix.size(), end, bytes) : std::from_chars_result{};
    if (!named || parsed.ptr != end || bytes < net::particle_preamble_bytes || bytes > memory_.size())
        throw net::RpcError(net::RpcCode::NotFound,
                            fmt::format("no dataset '{}'; expected {}BYTES with {} to {} bytes", dataset,
                                        prefix, net::particle_preamble_bytes, memory_.size()));
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
