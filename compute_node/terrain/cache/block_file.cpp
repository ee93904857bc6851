#include "compute_node/terrain/cache/block_file.h"

#include "model/files/atomic_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace farfield::terrain {

namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> magic{'F', 'F', 'B', 'L', 'O', 'C', 'K', 'S'};
constexpr std::uint32_t version = 1;
constexpr std::uint64_t page_bytes = 4096;

struct FilePage {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t tile_cells;
    std::uint64_t key;
    std::int64_t columns, rows;
    float lowest, highest;
    std::uint64_t voids;
    std::uint64_t data_bytes;   ///< size of the parts that BlockLayout places, from the second page on
    std::uint64_t notes_bytes;  ///< size of the notes, at the end after the hashes
    std::int64_t written_ns;    ///< the file's time of change, unless it was touched since
    std::uint64_t tail_hash;    ///< hash of the hashes and notes
    std::uint64_t hash;         ///< hash of all members above
};
static_assert(sizeof(FilePage) <= page_bytes);

std::uint64_t hash_of(std::span<const std::byte> bytes)
{
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::uint64_t own_hash(const FilePage& page)
{
    return XXH3_64bits(&page, offsetof(FilePage, hash));
}

/// Number of hashes: that of the index, then one for the blocks of each row of tiles.
std::uint64_t hash_count(const BlockLayout& layout)
{
    return 1 + layout.tile_rows;
}

std::vector<std::uint64_t> hashes_of(const BlockLayout& layout, std::span<const std::byte> data,
                                     const BuildWatch& watch = {})
{
    std::vector<std::uint64_t> hashes{hash_of(data.first(layout.blocks.offset))};
    const std::uint64_t row_bytes =
        std::uint64_t{layout.tile_columns} * HeightBlocks::tile_blocks * sizeof(HeightBlock);
    for (std::uint32_t row = 0; row < layout.tile_rows; ++row) {
        watch.check();
        hashes.push_back(hash_of(data.subspan(layout.blocks.offset + row * row_bytes, row_bytes)));
    }
    return hashes;
}

/// A file that is open, for what a stream cannot do.
class Descriptor {
public:
    Descriptor(const fs::path& name, int flags) : name_{name}, number_{open(name.c_str(), flags | O_CLOEXEC)}
    {
        if (number_ < 0) fail(errno);
    }
    ~Descriptor() { close(number_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    void reserve(std::uint64_t bytes) const
    {
        if (const int error = posix_fallocate(number_, 0, static_cast<off_t>(bytes)); error != 0) fail(error);
    }
    void sync() const
    {
        if (fdatasync(number_) != 0) fail(errno);
    }
    void set_time(std::int64_t ns) const
    {
        constexpr std::int64_t second = 1'000'000'000;
        const timespec time{static_cast<time_t>(ns / second), static_cast<long>(ns % second)};
        const std::array<timespec, 2> both{time, time};
        if (futimens(number_, both.data()) != 0) fail(errno);
    }

private:
    [[noreturn]] void fail(int error) const
    {
        throw std::system_error(error, std::generic_category(), name_.string());
    }

    fs::path name_;
    int number_;
};

std::int64_t change_time_ns(const fs::path& name)
{
    struct stat status {};
    if (stat(name.c_str(), &status) != 0) return 0;
    return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

std::string joined(const std::vector<std::string>& notes)
{
    std::string text;
    for (const std::string& note : notes) text += note + '\n';
    return text;
}

std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::span<const std::byte> bytes_of(const std::string& text)
{
    return std::as_bytes(std::span{text});
}

/// Throws std::system_error when a file that is being written was cut.
void verify_intact(const FileMapping& mapping)
{
    if (!mapping.is_intact()) throw std::system_error(EIO, std::generic_category());
}

/// Fills a file of the right size.
void fill(const fs::path& part, const BlockLayout& layout, FilePage& page, HeightSource& source,
          std::uint64_t resident_bytes, const BuildWatch& watch)
{
    {
        const Descriptor file{part, O_RDWR};
        file.reserve(page_bytes + layout.bytes);
    }
    std::vector<std::uint64_t> hashes;
    {
        const FileMapping mapping{part, FileMapping::Access::Write, resident_bytes};
        const std::span<std::byte> data = mapping.writable().subspan(page_bytes);
        const auto progress = [&](double done) {
            verify_intact(mapping);
            if (watch.progress) watch.progress(done);
        };
        const HeightRange range = fill_blocks(source, layout, data, {progress, watch.cancelled});
        page.lowest = range.lowest();
        page.highest = range.highest();
        page.voids = range.voids();
        hashes = hashes_of(layout, data, watch);
        verify_intact(mapping);
    }
    const std::string notes = joined(source.info().notes);
    std::string tail(hashes.size() * sizeof(std::uint64_t), '\0');
    std::memcpy(tail.data(), hashes.data(), tail.size());
    tail += notes;
    page.notes_bytes = notes.size();
    page.tail_hash = hash_of(bytes_of(tail));
    page.written_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                          std::chrono::system_clock::now().time_since_epoch())
                          .count();
    page.hash = own_hash(page);
    const Descriptor file{part, O_RDWR};
    file.reserve(page_bytes + layout.bytes + tail.size());
    {
        const FileMapping mapping{part, FileMapping::Access::Write, resident_bytes};
        std::memcpy(mapping.writable().data(), &page, sizeof(page));
        std::memcpy(mapping.writable().data() + page_bytes + layout.bytes, tail.data(), tail.size());
        verify_intact(mapping);
    }
    file.sync();
    file.set_time(page.written_ns);
}

void expect(bool is_right, const char* otherwise)
{
    if (!is_right) throw UnusableBlockFile(otherwise);
}

FilePage page_of(std::span<const std::byte> bytes, std::uint64_t key)
{
    FilePage page{};
    expect(bytes.size() >= page_bytes, "is cut short");
    std::memcpy(&page, bytes.data(), sizeof(page));
    expect(page.magic == magic, "is no cache");
    expect(page.version == version && page.tile_cells == HeightBlocks::tile_cells, "is from another version");
    expect(page.hash == own_hash(page), "is damaged");
    expect(page.key == key, "is stale");
    return page;
}

std::shared_ptr<const FileMapping> map(const fs::path& name, std::uint64_t resident_bytes)
{
    std::error_code ignored;
    if (!fs::is_regular_file(name, ignored) || fs::file_size(name, ignored) < page_bytes)
        throw UnusableBlockFile("is cut short");
    try {
        return std::make_shared<const FileMapping>(name, FileMapping::Access::Read, resident_bytes);
    } catch (const std::system_error& error) {
        throw UnusableBlockFile(fmt::format("cannot be read ({})", error.code().message()));
    }
}

}  // namespace

std::uint64_t block_file_bytes(std::int64_t columns, std::int64_t rows)
{
    const BlockLayout layout = layout_of(columns, rows);
    return page_bytes + layout.bytes + hash_count(layout) * sizeof(std::uint64_t);
}

void write_block_file(const fs::path& name, std::uint64_t key, HeightSource& source,
                      std::uint64_t resident_bytes, const BuildWatch& watch)
{
    const BlockLayout layout = layout_of(source.info().columns, source.info().rows);
    FilePage page{};
    page.magic = magic;
    page.version = version;
    page.tile_cells = HeightBlocks::tile_cells;
    page.key = key;
    page.columns = layout.columns;
    page.rows = layout.rows;
    page.data_bytes = layout.bytes;
    AtomicFile file{name};
    try {
        fill(file.part(), layout, page, source, resident_bytes, watch);
    } catch (const std::system_error& error) {
        throw std::runtime_error(fmt::format("cannot write the terrain's cache '{}' of {} MiB: {}",
                                             name.string(), (page_bytes + layout.bytes) >> 20U,
                                             error.code().message()));
    }
    file.keep();
}

BlockFile open_block_file(const BlockFileName& name)
{
    const std::shared_ptr<const FileMapping> mapping = map(name.file, name.resident_bytes);
    const std::span<const std::byte> bytes = mapping->bytes();
    const FilePage page = page_of(bytes, name.key);
    const BlockLayout layout = layout_of(page.columns, page.rows);
    const std::uint64_t hash_bytes = hash_count(layout) * sizeof(std::uint64_t);
    expect(page.data_bytes == layout.bytes && page.notes_bytes < bytes.size() &&
               bytes.size() == page_bytes + layout.bytes + hash_bytes + page.notes_bytes,
           "is cut short");
    const std::span<const std::byte> data = bytes.subspan(page_bytes, layout.bytes);
    const std::span<const std::byte> tail = bytes.subspan(page_bytes + layout.bytes);
    expect(hash_of(tail) == page.tail_hash, "is damaged");
    if (change_time_ns(name.file) != page.written_ns) {
        const std::vector<std::uint64_t> hashes = hashes_of(layout, data);
        expect(std::memcmp(hashes.data(), tail.data(), hash_bytes) == 0, "is damaged");
    }
    BlockFile file;
    file.mapping = mapping;
    file.blocks = blocks_in(layout, data, mapping);
    file.blocks.lowest = page.lowest;
    file.blocks.highest = page.highest;
    file.blocks.voids = page.voids;
    file.notes = lines_of({reinterpret_cast<const char*>(tail.data()) + hash_bytes, page.notes_bytes});
    return file;
}

}  // namespace farfield::terrain
