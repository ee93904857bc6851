#include "compute_node/readers/tecplot/tecplot_binary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace farfield::compute {

namespace {

using Kind = TecplotZone::Kind;

constexpr float zone_mark = 299.0F, end_of_header = 357.0F, labels_mark = 599.0F, record_mark = 699.0F,
                dataset_aux_mark = 799.0F, variable_aux_mark = 899.0F;

/// The statements of a zone's header beside those in TecplotZone.
struct BinaryZone {
    TecplotZone zone;
    bool has_neighbours = false;  ///< neighbours of each face follow the corners
    std::size_t connections = 0;  ///< number that the writer added, between faces
    std::int32_t mode = 0;        ///< their mode: one to one (0, 2) or to many (1, 3), within the zone (0, 1)
};

/// Takes the numbers of a file one after another.
class Numbers {
public:
    explicit Numbers(std::string_view bytes) : bytes_{bytes} {}

    template <class Number>
    Number take()
    {
        need(sizeof(Number));
        std::array<char, sizeof(Number)> raw{};
        std::memcpy(raw.data(), bytes_.data() + at_, sizeof(Number));
        if (swapped_) std::ranges::reverse(raw);
        at_ += sizeof(Number);
        return std::bit_cast<Number>(raw);
    }
    /// Takes a count, or an index.
    std::size_t take_count(std::int32_t most, const char* what)
    {
        const auto value = take<std::int32_t>();
        if (value < 0 || value > most)
            fail(fmt::format("expected {} of 0 to {}, found {}", what, most, value));
        return static_cast<std::size_t>(value);
    }
    /// Takes a text: characters, one in each 32 bits, up to a 0.
    std::string take_text()
    {
        std::string text;
        while (const auto character = take<std::int32_t>()) text += static_cast<char>(character);
        return text;
    }
    void skip(std::size_t bytes)
    {
        need(bytes);
        at_ += bytes;
    }
    void need(std::size_t bytes) const
    {
        if (bytes > bytes_.size() - at_)
            fail(fmt::format("expected {} more bytes, found {}; is the file truncated?", bytes,
                             bytes_.size() - at_));
    }
    void swap() { swapped_ = !swapped_; }
    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
    [[noreturn]] void fail(const std::string& what) const
    {
        throw std::runtime_error(fmt::format("byte {}: {}", at_, what));
    }
    /// Goes to the first zone's data, behind the end of the header.
    void go_to_data()
    {
        while (left() > sizeof(float)) {
            const std::size_t here = at_;
            if (take<float>() == end_of_header && left() >= sizeof(float) && take<float>() == zone_mark) {
                at_ = here + sizeof(float);
                return;
            }
            at_ = here + sizeof(float);
        }
        fail("expected the end of the header, found none");
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    bool swapped_ = false;
};

class TecplotBinary {
public:
    TecplotBinary(std::string_view bytes, std::uint64_t max_nodes) : numbers_{bytes}, max_nodes_{max_nodes} {}

    TecplotFile read()
    {
        read_beginning();
        read_headers();
        for (BinaryZone& zone : zones_) {
            read_values(zone);
            read_corners(zone);
            file_.zones.push_back(std::move(zone.zone));
        }
        if (file_.zones.empty()) numbers_.fail("expected a zone, found none");
        return std::move(file_);
    }

private:
    void read_beginning()
    {
        std::string magic;
        for (int i = 0; i < 8; ++i) magic += numbers_.take<char>();
        if (magic != "#!TDV112" && magic != "#!TDV111")
            throw std::runtime_error(fmt::format("it is a binary Tecplot file of version {}; expected 111 or "
                                                 "112, or one in text (in Tecplot: write "
                                                 "ASCII data)",
                                                 magic.substr(5)));
        if (numbers_.take<std::int32_t>() != 1) numbers_.swap();
        constexpr std::int32_t solution = 2, most_variables = 10'000;
        if (numbers_.take_count(solution, "a kind of file") != 0)
            throw std::runtime_error(
                "it is a binary Tecplot file of a grid or a solution alone; expected both in one");
        (void)numbers_.take_text();
        const std::size_t variables = numbers_.take_count(most_variables, "a number of variables");
        for (std::size_t v = 0; v < variables; ++v) file_.variables.push_back(numbers_.take_text());
    }

    void read_headers()
    {
        for (;;) {
            const auto mark = numbers_.take<float>();
            if (mark == end_of_header) return;
            if (mark == zone_mark) {
                read_zone();
            } else if (mark == labels_mark) {
                for (std::size_t n = numbers_.take_count(1'000'000, "a number of labels"); n > 0; --n)
                    (void)numbers_.take_text();
            } else if (mark == record_mark) {
                (void)numbers_.take_text();
            } else if (mark == dataset_aux_mark || mark == variable_aux_mark) {
                if (mark == variable_aux_mark) numbers_.skip(sizeof(std::int32_t));
                pass_aux();
            } else {  // texts and geometries
                numbers_.go_to_data();
                return;
            }
        }
    }

    void pass_aux()
    {
        (void)numbers_.take_text();
        numbers_.skip(sizeof(std::int32_t));
        (void)numbers_.take_text();
    }

    void read_zone()
    {
        BinaryZone& read = zones_.emplace_back();
        TecplotZone& zone = read.zone;
        zone.title = numbers_.take_text();
        constexpr std::size_t word = sizeof(std::int32_t);
        numbers_.skip(word);  // the zone that it is part of
        const auto strand = numbers_.take<std::int32_t>();
        const auto seconds = numbers_.take<double>();
        constexpr std::int32_t of_no_strand = -1;  // strands count from 0; -2 is one yet to be numbered
        if (strand != of_no_strand) zone.seconds = seconds;
        numbers_.skip(word);  // a colour
        zone.kind = kind_of(numbers_.take<std::int32_t>());
        zone.of_cells.assign(file_.variables.size(), 0);
        zone.values.resize(file_.variables.size());
        if (numbers_.take<std::int32_t>() == 1)
            for (std::uint8_t& of_cells : zone.of_cells)
                of_cells = static_cast<std::uint8_t>(numbers_.take_count(1, "a place of values"));
        read.has_neighbours = numbers_.take<std::int32_t>() != 0;
        constexpr std::int32_t most_connections = 1'000'000'000;
        read.connections = numbers_.take_count(most_connections, "a number of connections");
        if (read.connections > 0) {
            read.mode = numbers_.take<std::int32_t>();
            if (zone.kind != Kind::Ordered) numbers_.skip(word);
        }
        read_size(zone);
        while (numbers_.take<std::int32_t>() == 1) pass_aux();
    }

    void read_size(TecplotZone& zone)
    {
        constexpr std::int32_t most = 2'000'000'000;
        if (zone.kind == Kind::Ordered) {
            zone.nodes = 1;
            for (int axis = 0; axis < 3; ++axis) {
                zone.dims[axis] =
                    static_cast<unsigned>(std::max<std::size_t>(1, numbers_.take_count(most, "a size")));
                zone.nodes = std::min<std::size_t>(zone.nodes * zone.dims[axis], 1ULL << 40U);
            }
        } else {
            zone.nodes = numbers_.take_count(most, "a number of nodes");
            zone.elements = numbers_.take_count(most, "a number of elements");
            numbers_.skip(3 * sizeof(std::int32_t));
        }
        nodes_ += zone.nodes;
        if (nodes_ > max_nodes_ || zone.elements > 8 * max_nodes_)
            throw std::runtime_error(
                fmt::format("{} nodes, {} elements: max_nodes is {}", nodes_, zone.elements, max_nodes_));
    }

    static Kind kind_of(std::int32_t number)
    {
        constexpr std::array kinds{Kind::Ordered, Kind::Lines,      Kind::Triangles,
                                   Kind::Quads,   Kind::Tetrahedra, Kind::Bricks};
        if (number < 0 || number >= static_cast<std::int32_t>(kinds.size()))
            throw std::runtime_error("zones of polygons, polyhedra and mixed elements are not read");
        return kinds[static_cast<std::size_t>(number)];
    }

    /// Takes a number for each variable, where the file has them; else `otherwise` for all.
    std::vector<std::int32_t> of_variables(bool are_there, std::int32_t otherwise)
    {
        std::vector<std::int32_t> all(file_.variables.size(), otherwise);
        if (are_there)
            for (std::int32_t& one : all) one = numbers_.take<std::int32_t>();
        return all;
    }

    const TecplotZone& zone_before(std::int32_t number) const
    {
        if (number < 0 || number >= static_cast<std::int32_t>(file_.zones.size()))
            numbers_.fail(fmt::format("expected to share with one of {} zones before, found {}",
                                      file_.zones.size(), number));
        return file_.zones[static_cast<std::size_t>(number)];
    }

    void read_values(BinaryZone& read)
    {
        if (numbers_.take<float>() != zone_mark) numbers_.fail("expected the data of a zone");
        TecplotZone& zone = read.zone;
        const auto formats = of_variables(true, 0);
        const auto passive = of_variables(numbers_.take<std::int32_t>() != 0, 0);
        const auto shared = of_variables(numbers_.take<std::int32_t>() != 0, -1);
        corners_from_ = numbers_.take<std::int32_t>();
        const auto is_own = [&](std::size_t v) { return passive[v] == 0 && shared[v] < 0; };
        for (std::size_t v = 0; v < formats.size(); ++v)
            if (is_own(v)) numbers_.skip(2 * sizeof(double));  // the least and the greatest
        for (std::size_t v = 0; v < formats.size(); ++v) {
            if (is_own(v)) {
                zone.values[v] = values(zone, zone.of_cells[v] != 0, formats[v]);
            } else if (shared[v] >= 0) {
                zone.values[v] = zone_before(shared[v]).values[v];
                if (zone.values[v].size() != (zone.of_cells[v] != 0 ? zone.cells() : zone.nodes))
                    numbers_.fail(
                        fmt::format("zone {} has another number of values to share", shared[v] + 1));
            }
        }
    }

    std::vector<double> values(const TecplotZone& zone, bool of_cells, std::int32_t format)
    {
        if (!of_cells) return column(zone.nodes, format);
        if (zone.kind != Kind::Ordered) return column(zone.elements, format);
        // Cells are laid out as nodes are, without the last plane along the slowest axis with several.
        const int slowest = zone.dims.z > 1 ? 2 : zone.dims.y > 1 ? 1 : 0;
        const std::size_t plane = zone.nodes / zone.dims[slowest];
        const std::vector<double> padded = column(zone.nodes - plane, format);
        std::vector<double> cells;
        cells.reserve(zone.cells());
        for (std::size_t n = 0; n < padded.size(); ++n) {
            const std::size_t i = n % zone.dims.x, j = n / zone.dims.x % zone.dims.y;
            const bool is_beyond =
                (zone.dims.x > 1 && i + 1 == zone.dims.x) || (zone.dims.y > 1 && j + 1 == zone.dims.y);
            if (!is_beyond) cells.push_back(padded[n]);
        }
        return cells;
    }

    template <class Number>
    std::vector<double> column_of(std::size_t count)
    {
        numbers_.need(count * sizeof(Number));
        std::vector<double> column(count);
        for (double& value : column) value = static_cast<double>(numbers_.take<Number>());
        return column;
    }
    std::vector<double> column(std::size_t count, std::int32_t format)
    {
        switch (format) {
        case 1:
            return column_of<float>(count);
        case 2:
            return column_of<double>(count);
        case 3:
            return column_of<std::int32_t>(count);
        case 4:
            return column_of<std::int16_t>(count);
        case 5:
            return column_of<std::uint8_t>(count);
        default:
            numbers_.fail(fmt::format("values of format {} are not read", format));
        }
    }

    void read_corners(BinaryZone& read)
    {
        TecplotZone& zone = read.zone;
        const std::size_t each = zone.corners_of_element();
        const bool is_last = file_.zones.size() + 1 == zones_.size();
        if (corners_from_ >= 0 && each > 0) {
            const TecplotZone& other = zone_before(corners_from_);
            if (other.kind != zone.kind || other.nodes != zone.nodes)
                numbers_.fail(fmt::format("zone {} has other elements to share", corners_from_ + 1));
            zone.corners = other.corners;
            zone.elements = other.elements;
            return;
        }
        numbers_.need(each * zone.elements * sizeof(std::int32_t));
        zone.corners.reserve(each * zone.elements);
        for (std::size_t c = 0; c < each * zone.elements; ++c)
            zone.corners.push_back(static_cast<std::uint32_t>(
                numbers_.take_count(static_cast<std::int32_t>(zone.nodes) - 1, "a corner")));
        if (is_last) return;
        if (read.has_neighbours && each > 0) {
            const std::size_t faces = zone.kind == Kind::Bricks ? 6 : zone.kind == Kind::Lines ? 2 : each;
            numbers_.skip(faces * zone.elements * sizeof(std::int32_t));
        }
        pass_connections(read);
    }

    /// Skips connections: cells are found by their places.
    void pass_connections(const BinaryZone& read)
    {
        constexpr std::size_t word = sizeof(std::int32_t), one_within = 3, one_anywhere = 4;
        const bool to_one = read.mode == 0 || read.mode == 2;
        if (to_one) {
            numbers_.skip(read.connections * (read.mode == 0 ? one_within : one_anywhere) * word);
            return;
        }
        for (std::size_t c = 0; c < read.connections; ++c) {
            numbers_.skip(3 * word);  // the cell, its face, and whether it is hidden
            constexpr std::int32_t most = 1'000'000;
            const std::size_t neighbours = numbers_.take_count(most, "a number of neighbours");
            numbers_.skip(neighbours * (read.mode == 1 ? 1 : 2) * word);
        }
    }

    Numbers numbers_;
    std::uint64_t max_nodes_, nodes_ = 0;
    std::int32_t corners_from_ = -1;  ///< of the zone being read
    std::vector<BinaryZone> zones_;
    TecplotFile file_;
};

}  // namespace

TecplotFile read_tecplot_binary(std::string_view bytes, std::uint64_t max_nodes)
{
    return TecplotBinary{bytes, max_nodes}.read();
}

}  // namespace farfield::compute
