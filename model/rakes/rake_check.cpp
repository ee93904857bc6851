#include "model/rakes/seeds.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>

namespace farfield::model {

namespace {

/// The shortest decimal number that reads back the same.
std::string text_of(double value)
{
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

struct Finite {
    bool operator()(const PointRake& point) const { return fits_binary32(point.at); }
    bool operator()(const LineRake& line) const { return fits_binary32(line.from) && fits_binary32(line.to); }
    bool operator()(const PlaneRake& plane) const
    {
        return fits_binary32(plane.origin) && fits_binary32(plane.edge_u) && fits_binary32(plane.edge_v);
    }
    bool operator()(const CircleRake& circle) const
    {
        return fits_binary32(circle.centre) && fits_binary32(circle.normal) && fits_binary32(circle.radius);
    }
    bool operator()(const SphereRake& sphere) const
    {
        return fits_binary32(sphere.centre) && fits_binary32(sphere.radius);
    }
    bool operator()(const BoxRake& box) const { return fits_binary32(box.lo) && fits_binary32(box.hi); }
    bool operator()(const SliceRake& slice) const { return fits_binary32(slice.position); }
    bool operator()(const IsovalueRake& surface) const { return fits_binary32(surface.value); }
    bool operator()(const ListRake& list) const
    {
        const auto finite = [](const auto& value) { return fits_binary32(value); };
        return std::ranges::all_of(list.at, finite) && std::ranges::all_of(list.times, finite);
    }
};

/// The fault of a shape whose numbers are finite; empty for most shapes.
struct Complaint {
    std::string operator()(const CircleRake& circle) const
    {
        if (circle.normal == Point{}) return "normal must not be zero";
        return of_radius(circle.radius);
    }
    std::string operator()(const SphereRake& sphere) const { return of_radius(sphere.radius); }
    std::string operator()(const ListRake& list) const
    {
        if (list.times.empty() || list.times.size() == list.at.size()) return {};
        return "expected as many times as seeds, found " + std::to_string(list.times.size()) + " for " +
               std::to_string(list.at.size());
    }
    template <class Other>
    std::string operator()(const Other&) const
    {
        return {};
    }

    static std::string of_radius(double radius)
    {
        return radius > 0.0 ? std::string{} : "radius must be above 0, found " + text_of(radius);
    }
};

/// The fault of an injection; empty when it has none.
std::string wrong_with(const Injection& injection)
{
    const double start = injection.start.value_or(0.0), end = injection.end.value_or(start);
    const double interval = injection.interval.value_or(1.0);
    if (!(std::isfinite(start) && start >= 0.0))
        return "inject_start must be at least 0, found " + text_of(start);
    if (!(std::isfinite(end) && end >= start))
        return "inject_end must be at least inject_start, found " + text_of(end) + " before " +
               text_of(start);
    if (!(std::isfinite(interval) && interval > 0.0))
        return "inject_interval must be above 0, found " + text_of(interval);
    return {};
}

}  // namespace

void check_rake(const Rake& rake, std::size_t index)
{
    const std::string name = "rake " + std::to_string(index);
    if (rake.seeds() == 0) throw std::runtime_error(name + " is empty: expected at least 1 seed, found 0");
    if (rake.particles_per_seed == 0)
        throw std::runtime_error(name + ": particles_per_seed must be at least 1, found 0");
    if (!std::visit(Finite{}, rake.shape))
        throw std::runtime_error(name + " has a number that is not a finite number of binary32");
    for (const std::string& what : {std::visit(Complaint{}, rake.shape), wrong_with(rake.injection)})
        if (!what.empty()) throw std::runtime_error(name + ": " + what);
}

}  // namespace farfield::model
