#include "tests/app/flow_server.h"

#include <cmath>
#include <numbers>

#include "net/message/byte_order.h"
#include "net/message/messages.h"

namespace farfield::app::test {
namespace {

class FlowSource final : public net::FrameSource {
public:
    FlowSource(const FlowService& service, std::uint32_t particles) : service_(service), particles_(particles)
    {}

    [[nodiscard]] net::ProgramState state() const override
    {
        net::ProgramState state;
        state.particles = particles_;
        state.frame_bytes = frame_bytes();
        state.scalar = {.name = "speed", .units = "m/s", .range = {{0.0, 1.0}}};
        return state;
    }
    void update(const net::Json&) override {}

    [[nodiscard]] std::optional<net::ProducedFrame> produce(std::span<std::byte> buffer) override
    {
        if (service_.before_frame) service_.before_frame(frame_);
        const auto payload = buffer.first(frame_bytes());
        for (std::uint32_t i = 0; i < particles_; ++i)
            store_particle(payload.subspan(net::particle_preamble_bytes + i * net::particle_bytes), i);
        net::ParticlePreamble preamble{.particles = particles_,
                                       .alive = particles_,
                                       .frame = frame_,
                                       .compute_ns = 1000,
                                       .computed_at_ns = net::now_ns(),
                                       .time = 0.0};
        if (service_.change_preamble) service_.change_preamble(frame_, preamble);
        ++frame_;
        net::encode_preamble(preamble, payload.first<net::particle_preamble_bytes>());
        return net::ProducedFrame{.type = net::MessageType::Particles, .payload = payload};
    }

private:
    [[nodiscard]] std::size_t frame_bytes() const
    {
        return net::particle_preamble_bytes + particles_ * net::particle_bytes;
    }

    void store_particle(std::span<std::byte> to, std::uint32_t i) const
    {
        const float share = (static_cast<float>(i) + 0.5F) / static_cast<float>(particles_);
        const float radius = 0.1F + 0.35F * share;
        const auto degrees = static_cast<float>((frame_ + 37 * i) % 360);
        const float angle = degrees * std::numbers::pi_v<float> / 180.0F;
        net::store_big(&to[0], 0.5F + radius * std::cos(angle));
        net::store_big(&to[4], 0.5F + radius * std::sin(angle));
        net::store_big(&to[8], share);
        net::store_big(&to[12], share);
    }

    const FlowService& service_;
    std::uint32_t particles_;
    std::uint64_t frame_ = 0;
};

net::ServerSettings any_port()
{
    net::ServerSettings settings;
    settings.port = 0;
    return settings;
}

}  // namespace

net::DatasetList FlowService::list_datasets()
{
    return {.datasets = {{.name = "circles", .kind = "analytic"}}};
}

net::DatasetInfo FlowService::open_dataset(const std::string& name, const std::string& /*velocity*/,
                                           const std::stop_token& /*cancel*/)
{
    if (name != "circles") throw net::RpcError(net::RpcCode::NotFound, "no dataset '" + name + "'");
    net::DatasetInfo info;
    info.dataset = name;
    info.kind = "analytic";
    info.bounds.max = {1.0, 1.0, 1.0};
    info.scalars = {{.name = "speed", .units = "m/s", .range = {{0.0, 1.0}}}};
    info.suggested.rakes = {
        {.shape = model::LineRake{{0.5, 0.5, 0.0}, {0.5, 0.5, 1.0}, particles_}, .particles_per_seed = 1}};
    return info;
}

std::unique_ptr<net::FrameSource> FlowService::start_program(const net::ProgramStart&,
                                                             const std::stop_token& /*cancel*/)
{
    return std::make_unique<FlowSource>(*this, particles_);
}

FlowServer::FlowServer(net::NodeService& service)
    : server_(service, any_port()), thread_([this] { server_.run(); })
{}

FlowServer::~FlowServer()
{
    stop();
    thread_.join();
}

void FlowServer::stop()
{
    server_.stop();
}

net::ClientSettings FlowServer::client_settings() const
{
    net::ClientSettings settings;
    settings.port = server_.port();
    return settings;
}

}  // namespace farfield::app::test
