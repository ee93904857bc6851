#include "bench/link/exercise_service.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "model/geometry/geocentric.h"
#include "net/message/clock.h"
#include "net/message/messages.h"
#include "relay/core/bundle_builder.h"
#include "relay/dis/entity_writer.h"

namespace farfield::app {
namespace {

constexpr std::uint32_t bundles_per_second = 200;
constexpr model::LongitudeLatitude middle{.longitude_degrees = 8.0, .latitude_degrees = 46.5};
constexpr double metres_per_second = 30.0, least_radius = 2'000.0, radius_range = 8'000.0,
                 flight_height = 2'500.0;

class ExerciseProgram final : public net::Program {
public:
    ExerciseProgram(std::uint32_t entities, const std::atomic<std::uint32_t>& rate, std::size_t slot_bytes)
        : entities_(entities), rate_(rate), slot_bytes_(slot_bytes)
    {
        state_.exercise = 1;
        state_.type.kind = 1;
        state_.type.domain = 2;
        state_.algorithm = 2;
    }

    [[nodiscard]] net::Answer answer() const override { return {slot_bytes_, net::Json::object()}; }
    void update(const net::Json&) override {}
    [[nodiscard]] std::chrono::nanoseconds pace() const override
    {
        return std::chrono::nanoseconds(std::chrono::seconds(1)) / bundles_per_second;
    }
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        const std::uint32_t wanted = bundle_ == 0 ? entities_ : rate_ / bundles_per_second;
        net::relay::BundleBuilder builder(buffers.front(), wanted);
        const std::uint64_t now = net::now_ns();
        for (std::uint32_t i = 0; i < wanted; ++i) add(builder, now);
        model::BundlePreamble preamble;
        preamble.number = bundle_++;
        preamble.closed_at_ns = now;
        preamble.messages_before = sent_;
        sent_ += builder.messages();
        made.front() = {.type = net::MessageType::EntityBundle, .payload = builder.finish(preamble)};
        return net::Frames{1};
    }

private:
    /// Adds the next entity, at its place of now.
    void add(net::relay::BundleBuilder& builder, std::uint64_t now_ns)
    {
        constexpr double seconds_per_ns = 1e-9, turn = 2.0 * std::numbers::pi, golden = 0.61803398875;
        const auto entity = static_cast<double>(next_);
        const double radius = least_radius + radius_range * std::fmod(entity * golden, 1.0);
        const double angle =
            std::fmod(entity * golden * golden, 1.0) * turn +
            metres_per_second / radius * static_cast<double>(now_ns - start_ns_) * seconds_per_ns;
        const glm::dvec3 outward = std::cos(angle) * axes_.east + std::sin(angle) * axes_.north;
        const glm::dvec3 along = std::cos(angle) * axes_.north - std::sin(angle) * axes_.east;
        state_.id = {1, 1, static_cast<std::uint16_t>(next_ + 1)};
        state_.force = static_cast<std::uint8_t>(1 + next_ % 3);
        state_.location = at_ + radius * outward;
        state_.velocity = metres_per_second * along;
        std::array<std::byte, net::dis::entity_state_bytes> bytes{};
        net::dis::write_entity_state(state_, bytes);
        (void)builder.add({.bytes = bytes, .source = state_.id.source(), .arrival_ns = now_ns});
        next_ = (next_ + 1) % entities_;
    }

    std::uint32_t entities_;
    const std::atomic<std::uint32_t>& rate_;
    std::size_t slot_bytes_;
    const model::LocalAxes axes_ = model::local_axes_at(middle);
    const glm::dvec3 at_ =
        model::geocentric_of({middle.longitude_degrees, middle.latitude_degrees, flight_height});
    const std::uint64_t start_ns_ = net::now_ns();
    net::dis::EntityState state_;
    std::uint32_t next_ = 0;
    std::uint64_t bundle_ = 0, sent_ = 0;
};

}  // namespace

net::CallResult ExerciseService::call(std::string_view name, const net::CallRequest&, const net::CallContext&)
{
    throw net::unknown_method(name);
}

std::unique_ptr<net::Program> ExerciseService::start(const net::ProgramStart& start, const std::stop_token&)
{
    return std::make_unique<ExerciseProgram>(entities_, rate_, start.slot_bytes);
}

}  // namespace farfield::app
