#include "relay/service/inputs.h"

#include <algorithm>
#include <fmt/format.h>
#include <variant>

#include "model/fields/errors.h"
#include "relay/json/geoid.h"
#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {
namespace {

/// Addresses of a packet group: address / 32 is its number.
constexpr std::uint32_t addresses_of_group = 32;

/// Kind of an input of lines, which become PDUs. Fails for a missing geoid before any input is opened.
DatagramKind kind_of_lines(const JsonSpec& spec)
{
    if (spec.is_above_geoid) (void)egm96_height();
    return DatagramKind::Dis;
}

/// Form of an input's datagrams; records of files and peers have kinds of their own.
DatagramKind kind_of(const std::string& text)
{
    const InputSpec spec = parse_input_spec(text);
    if (std::holds_alternative<GroupsSpec>(spec)) return DatagramKind::Addressed;
    if (const auto* json = std::get_if<JsonSpec>(&spec)) return kind_of_lines(*json);
    return DatagramKind::Dis;
}

Interface interface_named(const std::string& name)
{
    return name.empty() ? Interface{} : find_interface(name);
}

/// Opens port and groups of a `dis:` input.
void open_dis(const DisSpec& spec, std::uint32_t input, ShardSet& shards)
{
    const Interface on = interface_named(spec.interface);
    const bool is_group = is_multicast(spec.at.address);
    SocketSettings settings;
    settings.bind = spec.at;
    settings.only_multicast = is_group;
    settings.device = is_group ? 0 : on.index;
    (void)shards.open(input, settings, is_group ? spec.at.address : 0, on);
}

}  // namespace

std::vector<DatagramKind> Inputs::kinds_of(std::span<const std::string> specs)
{
    if (specs.size() > max_inputs) throw model::LimitError("max_inputs", max_inputs, specs.size());
    std::vector<DatagramKind> kinds;
    std::ranges::transform(specs, std::back_inserter(kinds), kind_of);
    return kinds;
}

Inputs::Inputs(std::span<const std::string> specs, ShardSet& shards, JsonReader& lines)
    : shards_{shards}, lines_{lines}, kinds_{kinds_of(specs)}, watch_{shards}
{
    for (std::size_t input = 0; input < specs.size(); ++input) open(input, specs[input]);
    const bool is_any_up = std::ranges::any_of(
        list_, [](const model::RelayInput& input) { return input.state != model::InputState::Failed; });
    if (!is_any_up && !list_.empty()) throw SocketError(list_.front().message);
}

void Inputs::open(std::size_t number, const std::string& text)
{
    const auto input = static_cast<std::uint32_t>(number);
    model::RelayInput& entry = list_.emplace_back();
    entry.input = text;
    const InputSpec spec = parse_input_spec(text);
    try {
        if (const auto* dis = std::get_if<DisSpec>(&spec)) {
            open_dis(*dis, input, shards_);
            entry.port = dis->at.port;
            if (is_multicast(dis->at.address))
                watch_.add(input, to_text(dis->at.address), dis->interface, InputWatch::Time::clock::now());
        } else if (const auto* groups = std::get_if<GroupsSpec>(&spec)) {
            shards_.open_groups(
                input, {groups->base, groups->count, groups->port, interface_named(groups->interface)});
            groups_.push_back({input, groups->count});
            entry.port = groups->port;
            watch_.add(input, fmt::format("{}/{}", to_text(groups->base), groups->count), groups->interface,
                       InputWatch::Time::clock::now());
        } else if (const auto* json = std::get_if<JsonSpec>(&spec)) {
            lines_.open(input, text, *json, json->is_above_geoid ? egm96_height() : GeoidHeight{});
            entry.port = json->at.port;
        } else if (const auto* file = std::get_if<FileSpec>(&spec)) {
            open_file(input, *file);
        } else if (const auto* peer = std::get_if<PeerSpec>(&spec)) {
            entry.port = peer->port;
            entry.state = model::InputState::Down;
            entry.message = "it has not answered yet";
        }
    } catch (const SocketError& error) {
        entry.state = model::InputState::Failed;
        entry.message = fmt::format("input '{}': {}", text, error.what());
    }
}

void Inputs::open_file(std::uint32_t input, const FileSpec& spec)
{
    try {
        files_.emplace_back(input, std::make_unique<FileInput>(spec));
    } catch (const std::runtime_error& error) {
        throw SocketError(error.what());
    }
}

void Inputs::play(const std::function<FileInput::Calls(std::uint32_t input)>& calls)
{
    for (const auto& [input, file] : files_) file->start(calls(input));
}

bool Inputs::note(std::uint32_t input, model::InputState state, const std::string& message)
{
    model::RelayInput& entry = list_[input];
    if (entry.state == state && entry.message == message) return false;
    entry.state = state;
    entry.message = message;
    return true;
}

void Inputs::note_ended(std::uint32_t input, const std::string& why)
{
    model::RelayInput& entry = list_[input];
    entry.state = why.empty() ? model::InputState::Ended : model::InputState::Failed;
    if (!why.empty()) entry.message = fmt::format("input '{}': {}", entry.input, why);
}

void Inputs::for_groups(const model::EntitiesParams& params, const auto& action) const
{
    for (const Groups& groups : groups_) {
        std::vector<bool> wanted(groups.count);
        const auto want = [&wanted](std::uint32_t first, std::uint32_t last) {
            for (std::uint32_t group = first; group <= last && group < wanted.size(); ++group)
                wanted[group] = true;
        };
        for (const model::InterestShape& shape : params.interest) {
            if (std::holds_alternative<model::AllArea>(shape.area)) want(0, groups.count - 1);
            if (const auto* area = std::get_if<model::AddressArea>(&shape.area))
                for (const auto& [first, last] : area->ranges)
                    want(first / addresses_of_group, last / addresses_of_group);
        }
        for (std::uint32_t group = 0; group < groups.count; ++group)
            if (wanted[group]) action(groups.input, group);
    }
}

void Inputs::use(const model::EntitiesParams& params)
{
    for_groups(params, [this](std::uint32_t input, std::uint32_t group) { shards_.use(input, group); });
}

std::vector<model::RelayInput> Inputs::look(InputWatch::Time now)
{
    std::vector<model::RelayInput> changed;
    for (const InputWatch::State& state : watch_.look(now)) {
        model::RelayInput& entry = list_[state.input];
        entry.state = state.is_up ? model::InputState::Up : model::InputState::Down;
        entry.message = state.message;
        changed.push_back(entry);
    }
    return changed;
}

void Inputs::release(const model::EntitiesParams& params)
{
    const auto now = GroupSockets::Time::clock::now();
    for_groups(params,
               [this, now](std::uint32_t input, std::uint32_t group) { shards_.release(input, group, now); });
}

}  // namespace farfield::net::relay
