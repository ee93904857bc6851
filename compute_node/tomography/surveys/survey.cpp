#include "compute_node/tomography/surveys/survey.h"

#include <fmt/format.h>

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
    const auto fail = [&](const std::string& what) {
        throw std::runtime_error(fmt::format("cannot use travel times '{}': {}", name, what));
    };
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
    rows_.push_back({source, receiver, time, sigma});
}

Survey SurveyBuilder::finish(const std::string& name) const
{
    Survey survey;
    Places sources{survey.sources}, receivers{survey.receivers};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> pairs;
    std::vector<double> counts;
    for (const Row& row : rows_) {
        const std::pair pair{sources.number_of(row.source), receivers.number_of(row.receiver)};
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
