#include "compute_node/tomography/models/velocity_model.h"

#include <fmt/format.h>
#include <glm/common.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace farfield::tomography {

namespace {

/// Two numbers, or one, after a prefix; empty for other texts.
std::vector<double> numbers_of(std::string_view text)
{
    std::vector<double> numbers;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view field = text.substr(0, comma);
        double value = 0.0;
        const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
        if (error != std::errc{} || end != field.data() + field.size() || !std::isfinite(value)) return {};
        numbers.push_back(value);
        if (comma == std::string_view::npos) return numbers;
        text.remove_prefix(comma + 1);
    }
}

[[noreturn]] void fail(const std::string& name, const std::string& expected)
{
    throw std::runtime_error(fmt::format("cannot use velocity '{}': expected {}", name, expected));
}

const compute::NodeValues& array_of(const compute::GridData& data, const std::string& name,
                                    const std::string& array)
{
    std::string found;
    for (const compute::NodeValues& values : data.arrays) {
        if (values.name == array && values.components == 1) return values;
        found += (found.empty() ? "" : ", ") + values.name;
    }
    fail(name, fmt::format("a scalar named '{}', found {}", array, found.empty() ? "none" : found));
}

VelocityModel from_file(const std::string& name, const compute::FieldReader& reader)
{
    const std::size_t colon = name.rfind(':');
    if (colon == std::string::npos) fail(name, "V, constant:V, gradient:V0,G or FILE.vti:ARRAY");
    const std::string file = name.substr(0, colon);
    const auto read = std::make_shared<compute::ReadAnswer>(
        reader.read({.dataset = file, .files = {file}, .max_nodes = max_tomography_nodes}));
    const auto* grid = std::get_if<compute::UniformGeometry>(&read->data.geometry);
    if (grid == nullptr) fail(name, fmt::format("a uniform grid, found {}", read->data.format));
    const compute::NodeValues& values = array_of(read->data, name, name.substr(colon + 1));
    // Positions are scaled to nodes 1 apart, so that spacings may differ.
    const Lattice nodes{glm::ivec3{read->data.dims.front()}, glm::dvec3{0.0}, 1.0};
    if (glm::min(glm::min(nodes.nodes.x, nodes.nodes.y), nodes.nodes.z) < 2)
        fail(name, "two nodes or more along each axis");
    VelocityModel model;
    model.velocity = [read, nodes, first = grid->origin, spacing = grid->spacing, &values](glm::dvec3 at) {
        const LatticeCell cell{nodes, (at - first) / spacing};
        double sum = 0.0;
        for (unsigned n = 0; n < 8; ++n)
            if (cell.weights[n] > 0.0)
                sum += cell.weights[n] * double{values.values[nodes.index(cell.corner(n))]};
        return sum;
    };
    const glm::dvec3 h = grid->spacing;
    if (std::abs(h.x - h.y) < 1e-6 * h.x && std::abs(h.x - h.z) < 1e-6 * h.x)
        model.lattice = Lattice{nodes.nodes, grid->origin, h.x};
    return model;
}

}  // namespace

VelocityModel velocity_model(const std::string& name, const compute::FieldReader& reader)
{
    const auto starts = [&](std::string_view prefix) { return name.starts_with(prefix); };
    const std::string_view text{name};
    if (starts("gradient:")) {
        const std::vector<double> n = numbers_of(text.substr(9));
        if (n.size() != 2) fail(name, "gradient:V0,G with two numbers");
        return {[v0 = n[0], g = n[1]](glm::dvec3 at) { return v0 + g * at.z; }};
    }
    const std::vector<double> n = numbers_of(starts("constant:") ? text.substr(9) : text);
    if (n.size() == 1 && n[0] > 0.0) return {[v = n[0]](glm::dvec3) { return v; }};
    if (starts("constant:")) fail(name, "constant:V with a velocity above 0");
    return from_file(name, reader);
}

SlownessModel slowness_on(const Lattice& lattice, const VelocityModel& model)
{
    SlownessModel made{lattice, {}};
    made.slowness.reserve(lattice.count());
    for (std::size_t n = 0; n < lattice.count(); ++n) {
        const glm::dvec3 at = lattice.position(lattice.node(n));
        const double v = model.velocity(at);
        if (!(v >= 0.0) || !std::isfinite(v))
            throw std::runtime_error(fmt::format(
                "the velocity at {:g},{:g},{:g} is {:g} m/s, expected at least 0", at.x, at.y, at.z, v));
        made.slowness.push_back(v > 0.0 ? static_cast<float>(1.0 / v) : 0.0F);
    }
    return made;
}

Lattice lattice_over(glm::dvec3 low, glm::dvec3 high, double spacing)
{
    const glm::dvec3 pieces = glm::max(glm::ceil((high - low) / spacing - 1e-9), glm::dvec3{1.0});
    const double nodes = (pieces.x + 1.0) * (pieces.y + 1.0) * (pieces.z + 1.0);
    if (!(nodes <= static_cast<double>(max_tomography_nodes)))
        throw std::runtime_error(fmt::format("a spacing of {:g} m needs {:.0f} nodes, expected at most {} "
                                             "(max_tomography_nodes)",
                                             spacing, nodes, max_tomography_nodes));
    return {glm::ivec3{pieces} + 1, low, spacing};
}

Lattice lattice_around(const std::vector<glm::dvec3>& places, double spacing)
{
    constexpr double nodes = 128.0;
    glm::dvec3 low = places.front(), high = places.front();
    for (const glm::dvec3 at : places) low = glm::min(low, at), high = glm::max(high, at);
    const glm::dvec3 size = high - low;
    const double longest = std::max({size.x, size.y, size.z});
    if (!(longest > 0.0)) throw std::runtime_error("all sensors are in one place");
    low -= 0.1 * longest, high += 0.1 * longest;
    return lattice_over(low, high, spacing > 0.0 ? spacing : 1.2 * longest / (nodes - 1.0));
}

}  // namespace farfield::tomography
