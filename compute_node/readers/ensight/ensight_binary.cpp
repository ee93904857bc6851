#include "compute_node/readers/ensight/ensight_binary.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/ensight/ensight_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <string>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t text_bytes = 80, number_bytes = 4;
constexpr std::uint32_t max_part_number = 1U << 16U;
constexpr std::uint64_t max_points = std::numeric_limits<std::int32_t>::max();  // of VTK's reader

/// Takes fields of 80 letters and of four-byte numbers; throws where one is missing.
class Fields {
public:
    Fields(const fs::path& file, std::string_view bytes) : file_{file}, bytes_{bytes} {}

    [[nodiscard]] bool at_end() const { return at_ >= bytes_.size(); }

    std::string text(const char* what)
    {
        const std::string_view letters = take(what, text_bytes);
        return std::string{letters.substr(0, letters.find('\0'))};
    }
    /// Takes a part's number, which shows the byte order.
    std::uint64_t part_number()
    {
        std::uint32_t number = 0;
        std::memcpy(&number, take("the number of a part", number_bytes).data(), number_bytes);
        swapped_ = number > max_part_number;
        return swapped_ ? __builtin_bswap32(number) : number;
    }
    std::uint64_t count(const char* what)
    {
        std::uint32_t number = 0;
        std::memcpy(&number, take(what, number_bytes).data(), number_bytes);
        return swapped_ ? __builtin_bswap32(number) : number;
    }
    void skip_numbers(std::uint64_t count, const char* what)
    {
        constexpr std::uint64_t most = 1ULL << 60U;  // more than any file has
        (void)take(what, number_bytes * std::min(count, most));
    }
    std::uint64_t sum_of_counts(std::uint64_t counts, const char* what)
    {
        std::uint64_t sum = 0;
        for (std::uint64_t n = 0; n < counts; ++n) sum += count(what);
        return sum;
    }
    [[noreturn]] void fail(const std::string& expected, const std::string& found) const
    {
        throw_reader_error(file_, fmt::format("expected {} before byte {}, found {}", expected, at_, found));
    }

private:
    std::string_view take(const char* what, std::uint64_t count)
    {
        if (count > bytes_.size() - std::min<std::uint64_t>(at_, bytes_.size()))
            throw_reader_error(file_,
                               fmt::format("expected {} up to byte {}, found {} bytes; is it truncated?",
                                           what, at_ + count, bytes_.size()));
        at_ += count;
        return bytes_.substr(at_ - count, count);
    }

    const fs::path& file_;
    std::string_view bytes_;
    std::uint64_t at_ = 0;
    bool swapped_ = false;
};

bool is_plain_block(std::string_view word)
{
    return word.starts_with("block") && word.find("ghost") == std::string_view::npos &&
           word.find("range") == std::string_view::npos;
}

void take_block(Fields& fields, std::string_view word, EnsightPart& part)
{
    const auto has = [&](std::string_view what) { return word.find(what) != std::string_view::npos; };
    std::uint64_t numbers = 0, nodes = 1, cells = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const std::uint64_t along = fields.count("how many nodes a block has");
        if (__builtin_mul_overflow(nodes, along, &nodes) || nodes > max_points)
            fields.fail(fmt::format("a block of {} nodes at most", max_points), "more");
        numbers += along;
        cells *= along == 0 ? 0 : std::max<std::uint64_t>(along, 2) - 1;
    }
    if (!has("rectilinear")) numbers = has("uniform") ? 6 : 3 * nodes;
    fields.skip_numbers(numbers, "the points of a block");
    if (has("iblanked")) fields.skip_numbers(nodes, "what of a block is blanked");
    part.points = nodes;
    part.cells["block"] = cells;
}

/// Cells under a line such as "hexa8", "nsided" or "nfaced"; false for other lines.
bool take_cells(Fields& fields, std::string_view word, bool element_ids, EnsightPart& part)
{
    const bool are_faced = word.starts_with("nfaced");
    const std::size_t corners = corners_of(word);
    if (corners == 0 && !are_faced && !word.starts_with("nsided")) return false;
    const std::uint64_t cells = fields.count("how many cells a part has");
    if (element_ids) fields.skip_numbers(cells, "the numbers of cells");
    std::uint64_t numbers = corners * cells;
    if (corners == 0) numbers = fields.sum_of_counts(cells, "how many corners or faces a cell has");
    if (are_faced) numbers = fields.sum_of_counts(numbers, "how many corners a face has");
    fields.skip_numbers(numbers, "the cells of a part");
    part.cells[word_of_kind(word)] = cells;
    return true;
}

/// Values of a part under a line such as "coordinates", "hexa8 undef" or "block partial".
void take_values(Fields& fields, std::string_view word, std::uint64_t components, std::uint64_t count)
{
    if (word.find("undef") != std::string_view::npos)
        fields.skip_numbers(1, "a number for what is undefined");
    if (word.find("partial") != std::string_view::npos) {
        count = fields.count("how many values a part has");
        fields.skip_numbers(count, "which values a part has");
    }
    fields.skip_numbers(components * count, "a part's values");
}

}  // namespace

// Source: EnSight User Manual, "EnSight Gold Geometry File Format", C binary form.
EnsightParts check_binary_geometry(const fs::path& file, std::string_view bytes)
{
    Fields fields{file, bytes};
    EnsightParts found;
    found.form = EnsightParts::Form::CBinary;
    for (const char* what : {"'C Binary'", "a description", "a description"}) (void)fields.text(what);
    const bool node_ids = is_listed(fields.text("'node id'"));
    const bool element_ids = is_listed(fields.text("'element id'"));
    EnsightPart* part = nullptr;
    while (!fields.at_end()) {
        const std::string word = fields.text("a part");
        if (word.starts_with("extents")) {
            fields.skip_numbers(6, "the extents");
        } else if (word.starts_with("part")) {
            part = &found.parts[fields.part_number()];
            (void)fields.text("the description of a part");
        } else if (part == nullptr) {
            fields.fail("a part", fmt::format("'{}'", word));
        } else if (word.starts_with("coordinates")) {
            part->points = fields.count("how many points a part has");
            fields.skip_numbers((node_ids ? 4 : 3) * part->points, "the points of a part");
        } else if (is_plain_block(word)) {
            take_block(fields, word, *part);
        } else if (!take_cells(fields, word, element_ids, *part)) {
            found.are_known = false;
            break;
        }
    }
    for (const auto& [number, one] : found.parts) found.points += one.points;
    return found;
}

// Source: the same, "EnSight Gold Variable File Format".
void check_binary_variable(const fs::path& file, std::string_view bytes, std::uint64_t components,
                           bool of_cells, const EnsightParts& geometry)
{
    if (!geometry.are_known) return;
    Fields fields{file, bytes};
    (void)fields.text("a description");
    const EnsightPart* part = nullptr;
    std::set<std::string> given;
    const auto check_kinds = [&](const char* next) {
        const std::string missing = part == nullptr || !of_cells ? std::string{} : part->kind_beside(given);
        if (!missing.empty()) fields.fail(fmt::format("values of the part's '{}', too,", missing), next);
        given.clear();
    };
    while (!fields.at_end()) {
        const std::string word = fields.text("a part");
        if (word.starts_with("part")) {
            check_kinds("'part'");
            const std::uint64_t number = fields.part_number();
            const auto found = geometry.parts.find(number);
            if (found == geometry.parts.end())
                fields.fail("the number of a part that the geometry has", fmt::format("{}", number));
            part = &found->second;
            continue;
        }
        if (part == nullptr) fields.fail("a part", fmt::format("'{}'", word));
        if (!of_cells && !word.starts_with("coordinates") && !word.starts_with("block")) return;
        const auto cells = part->cells.find(word_of_kind(word));
        if (of_cells && cells == part->cells.end())
            fields.fail("cells of a kind that the part has in the geometry", fmt::format("'{}'", word));
        take_values(fields, word, components, of_cells ? cells->second : part->points);
        given.insert(word_of_kind(word));
    }
    check_kinds("its end");
}

}  // namespace farfield::compute
