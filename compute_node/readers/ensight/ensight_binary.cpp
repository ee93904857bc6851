#include "compute_node/readers/ensight/ensight_binary.h"

#include "compute_node/readers/ensight/ensight_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t text_bytes = 80, number_bytes = 4;
constexpr std::uint32_t max_part_number = 1U << 16U;

/// Fields of 80 letters and of four-byte numbers; an error where one is missing.
class Fields {
public:
    Fields(const fs::path& file, std::string_view bytes) : file_{file}, bytes_{bytes} {}

    [[nodiscard]] bool at_end() const { return at_ >= bytes_.size(); }

    std::string text(const char* what)
    {
        const std::string_view letters = take(what, text_bytes);
        return std::string{letters.substr(0, letters.find('\0'))};
    }
    /// The number of a part shows the order of bytes.
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
    void skip_numbers(std::uint64_t count, const char* what) { (void)take(what, number_bytes * count); }

private:
    std::string_view take(const char* what, std::uint64_t count)
    {
        if (count > bytes_.size() - std::min<std::uint64_t>(at_, bytes_.size()))
            throw std::runtime_error(
                fmt::format("cannot read '{}': expected {} up to byte {}, found {} bytes; is it truncated?",
                            file_.string(), what, at_ + count, bytes_.size()));
        at_ += count;
        return bytes_.substr(at_ - count, count);
    }

    const fs::path& file_;
    std::string_view bytes_;
    std::uint64_t at_ = 0;
    bool swapped_ = false;
};

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
    std::uint64_t part = 0;
    while (!fields.at_end()) {
        const std::string word = fields.text("a part");
        if (word.starts_with("extents")) {
            fields.skip_numbers(6, "the extents");
        } else if (word.starts_with("part")) {
            part = fields.part_number();
            (void)fields.text("the description of a part");
        } else if (word.starts_with("coordinates")) {
            const std::uint64_t points = fields.count("how many points a part has");
            fields.skip_numbers((node_ids ? 4 : 3) * points, "the points of a part");
            found.parts[part].points = points;
            found.points += points;
        } else if (const std::size_t corners = corners_of(word); corners > 0) {
            const std::uint64_t cells = fields.count("how many cells a part has");
            fields.skip_numbers((corners + (element_ids ? 1 : 0)) * cells, "the cells of a part");
            found.parts[part].cells[word_of_kind(word)] = cells;
        } else {
            found.are_known = false;
            break;
        }
    }
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
    while (!fields.at_end()) {
        const std::string word = fields.text("a part");
        if (word.starts_with("part")) {
            const auto found = geometry.parts.find(fields.part_number());
            if (found == geometry.parts.end()) return;
            part = &found->second;
            continue;
        }
        const bool is_plain =
            word.find("undef") == std::string::npos && word.find("partial") == std::string::npos;
        if (part == nullptr || !is_plain) return;
        const auto cells = part->cells.find(word_of_kind(word));
        if (of_cells ? cells == part->cells.end() : !word.starts_with("coordinates")) return;
        fields.skip_numbers(components * (of_cells ? cells->second : part->points), "a part's values");
    }
}

}  // namespace farfield::compute
