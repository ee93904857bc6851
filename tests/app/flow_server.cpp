#include "tests/app/flow_server.h"

#include <cmath>
#include <numbers>

#include "model/calls/opening.h"
#include "model/data/dataset_info.h"
#include "model/data/terrain_info.h"
#include "model/programs/particle_frame.h"
#include "model/programs/program_answer.h"
#include "net/message/byte_order.h"
#include "net/message/messages.h"

namespace farfield::app::test {
namespace {

class FlowProgram final : public net::Program {
public:
    FlowProgram(const FlowService& service, std::uint32_t particles)
        : service_(service), particles_(particles)
    {}

    [[nodiscard]] net::Answer answer() const override
    {
        model::ProgramAnswer state;
        state.particles = particles_;
        state.scalar = {.name = "speed", .units = "m/s", .range = {{0.0, 1.0}}};
        return {frame_bytes(), model::write(state)};
    }
    void update(const net::Json&) override {}

    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        const auto buffer = buffers.front();
        if (service_.before_frame) service_.before_frame(frame_);
        const auto payload = buffer.first(frame_bytes());
        for (std::uint32_t i = 0; i < particles_; ++i)
            store_particle(payload.subspan(model::particle_preamble_bytes + i * model::particle_bytes), i);
        model::ParticlePreamble preamble{.particles = particles_,
                                         .alive = particles_,
                                         .frame = frame_,
                                         .compute_ns = 1000,
                                         .computed_at_ns = net::now_ns(),
                                         .time = 0.0};
        if (service_.change_preamble) service_.change_preamble(frame_, preamble);
        ++frame_;
        model::encode_preamble(preamble, payload.first<model::particle_preamble_bytes>());
        made.front() = {.type = net::MessageType::Particles, .payload = payload};
        return net::Frames{1};
    }

private:
    [[nodiscard]] std::size_t frame_bytes() const
    {
        return model::particle_preamble_bytes + particles_ * model::particle_bytes;
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

net::CallResult FlowService::call(std::string_view method, const net::CallRequest& request,
                                  const net::CallContext& /*context*/)
{
    if (method == "dataset.list")
        return {.result =
                    model::write(model::DatasetList{.datasets = {{.name = "circles", .kind = "analytic"}}})};
    if (method == "terrain.list") return {.result = model::write(model::TerrainList{})};
    if (method != "dataset.open") throw net::unknown_method(method);
    const std::string name = model::read<model::DatasetOpenCall>(request.params).dataset;
    if (name != "circles") throw net::RpcError(net::RpcCode::NotFound, "no dataset '" + name + "'");
    model::DatasetInfo info;
    info.dataset = name;
    info.kind = "analytic";
    info.bounds.max = {1.0, 1.0, 1.0};
    info.scalars = {{.name = "speed", .units = "m/s", .range = {{0.0, 1.0}}}};
    info.suggested.rakes = {
        {.shape = model::LineRake{{0.5, 0.5, 0.0}, {0.5, 0.5, 1.0}, particles_}, .particles_per_seed = 1}};
    return {.result = model::write(info)};
}

std::unique_ptr<net::Program> FlowService::start(const net::ProgramStart& start,
                                                 const std::stop_token& /*cancel*/)
{
    if (check_start) check_start(start);
    return std::make_unique<FlowProgram>(*this, particles_);
}

FlowServer::FlowServer(net::Service& service)
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
