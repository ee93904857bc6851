#include "compute_node/readers/netcdf/bytes/netcdf_header.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>

namespace farfield::compute {

namespace {

constexpr std::uint64_t dimension_tag = 10, variable_tag = 11, attribute_tag = 12;

/// Bytes of a value of each type, from NC_BYTE = 1 to NC_UINT64 = 11.
constexpr std::array<std::uint64_t, 12> type_bytes{0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};

class Header {
public:
    Header(const std::filesystem::path& path, std::ifstream& file, std::uint64_t bytes)
        : path_{path}, file_{file}, left_{bytes}
    {}

    void check()
    {
        const std::uint64_t magic = number(4);
        const std::uint64_t version = magic & 0xFFU;
        if (magic >> 8 != 0x434446 || (version != 1 && version != 2 && version != 5)) return;  // "CDF"
        wide_ = version == 5 ? 8 : 4;
        offset_ = version == 1 ? 4 : 8;
        (void)number(wide_);  // records
        dimensions_ = list(dimension_tag, "dimensions", 2 * wide_);
        for (std::uint64_t i = 0; i < dimensions_; ++i) {
            skip_name();
            (void)number(wide_);
        }
        skip_attributes();
        const std::uint64_t variables = list(variable_tag, "variables", 4 * wide_ + 8 + offset_);
        for (std::uint64_t i = 0; i < variables; ++i) skip_variable();
    }

private:
    /// Takes the length of a list. least_bytes: fewest bytes of an item.
    std::uint64_t list(std::uint64_t tag, const char* what, std::uint64_t least_bytes)
    {
        const std::uint64_t found = number(4), count = number(wide_);
        if (found != tag && (found != 0 || count != 0))
            fail(fmt::format("expected a list of {}, found the number {}", what, found));
        need(count, what, least_bytes);
        return count;
    }

    void skip_variable()
    {
        skip_name();
        const std::uint64_t rank = number(wide_);
        need(rank, "dimensions of a variable", wide_);
        for (std::uint64_t d = 0; d < rank; ++d)
            if (const std::uint64_t id = number(wide_); id >= dimensions_)
                fail(fmt::format("expected dimensions below {}, found {}", dimensions_, id));
        skip_attributes();
        (void)bytes_of_type();
        (void)number(wide_);    // size
        (void)number(offset_);  // where its values begin
    }

    void skip_attributes()
    {
        const std::uint64_t attributes = list(attribute_tag, "attributes", 2 * wide_ + 4);
        for (std::uint64_t i = 0; i < attributes; ++i) {
            skip_name();
            const std::uint64_t each = bytes_of_type(), count = number(wide_);
            need(count, "values of an attribute", each);
            skip(count * each);
        }
    }

    void skip_name()
    {
        const std::uint64_t letters = number(wide_);
        need(letters, "letters of a name", 1);
        skip(letters);
    }

    std::uint64_t bytes_of_type()
    {
        const std::uint64_t type = number(4);
        if (type == 0 || type >= type_bytes.size()) fail(fmt::format("expected a type, found {}", type));
        return type_bytes[type];
    }

    void need(std::uint64_t count, const char* what, std::uint64_t each)
    {
        if (count > left_ / each)
            fail(fmt::format("expected at most {} {}, for which there are bytes, found {}", left_ / each,
                             what, count));
    }

    /// Skips bytes, up to the next multiple of four.
    void skip(std::uint64_t bytes)
    {
        const std::uint64_t padded = (bytes + 3) / 4 * 4;
        if (padded > left_) fail("it ends within its header");
        left_ -= padded;
        file_.seekg(static_cast<std::streamoff>(padded), std::ios::cur);
    }

    /// Takes a big-endian number.
    std::uint64_t number(std::uint64_t bytes)
    {
        std::array<char, 8> read{};
        if (bytes > left_ || !file_.read(read.data(), static_cast<std::streamsize>(bytes)))
            fail("it ends within its header");
        left_ -= bytes;
        std::uint64_t value = 0;
        for (std::uint64_t i = 0; i < bytes; ++i) value = value << 8 | static_cast<unsigned char>(read[i]);
        return value;
    }

    [[noreturn]] void fail(const std::string& what) const
    {
        throw std::runtime_error(fmt::format("cannot read '{}': {}; is it damaged?", path_.string(), what));
    }

    const std::filesystem::path& path_;
    std::ifstream& file_;
    std::uint64_t left_;        ///< bytes of the file not read yet
    std::uint64_t wide_ = 4;    ///< bytes of a count
    std::uint64_t offset_ = 4;  ///< bytes of an offset in the file
    std::uint64_t dimensions_ = 0;
};

}  // namespace

void check_netcdf_header(const std::filesystem::path& path)
{
    std::error_code unknown;
    const std::uint64_t bytes = std::filesystem::file_size(path, unknown);
    std::ifstream file{path, std::ios::binary};
    constexpr std::uint64_t least_bytes = 4;  // fewer are none of these files
    if (unknown || !file || bytes < least_bytes) return;
    Header{path, file, bytes}.check();
}

}  // namespace farfield::compute
