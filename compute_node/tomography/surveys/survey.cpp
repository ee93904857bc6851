#include "compute_node/tomography/surveys/survey.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace farfield::tomography {

namespace {

/// Numbers places in the order of their first appearance.
class Places {
public:
    explicit Places(std::vector<glm::dvec3>& places) : places_{places} {}

    std::uint32_t number_of(glm::dvec3 at)
    {
        const auto next = static_cast<std::uint32_t>(places_.size());
        const auto [found, is_new] = numbers_.try_emplace({at.x, at.y, at.z}, next);
        if (is_new) places_.push_back(at);
        return found->second;
    }

private:
    std::vector<glm::dvec3>& places_;
    std::map<std::tuple<double, double, double>, std::uint32_t> numbers_;
};

void check(const Survey& survey, const std::string& name)
{
    constexpr std::size_t fewest = 10;
    constexpr double most_faulty = 0.2;
    const auto fail = [&](const std::string& what) {
        throw std::runtime_error(fmt::format("cannot use travel times '{}': {}", name, what));
    };
    const std::size_t faulty = survey.faulty.size(), all = survey.data.size() + survey.duplicates + faulty;
    if (most_faulty * static_cast<double>(all) < static_cast<double>(faulty))
        fail(fmt::format("expected at most {:.0f} % of faulty times, found {} of {} ({} not above 0, {} too "
                         "fast along the straight line for the limits)",
                         100.0 * most_faulty, faulty, all, count_of(survey, Fault::NotPositive),
                         count_of(survey, Fault::TooFast)));
    if (survey.data.size() < fewest)
        fail(fmt::format("expected at least {} data, found {}", fewest, survey.data.size()));
    if (survey.data.size() > max_tomography_data)
        fail(fmt::format("expected at most {} data (max_tomography_data), found {}", max_tomography_data,
                         survey.data.size()));
    if (survey.sources.size() < 2) fail("expected at least two sources, found 1");
    if (survey.sources.size() > max_tomography_sources)
        fail(fmt::format("expected at most {} sources (max_tomography_sources), found {}",
                         max_tomography_sources, survey.sources.size()));
}

}  // namespace

void SurveyBuilder::add(glm::dvec3 source, glm::dvec3 receiver, double time, double sigma)
{
    if (source == receiver && time == 0.0) return;  // a sensor hears its own source at once: no datum
    rows_.push_back({source, receiver, time, sigma});
}

std::size_t count_of(const Survey& survey, Fault fault)
{
    return static_cast<std::size_t>(std::ranges::count(survey.faulty, fault, &FaultyDatum::fault));
}

std::optional<Fault> SurveyBuilder::Row::fault(double fastest) const
{
    if (!(time > 0.0)) return Fault::NotPositive;
    if (glm::distance(source, receiver) > fastest * time) return Fault::TooFast;
    return std::nullopt;
}

Survey SurveyBuilder::finish(const std::string& name, double fastest) const
{
    Survey survey;
    Places sources{survey.sources}, receivers{survey.receivers};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> pairs;
    std::vector<double> counts;
    for (const Row& row : rows_) {
        const std::pair pair{sources.number_of(row.source), receivers.number_of(row.receiver)};
        if (const std::optional<Fault> fault = row.fault(fastest)) {
            survey.faulty.push_back({{pair.first, pair.second, row.time, row.sigma}, *fault});
            continue;
        }
        const auto [found, is_new] = pairs.try_emplace(pair, survey.data.size());
        if (is_new) {
            survey.data.push_back({pair.first, pair.second, row.time, row.sigma});
            counts.push_back(1.0);
            continue;
        }
        Datum& datum = survey.data[found->second];
        datum.time += (row.time - datum.time) / ++counts[found->second];
        ++survey.duplicates;
    }
    check(survey, name);
    return survey;
}

}  // namespace farfield::tomography
