#include "compute_node/readers/vtu_size.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace farfield::compute {

namespace {

constexpr std::size_t longest_head = 1U << 20U;

/// The value of an attribute of a tag; "" where it has none.
std::string_view attribute(std::string_view tag, std::string_view name)
{
    for (std::size_t at = tag.find(name); at != std::string_view::npos; at = tag.find(name, at + 1)) {
        const std::size_t begin = at + name.size();
        if (at == 0 || tag[at - 1] > ' ' || tag.substr(begin, 2) != "=\"") continue;
        const std::size_t end = tag.find('"', begin + 2);
        if (end != std::string_view::npos) return tag.substr(begin + 2, end - begin - 2);
    }
    return {};
}

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 48U;  ///< of an array: sums do not overflow
constexpr std::uint64_t most_items = std::uint64_t{1}
                                     << 36U;  ///< points or cells of a piece: nor do products

std::optional<std::uint64_t> number(std::string_view text, std::uint64_t most)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value > most) return std::nullopt;
    return value;
}

/// Bytes of a number of a type, "Float64" has 8; 0 for other words.
std::uint64_t bytes_of_type(std::string_view type)
{
    for (const auto& [ending, bytes] : {std::pair{"64", 8}, {"32", 4}, {"16", 2}, {"t8", 1}})
        if (type.ends_with(ending)) return static_cast<std::uint64_t>(bytes);
    return 0;
}

/// Reads some bytes of the values behind "_", which may be encoded in base64.
class Appended {
public:
    Appended(std::ifstream& in, std::uint64_t begin, std::string_view encoding, std::string_view head_tag)
        : in_{in},
          begin_{begin},
          is_base64_{encoding == "base64"},
          is_packed_{!attribute(head_tag, "compressor").empty()},
          is_big_{attribute(head_tag, "byte_order") == "BigEndian"},
          width_{attribute(head_tag, "header_type") == "UInt64" ? 8U : 4U}
    {}

    /// Bytes of the values of an array, unpacked. None where the file ends before.
    [[nodiscard]] std::optional<std::uint64_t> bytes_at(std::uint64_t offset)
    {
        // Packed values begin with numbers: of blocks, of bytes in each, and in the last one if smaller.
        const std::size_t words = is_packed_ ? 3 : 1;
        const std::string bytes = read(offset, words * width_);
        if (bytes.size() < words * width_) return std::nullopt;
        const auto word = [&](std::size_t i) { return integer(bytes.data() + i * width_); };
        if (!is_packed_) return word(0) <= most_bytes ? std::optional{word(0)} : std::nullopt;
        constexpr std::uint64_t most = std::uint64_t{1} << 24U;
        const std::uint64_t blocks = word(0), each = word(1), last = word(2);
        if (blocks > most || each > most || last > each) return std::nullopt;
        return blocks == 0 ? 0 : last == 0 ? blocks * each : (blocks - 1) * each + last;
    }

private:
    [[nodiscard]] std::string read(std::uint64_t offset, std::size_t count)
    {
        const std::size_t written = is_base64_ ? (count + 2) / 3 * 4 : count;
        std::string text(written, '\0');
        in_.clear();
        in_.seekg(static_cast<std::streamoff>(begin_ + offset));
        in_.read(text.data(), static_cast<std::streamsize>(written));
        text.resize(static_cast<std::size_t>(in_.gcount()));
        return is_base64_ ? from_base64(text) : text;
    }
    static std::string from_base64(const std::string& text)
    {
        constexpr std::string_view digits =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::string bytes;
        std::uint32_t bits = 0;
        int count = 0;
        for (const char letter : text) {
            const std::size_t digit = digits.find(letter);
            if (digit == std::string_view::npos) break;
            bits = bits << 6U | static_cast<std::uint32_t>(digit);
            count += 6;
            if (count < 8) continue;
            count -= 8;
            bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 0xFFU);
        }
        return bytes;
    }
    [[nodiscard]] std::uint64_t integer(const char* at) const
    {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < width_; ++i)
            value = value << 8U | static_cast<unsigned char>(at[is_big_ ? i : width_ - 1 - i]);
        return value;
    }

    std::ifstream& in_;
    std::uint64_t begin_;
    bool is_base64_, is_packed_, is_big_;
    std::size_t width_;
};

/// Reads the head tag by tag.
class HeadReader {
public:
    explicit HeadReader(Appended& values) : values_{values} {}

    /// Takes a tag; false where the head is not understood.
    [[nodiscard]] bool take(std::string_view tag)
    {
        if (tag.starts_with("Piece")) return take_piece(tag);
        if (tag.starts_with("PointData") || tag.starts_with("CellData") || tag.starts_with("Points") ||
            tag.starts_with("Cells") || tag.starts_with("FieldData"))
            part_ = tag.substr(0, tag.find_first_of(" >/"));
        return !tag.starts_with("DataArray") || part_ == "FieldData" || take_array(tag);
    }
    [[nodiscard]] const VtuSize& size() const { return size_; }

private:
    bool take_piece(std::string_view tag)
    {
        const auto points = number(attribute(tag, "NumberOfPoints"), most_items);
        const auto cells = number(attribute(tag, "NumberOfCells"), most_items);
        if (!points || !cells) return false;
        piece_points_ = *points;
        piece_cells_ = *cells;
        size_.points += *points;
        size_.cells += *cells;
        return true;
    }
    bool take_array(std::string_view tag)
    {
        constexpr std::uint64_t most_components = 1U << 10U;
        const std::string_view given = attribute(tag, "NumberOfComponents");
        const auto components =
            given.empty() ? std::optional<std::uint64_t>{1} : number(given, most_components);
        const std::uint64_t width = bytes_of_type(attribute(tag, "type"));
        if (attribute(tag, "format") != "appended" || !components || width == 0) return false;
        if (part_ == "Cells") return take_list(tag, width);
        const std::uint64_t of_each = part_ == "CellData" ? piece_cells_ : piece_points_;
        const std::uint64_t values = *components * of_each;
        if (part_ == "PointData") size_.at_points += values;
        if (part_ == "CellData") size_.in_cells += values;
        size_.file_bytes += width * values;
        return true;
    }
    bool take_list(std::string_view tag, std::uint64_t width)
    {
        const auto offset = number(attribute(tag, "offset"), most_bytes);
        const auto bytes = offset ? values_.bytes_at(*offset) : std::nullopt;
        if (!bytes) return false;
        const std::string_view name = attribute(tag, "Name");
        if (name == "connectivity") size_.corners += *bytes / width;
        if (name == "faces" || name == "face_connectivity") size_.faces += *bytes / width;
        size_.file_bytes += *bytes;
        return true;
    }

    Appended& values_;
    VtuSize size_;
    std::string_view part_;
    std::uint64_t piece_points_ = 0, piece_cells_ = 0;
};

}  // namespace

std::optional<VtuSize> vtu_size(const std::filesystem::path& file)
{
    std::ifstream in{file, std::ios::binary};
    std::string head(longest_head, '\0');
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    const std::size_t appended = head.find("<AppendedData");
    const std::size_t values =
        appended == std::string::npos ? appended : head.find('_', head.find('>', appended));
    const std::size_t first = head.find("<VTKFile");
    if (values == std::string::npos || first == std::string::npos) return std::nullopt;
    const std::string_view tags = std::string_view{head}.substr(0, appended);
    const auto tag_at = [&](std::string_view text, std::size_t at) {
        return text.substr(at + 1, text.find('>', at) - at - 1);
    };
    Appended behind{in, values + 1, attribute(tag_at(head, appended), "encoding"), tag_at(head, first)};
    HeadReader reader{behind};
    for (std::size_t at = tags.find('<'); at != std::string_view::npos; at = tags.find('<', at + 1))
        if (!reader.take(tag_at(tags, at))) return std::nullopt;
    return reader.size().points > 0 ? std::optional{reader.size()} : std::nullopt;
}

std::uint64_t memory_of(const VtuSize& file)
{
    constexpr std::uint64_t walked_cell = 128, index = 92, point = 12, node = 16;  // bytes of each
    constexpr std::uint64_t piece_corners = 5;                                     // a pyramid's
    const std::uint64_t pieces = file.faces / 2;                                   // of polyhedra, at most
    const std::uint64_t cells = file.cells + pieces, corners = file.corners + piece_corners * pieces;
    const std::uint64_t points = file.points + (file.faces > 0 ? file.cells : 0);
    const std::uint64_t averaged = file.cells == 0 ? 0 : file.in_cells / file.cells * points;
    const std::uint64_t shape = point * points + cells + sizeof(std::uint32_t) * corners;
    const std::uint64_t answer = shape + sizeof(float) * (file.at_points + averaged);
    const std::uint64_t reader = file.file_bytes + 2 * answer;
    const std::uint64_t grid =
        (walked_cell + index) * cells + sizeof(std::uint32_t) * corners + (point + node) * points;
    return std::max(reader, answer + shape + grid);
}

}  // namespace farfield::compute
