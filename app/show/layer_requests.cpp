#include "app/show/layer_requests.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <variant>

namespace farfield::app {

LayerRequests::LayerRequests(std::string id, Layer& layer, Link& link, const Stage& stage, Events events)
    : id_(std::move(id)), layer_(layer), link_(link), stage_(stage), events_(std::move(events))
{}

void LayerRequests::apply(const std::vector<Request>& requests, std::uint64_t acted_ns, bool is_shared)
{
    const auto is_wanted = [&](const std::string& key) {
        return std::ranges::find(requests, key, &Request::key) != requests.end();
    };
    for (const auto& [key, driver] : programs_)
        if (!is_wanted(key)) driver->want(std::nullopt);
    for (const auto& [key, driver] : calls_)
        if (!is_wanted(key)) driver->want(std::nullopt);
    for (const auto& [key, what] : requests) {
        if (const auto* program = std::get_if<ProgramRequest>(&what))
            program_of(key, is_shared).want(*program, acted_ns);
        else
            call_of(key).want(std::get<CallRequest>(what));
    }
}

void LayerRequests::stop()
{
    for (const auto& [key, driver] : programs_) driver->want(std::nullopt);
    for (const auto& [key, driver] : calls_) driver->want(std::nullopt);
}

void LayerRequests::link_changed()
{
    for (const auto& [key, driver] : programs_) driver->link_changed();
    for (const auto& [key, driver] : calls_) driver->link_changed();
}

void LayerRequests::each_program(const std::function<void(ProgramDriver&)>& act)
{
    for (const auto& [key, driver] : programs_) act(*driver);
}

ProgramDriver* LayerRequests::program(std::string_view key) const
{
    const auto found = programs_.find(key);
    return found == programs_.end() ? nullptr : found->second.get();
}

ProgramDriver& LayerRequests::program_of(const std::string& key, bool is_shared)
{
    auto& driver = programs_[key];
    if (driver) return *driver;
    if (first_key_.empty()) first_key_ = key;
    Intake* intake = stage_.intake ? stage_.intake(id_, key) : nullptr;
    const auto answered = [this, key](const net::Json& answer) {
        try {
            take(key, answer, 0);
        } catch (const std::exception& fault) {
            events_.problem(
                fmt::format("cannot understand the node's answer to program.start: {}", fault.what()));
        }
    };
    const auto shrink = [this, key] {
        if (!layer_.shrink(key)) return false;
        events_.shrunk();
        return true;
    };
    driver = std::make_unique<ProgramDriver>(
        link_, intake != nullptr ? *intake : layer_.intake(key),
        ProgramDriver::Events{
            .answered = answered,
            .arrived = [this] { events_.arrived(); },
            .problem = [this,
                        key](const std::string& what) { events_.problem(layer_.problem_of(key, what)); },
            .solved = [this] { events_.solved(); },
            .ended = [this](const std::string& message) { events_.ended(message); },
            .shrink = shrink},
        is_shared ? id_ + "/" + key : std::string());
    return *driver;
}

CallDriver& LayerRequests::call_of(const std::string& key)
{
    auto& driver = calls_[key];
    if (driver) return *driver;
    driver = std::make_unique<CallDriver>(
        link_, layer_.most_parts(key),
        CallDriver::Events{
            .answered = [this, key](const net::Json& answer, std::uint32_t part,
                                    std::uint32_t) { take(key, answer, part); },
            .refused =
                [this, key](const net::RpcError& error) { events_.problem(layer_.refusal_of(key, error)); }});
    return *driver;
}

void LayerRequests::take(const std::string& key, const net::Json& answer, std::uint32_t part)
{
    if (key == first_key_) answer_ = answer;
    events_.answered(key, answer, part);
}

}  // namespace farfield::app
