#include "tests/app/scripted_service.h"

#include <algorithm>
#include <utility>

#include "model/programs/particle_frame.h"
#include "net/message/frame_stamp.h"

namespace farfield::app::test {

/// One frame for the start and for each change.
class ScriptedService::Frames final : public net::Program {
public:
    Frames(ScriptedService& service, net::Json params) : service_(service), params_(std::move(params)) {}

    [[nodiscard]] net::Answer answer() const override
    {
        return {.frame_bytes = bytes(),
                .members = {{"particles", 0}, {"scalar", {{"name", "speed"}}}, {"params", params_}}};
    }
    void update(const net::Json& params) override
    {
        if (service_.check_params) service_.check_params(params);
        params_.merge_patch(params);
        is_made_ = false;
        const std::lock_guard lock(service_.mutex_);
        service_.updates_.push_back(params);
    }
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        if (std::exchange(is_made_, true)) return net::Idle{};
        const auto payload = buffers.front().first(bytes());
        std::ranges::fill(payload, std::byte{0});
        made.front() = {.type = net::MessageType::Particles, .payload = payload};
        return net::Frames{1};
    }

private:
    [[nodiscard]] std::uint64_t bytes() const
    {
        return service_.frame_bytes ? service_.frame_bytes(params_) : model::particle_preamble_bytes;
    }

    ScriptedService& service_;
    net::Json params_;
    bool is_made_ = false;
};

net::CallResult ScriptedService::call(std::string_view name, const net::CallRequest& request,
                                      const net::CallContext& /*context*/)
{
    {
        const std::lock_guard lock(mutex_);
        calls_.push_back({{"name", name}, {"params", request.params}});
    }
    net::CallResult result;
    if (answer_call) result.result = answer_call(std::string(name), request.params);
    return result;
}

std::unique_ptr<net::Program> ScriptedService::start(const net::ProgramStart& start,
                                                     const std::stop_token& /*cancel*/)
{
    if (check_params) check_params(start.params);
    {
        const std::lock_guard lock(mutex_);
        starts_.push_back(start);
    }
    return std::make_unique<Frames>(*this, start.params);
}

std::vector<net::ProgramStart> ScriptedService::starts() const
{
    const std::lock_guard lock(mutex_);
    return starts_;
}

std::vector<net::Json> ScriptedService::updates() const
{
    const std::lock_guard lock(mutex_);
    return updates_;
}

std::vector<net::Json> ScriptedService::calls() const
{
    const std::lock_guard lock(mutex_);
    return calls_;
}

}  // namespace farfield::app::test
