#include "app/layers/entities/recorded_entities.h"

#include <stdexcept>

namespace farfield::app {
namespace {

/// Further ahead the next whole picture is nearer than what lies between (one each 30 s).
constexpr std::uint64_t most_read_through_ns = 60'000'000'000;

}  // namespace

RecordedEntities::RecordedEntities(const std::filesystem::path& file)
    : recording_(file),
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
    at_ns_ = time_ns;
}

void RecordedEntities::jump(std::uint64_t time_ns, EntityTable& table)
{
    const net::relay::EntityPicture picture = recording_.seek(time_ns);
    table.begin_with(picture.records());
    next_ = recording_.next();
}

}  // namespace farfield::app
