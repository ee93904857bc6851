#include "compute_node/readers/openfoam/foam_file.h"

#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/support/formats/beginning.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>

#include <zlib.h>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

fs::path packed(const fs::path& file)
{
    return file.string() + ".gz";
}

/// Owns an inflater of zlib.
class Inflater {
public:
    Inflater(const void* bytes, std::size_t count)
        : rest_{static_cast<const unsigned char*>(bytes)}, left_{count}
    {
        constexpr int with_gzip_header = 16 + MAX_WBITS;
        if (inflateInit2(&stream_, with_gzip_header) != Z_OK) throw std::bad_alloc{};
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// Appends bytes to a text, as far as they go; false at the end of all. Throws where they are damaged.
    bool append(std::string& text, std::size_t most)
    {
        const std::size_t before = text.size();
        text.resize(before + most);
        stream_.next_out = reinterpret_cast<unsigned char*>(text.data() + before);
        stream_.avail_out = static_cast<unsigned>(most);
        int state = Z_OK;
        while (stream_.avail_out > 0 && state == Z_OK) {
            give_more();
            state = inflate(&stream_, Z_NO_FLUSH);
            if (state == Z_STREAM_END && (stream_.avail_in > 0 || left_ > 0)) state = inflateReset(&stream_);
        }
        text.resize(text.size() - stream_.avail_out);
        if (state != Z_OK && state != Z_STREAM_END)
            throw std::runtime_error("its gzip data are damaged or cut short");
        return state == Z_OK;
    }

private:
    void give_more()
    {
        if (stream_.avail_in > 0 || left_ == 0) return;
        const std::size_t now = std::min<std::size_t>(left_, std::numeric_limits<unsigned>::max() / 2);
        stream_.next_in = const_cast<unsigned char*>(rest_);  // which zlib does not write
        stream_.avail_in = static_cast<unsigned>(now);
        rest_ += now;
        left_ -= now;
    }

    z_stream stream_{};
    const unsigned char* rest_;
    std::size_t left_;
};

}  // namespace

bool FoamFile::exists(const fs::path& file)
{
    std::error_code error;
    return fs::is_regular_file(file, error) || fs::is_regular_file(packed(file), error);
}

FoamFile::FoamFile(const fs::path& file, std::optional<std::size_t> most) : path_{file}
{
    std::error_code error;
    if (OpenedPaths::of_process().refuses(file)) throw_reader_error(file, "it is outside the data folders");
    const bool is_packed = !fs::exists(file, error) && fs::exists(packed(file), error);
    if (is_packed) path_ = packed(file);
    mapped_ = MappedFile{path_};
    text_ = mapped_.bytes();
    if (is_packed) unpack(most);
    text_ = without_utf8_mark(text_);
}

void FoamFile::unpack(std::optional<std::size_t> part)
{
    constexpr std::size_t at_once = 1U << 20U;
    const std::size_t most = part.value_or(std::numeric_limits<std::size_t>::max());
    Inflater inflater{text_.data(), text_.size()};
    try {
        while (unpacked_.size() < most &&
               inflater.append(unpacked_, std::min(at_once, most - unpacked_.size()))) {
        }
    } catch (const std::runtime_error& error) {
        throw_reader_error(path_, error.what());
    }
    text_ = unpacked_;
}

}  // namespace farfield::compute
