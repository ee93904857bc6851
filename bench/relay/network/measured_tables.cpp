#include "bench/relay/network/measured_tables.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace farfield::net::relay {
namespace {

constexpr std::uint32_t addresses_a_group = 32;

/// The float loop on the receiver's core, and its turns a second when idle.
struct Loop {
    std::optional<FloatLoop> loop = {};
    double rate = 0.0;

    Loop()
    {
        if (!apart().receiver) return;
        loop.emplace(*apart().receiver);
        rate = idle_rate(*loop, 0.5);
    }
    /// Removes the loop's results from these cells if its rate has changed since: other work ran there, too.
    void check(std::vector<std::vector<MeasuredCell>>& cells) const
    {
        constexpr double most_change = 0.03;
        if (!loop || std::abs(idle_rate(*loop, 0.3) - rate) <= most_change * rate) return;
        for (auto& row : cells)
            for (MeasuredCell& cell : row) cell.float_percent.reset();
    }
    [[nodiscard]] FloatLoop* get() { return loop ? &*loop : nullptr; }
};

MeasuredCell cell_of(const Outcome& outcome, double part_wanted = 1.0)
{
    MeasuredCell cell{.cpu_percent = 100.0 * outcome.receiver_cpu};
    if (outcome.float_loss) cell.float_percent = 100.0 * *outcome.float_loss;
    if (part_wanted >= 1.0) cell.lost = outcome.lost();
    return cell;
}

SizeTable measure_sizes(Way way, const BenchSettings& settings, int far_network, Loop& loop)
{
    SizeTable table{
        .way = way, .sizes = {96, 128, 160, 256, 512, 1'024, 2'048}, .rates = {}, .cells = {}, .most = {}};
    table.rates = {100.0, 500.0, 1'000.0, 2'000.0, 3'000.0, 4'000.0, 5'000.0, 10'000.0, 100'000.0};
    if (settings.is_quick) {
        table.sizes = {128, 1'024};
        table.rates = {1'000.0, 4'000.0};
    }
    Trial trial{{.way = way,
                 .cores = apart(),
                 .far_network = far_network,
                 .loop = loop.get(),
                 .loop_rate = loop.rate}};
    for (const double rate : table.rates) {
        std::vector<MeasuredCell>& row = table.cells.emplace_back();
        for (const std::size_t size : table.sizes)
            row.push_back(cell_of(trial.measure({.bytes = size, .rate = rate, .seconds = 0.3})));
    }
    loop.check(table.cells);
    if (settings.is_quick) return table;
    for (const std::size_t size : table.sizes) {
        const auto found = most_without_loss(trial, {.bytes = size, .seconds = 0.25}, 2);
        table.most.push_back(found ? found->sent.rate() : 0.0);
    }
    return table;
}

/// Numbers of the first `count` groups; the next function gives them as a subscriber's interest.
std::vector<std::uint32_t> first_groups(std::uint32_t count)
{
    std::vector<std::uint32_t> groups;
    for (std::uint32_t group = 0; group < count; ++group) groups.push_back(group);
    return groups;
}

std::string interest_in_first(std::uint32_t groups)
{
    return fmt::format(R"({{"interest": [{{"addresses": [[0, {}]]}}]}})", groups * addresses_a_group - 1);
}

GroupTable measure_groups(Way way, const BenchSettings& settings, int far_network, Loop& loop)
{
    GroupTable table{.way = way,
                     .groups = {10, 100, 1'000, 2'000},
                     .shares = {100, 40, 10},
                     .cells = {},
                     .start_seconds = {}};
    if (settings.is_quick) {
        table.groups = {10, 100};
        table.shares = {100};
    }
    for (const int share : table.shares) {
        auto& row = table.cells.emplace_back();
        auto& starts = table.start_seconds.emplace_back();
        for (const std::uint32_t groups : table.groups) {
            const std::uint32_t wanted = std::max(1U, groups * static_cast<std::uint32_t>(share) / 100);
            const auto begun = std::chrono::steady_clock::now();
            Trial trial{{.way = way,
                         .cores = apart(),
                         .groups = groups,
                         .joined = first_groups(wanted),
                         .params = interest_in_first(wanted),
                         .far_network = far_network,
                         .loop = loop.get(),
                         .loop_rate = loop.rate}};
            starts.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
            row.push_back(cell_of(trial.measure({.rate = GroupTable::rate, .seconds = 0.3}),
                                  static_cast<double>(wanted) / groups));
        }
    }
    loop.check(table.cells);
    return table;
}

}  // namespace

const MeasuredCell* SizeTable::at(double rate, std::size_t size) const
{
    const auto row = std::ranges::find(rates, rate);
    const auto column = std::ranges::find(sizes, size);
    if (row == rates.end() || column == sizes.end()) return nullptr;
    return &cells[static_cast<std::size_t>(row - rates.begin())]
                 [static_cast<std::size_t>(column - sizes.begin())];
}

const MeasuredCell* GroupTable::at(int share, std::uint32_t groups_sent_to) const
{
    const auto row = std::ranges::find(shares, share);
    const auto column = std::ranges::find(groups, groups_sent_to);
    if (row == shares.end() || column == groups.end()) return nullptr;
    return &cells[static_cast<std::size_t>(row - shares.begin())]
                 [static_cast<std::size_t>(column - groups.begin())];
}

MeasuredTables measure_tables(const BenchSettings& settings, const OwnNetwork& network)
{
    MeasuredTables tables;
    if (settings.wants("relay.topology")) tables.topologies = measure_topologies(settings);
    if (!settings.wants("relay.table")) return tables;
    Loop loop;
    for (const Way way : {Way::Recv, Way::Session})
        tables.by_size.push_back(measure_sizes(way, settings, network.far(), loop));
    for (const Way way : {Way::Recv, Way::Session})
        tables.by_group.push_back(measure_groups(way, settings, network.far(), loop));
    return tables;
}

}  // namespace farfield::net::relay
