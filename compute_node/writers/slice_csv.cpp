#include "compute_node/support/atomic_text.h"
#include "compute_node/writers/slice_writer.h"

#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <cmath>

namespace farfield::compute {

namespace {

/// A name as a CSV field: in quotes where it has commas or quotes.
std::string csv_field(const std::string& name)
{
    if (name.find_first_of(",\"\n") == std::string::npos) return name;
    std::string quoted = "\"";
    for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

}  // namespace

std::vector<float> SliceValues::from_the_top(bool z_down) const
{
    constexpr double one_degree = 0.0175;  // radians; flatter planes are maps, with north at the top
    const bool is_top_first = z_down && edge_v.z > one_degree * glm::length(edge_v);
    std::vector<float> rows;
    rows.reserve(values.size());
    for (std::uint32_t row = 0; row < height; ++row) {
        const auto first = values.begin() + std::ptrdiff_t{is_top_first ? row : height - 1 - row} * width;
        rows.insert(rows.end(), first, first + width);
    }
    return rows;
}

void write_slice_csv(const std::filesystem::path& file, const SliceValues& slice)
{
    AtomicText out{file};
    out.add(fmt::format("x,y,z,{}\n", csv_field(slice.scalar)));
    for (std::uint32_t j = 0; j < slice.height; ++j)
        for (std::uint32_t i = 0; i < slice.width; ++i) {
            if (std::isnan(slice.at(i, j))) continue;
            const glm::dvec3 place = slice.place(i, j);
            out.add(fmt::format("{},{},{},{}\n", place.x, place.y, place.z, slice.at(i, j)));
        }
    out.finish();
}

}  // namespace farfield::compute
