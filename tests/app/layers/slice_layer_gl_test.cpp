#include "app/layers/slice_layer.h"

#include <mutex>

#include "model/geometry/byte_access.h"
#include "net/session/service.h"
#include "tests/app/layers/shown_layer.h"
#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using namespace farfield::app::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Frames of two values: one for each change, with `repeat` one after the other.
class SliceFrames final : public net::Program {
public:
    SliceFrames(const net::Json& params, std::uint32_t components)
        : params_(model::read<model::SliceParams>(params)), components_(components)
    {}

    [[nodiscard]] net::Answer answer() const override
    {
        model::ProgramAnswer said;
        said.scalar = {.name = "speed", .units = "m/s", .range = std::array{0.0, 2.0}};
        return {model::slice_payload_bytes(2), model::write(said)};
    }
    void update(const net::Json& patch) override
    {
        (void)model::merge(params_, patch);
        made_ = 0;
    }
    [[nodiscard]] net::Making make(std::span<const std::span<std::byte>> buffers,
                                   std::span<net::Made> made) override
    {
        if (made_ > 0 && !params_.repeat) return net::Idle{};
        const auto payload = buffers.front().first(model::slice_payload_bytes(2));
        model::encode_preamble(
            model::SlicePreamble{.width = 2,
                                 .height = 1,
                                 .result = results_++,
                                 .time = params_.time.value_or(0.0) + params_.time_step * made_++,
                                 .components = components_,
                                 .origin = {100.0, 200.0, params_.planes.front().position.value_or(0.0)},
                                 .edge_u = {4.0, 0.0, 0.0},
                                 .edge_v = {0.0, 2.0, 0.0}},
            payload.first<model::slice_preamble_bytes>());
        model::store_big(payload.data() + model::slice_preamble_bytes, 0.5F);
        model::store_big(payload.data() + model::slice_preamble_bytes + sizeof(float), 1.5F);
        made.front() = {net::MessageType::Slice, payload};
        return net::Frames{1};
    }

private:
    model::SliceParams params_;
    std::uint32_t components_;
    std::uint64_t results_ = 0;
    int made_ = 0;  ///< since the last change
};

class SliceService final : public net::Service {
public:
    std::uint32_t components = 1;  ///< another number is no slice

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
        return std::make_unique<SliceFrames>(start.params, components);
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

net::Json plane_at(double position)
{
    return {{{"axis", "z"}, {"position", position}}};
}

}  // namespace

TEST_CASE("SliceLayer: asks for its slice, and shows it in its place with its scalar", "[layers]")
{
    SliceService service;
    ShownLayer shown(service, "slice",
                     {{"params", {{"planes", plane_at(1.5)}, {"size", {2, 1}}}},
                      {"style", {{"colour_map", "turbo"}, {"opacity", 0.5}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    CHECK(shown.layers.is_ready());
    REQUIRE(service.starts().size() == 1);
    CHECK(service.starts()[0].program == "slice");
    CHECK(service.starts()[0].dataset == "flow");
    CHECK(service.starts()[0].frames == 0);
    CHECK(service.starts()[0].params == net::Json{{"planes", plane_at(1.5)}, {"size", {2, 1}}});
    render::Scene scene;
    shown.layers.describe(scene);
    REQUIRE(scene.drawings.size() == 1);
    const auto& slice = dynamic_cast<const render::SliceDrawing&>(*scene.drawings.front());
    CHECK(slice.frame->width == 2);
    CHECK(slice.frame->origin == glm::vec3(0.0F, 0.0F, 1.5F));  // from the dataset's origin
    CHECK(slice.frame->edge_u == glm::vec3(4.0F, 0.0F, 0.0F));
    CHECK(slice.colour_map == render::ColourMap::Turbo);
    CHECK(slice.range == render::ScalarRange{0.0F, 2.0F});
    CHECK(slice.opacity == 0.5F);
    REQUIRE(scene.legends.size() == 1);
    CHECK(scene.legends[0].title == "speed");
    shown.layers.drawn();
    CHECK(shown.problems.empty());
}

TEST_CASE("SliceLayer: a moved plane is a change of the program that runs", "[layers]")
{
    SliceService service;
    ShownLayer shown(service, "slice", {{"params", {{"planes", plane_at(1.5)}, {"size", {2, 1}}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    render::Scene scene;
    shown.layers.describe(scene);
    shown.layers.shown(net::now_ns());
    shown.document.layers["layer"].params["planes"] = plane_at(2.5);
    shown.layers.follow(shown.document, shown.data, net::now_ns());
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    shown.layers.describe(scene);
    const auto& slice = dynamic_cast<const render::SliceDrawing&>(*scene.drawings.front());
    CHECK(slice.frame->origin.z == 2.5F);
    CHECK(service.starts().size() == 1);
}

TEST_CASE("SliceLayer: with a clock a playback has a slice for each tick", "[layers]")
{
    SliceService service;
    ShownLayer shown(service, "slice",
                     {{"clock", true}, {"params", {{"planes", plane_at(1.5)}, {"size", {2, 1}}}}},
                     model::Use::Headless);
    shown.layers.hold_ticking();
    shown.layers.follow(shown.document, shown.data);
    CHECK(service.starts().empty());
    shown.layers.release_ticking();
    const Layer& layer = *shown.layers.find("layer");
    CHECK(layer.ticks());
    for (int tick = 0; tick < 3; ++tick) {
        REQUIRE(shown.eventually([&] { return layer.is_ready(); }));
        CHECK(shown.layers.take({.policy = net::Policy::Every}));
        CHECK(layer.frame()->time == 0.25 + 0.125 * tick);
        CHECK(layer.frame()->info.header.sequence == static_cast<std::uint64_t>(tick));
    }
    REQUIRE(service.starts().size() == 1);
    CHECK(service.starts()[0].frames == 3);
    CHECK(service.starts()[0].params.at("repeat") == true);
}

TEST_CASE("SliceLayer: without a clock there is one slice, also in a playback", "[layers]")
{
    SliceService service;
    ShownLayer shown(service, "slice", {{"params", {{"planes", plane_at(1.5)}, {"size", {2, 1}}}}},
                     model::Use::Headless);
    shown.layers.hold_ticking();
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] { return shown.layers.take({}); }));
    CHECK(shown.layers.is_ready());
    CHECK_FALSE(shown.layers.find("layer")->ticks());
    CHECK_FALSE(shown.layers.find("layer")->frame());
    CHECK_FALSE(service.starts()[0].params.contains("repeat"));
}

TEST_CASE("SliceLayer: what is no slice is an error", "[layers]")
{
    SliceService service;
    service.components = 3;
    ShownLayer shown(service, "slice", {{"params", {{"planes", plane_at(1.5)}, {"size", {2, 1}}}}});
    shown.layers.follow(shown.document, shown.data);
    REQUIRE(shown.eventually([&] {
        (void)shown.layers.take({});
        return !shown.problems.empty();
    }));
    CHECK_THAT(shown.problems.front(), ContainsSubstring("no slice"));
}
