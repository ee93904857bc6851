#include "compute_node/node/jobs/job_rays.h"

#include "compute_node/tomography/surveys/mine.h"
#include "model/programs/line_params.h"
#include "model/programs/polylines.h"
#include "model/programs/ray_params.h"
#include "tests/catch.h"
#include "tests/compute_node/node/jobs/heard_progress.h"
#include "tests/compute_node/node/jobs/served_node.h"
#include "tests/compute_node/node/programs/next_frame.h"

#include "net/message/byte_order.h"

#include <array>
#include <cmath>
#include <set>
#include <vector>

using namespace farfield;
using namespace farfield::node;
using namespace farfield::node::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

struct ReadRay {
    model::LineRecord record;
    std::vector<std::array<float, 5>> points;  ///< x y z, residual, elapsed
};

float number_at(std::span<const std::byte> payload, std::size_t offset)
{
    return net::load_big<float>(payload.data() + offset);
}

std::vector<ReadRay> rays_in(std::span<const std::byte> payload)
{
    const auto head = model::decode_polyline_preamble(payload.first<model::polyline_preamble_bytes>());
    REQUIRE(model::polyline_payload_bytes(head.points, head.lines) == payload.size());
    const std::size_t elapsed = 64 + 16 * std::size_t{head.points},
                      records = elapsed + 4 * std::size_t{head.points};
    std::vector<ReadRay> rays(head.lines);
    for (std::size_t n = 0; n < rays.size(); ++n) {
        rays[n].record = model::decode_record(payload.subspan(records + 16 * n).first<16>());
        for (std::uint32_t i = 0; i < rays[n].record.points; ++i) {
            const std::size_t at = rays[n].record.first_point + i;
            std::array<float, 5>& point = rays[n].points.emplace_back();
            for (std::size_t part = 0; part < 4; ++part)
                point[part] = number_at(payload, 64 + 16 * at + 4 * part);
            point[4] = number_at(payload, elapsed + 4 * at);
        }
    }
    return rays;
}

/// Of a finished inversion of the small mine.
struct Inverted {
    Inverted()
    {
        (void)node.call("job.start", small_mine, viewer.notices);
        progress = viewer.until_end();
    }
    std::vector<std::vector<ReadRay>> frames(net::Json params)
    {
        params["kind"] = "rays";
        const auto program = node.start("lines", params, "tomography:1");
        std::vector<std::vector<ReadRay>> all;
        while (const auto frame = next_frame(*program, buffer)) {
            CHECK(frame->type == net::MessageType::Polylines);
            all.push_back(rays_in(frame->payload));
        }
        return all;
    }

    Served node;
    HeardProgress viewer;
    std::vector<model::JobProgress> progress;
    std::vector<std::byte> buffer = std::vector<std::byte>(1 << 20);
};

double distance(const std::array<float, 5>& a, const glm::dvec3& b)
{
    return std::hypot(a[0] - b.x, a[1] - b.y, a[2] - b.z);
}

}  // namespace

TEST_CASE("Rays: each runs from its datum's source to its receiver", "[rays]")
{
    Inverted job;
    const tomography::Survey survey = tomography::Mine::sensors();
    const std::size_t receivers = survey.receivers.size();
    const auto frames = job.frames({{"every", 7}, {"time", 2}});
    REQUIRE(frames.size() == 1);
    REQUIRE(frames[0].size() > 100);
    for (const ReadRay& ray : frames[0]) {
        CHECK(compute::is_chosen(ray.record.seed, 7));
        const std::size_t source = ray.record.seed / receivers, receiver = ray.record.seed % receivers;
        CHECK(ray.record.rake == source);
        CHECK(distance(ray.points.front(), survey.sources[source]) < 1e-3);
        CHECK(distance(ray.points.back(), survey.receivers[receiver]) < 1e-3);
        CHECK(ray.points.front()[4] == 0.0F);
        CHECK(ray.points.back()[4] > 0.0F);
    }
}

TEST_CASE("Rays: all residuals together have the misfit that the job reports", "[rays]")
{
    Inverted job;
    for (const std::uint32_t iteration : {0U, 2U}) {
        const auto frames = job.frames({{"every", 1}, {"time", iteration}});
        double squares = 0.0;
        for (const ReadRay& ray : frames[0]) squares += std::pow(double{ray.points[0][3]}, 2.0);
        const double rms = std::sqrt(squares / static_cast<double>(frames[0].size()));
        CHECK(rms == Approx(job.progress[iteration].rms).epsilon(1e-3));
    }
}

TEST_CASE("Rays: parts together are the whole", "[rays]")
{
    Inverted job;
    const auto whole = job.frames({{"every", 20}}), parts = job.frames({{"every", 20}, {"parts", 3}});
    REQUIRE(parts.size() == 3);
    std::set<std::uint32_t> of_whole, of_parts;
    for (const ReadRay& ray : whole[0]) of_whole.insert(ray.record.seed);
    for (const auto& part : parts)
        for (const ReadRay& ray : part) of_parts.insert(ray.record.seed);
    CHECK(of_parts == of_whole);
}

TEST_CASE("Rays: fewer come where a slot has no room for all", "[rays]")
{
    Inverted job;
    const auto all = job.frames({{"every", 1}});
    job.buffer.resize(1 << 16);
    net::ProgramStart start;
    start.program = "lines";
    start.dataset = "tomography:1";
    start.slot_bytes = job.buffer.size();
    start.params = {{"kind", "rays"}, {"every", 1}};
    const auto program = job.node.service.start(start, {});
    const auto frame = next_frame(*program, job.buffer);
    REQUIRE(frame);
    const auto few = rays_in(frame->payload);
    CHECK(few.size() > 10);
    CHECK(few.size() < all[0].size());
    start.slot_bytes = 100;
    CHECK_THROWS_WITH(job.node.service.start(start, {}), ContainsSubstring("slot_bytes"));
}

TEST_CASE("Rays: a dataset without any says where there are some", "[rays]")
{
    Served node;
    CHECK_THROWS_WITH(node.start("lines", {{"kind", "rays"}}, "analytic:abc"),
                      ContainsSubstring("has no rays"));
    Inverted job;
    const auto program = job.node.start("lines", {{"kind", "rays"}}, "tomography:1");
    CHECK_THROWS_WITH(program->update({{"kind", "streamline"}}), ContainsSubstring("\"rays\""));
    CHECK(program->answer().members["scalar"]["name"] == "residual");
}

TEST_CASE("RayParams: as written they ask for rays, and lines do not", "[rays]")
{
    CHECK(model::asks_for_rays(model::write(model::RayParams{})));
    CHECK_FALSE(model::asks_for_rays(model::write(model::LineParams{})));
    CHECK_FALSE(model::asks_for_rays(net::Json::array()));
}

TEST_CASE("is_chosen: one in so many, spread over sources and receivers, each choice part of the larger one",
          "[rays]")
{
    constexpr std::uint32_t data = 2400, receivers = 40;
    for (const std::uint32_t every : {1U, 7U, 10U, 20U, 40U}) {
        std::set<std::uint32_t> of_sources, of_receivers;
        double count = 0.0;
        for (std::uint32_t d = 0; d < data; ++d) {
            if (!compute::is_chosen(d, every)) continue;
            ++count;
            of_sources.insert(d / receivers);
            of_receivers.insert(d % receivers);
            CHECK(compute::is_chosen(d, (every + 1) / 2));
        }
        CHECK(count == Approx(double{data} / every).margin(2.0));
        CHECK(of_sources.size() >= 40);
        CHECK(of_receivers.size() >= 25);
    }
}
