#include "app/layers/entities/entity_layer.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <limits>
#include <stdexcept>
#include <utility>

#include "app/layers/entities/mark_time.h"
#include "model/programs/particle_frame.h"
#include "model/styles/entity_style.h"
#include "net/message/byte_order.h"
#include "net/message/clock.h"

namespace farfield::app {

namespace {

constexpr double seconds_of_ns = 1e-9;

/// Step for rounding a range: half the power of ten below its length.
double rounding_of(double length)
{
    return 0.5 * std::pow(10.0, std::floor(std::log10(length)));
}

}  // namespace

void EntityColours::set(const std::string& by)
{
    has_range_ = false;
    if (by.starts_with(model::entity_value_prefix)) {
        by_ = By::Value;
        value_ = by.substr(model::entity_value_prefix.size());
        legend_ = {.title = value_, .units = {}};
        return;
    }
    by_ = by == "speed" ? By::Speed : by == "age" ? By::Age : by == "height" ? By::Height : By::Force;
    legend_ = {.title = by, .units = by_ == By::Speed ? "m/s" : by_ == By::Age ? "s" : "m"};
}

std::optional<double> EntityColours::number_of(const KnownEntity& entity, std::uint64_t now_ns) const
{
    switch (by_) {
    case By::Speed:
        return entity.speed();
    case By::Age:
        return static_cast<double>(age_ns(entity.arrival_ns, now_ns)) * seconds_of_ns;
    case By::Height:
        return entity.reckoned(now_ns).place.z / units_per_metre_;
    case By::Value: {
        const auto found = entity.values.find(value_);
        return found == entity.values.end() ? std::nullopt : std::optional(found->second);
    }
    case By::Force:
        break;
    }
    return std::nullopt;
}

void EntityColours::prepare(const EntityTable& table, std::uint64_t now_ns, double units_per_metre)
{
    if (by_ == By::Force) return;
    units_per_metre_ = units_per_metre > 0.0 ? units_per_metre : 1.0;
    if (by_ == By::Age) {
        legend_.range = {0.0F,
                         static_cast<float>(static_cast<double>(table.times().stale_ns) * seconds_of_ns)};
        has_range_ = true;
        return;
    }
    std::optional<double> low, high;
    for (const KnownEntity& entity : table.entities()) {
        const auto number = entity.is_placed ? number_of(entity, now_ns) : std::nullopt;
        if (!number || !std::isfinite(*number)) continue;
        low = std::min(low.value_or(*number), *number);
        high = std::max(high.value_or(*number), *number);
    }
    has_range_ = low.has_value();
    if (!has_range_) return;
    const double length = *high > *low ? *high - *low : std::max(1.0, std::abs(*high));
    const double step = rounding_of(length);
    const double from = std::floor(*low / step) * step;
    legend_.range = {static_cast<float>(from),
                     static_cast<float>(std::max(std::ceil(*high / step) * step, from + step))};
}

std::uint8_t EntityColours::entry_of(const KnownEntity& entity, std::uint64_t now_ns) const
{
    if (by_ == By::Force || !has_range_) return 0;
    const auto number = number_of(entity, now_ns);
    if (!number || !std::isfinite(*number)) return 0;
    const auto [low, high] = legend_.range;
    constexpr double last = 254.0;
    const double part = (*number - double{low}) / (double{high} - double{low});
    return static_cast<std::uint8_t>(1.0 + std::round(last * std::clamp(part, 0.0, 1.0)));
}

const render::Legend* EntityColours::legend() const
{
    return by_ == By::Force || !has_range_ ? nullptr : &legend_;
}

render::EntityForce force_of(std::uint8_t force) noexcept
{
    constexpr std::array forces{render::EntityForce::Friendly, render::EntityForce::Opposing,
                                render::EntityForce::Neutral};
    return force == 0 ? render::EntityForce::Other : forces.at((force - 1U) % forces.size());
}

void EntityTrails::set_seconds(double seconds)
{
    constexpr double ns_per_second = 1e9;
    const auto interval = static_cast<std::uint64_t>(seconds * ns_per_second / static_cast<double>(points));
    if (interval == interval_ns_) return;
    interval_ns_ = interval;
    clear();
}

void EntityTrails::clear()
{
    trails_.clear();
    taken_ns_ = 0;
}

bool EntityTrails::take(const EntityTable& table, std::uint64_t now_ns)
{
    if (interval_ns_ == 0 || now_ns < taken_ns_ + interval_ns_) return false;
    taken_ns_ = now_ns;
    ++samples_;
    for (const KnownEntity& entity : table.entities()) {
        const std::uint64_t key = entity.state.id.key();
        const bool has_room = (trails_.size() + 1) * points <= most_points;
        if (!entity.is_placed || (!has_room && !trails_.contains(key))) continue;
        Trail& trail = trails_[key];
        trail.places.at(trail.next) = glm::vec3(entity.reckoned(now_ns).place);
        trail.next = (trail.next + 1) % points;
        trail.count = std::min(trail.count + 1, points);
        trail.seen = samples_;
        trail.force = entity.state.force;
    }
    std::erase_if(trails_, [this](const auto& trail) { return trail.second.seen != samples_; });
    return true;
}

void EntityTrails::write(std::vector<render::TrailSegment>& segments) const
{
    constexpr float freshest = 65'535.0F;
    segments.clear();
    for (const auto& [key, trail] : trails_) {
        const auto at = [&ring = trail](std::size_t back) {
            return ring.places.at((ring.next + 2 * points - 1 - back) % points);
        };
        for (std::size_t back = 1; back < trail.count; ++back) {
            if (at(back) == at(back - 1)) continue;
            const float age = static_cast<float>(back) / static_cast<float>(points);
            render::TrailSegment& segment = segments.emplace_back();
            segment.from = at(back);
            segment.to = at(back - 1);
            segment.freshness = static_cast<std::uint16_t>(freshest * (1.0F - age));
            segment.force = force_of(trail.force);
        }
    }
}

namespace {

constexpr ProgramWords entity_words{.no_room = "cannot make room for the entities",
                                    .start_refused = "cannot show the entities",
                                    .change_refused = "the relay refused the change",
                                    .failed = "The entities have ended",
                                    .may_end = false};
constexpr double reach_margin = 0.15, least_reach_metres = 500.0;

render::EntityShape shape_of(const net::dis::EntityType& type)
{
    constexpr std::uint8_t platform = 1, life_form = 3;  // SISO-REF-010, Entity Kind
    if (type.kind == life_form) return render::EntityShape::Pin;
    if (type.kind != platform) return render::EntityShape::Ball;
    switch (type.domain) {  // SISO-REF-010, Platform Domain
    case 1:
        return render::EntityShape::Box;
    case 2:
        return render::EntityShape::Dart;
    case 3:
        return render::EntityShape::Hull;
    case 4:
        return render::EntityShape::Capsule;
    default:
        return render::EntityShape::Ball;
    }
}

}  // namespace

std::vector<Request> EntityLayer::wanted(const LayerState& state)
{
    if (!state.frame.base.empty() && !state.frame.earth)
        throw std::runtime_error(
            "entities cannot be shown in '" + state.frame.base +
            "': it has no known place on the Earth, or is too wide for a plane about "
            "its middle (20 degrees); a terrain, or scene.anchor without the data, gives "
            "them one");
    ticks_per_second_ = state.document.clock.frames_per_second;
    take_place(state);
    take_style(state);
    take_recording(state.layer.recording);
    if (recording_) take_choice(state.layer.params);
    if (!recording_file_.empty()) return {};  // a relay does not replace an unreadable recording, either
    ProgramRequest request;
    request.start.program = "entities";
    request.start.policy = net::Policy::Latest;
    request.start.params = model::write(model::read<model::EntityLayerParams>(state.layer.params, "params"));
    request.frame_bytes = model::max_bundle_bytes;
    request.difference = difference_of<model::EntityLayerParams>;
    request.words = &entity_words;
    return {{"entities", request}};
}

void EntityLayer::take_place(const LayerState& state)
{
    if (!recording_ && state.link.state() == Link::State::Connected)
        relay_ahead_ns_ = state.link.figures().clock_offset_ns;
    if (!recording_) table_.set_times(state.entity_times);
    const auto style = model::read<model::EntityStyle>(state.layer.style, "style");
    const model::Vertical vertical = model::vertical_of(style.vertical).value_or(model::Vertical{});
    if (clamps_ != vertical.clamps || ground_ != state.frame.ground) {
        clamps_ = vertical.clamps;
        ground_ = state.frame.ground;
        table_.stand_on([frame = state.frame](glm::dvec2 at) { return frame.height_at(at); }, clamps_);
    }
    if (earth_base_ == state.frame.earth && vertical_ == style.vertical) return;
    earth_base_ = state.frame.earth;
    vertical_ = style.vertical;
    earth_ = earth_base_ ? earth_base_->place(vertical) : nullptr;
    drawing_.units_per_metre = earth_ ? static_cast<float>(earth_->units_per_metre) : 0.0F;
    table_.place_by(earth_ ? earth_->place_of : PlaceOf());
    trails_.clear();
    const bool has_plane = earth_ && state.frame.base.empty();
    reach_ = recording_ && has_plane ? extent_of(recording_file_, earth_->place_of) : std::nullopt;
    widen_reach();
}

void EntityLayer::take_style(const LayerState& state)
{
    const auto style = model::read<model::EntityStyle>(state.layer.style, "style");
    drawing_.style = {.size = static_cast<float>(style.size),
                      .leader_seconds = static_cast<float>(style.leader_seconds),
                      .has_names = style.names};
    is_smooth_ = style.smoothing;
    colours_.set(style.colour_by);
    made_ = {};
    trails_.set_seconds(style.trail_seconds);
    if (style.trail_seconds == 0.0) drawing_.trails.clear();
}

bool EntityLayer::take(const ShowClock& clock, std::uint32_t /*outdated_before*/)
{
    if (recording_) return take_recorded(clock);
    const std::uint64_t now_ns = net::now_ns(), ahead_ns = static_cast<std::uint64_t>(relay_ahead_ns_);
    is_live_ = clock.moment && clock.moment->live_ns;
    relay_ns_ = (is_live_ ? *clock.moment->live_ns : now_ns) + ahead_ns;
    constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
    std::size_t taken = is_live_ ? 0 : waiting_.take_until(all, table_);
    const std::size_t came =
        bundles_.take_all([&](const net::MessageHeader& header, std::span<const std::byte> payload) {
            bytes_ += header.payload_bytes;
            if (is_live_) return waiting_.add(payload, now_ns + ahead_ns);
            table_.take(payload, relay_ns_);
        });
    taken += is_live_ ? waiting_.take_until(relay_ns_, table_) : came;
    table_.remove_silent(relay_ns_);
    if (taken > 0) widen_reach();
    // Before the first picture, messages are taken without a frame for them.
    if (is_played_ && clock.now_ns != 0) note_frame(now_ns);
    return taken > 0;
}

void EntityLayer::take_recording(const std::string& file)
{
    if (std::exchange(recording_file_, file) == file) return;
    recording_.reset();
    other_times_.reset();
    ahead_of_clock_ = 0.0;
    table_.begin_with({});
    table_.choose({});
    chosen_ = {};
    trails_.clear();
    if (!file.empty()) recording_.emplace(file);
}

void EntityLayer::take_choice(const model::Json& params)
{
    auto choice = model::read<model::EntityLayerParams>(params, "params");
    if (choice == chosen_) return;
    table_.choose(RecordedChoice(choice));
    chosen_ = std::move(choice);
    recording_.emplace(recording_file_);
}

/// Takes the recorded state at the clock's moment, or at the recording's nearest end where that is outside.
bool EntityLayer::take_recorded(const ShowClock& clock)
{
    const std::uint64_t before_ns = relay_ns_, version = table_.version();
    relay_ns_ = std::clamp(clock.moment->utc_ns, recording_->begin_ns(), recording_->end_ns());
    const auto ahead_ns = static_cast<std::int64_t>(relay_ns_ - clock.moment->utc_ns);
    ahead_of_clock_ = 1e-9 * static_cast<double>(ahead_ns);
    if (relay_ns_ < before_ns) trails_.clear();
    recording_->go_to(relay_ns_, table_);
    if (table_.version() != version) widen_reach();
    if (is_played_ && clock.now_ns != 0) note_frame(clock.now_ns);
    return relay_ns_ != before_ns || table_.version() != version;
}

std::optional<RecordedSpan> EntityLayer::recorded_span() const
{
    if (!recording_) return std::nullopt;
    return RecordedSpan{recording_->begin_ns(), recording_->end_ns()};
}

/// Place at any time of a recording, not only in the order of pictures: a flight asks for ground ahead.
std::optional<glm::dvec3> EntityLayer::place_at(const model::EntityName& entity, std::uint64_t utc_ns)
{
    const net::dis::EntityId id{static_cast<std::uint16_t>(entity.id >> 32U),
                                static_cast<std::uint16_t>(entity.id >> 16U),
                                static_cast<std::uint16_t>(entity.id)};
    if (!earth_) return std::nullopt;
    if (!recording_) return place_of(id);
    if (!other_times_) other_times_.emplace(recording_file_);
    const std::uint64_t time_ns = std::clamp(utc_ns, recording_->begin_ns(), recording_->end_ns());
    other_times_->go_to(time_ns, at_other_time_);
    const KnownEntity* known = at_other_time_.find(id);
    if (known == nullptr || !known->state.has_place) return std::nullopt;
    const glm::dvec3 place = earth_->place_of(known->earth_place(time_ns));
    return std::isfinite(place.x + place.y + place.z) ? std::optional(place) : std::nullopt;
}

bool EntityLayer::is_ready() const
{
    if (recording_) return true;
    const bool has_begun = table_.has_begun() || bundles_.waiting() > 0;
    return has_begun && (!is_played_ || next_tick_ == 0 || net::now_ns() >= tick_ns(next_tick_));
}

std::uint64_t EntityLayer::tick_ns(std::uint64_t tick) const
{
    constexpr double ns_per_second = 1e9;
    return first_tick_ns_ +
           static_cast<std::uint64_t>(static_cast<double>(tick) / ticks_per_second_ * ns_per_second);
}

/// Makes the playback's frame: geocentric places of all entities, by id, after a preamble as in other frames.
/// The playback's hash leaves the preamble out. Scene places are not used: they may differ between machines.
void EntityLayer::note_frame(std::uint64_t now_ns)
{
    if (next_tick_ == 0) first_tick_ns_ = now_ns;
    std::vector<const KnownEntity*> placed;
    for (const KnownEntity& entity : table_.entities())
        if (entity.state.has_place) placed.push_back(&entity);
    std::ranges::sort(placed, {}, [](const KnownEntity* entity) { return entity->state.id.key(); });
    places_.assign(model::particle_preamble_bytes + placed.size() * 3 * sizeof(double), std::byte{});
    std::byte* at = places_.data() + model::particle_preamble_bytes;
    for (const KnownEntity* entity : placed) {
        const glm::dvec3 place = entity->earth_place(relay_ns_);
        for (const double part : {place.x, place.y, place.z}) {
            net::store_big(at, part);
            at += sizeof part;
        }
    }
    count();
    info_.header = {.type = net::MessageType::EntityBundle,
                    .sequence = next_tick_++,
                    .time_ns = recording_ ? now_ns : relay_ns_,
                    .payload_bytes = std::exchange(bytes_, 0)};
    info_.first_byte_ns = info_.received_ns = now_ns;
    stamp_ = {.counts = {static_cast<std::uint32_t>(table_.entities().size()),
                         static_cast<std::uint32_t>(placed.size())},
              .frame = info_.header.sequence,
              .computed_at_ns = info_.header.time_ns};
}

void EntityLayer::count()
{
    const EntityFigures figures = table_.figures(relay_ns_);
    counts_ = {.entities = figures.entities,
               .updates = figures.messages - counted_.messages,
               .lost = figures.lost - counted_.lost,
               .conflated = figures.conflated - counted_.conflated,
               .age_p95_ms = figures.age_p95_ms};
    counted_ = figures;
}

std::optional<LayerFrame> EntityLayer::frame() const
{
    if (next_tick_ == 0) return std::nullopt;
    return LayerFrame{.info = info_, .stamp = stamp_, .payload = places_, .entities = counts_};
}

std::optional<glm::dvec3> EntityLayer::earth_place() const
{
    const auto& entities = table_.entities();
    const auto found =
        std::ranges::find_if(entities, [](const KnownEntity& entity) { return entity.state.has_place; });
    return found == entities.end() ? std::nullopt : std::optional(found->state.location);
}

std::optional<model::PlacedMotion> EntityLayer::motion_of(const net::dis::EntityId& id) const
{
    const KnownEntity* entity = table_.find(id);
    if (entity == nullptr || !entity->is_placed) return std::nullopt;
    return shown(*entity, described_ns_);
}

std::optional<glm::dvec3> EntityLayer::place_of(const net::dis::EntityId& id) const
{
    const auto motion = motion_of(id);
    return motion ? std::optional(motion->place) : std::nullopt;
}

model::PlacedMotion EntityLayer::shown(const KnownEntity& entity, std::uint64_t now_ns) const
{
    return is_smooth_ ? entity.smoothed(now_ns) : entity.reckoned(now_ns);
}

void EntityLayer::select(std::optional<net::dis::EntityId> id)
{
    selected_ = id;
    made_ = {};
}

void EntityLayer::describe(const LayerState& state, const Drape& /*drape*/, render::Scene& scene)
{
    take_place(state);
    const bool is_cut_off = !recording_ && state.link.state() != Link::State::Connected;
    const std::uint64_t now_ns = is_played_ || recording_ || is_live_
                                     ? relay_ns_
                                     : net::now_ns() + static_cast<std::uint64_t>(relay_ahead_ns_);
    described_ns_ = now_ns;
    const auto moved_on = moved_on_seconds(made_.at_ns, now_ns);
    const bool is_made = made_.is_any && moved_on && made_.version == table_.version() &&
                         made_.is_cut_off == is_cut_off && !made_.is_restless;
    if (!is_made) make_marks(now_ns, is_cut_off);
    make_trails(now_ns);
    drawing_.seconds = is_made ? *moved_on : 0.0F;
    drawing_.foot = state.frame.base.empty() && reach_ ? std::optional(0.0F) : std::nullopt;
    scene.drawings.push_back(&drawing_);
    write_signals(table_, sight_, now_ns, signals_);
    scene.drawings.push_back(&signals_);
}

render::EntityMark EntityLayer::mark_of(const KnownEntity& entity, std::uint64_t now_ns,
                                        bool is_cut_off) const
{
    const model::PlacedMotion now = shown(entity, now_ns);
    render::EntityMark mark{.place = glm::vec3(now.place),
                            .velocity = render::half_vector(glm::vec3(now.velocity)),
                            .heading = render::heading_turn(now.heading_degrees),
                            .shape = shape_of(entity.state.type),
                            .force = force_of(entity.state.force)};
    mark.colour = colours_.entry_of(entity, now_ns);
    if (entity.is_stale(now_ns)) mark.state |= render::entity_is_stale;
    if (entity.is_old) mark.state |= render::entity_is_old;
    if (is_cut_off) mark.state |= render::entity_is_cut_off;
    if (selected_ == entity.state.id) mark.state |= render::entity_is_selected;
    return mark;
}

void EntityLayer::make_marks(std::uint64_t now_ns, bool is_cut_off)
{
    drawing_.entities.clear();
    colours_.prepare(table_, now_ns, earth_ ? earth_->units_per_metre : 1.0);
    std::size_t named = 0;
    bool is_restless = false;
    for (const KnownEntity& entity : table_.entities()) {
        if (!entity.is_placed) continue;
        is_restless = is_restless || entity.turns || (is_smooth_ && !entity.fade.is_over(now_ns));
        drawing_.entities.push_back(mark_of(entity, now_ns, is_cut_off));
        if (named == drawing_.names.size()) drawing_.names.emplace_back();
        drawing_.names[named++] = name_of(entity);
    }
    drawing_.names.resize(named);
    drawing_.version = render::EntityDrawing::next_version();
    made_ = {.version = table_.version(),
             .at_ns = now_ns,
             .is_cut_off = is_cut_off,
             .is_any = true,
             .is_restless = is_restless};
}

void EntityLayer::make_trails(std::uint64_t now_ns)
{
    if (!trails_.take(table_, now_ns)) return;
    trails_.write(drawing_.trails);
    drawing_.trails_version = render::EntityDrawing::next_version();
}

/// Grows the bounds in large steps and never shrinks them, so that a picture stays framed.
void EntityLayer::widen_reach()
{
    constexpr float far = std::numeric_limits<float>::max();
    glm::vec3 low(far), high(-far);
    for (const KnownEntity& entity : table_.entities()) {
        if (!entity.is_placed) continue;
        low = glm::min(low, glm::vec3(entity.placed.place));
        high = glm::max(high, glm::vec3(entity.placed.place));
    }
    if (low.x > high.x) return;
    low.z = std::min(low.z, 0.0F);
    const auto is_within = [&](const render::Bounds& reach) {
        return glm::all(glm::lessThanEqual(reach.min, low)) && glm::all(glm::lessThanEqual(high, reach.max));
    };
    if (reach_ && is_within(*reach_)) return;
    const glm::vec3 margin = glm::max(static_cast<float>(reach_margin) * (high - low),
                                      glm::vec3(static_cast<float>(least_reach_metres)));
    render::Bounds wider{low - glm::vec3(glm::vec2(margin), 0.0F), high + margin};
    if (reach_) wider = {glm::min(wider.min, reach_->min), glm::max(wider.max, reach_->max)};
    reach_ = wider;
}

net::Json EntityLayer::report() const
{
    const EntityFigures figures = table_.figures(relay_ns_);
    return {{"placed_by", earth_ ? earth_->words : std::string()},
            {"entities", figures.entities},
            {"messages", figures.messages},
            {"lost", figures.lost},
            {"conflated", figures.conflated},
            {"dropped", figures.dropped},
            {"age_p50_ms", figures.age_p50_ms},
            {"age_p95_ms", figures.age_p95_ms},
            {"congestion", figures.level}};
}

}  // namespace farfield::app
