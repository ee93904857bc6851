#include "compute_node/tomography/surveys/survey.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <compare>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace farfield::tomography {

namespace {

std::tuple<double, double, double> key_of(glm::dvec3 at)
{
    return {at.x, at.y, at.z};
}

/// Places in the order of x, then y, then z, each once; their numbers are found by halving.
class Places {
public:
    explicit Places(std::vector<glm::dvec3> all) : places_{std::move(all)}
    {
        std::ranges::sort(places_, {}, key_of);
        const auto repeated = std::ranges::unique(places_);
        places_.erase(repeated.begin(), repeated.end());
    }

    [[nodiscard]] std::uint32_t number_of(glm::dvec3 at) const
    {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(places_, key_of(at), {}, key_of) -
                                          places_.begin());
    }
    [[nodiscard]] const std::vector<glm::dvec3>& all() const { return places_; }

private:
    std::vector<glm::dvec3> places_;
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
    const bool has_length = std::ranges::any_of(survey.data, [&](const Datum& datum) {
        return survey.sources[datum.source] != survey.receivers[datum.receiver];
    });
    if (!has_length) fail("each source lies at its receiver, so that no ray has a length");
    if (survey.sources.size() < 2) fail("expected at least two sources, found 1");
    if (survey.sources.size() > max_tomography_sources)
        fail(fmt::format("expected at most {} sources (max_tomography_sources), found {}",
                         max_tomography_sources, survey.sources.size()));
}

}  // namespace

void SurveyBuilder::add(glm::dvec3 source, glm::dvec3 receiver, double time, double sigma)
{
    if (source == receiver && time == 0.0) return;  // a sensor at its own source: no datum
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

bool SurveyBuilder::Row::comes_before(const Row& other) const
{
    const auto places = [](const Row& row) { return std::pair{key_of(row.source), key_of(row.receiver)}; };
    if (places(*this) != places(other)) return places(*this) < places(other);
    if (const auto order = std::strong_order(time, other.time); order != 0)
        return order < 0;  // NaN has an order, too
    return sigma < other.sigma;
}

Survey SurveyBuilder::finish(const std::string& name, double fastest) const
{
    std::vector<Row> rows = rows_;
    std::ranges::sort(rows, [](const Row& a, const Row& b) { return a.comes_before(b); });
    std::vector<glm::dvec3> all_sources, all_receivers;
    for (const Row& row : rows) all_sources.push_back(row.source), all_receivers.push_back(row.receiver);
    const Places sources{std::move(all_sources)}, receivers{std::move(all_receivers)};
    Survey survey{sources.all(), receivers.all(), {}, 0};
    double count = 0.0;  // number of data of the last pair
    for (const Row& row : rows) {
        const Datum datum{sources.number_of(row.source), receivers.number_of(row.receiver), row.time,
                          row.sigma};
        if (const std::optional<Fault> fault = row.fault(fastest)) {
            survey.faulty.push_back({datum, *fault});
            continue;
        }
        const bool is_new = survey.data.empty() || survey.data.back().source != datum.source ||
                            survey.data.back().receiver != datum.receiver;
        if (is_new) {
            survey.data.push_back(datum);
            count = 1.0;
            continue;
        }
        Datum& mean = survey.data.back();
        ++count;
        mean.time += (datum.time - mean.time) / count;
        mean.sigma += (datum.sigma - mean.sigma) / count;
        ++survey.duplicates;
    }
    check(survey, name);
    return survey;
}

}  // namespace farfield::tomography
