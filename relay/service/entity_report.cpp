#include "relay/service/entity_report.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <utility>
#include <vector>

#include "model/geometry/attitude.h"
#include "model/programs/bundles/entity_bundle.h"
#include "net/message/bounded_json.h"
#include "net/message/limits.h"
#include "relay/core/interest.h"
#include "relay/dis/entity_state.h"
#include "relay/sockets/endpoint.h"

namespace farfield::net::relay {
namespace {

constexpr double seconds_per_ns = 1e-9;
/// Offset of the text in a record of kind 5 or 6, after site, application, entity and zero.
constexpr std::size_t text_offset = 8;

std::string text_beside(const Entity& entity, StateForm form)
{
    const MessageHandle message = entity.newest(form);
    if (message == no_message || message->length < text_offset) return {};
    const auto text = message->bytes().subspan(text_offset);
    return {reinterpret_cast<const char*>(text.data()), text.size()};
}

/// Bytes after which a page of the list ends: an answer is a control message.
constexpr std::size_t page_bytes = max_control_bytes / 4 * 3;

/// Length of an entity in a list, at most: as JSON with its names escaped.
std::size_t most_bytes_of(const model::ListedEntity& listed)
{
    constexpr std::size_t escaped = 6, numbers_and_names = 600;
    return numbers_and_names + escaped * (listed.name.size() + listed.marking.size() + listed.input.size());
}

std::string hexadecimal(const Entity& entity, StateForm form)
{
    std::string text;
    if (const MessageHandle message = entity.newest(form); message != no_message)
        for (const std::byte byte : message->bytes()) text += fmt::format("{:02x}", byte);
    return text;
}

std::string small_letters(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(c < 128 ? std::tolower(c) : c); });
    return text;
}

std::array<double, 3> numbers_of(const glm::dvec3& vector)
{
    return {vector.x, vector.y, vector.z};
}

model::EntityTypeNumbers numbers_of(const dis::EntityType& type)
{
    return {type.kind, type.domain, type.country, type.category, type.subcategory, type.specific, type.extra};
}

std::string marking_of(const Entity& entity)
{
    const MessageHandle whole = entity.newest(StateForm::Whole);
    if (whole == no_message || whole->length < dis::entity_state_bytes) return {};
    const auto marking = whole->bytes().subspan(dis::entity_state_offset::marking, dis::marking_bytes);
    const dis::Marking read{{reinterpret_cast<const char*>(marking.data()), marking.size()}};
    return std::string{read.text()};
}

model::Json values_of(const Entity& entity)
{
    model::Json values = parse_bounded_json(text_beside(entity, StateForm::Values));
    return values.is_object() ? values : model::Json::object();
}

/// Text of a sender, "127.0.0.1:3000".
std::string sender_text(std::uint64_t sender)
{
    if (sender == 0) return {};
    return to_text(Endpoint{static_cast<Ipv4>(sender >> 16U), static_cast<std::uint16_t>(sender)});
}

/// Filters entities by the table's data; reads their text only when a text is sought.
class Filter {
public:
    explicit Filter(const model::EntityFilter& filter)
        : interest_{{.interest = filter.interest,
                     .exercises = filter.exercises,
                     .sites = filter.sites,
                     .kinds = filter.kinds,
                     .domains = filter.domains,
                     .forces = filter.forces}},
          text_{small_letters(filter.text)}
    {}

    [[nodiscard]] bool passes(const Entity& entity) const
    {
        const Message state = state_message_of(entity);
        if (!interest_.wants(state, place_of(state), false)) return false;
        if (text_.empty()) return true;
        return small_letters(marking_of(entity)).find(text_) != std::string::npos ||
               small_letters(text_beside(entity, StateForm::Name)).find(text_) != std::string::npos;
    }

private:
    Interest interest_;
    std::string text_;
};

}  // namespace

struct EntityReport::KnownState {
    dis::EntityState state;  ///< zeros if the relay keeps none, for lack of memory
    bool is_local = false;
    bool has_height = true;

    [[nodiscard]] bool has_place() const { return state.has_place && !is_local; }
};

EntityReport::KnownState EntityReport::state_of(const Entity& entity)
{
    KnownState known;
    for (const StateForm form : {StateForm::Whole, StateForm::Update}) {
        const MessageHandle message = entity.newest(form);
        dis::Pdu pdu;
        if (message == no_message || dis::read_pdu(message->bytes(), pdu) != dis::PduFault::None) continue;
        if (dis::read_entity_state(pdu, known.state) != dis::PduFault::None) continue;
        known.is_local = (message->flags & model::record_local) != 0;
        known.has_height = (message->flags & model::record_without_height) == 0;
    }
    return known;
}

model::ListedEntity EntityReport::listed(const Entity& entity, const KnownState& known) const
{
    const double age_ns = now_ns_ > entity.last_ns ? static_cast<double>(now_ns_ - entity.last_ns) : 0.0;
    model::ListedEntity listed{.id = {entity.id},
                               .marking = marking_of(entity),
                               .name = text_beside(entity, StateForm::Name),
                               .force = entity.force,
                               .kind = entity.kind,
                               .domain = entity.domain,
                               .speed = glm::length(known.state.velocity),
                               .age = age_ns * seconds_per_ns,
                               .input = entity.input < inputs_.size() ? inputs_[entity.input].input
                                                                      : std::string{"session"},
                               .stale = table_.is_stale(entity, now_ns_)};
    if (known.is_local) {
        listed.x = known.state.location.x;
        listed.y = known.state.location.y;
        if (known.has_height) listed.z = known.state.location.z;
    }
    if (!known.has_place()) return listed;
    const model::Geodetic place = model::geodetic_of(known.state.location);
    listed.lon = place.longitude_degrees;
    listed.lat = place.latitude_degrees;
    if (known.has_height) listed.alt = place.height_metres;
    return listed;
}

model::EntityList EntityReport::list(const model::EntitiesListCall& call) const
{
    using Found = std::pair<std::uint64_t, std::uint32_t>;  // id, number
    const Filter filter{call.filter};
    std::vector<Found> found;
    for (std::uint32_t number = 0; number < table_.end(); ++number) {
        const Entity& entity = table_[number];
        if (entity.id == 0 || (call.after && entity.id <= call.after->id)) continue;
        if (filter.passes(entity)) found.emplace_back(entity.id, number);
    }
    const std::size_t count = std::min<std::size_t>(found.size(), call.limit);
    std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(count));
    model::EntityList list;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < count && bytes < page_bytes; ++i) {
        const Entity& entity = table_[found[i].second];
        list.entities.push_back(listed(entity, state_of(entity)));
        bytes += most_bytes_of(list.entities.back());
    }
    if (list.entities.size() < found.size()) list.next = list.entities.back().id;
    return list;
}

void EntityReport::describe_arrivals(const Entity& entity, model::EntityDetails& details) const
{
    details.sender = sender_text(entity.sender);
    details.two_sources = entity.has_two_sources;
    if (entity.route.number != 0) {
        details.origin = entity.route.origin;
        details.hops = max_hops - entity.route.hops_left;
    }
    details.first_ns = entity.first_ns;
    details.last_ns = entity.last_ns;
    details.messages = entity.messages;
    const double seconds = static_cast<double>(entity.last_ns - entity.first_ns) * seconds_per_ns;
    if (entity.messages > 1 && seconds > 0.0)
        details.rate = static_cast<double>(entity.messages - 1) / seconds;
    details.state = hexadecimal(entity, StateForm::Whole);
    details.update = hexadecimal(entity, StateForm::Update);
}

std::optional<model::EntityDetails> EntityReport::details(const model::EntityName& name) const
{
    const auto number = table_.find(name.id);
    if (!number) return std::nullopt;
    const Entity& entity = table_[*number];
    const KnownState known = state_of(entity);
    const dis::EntityState& state = known.state;
    model::EntityDetails details{
        .entity = listed(entity, known),
        .exercise = entity.exercise,
        .type = numbers_of(state.type),
        .alternative_type = numbers_of(state.alternative_type),
        .local = known.is_local,
        .location = numbers_of(state.location),
        .velocity = numbers_of(state.velocity),
        .acceleration = numbers_of(state.acceleration),
        .angular_velocity = numbers_of(state.angular_velocity),
        .orientation = {state.orientation.psi, state.orientation.theta, state.orientation.phi},
        .appearance = state.appearance,
        .capabilities = state.capabilities,
        .time_stamp = state.time_stamp,
        .algorithm = state.algorithm,
        .articulations = state.articulations,
        .values = values_of(entity)};
    if (known.has_place() || known.is_local) {
        const model::Attitude attitude = model::attitude_of(
            state.orientation, known.is_local
                                   ? model::plane_axes
                                   : model::local_axes_at({*details.entity.lon, *details.entity.lat}));
        details.heading = attitude.heading_degrees;
        details.pitch = attitude.pitch_degrees;
        details.roll = attitude.roll_degrees;
    }
    describe_arrivals(entity, details);
    return details;
}

}  // namespace farfield::net::relay
