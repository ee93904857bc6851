#include "app/show/data_store.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "model/fields/fields.h"

namespace farfield::app {
namespace {

bool same_at_node(const model::DataSource& a, const model::DataSource& b)
{
    return a.kind == b.kind && a.name == b.name && a.velocity == b.velocity;
}

}  // namespace

DataStore::DataStore(Link& link, Events events) : link_(link), events_(std::move(events)) {}

void DataStore::follow(const model::ById<model::DataSource>& data)
{
    for (auto& [id, entry] : entries_)
        if (!data.contains(id)) cancel(entry);
    std::erase_if(entries_, [&](const auto& entry) { return !data.contains(entry.first); });
    for (const auto& [id, source] : data) {
        Entry& entry = entries_[id];
        const bool is_same = same_at_node(entry.source, source);
        entry.source = source;
        if (entry.open && is_same) entry.open->source = source;
        if (is_same) continue;
        entry.open.reset();
        cancel(entry);
        open(id, entry);
    }
    report_awaits();
}

/// Cancels the call that is awaited for an entry.
void DataStore::cancel(Entry& entry)
{
    if (!std::exchange(entry.is_waiting, false)) return;
    entry.asking = std::make_shared<const bool>(true);
    link_.cancel(entry.call);
}

void DataStore::link_changed()
{
    for (auto& [id, entry] : entries_) open(id, entry);
    report_awaits();
}

void DataStore::open(const std::string& id, Entry& entry)
{
    entry.asking = std::make_shared<const bool>(true);
    entry.is_waiting = link_.state() == Link::State::Connected;
    if (!entry.is_waiting) return;
    const bool is_terrain = entry.source.kind == model::DataKind::Terrain;
    net::Json params{{is_terrain ? "terrain" : "dataset", entry.source.name}};
    if (!entry.source.velocity.empty()) params["velocity"] = entry.source.velocity;
    const char* const method = is_terrain ? "terrain.open" : "dataset.open";
    const auto answered = [this, id, method, asking = std::weak_ptr(entry.asking)](const auto& error,
                                                                                   const net::Json& answer) {
        if (asking.expired()) return;
        entries_.at(id).is_waiting = false;
        report_awaits();
        if (error) return events_.refused(id, error->what());
        try {
            take(id, answer);
        } catch (const model::FieldError& fault) {
            return events_.refused(
                id, fmt::format("cannot understand the node's answer to {}: {}", method, fault.what()));
        }
        events_.opened(id);
    };
    entry.call = link_.call(method, std::move(params), answered);
}

void DataStore::take(const std::string& id, const net::Json& answer)
{
    Entry& entry = entries_.at(id);
    OpenData data{.id = id, .source = entry.source, .dataset = std::nullopt, .terrain = std::nullopt};
    if (entry.source.kind == model::DataKind::Terrain)
        data.terrain = model::read_answer<model::TerrainDescription>(answer);
    else
        data.dataset = model::read_answer<model::DatasetInfo>(answer);
    entry.open = std::move(data);
}

void DataStore::adopt(const std::string& id, const model::DataSource& source, model::DatasetInfo description)
{
    replace({.id = id, .source = source, .dataset = std::move(description), .terrain = std::nullopt});
}

void DataStore::adopt(const std::string& id, const model::DataSource& source,
                      model::TerrainDescription description)
{
    replace({.id = id, .source = source, .dataset = std::nullopt, .terrain = std::move(description)});
}

void DataStore::replace(OpenData data)
{
    Entry& entry = entries_[data.id];
    cancel(entry);
    entry = Entry{.source = data.source, .open = std::nullopt};
    entry.open = std::move(data);
    report_awaits();
}

void DataStore::cancel_opening()
{
    for (auto& [id, entry] : entries_) cancel(entry);
    report_awaits();
}

const OpenData* DataStore::find(const std::string& id) const
{
    const auto found = entries_.find(id);
    return found != entries_.end() && found->second.open ? &*found->second.open : nullptr;
}

std::string DataStore::opening() const
{
    const auto waits = [](const auto& entry) { return entry.second.is_waiting; };
    const auto found = std::ranges::find_if(entries_, waits);
    return found == entries_.end() ? std::string() : found->second.source.name;
}

void DataStore::report_awaits() const
{
    if (events_.awaits) events_.awaits();
}

}  // namespace farfield::app
