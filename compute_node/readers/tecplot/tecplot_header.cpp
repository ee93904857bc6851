#include "compute_node/readers/tecplot/tecplot_header.h"

#include "compute_node/readers/common/text_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <stdexcept>
#include <string_view>

namespace farfield::compute {

namespace {

using Kind = TecplotZone::Kind;

std::string in_capitals(std::string text)
{
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

Kind kind_named(const std::string& name)
{
    struct Named {
        std::string_view name;
        Kind kind;
    };
    constexpr std::array known{Named{"ORDERED", Kind::Ordered},        Named{"LINESEG", Kind::Lines},
                               Named{"TRIANGLE", Kind::Triangles},     Named{"QUADRILATERAL", Kind::Quads},
                               Named{"TETRAHEDRON", Kind::Tetrahedra}, Named{"BRICK", Kind::Bricks}};
    std::string_view bare{name};
    if (bare.starts_with("FE")) bare.remove_prefix(2);
    const auto* found = std::ranges::find(known, bare, &Named::name);
    if (found != known.end()) return found->kind;
    throw std::runtime_error(fmt::format("zones of '{}' are not read; expected ORDERED, FETRIANGLE, "
                                         "FEQUADRILATERAL, FETETRAHEDRON or FEBRICK",
                                         name));
}

std::size_t to_count(std::string_view text)
{
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? value : 0;
}

}  // namespace

std::vector<std::pair<std::size_t, std::string>> tecplot_set(const std::string& list)
{
    constexpr std::size_t most = 10'000;
    std::vector<std::pair<std::size_t, std::string>> all;
    std::size_t group = 0, at = 0;
    const auto number = [&] {
        std::size_t value = 0;
        for (; at < list.size() && std::isdigit(static_cast<unsigned char>(list[at])) != 0; ++at)
            value = std::min(10 * value + static_cast<std::size_t>(list[at] - '0'), most + 1);
        return value;
    };
    while (at < list.size()) {
        if (std::isdigit(static_cast<unsigned char>(list[at])) != 0) {
            const std::size_t first = number();
            std::size_t last = first;
            if (at < list.size() && list[at] == '-') {
                ++at;
                last = number();
            }
            for (std::size_t n = std::max<std::size_t>(first, 1); n <= std::min(last, most); ++n)
                all.emplace_back(n, "");
        } else if (list[at] == '=') {
            const std::size_t end = std::min(list.find_first_of(",)", at), list.size());
            std::string value = in_capitals(list.substr(at + 1, end - at - 1));
            std::erase(value, ' ');
            for (; group < all.size(); ++group) all[group].second = value;
            at = end;
        } else {
            ++at;
        }
    }
    return all;
}

std::string TecplotHeader::value(std::initializer_list<const char*> keys) const
{
    for (const char* key : keys)
        if (const auto found = values_.find(key); found != values_.end()) return found->second;
    return {};
}

std::size_t TecplotHeader::count(std::initializer_list<const char*> keys) const
{
    const std::string text = value(keys);
    if (text.empty()) return 1;
    const std::size_t found = to_count(text);
    constexpr std::size_t most = std::size_t{1} << 32U;
    if (found == 0 || found > most)
        throw std::runtime_error(
            fmt::format("expected a number above 0 behind {}=, found '{}'", *keys.begin(), text));
    return found;
}

TecplotZone TecplotHeader::zone(std::size_t variables) const
{
    if (variables == 0) throw std::runtime_error("expected VARIABLES before the first ZONE");
    TecplotZone zone;
    zone.title = value({"T"});
    const std::string packing = in_capitals(value({"F", "DATAPACKING"}));
    const std::string type = in_capitals(value({"ZONETYPE", "ET"}));
    // Nodes and elements without a kind are quads, as Tecplot has it.
    if (!type.empty())
        zone.kind = kind_named(type);
    else if (packing.starts_with("FE"))
        zone.kind = Kind::Quads;
    if (zone.kind == Kind::Ordered) {
        constexpr std::size_t most_along_axis = std::size_t{1} << 28U;
        const std::array along{count({"I"}), count({"J"}), count({"K"})};
        for (int axis = 0; axis < 3; ++axis) {
            if (along[axis] > most_along_axis) throw std::runtime_error("a lattice with too many nodes");
            zone.dims[axis] = static_cast<unsigned>(along[axis]);
        }
        zone.nodes = along[0] > (std::size_t{1} << 60U) / along[1] / along[2]
                         ? std::size_t{1} << 60U
                         : along[0] * along[1] * along[2];
    } else {
        zone.nodes = count({"N", "NODES"});
        zone.elements = count({"E", "ELEMENTS"});
    }
    if (const std::string time = value({"SOLUTIONTIME"}); !time.empty()) {
        zone.seconds = whole_number(time);
        if (!zone.seconds)
            throw std::runtime_error(fmt::format("expected a number behind SOLUTIONTIME=, found '{}'", time));
    }
    zone.values.resize(variables);
    zone.of_cells.assign(variables, 0);
    for (const auto& [variable, where] : tecplot_set(value({"VARLOCATION"})))
        if (variable <= variables && where.starts_with("CELL")) zone.of_cells[variable - 1] = 1;
    return zone;
}

std::size_t TecplotHeader::shared_from(std::size_t variable, std::size_t before) const
{
    for (const auto& [repeated, nothing] : tecplot_set(value({"D"})))  // "(1,2,FECONNECT)"
        if (repeated == variable + 1) return before;
    for (const auto& [shared, zone] : tecplot_set(value({"VARSHARELIST"})))
        if (shared == variable + 1) return zone.empty() ? 1 : to_count(zone);
    return 0;
}

std::size_t TecplotHeader::corners_from(std::size_t before) const
{
    if (const std::string zone = value({"CONNECTIVITYSHAREZONE"}); !zone.empty()) return to_count(zone);
    return in_capitals(value({"D"})).find("FECONNECT") != std::string::npos ? before : 0;
}

bool TecplotHeader::is_passive(std::size_t variable) const
{
    for (const auto& [passive, nothing] : tecplot_set(value({"PASSIVEVARLIST"})))
        if (passive == variable + 1) return true;
    return false;
}

bool TecplotHeader::by_points() const
{
    const std::string packing = in_capitals(value({"F", "DATAPACKING"}));
    return packing != "BLOCK" && packing != "FEBLOCK";
}

}  // namespace farfield::compute
