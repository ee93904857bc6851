// Particles from a node process against our own integration in binary64.
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "model/programs/particle_frame.h"
#include "net/message/byte_order.h"
#include "tests/catch.h"
#include "tests/end_to_end/node_process.h"
#include "tests/net/raw_peer.h"

using namespace farfield;
using namespace farfield::test;
using net::Json;
using net::test::RawViewer;

namespace {

using Vec = std::array<double, 3>;

Vec add(const Vec& a, double factor, const Vec& b)
{
    return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

/// docs/protocol.md, section 5: the field `abc`.
Vec abc(const Vec& p)
{
    const double a = std::numbers::sqrt3, b = std::numbers::sqrt2, c = 1.0;
    return {a * std::sin(p[2]) + c * std::cos(p[1]), b * std::sin(p[0]) + a * std::cos(p[2]),
            c * std::sin(p[1]) + b * std::cos(p[0])};
}

Vec rk4(const Vec& p, double h)
{
    const Vec k1 = abc(p);
    const Vec k2 = abc(add(p, h / 2, k1));
    const Vec k3 = abc(add(p, h / 2, k2));
    const Vec k4 = abc(add(p, h, k3));
    return add(add(add(add(p, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
}

constexpr int frames = 100;
constexpr int seeds = 11;
constexpr int per_seed = 3;
constexpr int max_age = 40;
constexpr double step =
    0.005;  // at most 100 x 0.005 x 2 steps x |v| < 3 from the middle: no particle leaves in one life

Json abc_program()
{
    return {{"program", "particles"},
            {"dataset", "analytic:abc"},
            {"policy", "every"},
            {"slot_bytes", 1 << 20},
            {"interaction", 3},
            {"params",
             {{"rakes",
               {{{"kind", "line"},
                 {"from", {2.5, 3.0, 3.5}},
                 {"to", {3.5, 3.5, 3.0}},
                 {"seeds", seeds},
                 {"particles_per_seed", per_seed}}}},
              {"step", step},
              {"steps_per_frame", 2},
              {"max_age_frames", max_age}}}};
}

/// Where particle k of a seed is in a frame, or nothing when it is not alive.
std::optional<Vec> expected(int seed, int k, int frame)
{
    const int released = k * (max_age + 1) / per_seed;
    if (frame < released) return std::nullopt;
    const int age = (frame - released) % (max_age + 1);
    if (age == max_age) return std::nullopt;
    const double t = static_cast<double>(seed) / (seeds - 1);
    Vec p{2.5 + t * 1.0, 3.0 + t * 0.5, 3.5 - t * 0.5};
    for (int i = 0; i < 2 * age; ++i) p = rk4(p, step);
    return p;
}

void check_particle(const std::byte* at, const std::optional<Vec>& p)
{
    std::array<double, 4> found{};
    for (std::size_t i = 0; i < 4; ++i) found[i] = net::load_big<float>(at + 4 * i);
    if (!p) {
        for (const double value : found) CHECK(std::isnan(value));
        return;
    }
    for (std::size_t i = 0; i < 3; ++i) CHECK(std::abs(found[i] - (*p)[i]) < 1e-4);
    const Vec v = abc(*p);
    CHECK(std::abs(found[3] - std::hypot(v[0], v[1], v[2])) < 1e-4);
}

}  // namespace

TEST_CASE("100 frames of analytic:abc are where binary64 RK4 puts them", "[stream]")
{
    const NodeProcess node({"serve", "--port", "0"});
    RawViewer viewer(node.port());
    const Json state = viewer.control.result("program.start", abc_program());
    REQUIRE(state["particles"] == seeds * per_seed);
    REQUIRE(state["frame_bytes"] == 64 + 16 * seeds * per_seed);
    CHECK(state["seeds_outside"] == 0);
    CHECK(state["scalar"]["name"] == "speed");
    viewer.data.credit(1, frames);
    for (int n = 0; n < frames; ++n) {
        const auto frame = viewer.data.receive();
        REQUIRE(frame);
        REQUIRE(frame->header.type == net::MessageType::Particles);
        CHECK(frame->header.sequence == static_cast<std::uint64_t>(n));
        CHECK(frame->header.interaction == 3);
        REQUIRE(frame->payload.size() == state["frame_bytes"]);
        const auto preamble =
            model::decode_preamble(std::span(frame->payload).first<model::particle_preamble_bytes>());
        CHECK(preamble.particles == seeds * per_seed);
        CHECK(preamble.frame == static_cast<std::uint64_t>(n));
        CHECK(preamble.time == Approx(n * 2 * step).margin(1e-6));
        CHECK(preamble.computed_at_ns <= frame->header.time_ns);
        std::uint32_t alive = 0;
        for (int i = 0; i < seeds * per_seed; ++i) {
            const auto p = expected(i / per_seed, i % per_seed, n);
            alive += p ? 1 : 0;
            check_particle(frame->payload.data() + 64 + 16 * i, p);
        }
        CHECK(preamble.alive == alive);
    }
}

TEST_CASE("The same request gives the same bytes whatever the number of threads", "[stream]")
{
    std::vector<std::vector<std::byte>> first;
    for (const char* threads : {"1", "2", "3"}) {
        const NodeProcess node({"serve", "--port", "0", "--threads", threads});
        RawViewer viewer(node.port());
        (void)viewer.control.result("program.start", abc_program());
        viewer.data.credit(1, 20);
        for (std::size_t n = 0; n < 20; ++n) {
            auto frame = viewer.data.receive();
            REQUIRE(frame);
            frame->payload.erase(frame->payload.begin(), frame->payload.begin() + 64);  // times differ
            if (first.size() <= n) first.push_back(frame->payload);
            CHECK(frame->payload == first[n]);
        }
    }
}

TEST_CASE("program.update: a moved rake shows in the first frame that carries its interaction", "[stream]")
{
    const NodeProcess node({"serve", "--port", "0"});
    RawViewer viewer(node.port());
    const auto rakes_at = [](double x) { return Json{{{"kind", "point"}, {"at", {x, 3.0, 3.0}}}}; };
    Json start = abc_program();
    start["params"] = {{"rakes", rakes_at(3.0)}, {"step", 1e-6}};
    start["paused"] = true;
    (void)viewer.control.result("program.start", start);
    viewer.data.credit(1, 2);
    (void)viewer.control.result("program.step", {{"stream", 1}});
    CHECK(net::load_big<float>(viewer.data.receive()->payload.data() + 64) == Approx(3.0));
    const Json state = viewer.control.result(
        "program.update", {{"stream", 1}, {"interaction", 4}, {"params", {{"rakes", rakes_at(2.0)}}}});
    CHECK(state["particles"] == 1);
    (void)viewer.control.result("program.step", {{"stream", 1}});
    const auto moved = viewer.data.receive();
    REQUIRE(moved);
    CHECK(moved->header.interaction == 4);
    CHECK(net::load_big<float>(moved->payload.data() + 64) == Approx(2.0));
}

TEST_CASE("program.update: a refused step leaves the one before, and later updates go through", "[stream]")
{
    const NodeProcess node({"serve", "--port", "0"});
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", abc_program());
    for (const double impossible : {1e60, 1e-60})
        CHECK(viewer.control.error_code("program.update",
                                        {{"stream", 1}, {"params", {{"step", impossible}}}}) ==
              static_cast<int>(net::RpcCode::InvalidParams));
    const Json moved = Json{{{"kind", "point"}, {"at", {2.0, 3.0, 3.0}}}};
    CHECK(viewer.control.result("program.update",
                                {{"stream", 1}, {"params", {{"rakes", moved}}}})["particles"] == 1);
}

TEST_CASE("The node's memory is flat over 10,000 frames", "[stream]")
{
    const NodeProcess node({"serve", "--port", "0"});
    RawViewer viewer(node.port());
    (void)viewer.control.result("program.start", abc_program());
    std::uint64_t granted = 8;
    viewer.data.credit(1, granted);
    const auto read = [&](int count) {
        for (int n = 0; n < count; ++n) {
            REQUIRE(viewer.data.receive());
            viewer.data.credit(1, ++granted);
        }
    };
    read(1000);
    const std::uint64_t before = node.resident_bytes();
    read(10'000);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they keep freed memory
    CHECK(node.resident_bytes() < before + (1 << 20));
#else
    static_cast<void>(before);
#endif
}
