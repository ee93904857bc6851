#include "compute_node/readers/tecplot/tecplot_file.h"

#include "compute_node/grids/grid_data.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/tecplot/tecplot_binary.h"
#include "compute_node/readers/tecplot/tecplot_header.h"
#include "compute_node/readers/tecplot/tecplot_scanner.h"
#include "compute_node/support/formats/beginning.h"
#include "compute_node/support/lower_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

class TecplotText {
public:
    TecplotText(const fs::path& path, std::string_view text, std::uint64_t max_nodes)
        : path_{path}, scanner_{text}, max_nodes_{max_nodes}
    {}

    TecplotFile read()
    {
        while (!scanner_.at_end()) {
            const std::string word = scanner_.take_word();
            if (word == "VARIABLES")
                read_variables();
            else if (word == "ZONE")
                read_zone();
            else if (word == "TITLE")
                pass_value();
            else if (word == "FILETYPE")
                read_kind();
            else if (word == "TEXT" || word == "GEOMETRY" || word == "CUSTOMLABELS" ||
                     word == "DATASETAUXDATA" || word == "VARAUXDATA")
                pass_record();
            else
                fail(fmt::format("expected TITLE, VARIABLES or ZONE, found {}",
                                 word.empty() ? "something else" : "'" + word + "'"));
        }
        if (file_.zones.empty()) fail("expected a ZONE, found none");
        return std::move(file_);
    }

private:
    [[noreturn]] void fail(const std::string& what) const
    {
        throw_reader_error(path_, fmt::format("line {}: {}", scanner_.line(), what));
    }

    void read_kind()
    {
        if (scanner_.take_equals() && lower_case(scanner_.take_value()) == "solution")
            throw_reader_error(path_, "it is a Tecplot file of a solution alone (FILETYPE = SOLUTION); "
                                      "expected the grid in the same file");
    }
    void pass_value()
    {
        if (scanner_.take_equals()) (void)scanner_.take_value();
    }
    /// Skips to the next record.
    void pass_record()
    {
        while (!scanner_.at_end()) {
            const TecplotScanner before = scanner_;
            const std::string word = scanner_.take_word();
            if (word == "ZONE" || word == "VARIABLES" || word == "TEXT" || word == "GEOMETRY" ||
                word == "VARAUXDATA" || word == "DATASETAUXDATA") {
                scanner_ = before;
                return;
            }
            if (word.empty() && !scanner_.take_number()) (void)scanner_.take_value();
            pass_value();
        }
    }
    void read_variables()
    {
        if (!scanner_.take_equals()) fail("expected '=' behind VARIABLES");
        file_.variables.clear();
        while (!scanner_.at_end()) {
            if (scanner_.next_is_quoted()) {
                file_.variables.push_back(scanner_.take_value());
                continue;
            }
            const TecplotScanner before = scanner_;
            const std::string word = scanner_.take_word();
            const bool ends = word.empty() || is_record(word);
            scanner_ = before;
            if (ends) break;
            file_.variables.push_back(scanner_.take_value());
        }
        constexpr std::size_t most = 10'000;
        if (file_.variables.empty() || file_.variables.size() > most)
            fail(fmt::format("expected 1 to {} variables, found {}", most, file_.variables.size()));
    }
    static bool is_record(const std::string& word)
    {
        constexpr std::string_view records[]{"ZONE",       "TITLE",        "TEXT",
                                             "GEOMETRY",   "CUSTOMLABELS", "DATASETAUXDATA",
                                             "VARAUXDATA", "FILETYPE",     "VARIABLES"};
        return std::ranges::find(records, word) != std::end(records);
    }

    /// Takes keys with values up to the first number.
    TecplotHeader read_header()
    {
        TecplotHeader header;
        while (!scanner_.at_end()) {
            const TecplotScanner before = scanner_;
            const std::string key = scanner_.take_word();
            if (key.empty() || is_record(key)) {
                scanner_ = before;
                break;
            }
            if (key == "AUXDATA") continue;  // a name with a value follows
            if (!scanner_.take_equals()) fail(fmt::format("expected '=' behind {}", key));
            header.add(key, scanner_.take_value());
        }
        return header;
    }

    void read_zone()
    {
        const TecplotHeader header = read_header();
        TecplotZone zone;
        try {
            zone = header.zone(file_.variables.size());
        } catch (const std::runtime_error& error) {
            fail(error.what());
        }
        nodes_ += zone.nodes;
        check_node_limit(path_, nodes_, max_nodes_);
        check_node_limit(path_, zone.elements, 8 * max_nodes_);
        read_values(header, zone);
        read_corners(header, zone);
        file_.zones.push_back(std::move(zone));
    }

    const TecplotZone& zone_numbered(std::size_t number) const
    {
        if (number == 0 || number > file_.zones.size())
            fail(fmt::format("expected to share with one of the {} zones before, found {}",
                             file_.zones.size(), number));
        return file_.zones[number - 1];
    }

    void read_values(const TecplotHeader& header, TecplotZone& zone)
    {
        const std::size_t variables = file_.variables.size();
        std::vector<std::size_t> own;
        for (std::size_t v = 0; v < variables; ++v) {
            if (const std::size_t shared = header.shared_from(v, file_.zones.size()); shared > 0) {
                zone.values[v] = zone_numbered(shared).values.at(v);
                zone.of_cells[v] = zone_numbered(shared).of_cells.at(v);
                if (zone.values[v].size() != (zone.of_cells[v] != 0 ? zone.cells() : zone.nodes))
                    fail(fmt::format("zone {} has another number of values to share", shared));
            } else if (!header.is_passive(v)) {
                own.push_back(v);
            }
        }
        if (header.by_points()) {
            for (std::size_t n = 0; n < zone.nodes; ++n)
                for (const std::size_t v : own) zone.values[v].push_back(number("a value"));
            return;
        }
        for (const std::size_t v : own) {
            const std::size_t count = zone.of_cells[v] != 0 ? zone.cells() : zone.nodes;
            for (std::size_t n = 0; n < count; ++n) zone.values[v].push_back(number("a value"));
        }
    }

    void read_corners(const TecplotHeader& header, TecplotZone& zone)
    {
        const std::size_t each = zone.corners_of_element();
        if (each == 0) return;
        if (const std::size_t shared = header.corners_from(file_.zones.size()); shared > 0) {
            zone.corners = zone_numbered(shared).corners;
            zone.elements = zone_numbered(shared).elements;
            return;
        }
        for (std::size_t c = 0; c < each * zone.elements; ++c) {
            const double corner = number("a corner");
            if (!(corner >= 1.0) || corner > static_cast<double>(zone.nodes))
                fail(fmt::format("an element has {} as a corner: expected a node from 1 to {}", corner,
                                 zone.nodes));
            zone.corners.push_back(static_cast<std::uint32_t>(corner) - 1);
        }
        while (scanner_.take_number()) {
            // Skips a list of neighbouring elements that the zone may have: cells are found by their places.
        }
    }

    double number(const char* what)
    {
        if (const auto found = scanner_.take_number()) return *found;
        fail(fmt::format("expected {} of zone {}, found {}", what, file_.zones.size() + 1,
                         scanner_.at_end() ? "the end of the file; is it truncated?"
                                           : fmt::format("'{}'", scanner_.next_word())));
    }

    const fs::path& path_;
    TecplotScanner scanner_;
    std::uint64_t max_nodes_, nodes_ = 0;
    TecplotFile file_;
};

std::string text_of(const fs::path& path)
{
    std::ifstream in{path, std::ios::binary};
    std::string text{std::istreambuf_iterator<char>{in}, {}};
    if (text.starts_with("#!SZPLT"))
        throw_reader_error(path,
                           "it is a Tecplot file of subzones (.szplt), which is not read; expected a .plt or "
                           "one in text (in Tecplot: write ASCII or binary data)");
    return text;
}

}  // namespace

std::size_t TecplotZone::cells() const
{
    if (kind != Kind::Ordered) return elements;
    std::size_t count = 1;
    for (int axis = 0; axis < 3; ++axis) count *= std::max(dims[axis], 2U) - 1;
    return count;
}

std::size_t TecplotZone::corners_of_element() const
{
    switch (kind) {
    case Kind::Ordered:
        return 0;
    case Kind::Lines:
        return 2;
    case Kind::Triangles:
        return 3;
    case Kind::Quads:
    case Kind::Tetrahedra:
        return 4;
    case Kind::Bricks:
        break;
    }
    return 8;
}

TecplotFile read_tecplot_file(const fs::path& path, std::uint64_t max_nodes)
{
    const std::string text = text_of(path);
    if (text.starts_with("#!TDV")) {
        try {
            return read_tecplot_binary(text, max_nodes);
        } catch (const std::runtime_error& error) {
            throw_reader_error(path, error.what());
        }
    }
    return TecplotText{path, without_utf8_mark(text), max_nodes}.read();
}

}  // namespace farfield::compute
