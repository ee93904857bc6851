#include "relay/service/outputs.h"

#include <algorithm>
#include <fmt/format.h>
#include <random>
#include <variant>

namespace farfield::net::relay {
namespace {

std::uint32_t same_inputs(std::span<const model::RelayInput> inputs, const DisSpec& output)
{
    std::uint32_t same = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i].state == model::InputState::Failed) continue;
        const InputSpec spec = parse_input_spec(inputs[i].input);
        const auto* dis = std::get_if<DisSpec>(&spec);
        if (dis != nullptr && is_same_group(*dis, output)) same |= 1U << i;
    }
    return same;
}

}  // namespace

Outputs::Outputs(std::span<const std::string> specs, std::span<const model::RelayInput> inputs,
                 std::size_t mtu_bytes, const JsonEntitiesSettings& lines)
    : lines_{lines}, sent_{std::random_device{}()}
{
    for (const std::string& text : specs) open(text, inputs, mtu_bytes);
}

void Outputs::open(const std::string& text, std::span<const model::RelayInput> inputs, std::size_t mtu_bytes)
{
    const DisSpec spec = parse_output_spec(text, true);
    model::RelayOutput& entry = list_.emplace_back();
    entry.output = text;
    try {
        open_.push_back({.sender = std::make_unique<DisOutput>(text, spec, mtu_bytes, lines_, sent_),
                         .same_inputs = same_inputs(inputs, spec),
                         .place = list_.size() - 1});
    } catch (const SocketError& error) {
        entry.state = model::InputState::Failed;
        entry.message = fmt::format("output '{}': {}", text, error.what());
    }
}

bool Outputs::is_own(const Endpoint& from) const
{
    return std::ranges::any_of(open_, [&from](const Open& one) { return one.sender->own() == from; });
}

bool Outputs::has_sent(const Message& message) const
{
    return std::ranges::any_of(open_, [&message](const Open& one) {
        return (one.same_inputs >> message.input & 1U) != 0 &&
               one.sender->has_sent(message.source, message.arrival_ns);
    });
}

bool Outputs::comes_back(const Message& message)
{
    return message.kind == RecordKind::Dis &&
           !sent_.admits(message.bytes, message.sender, message.arrival_ns);
}

void Outputs::note_passed_on(const Message& message)
{
    if (message.kind == RecordKind::Dis) sent_.note(message.bytes, message.arrival_ns);
}

std::vector<model::RelayOutputStats> Outputs::stats() const
{
    std::vector<model::RelayOutputStats> all;
    for (const Open& one : open_) {
        const OutputCounters counted = one.sender->counters();
        all.push_back({.output = one.sender->text(),
                       .sent = counted.sent,
                       .datagrams = counted.datagrams,
                       .left_out = counted.left_out,
                       .unchanged = counted.unchanged,
                       .heartbeats = counted.heartbeats,
                       .heartbeats_failed = counted.heartbeats_failed,
                       .failed = counted.failed});
    }
    return all;
}

}  // namespace farfield::net::relay
