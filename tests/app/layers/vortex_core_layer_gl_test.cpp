#include "app/layers/vortex_core_layer.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "model/programs/polylines.h"
#include "model/programs/program_answer.h"
#include "net/service/service.h"
#include "tests/app/layers/shown_layer.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;

namespace {

/// Two parts with a segment each.
class CoreFrames final : public net::Program {
public:
    [[nodiscard]] net::Answer answer() const override
    {
        model::ProgramAnswer said;
        said.scalar = {.name = "swirl", .units = "1/s", .range = std::array{0.5, 2.0}};
        return {payload_bytes, model::write(said)};
    }
    void update(const net::Json& /*patch*/) override { made_ = 0; }
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        if (made_ == 2) return net::Idle{};
        const auto payload = buffers.front().first(payload_bytes);
        std::ranges::fill(payload, std::byte{0});
        model::encode_preamble(model::PolylinePreamble{.lines = 1, .points = 3, .part = made_++, .parts = 2},
                               payload.first<model::polyline_preamble_bytes>());
        made.front() = {net::MessageType::Polylines, payload};
        return net::Frames{1};
    }

private:
    static constexpr std::uint64_t payload_bytes = model::polyline_payload_bytes(3, 1);
    std::uint32_t made_ = 0;
};

class CoreService final : public net::Service {
public:
    [[nodiscard]] net::CallResult call(std::string_view name, const net::CallRequest& /*request*/,
                                       const net::CallContext& /*context*/) override
    {
        throw net::unknown_method(name);
    }
    [[nodiscard]] std::unique_ptr<net::Program> start(const net::ProgramStart& start,
                                                      const std::stop_token& /*cancel*/) override
    {
        const std::lock_guard lock(mutex_);
        params_ = start.params;
        return std::make_unique<CoreFrames>();
    }
    [[nodiscard]] net::Json params() const
    {
        const std::lock_guard lock(mutex_);
        return params_;
    }

private:
    mutable std::mutex mutex_;
    net::Json params_;
};

}  // namespace

TEST_CASE("VortexCoreLayer: asks for its cores, and shows the segments of all parts as lines", "[layers]")
{
    CoreService service;
    ShownLayer shown(service, "vortex-cores",
                     {{"params", {{"min_swirl", 0.5}}}, {"style", {{"line_width", 5.0}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    CHECK(service.params() == net::Json{{"min_swirl", 0.5}});
    render::Scene scene;
    shown.layers.describe(scene);
    REQUIRE(scene.drawings.size() == 1);
    const auto& lines = dynamic_cast<const render::LineDrawing&>(*scene.drawings.front());
    REQUIRE(lines.parts.size() == 2);
    CHECK(lines.parts[0].points == 3);
    CHECK(lines.style.width == 5.0F);
    CHECK(lines.range == render::ScalarRange{0.5F, 2.0F});
    REQUIRE(scene.legends.size() == 1);
    CHECK(scene.legends[0].title == "swirl");
    CHECK(shown.layers.find("layer")->reported()->report() == net::Json{{"segments", 2}});
    CHECK(shown.problems.empty());
}
