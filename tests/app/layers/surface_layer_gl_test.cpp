#include "app/layers/isosurface_layer.h"

#include <algorithm>
#include <mutex>

#include "model/programs/boundary.h"
#include "net/service/service.h"
#include "tests/app/layers/shown_layer.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Surfaces of a triangle a part, or of a segment: for each change, with `repeat` one after the other, an
/// answer of as many parts as there are values.
class SurfaceFrames final : public net::Program {
public:
    explicit SurfaceFrames(const net::Json& params) : params_(params) {}

    [[nodiscard]] net::Answer answer() const override
    {
        model::ProgramAnswer said;
        said.scalar = {.name = "speed", .units = "m/s", .range = std::array{0.0, 2.0}};
        return {payload_bytes, model::write(said)};
    }
    void update(const net::Json& patch) override
    {
        params_.merge_patch(patch);
        ++answer_;
        made_ = 0;
    }
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        const auto parts = static_cast<std::uint32_t>(params_.value("values", net::Json{1.0}).size());
        const bool repeats = params_.value("repeat", false);
        if (made_ >= parts && !repeats) return net::Idle{};
        const auto payload = buffers.front().first(payload_bytes);
        std::ranges::fill(payload, std::byte{0});
        const double tick = repeats ? made_ : 0;
        model::encode_preamble({.vertices = 3,
                                .elements = 1,
                                .answer = repeats ? made_ : answer_,
                                .time = params_.value("time", 0.0) + params_.value("time_step", 0.0) * tick,
                                .part = repeats ? 0 : made_,
                                .parts = parts,
                                .level = params_.value("level", net::Json("auto")) == 0 ? 0U : 2U},
                               payload.first<model::surface_preamble_bytes>());
        ++made_;
        made.front() = {net::MessageType::Surface, payload};
        return net::Frames{1};
    }

private:
    static constexpr std::uint64_t payload_bytes = model::surface_layout(3, 1, 3).bytes;

    net::Json params_;
    std::uint64_t answer_ = 0;
    std::uint32_t made_ = 0;
};

class SurfaceService final : public net::Service {
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
        starts_.push_back(start);
        return std::make_unique<SurfaceFrames>(start.params);
    }
    [[nodiscard]] std::vector<net::ProgramStart> starts() const
    {
        const std::lock_guard lock(mutex_);
        return starts_;
    }

private:
    mutable std::mutex mutex_;
    std::vector<net::ProgramStart> starts_;
};

const render::SurfaceDrawing& drawing_of(const render::Scene& scene)
{
    return dynamic_cast<const render::SurfaceDrawing&>(*scene.drawings.front());
}

}  // namespace

TEST_CASE("IsosurfaceLayer: shows all parts of an answer, coloured by the scalar", "[layers]")
{
    SurfaceService service;
    ShownLayer shown(service, "isosurface",
                     {{"params", {{"scalar", "speed"}, {"values", {0.5, 1.5}}}},
                      {"style", {{"colour_map", "turbo"}, {"opacity", 0.5}, {"edges", true}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    CHECK(shown.layers.is_ready());
    REQUIRE(service.starts().size() == 1);
    CHECK(service.starts()[0].program == "isosurface");
    CHECK(service.starts()[0].params == net::Json{{"scalar", "speed"}, {"values", {0.5, 1.5}}});
    render::Scene scene;
    shown.layers.describe(scene);
    REQUIRE(scene.drawings.size() == 1);
    const auto& surface = drawing_of(scene);
    REQUIRE(surface.parts.size() == 2);
    CHECK(surface.parts[0].slot != surface.parts[1].slot);
    CHECK(surface.parts[1].vertices == 3);
    CHECK(surface.parts[1].elements == 1);
    CHECK(surface.colour_map == render::ColourMap::Turbo);
    CHECK(surface.range == render::ScalarRange{0.0F, 2.0F});
    CHECK(surface.opacity == 0.5F);
    CHECK(surface.edges);
    CHECK_FALSE(surface.colour);
    REQUIRE(scene.legends.size() == 1);
    CHECK(shown.layers.find("layer")->reported()->report() == net::Json{{"triangles", 2}, {"level", 2}});
    CHECK(shown.problems.empty());
}

TEST_CASE("IsosurfaceLayer: a moved value is a change of the program that runs", "[layers]")
{
    SurfaceService service;
    ShownLayer shown(service, "isosurface", {{"params", {{"values", {0.5}}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    render::Scene scene;
    shown.layers.describe(scene);
    const auto slot = drawing_of(scene).parts.front().slot;
    shown.layers.shown(net::now_ns());
    shown.document.layers["layer"].params["values"] = {0.75};
    shown.layers.follow(shown.document, shown.data, net::now_ns());
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    shown.layers.describe(scene);
    REQUIRE(drawing_of(scene).parts.size() == 1);
    CHECK(drawing_of(scene).parts.front().slot != slot);
    CHECK(service.starts().size() == 1);
}

TEST_CASE("IsosurfaceLayer: of one colour it has no legend", "[layers]")
{
    SurfaceService service;
    ShownLayer shown(service, "isosurface",
                     {{"params", {{"values", {0.5}}}}, {"style", {{"colour", "#ff8000"}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    render::Scene scene;
    shown.layers.describe(scene);
    CHECK(glm::distance(drawing_of(scene).colour.value(), glm::vec3(1.0F, 128.0F / 255.0F, 0.0F)) < 1e-6F);
    CHECK(scene.legends.empty());
}

TEST_CASE("IsosurfaceLayer: a playback's surface is of all nodes, with a clock one for each tick", "[layers]")
{
    SurfaceService service;
    ShownLayer shown(service, "isosurface", {{"clock", true}, {"params", {{"values", {0.5}}}}},
                     model::Use::Headless);
    shown.layers.follow(shown.document, shown.data);
    const Layer& layer = *shown.layers.find("layer");
    CHECK(ticks(layer));
    for (int tick = 0; tick < 3; ++tick) {
        REQUIRE(shown.eventually([&] { return layer.is_ready(); }));
        CHECK(shown.layers.take({.policy = net::Policy::Every}));
        CHECK(newest_frame(layer)->time == 0.25 + 0.125 * tick);
        CHECK(newest_frame(layer)->info.header.sequence == static_cast<std::uint64_t>(tick));
    }
    CHECK(service.starts()[0].frames == 3);
    CHECK(service.starts()[0].params.at("level") == 0);
    CHECK(service.starts()[0].params.at("parts") == 1);
    CHECK(layer.reported()->report().at("level") == 0);
}

TEST_CASE("IsosurfaceLayer: with a clock a playback has one value", "[layers]")
{
    SurfaceService service;
    ShownLayer shown(service, "isosurface", {{"clock", true}, {"params", {{"values", {0.5, 1.0}}}}},
                     model::Use::Headless);
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.problems.size() == 1);
    CHECK_THAT(shown.problems.front(), ContainsSubstring("found 2"));
}

TEST_CASE("BoundaryLayer: is grey and lets light through, or coloured by its scalar", "[layers]")
{
    SurfaceService service;
    ShownLayer shown(service, "boundary", {{"params", {{"surfaces", "suggested"}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    render::Scene scene;
    shown.layers.describe(scene);
    CHECK(glm::distance(drawing_of(scene).colour.value(), glm::vec3(154, 160, 166) / 255.0F) < 1e-6F);
    CHECK(drawing_of(scene).opacity == 0.35F);
    shown.document.layers["layer"].style["by_scalar"] = true;
    shown.layers.follow(shown.document, shown.data);
    shown.layers.describe(scene);
    CHECK_FALSE(drawing_of(scene).colour);
    CHECK(scene.legends.size() == 1);
}
