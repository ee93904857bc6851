#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <vector>

#include "bench/relay/network/network_suite.h"
#include "model/figures/statistics.h"

namespace farfield::net::relay {
namespace {

/// Part of a core that receiving takes, by both measures.
struct Cost {
    double cpu = 0.0;
    std::optional<double> floats;  ///< nullopt when other work ran there, too
};

/// Receivers of both ways on one core, with the float loop beside them. All senders send singly.
class CostTrials {
public:
    CostTrials(bool is_quick, int far_network) : attempts_{is_quick ? 1 : 2}, far_network_{far_network}
    {
        if (apart().receiver) loop_.emplace(*apart().receiver);
    }

    Cost measure(Way way, double rate, double seconds)
    {
        Cost cost;
        for (int attempt = 0; attempt < attempts_; ++attempt) {
            const double before = idle();
            Trial trial{{.way = way,
                         .cores = apart(),
                         .far_network = far_network_,
                         .loop = loop_ ? &*loop_ : nullptr,
                         .loop_rate = before}};
            const Outcome outcome = trial.measure({.rate = rate, .seconds = seconds});
            cost = {.cpu = outcome.receiver_cpu, .floats = outcome.float_loss};
            lost_ += outcome.lost();
            const double after = idle();
            if (std::abs(after - before) <= most_change * before) return cost;
        }
        ++disturbed_;
        cost.floats.reset();
        return cost;
    }

    /// Remarks on the figures; empty: none.
    [[nodiscard]] std::string remarks() const
    {
        std::string text;
        if (disturbed_ > 0)
            text += fmt::format(
                "  in {} measurements of costs something else ran on the receiver's core, and .floats "
                "are left out\n",
                disturbed_);
        if (lost_ > 0) text += fmt::format("  {} messages were lost in the measurements of costs\n", lost_);
        return text;
    }

private:
    static constexpr double most_change = 0.03;

    [[nodiscard]] double idle() const { return loop_ ? idle_rate(*loop_, 0.1) : 0.0; }

    int attempts_;
    int far_network_;
    std::optional<FloatLoop> loop_;
    std::uint64_t lost_ = 0;
    int disturbed_ = 0;
};

void add_cost_at(model::Suite& suite, const BenchSettings& settings, CostTrials& trials, double rate)
{
    const auto name_of = [rate](Way way) {
        return fmt::format("relay.receiver_cost_over_singly.{:.0f}.{}", rate,
                           way_names[static_cast<std::size_t>(way)]);
    };
    std::vector<Way> ways{Way::Recv};
    for (const Way way : {Way::Session, Way::Udp})
        if (settings.wants(name_of(way))) ways.push_back(way);
    if (ways.size() == 1) return;
    std::vector<std::vector<double>> cpu(ways.size()), floats(ways.size());
    const int runs = settings.is_quick ? 1 : 3;
    for (int run = 0; run < runs; ++run)
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const Cost cost = trials.measure(ways[i], rate, settings.is_quick ? 0.6 : 1.5);
            cpu[i].push_back(100.0 * cost.cpu);
            if (cost.floats) floats[i].push_back(100.0 * *cost.floats);
        }
    const auto add = [&](const std::string& of, const char* unit, const std::vector<double>& samples) {
        if (!samples.empty()) suite.figures.push_back(model::figure_of(of, unit, samples));
    };
    for (std::size_t i = 1; i < ways.size(); ++i) {
        add(name_of(ways[i]), "ratio", model::ratios(cpu[i], cpu[0]));
        if (floats[0].empty() || floats[i].empty()) continue;
        const std::array ratio{model::summarise(floats[i]).median / model::summarise(floats[0]).median};
        suite.figures.push_back(model::figure_of(name_of(ways[i]) + ".floats", "ratio", ratio));
    }
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const std::string of =
            fmt::format("relay.receiver_cost.{:.0f}.{}", rate, way_names[static_cast<std::size_t>(ways[i])]);
        add(of, "% of a core", cpu[i]);
        add(of + ".floats", "% of a core", floats[i]);
    }
}

/// Messages a second at which both ways take the same CPU time of the receiver.
double break_even(CostTrials& trials, double seconds, int steps)
{
    double low = 20.0, high = 8'000.0;
    for (int step = 0; step < steps; ++step) {
        const double rate = std::sqrt(low * high);
        const double singly = trials.measure(Way::Recv, rate, seconds).cpu;
        const double bundled = trials.measure(Way::Session, rate, seconds).cpu;
        (bundled < singly ? high : low) = rate;
    }
    return std::sqrt(low * high);
}

}  // namespace

void bench_costs(model::Suite& suite, const BenchSettings& settings, const OwnNetwork& network)
{
    const std::string even = "relay.break_even";
    if (!settings.wants("relay.receiver_cost") && !settings.wants(even)) return;
    CostTrials trials{settings.is_quick, network.far()};
    for (const double rate : {4'000.0, 100'000.0}) add_cost_at(suite, settings, trials, rate);
    std::vector<double> samples;
    for (int run = 0; settings.wants(even) && run < (settings.is_quick ? 1 : 2); ++run)
        samples.push_back(break_even(trials, settings.is_quick ? 0.3 : 0.8, settings.is_quick ? 2 : 6));
    if (!samples.empty()) suite.figures.push_back(model::figure_of(even, "messages/s", samples));
    suite.notes += trials.remarks();
}

}  // namespace farfield::net::relay
