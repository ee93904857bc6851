#include "compute_node/readers/ensight/ensight_binary.h"

#include "compute_node/readers/ensight/ensight_words.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
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
    explicit Fields(const fs::path& file)
        : file_{file}, size_{fs::file_size(file)}, in_{file, std::ios::binary}
    {}

    [[nodiscard]] bool at_end() const { return at_ >= size_; }

    std::string text(const char* what)
    {
        std::array<char, text_bytes> letters{};
        take(what, letters.data(), letters.size());
        return {letters.data(), strnlen(letters.data(), letters.size())};
    }
    /// The number of a part shows the order of bytes.
    void part_number()
    {
        std::uint32_t number = 0;
        take("the number of a part", reinterpret_cast<char*>(&number), number_bytes);
        swapped_ = number > max_part_number;
    }
    std::uint64_t count(const char* what)
    {
        std::uint32_t number = 0;
        take(what, reinterpret_cast<char*>(&number), number_bytes);
        return swapped_ ? __builtin_bswap32(number) : number;
    }
    void skip_numbers(std::uint64_t count, const char* what)
    {
        need(number_bytes * count, what);
        in_.seekg(static_cast<std::streamoff>(at_));
    }

private:
    void take(const char* what, char* bytes, std::uint64_t count)
    {
        need(count, what);
        in_.read(bytes, static_cast<std::streamsize>(count));
    }
    void need(std::uint64_t bytes, const char* what)
    {
        at_ += bytes;
        if (at_ > size_)
            throw std::runtime_error(
                fmt::format("cannot read '{}': expected {} up to byte {}, found {} bytes; is it truncated?",
                            file_.string(), what, at_, size_));
    }

    const fs::path& file_;
    std::uint64_t size_;
    std::uint64_t at_ = 0;
    std::ifstream in_;
    bool swapped_ = false;
};

}  // namespace

// Source: EnSight User Manual, "EnSight Gold Geometry File Format", C binary form.
std::uint64_t check_ensight_binary(const fs::path& geometry)
{
    Fields fields{geometry};
    for (const char* what : {"'C Binary'", "a description", "a description"}) (void)fields.text(what);
    const bool node_ids = is_listed(fields.text("'node id'"));
    const bool element_ids = is_listed(fields.text("'element id'"));
    std::uint64_t all_points = 0;
    while (!fields.at_end()) {
        const std::string word = fields.text("a part");
        if (word.starts_with("extents")) {
            fields.skip_numbers(6, "the extents");
        } else if (word.starts_with("part")) {
            fields.part_number();
            (void)fields.text("the description of a part");
        } else if (word.starts_with("coordinates")) {
            const std::uint64_t points = fields.count("how many points a part has");
            fields.skip_numbers((node_ids ? 4 : 3) * points, "the points of a part");
            all_points += points;
        } else if (const std::size_t corners = corners_of(word); corners > 0) {
            const std::uint64_t cells = fields.count("how many cells a part has");
            fields.skip_numbers((corners + (element_ids ? 1 : 0)) * cells, "the cells of a part");
        } else {
            break;
        }
    }
    return all_points;
}

}  // namespace farfield::compute
