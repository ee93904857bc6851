#include "compute_node/tomography/inversion/statics.h"

namespace farfield::tomography {

Statics::Statics(StaticTerms terms, const Survey& survey, std::size_t first)
    : sources_{terms == StaticTerms::Source || terms == StaticTerms::Both ? survey.sources.size() : 0},
      receivers_{terms == StaticTerms::Receiver || terms == StaticTerms::Both ? survey.receivers.size() : 0},
      first_{first}
{}

std::vector<std::uint32_t> Statics::columns(const Datum& datum) const
{
    std::vector<std::uint32_t> columns;
    const auto at = [this](std::size_t n) { return static_cast<std::uint32_t>(first_ + n); };
    if (sources_ > 0) columns.push_back(at(datum.source));
    if (receivers_ > 0) columns.push_back(at(sources_ + datum.receiver));
    return columns;
}

double Statics::delay(const Datum& datum, const Eigen::VectorXd& x) const
{
    double sum = 0.0;
    for (const std::uint32_t column : columns(datum)) sum += unit * x[static_cast<Eigen::Index>(column)];
    return sum;
}

std::vector<double> Statics::of_sources(const Eigen::VectorXd& x) const
{
    return part(x, first_, sources_);
}

std::vector<double> Statics::of_receivers(const Eigen::VectorXd& x) const
{
    return part(x, first_ + sources_, receivers_);
}

std::vector<double> Statics::part(const Eigen::VectorXd& x, std::size_t begin, std::size_t size) const
{
    std::vector<double> delays;
    for (std::size_t n = 0; n < size; ++n) delays.push_back(unit * x[static_cast<Eigen::Index>(begin + n)]);
    return delays;
}

}  // namespace farfield::tomography
