#include "app/layers/entities/recorded_entities.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "net/recording/pcap_reader.h"

namespace farfield::app {
namespace {

/// Longest way that is read through: beyond it the next complete picture (one each 30 s) is nearer.
constexpr std::uint64_t most_read_through_ns = 60'000'000'000;

const std::filesystem::path& expect_no_capture(const std::filesystem::path& file)
{
    if (!net::is_capture(file)) return file;
    const std::filesystem::path recording = std::filesystem::path(file).replace_extension(".ffr");
    throw std::runtime_error("'" + file.string() +
                             "' is a capture, expected a recording; make one of it with: "
                             "farfield-relay record pcap:" +
                             file.string() + " " + recording.string());
}

constexpr float extent_margin_metres = 500.0F;

}  // namespace

RecordedEntities::RecordedEntities(const std::filesystem::path& file)
    : recording_(expect_no_capture(file)),
      begin_ns_(recording_.begin_ns()),
      end_ns_(recording_.end_ns()),
      is_cut_(!recording_.footer()),
      is_empty_(false)
{
    if (begin_ns_ == 0)
        throw std::runtime_error("cannot read recording '" + file.string() +
                                 "': expected bundles of entities, found none");
    is_empty_ =
        !is_cut_ && recording_.footer()->messages == 0 && recording_.seek(begin_ns_).records().empty();
}

void RecordedEntities::go_to(std::uint64_t time_ns, EntityTable& table)
{
    if (!at_ns_ || time_ns < *at_ns_ || time_ns - *at_ns_ > most_read_through_ns) jump(time_ns, table);
    for (; next_ && next_->preamble().closed_at_ns <= time_ns; next_ = recording_.next())
        table.take(next_->payload(), next_->preamble().closed_at_ns);
    table.remove_silent(time_ns);
    table.forget_silent(time_ns);
    at_ns_ = time_ns;
}

void RecordedEntities::jump(std::uint64_t time_ns, EntityTable& table)
{
    const net::relay::EntityPicture picture = recording_.seek(time_ns);
    table.set_times(recording_.relay().times);
    table.begin_with(picture.records());
    next_ = recording_.next();
}

std::optional<render::Bounds> extent_of(const std::filesystem::path& file, const PlaceOf& place_of)
{
    constexpr float far = std::numeric_limits<float>::max();
    render::Bounds extent{glm::vec3(far), glm::vec3(-far)};
    RecordedEntities recording(file);
    EntityTable table;
    for (const std::uint64_t time_ns :
         {std::midpoint(recording.begin_ns(), recording.end_ns()), recording.end_ns()}) {
        recording.go_to(time_ns, table);
        for (const KnownEntity& entity : table.entities()) {
            if (!entity.state.has_place) continue;
            const glm::vec3 place(place_of(entity.earth_place(time_ns)));
            if (!std::isfinite(place.x + place.y + place.z)) continue;
            extent.min = glm::min(extent.min, place);
            extent.max = glm::max(extent.max, place);
        }
    }
    if (extent.min.x > extent.max.x) return std::nullopt;
    extent.min = glm::vec3(glm::vec2(extent.min) - extent_margin_metres, std::min(extent.min.z, 0.0F));
    extent.max += extent_margin_metres;
    return extent;
}

}  // namespace farfield::app
