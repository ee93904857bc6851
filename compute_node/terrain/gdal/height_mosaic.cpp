#include "compute_node/terrain/gdal/height_mosaic.h"

#include "compute_node/terrain/gdal/gdal_heights.h"
#include "compute_node/terrain/gdal/mosaic_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

namespace farfield::terrain {

namespace {

namespace fs = std::filesystem;

/// Limit of open files: tiles of a degree around a quarter of the globe, with one or two descriptors each.
constexpr std::size_t max_open_files = 96;

/// The files that were read last.
class OpenFiles {
public:
    OpenFiles(const std::vector<fs::path>& files, HeightOptions options)
        : files_{files}, options_{std::move(options)}
    {}

    HeightSource& open(std::size_t file)
    {
        const auto found =
            std::find_if(open_.begin(), open_.end(), [&](const auto& entry) { return entry.first == file; });
        if (found != open_.end())
            std::rotate(found, found + 1, open_.end());  // the file read last is the last to be closed
        else {
            if (open_.size() >= max_open_files) open_.erase(open_.begin());
            open_.emplace_back(file, open_heights(files_[file], options_));
        }
        return *open_.back().second;
    }

private:
    std::vector<fs::path> files_;
    HeightOptions options_;
    std::vector<std::pair<std::size_t, std::unique_ptr<HeightSource>>> open_;
};

/// The joined notes of several files: each once, with the names of its files.
class FileNotes {
public:
    explicit FileNotes(std::size_t files) : taken_(files) {}

    /// Takes the notes that a file has not had before.
    void add(std::size_t file, const TerrainInfo& info)
    {
        for (; taken_[file] < info.notes.size(); ++taken_[file]) {
            const std::string& note = info.notes[taken_[file]];
            if (std::ranges::count(info.frame.remarks, note) > 0) continue;  // the whole terrain has its own
            Files& files = files_[note];
            if (files.count++ == 0) files.first = info.name;
        }
    }

    [[nodiscard]] std::vector<std::string> all() const
    {
        std::vector<std::string> notes;
        for (const auto& [note, files] : files_)
            notes.push_back(files.count == taken_.size() ? note
                            : files.count == 1
                                ? fmt::format("'{}': {}", files.first, note)
                                : fmt::format("'{}' and {} more: {}", files.first, files.count - 1, note));
        return notes;
    }

private:
    struct Files {
        std::string first;
        std::size_t count = 0;
    };

    std::map<std::string, Files> files_;
    std::vector<std::size_t> taken_;  ///< notes taken from each file; one opened again repeats its notes
};

class HeightMosaic final : public HeightSource {
public:
    HeightMosaic(const std::vector<fs::path>& files, const HeightOptions& options);

    [[nodiscard]] const TerrainInfo& info() const override { return layout_.info; }
    void read_rows(std::int64_t first, std::int64_t count, std::span<float> heights) override;

private:
    void read_tile(std::size_t file, std::int64_t first, std::int64_t count, std::span<float> heights);
    void merge(std::int64_t row, std::span<const float> from, std::span<float> to);
    void update_notes();

    OpenFiles files_;
    MosaicLayout layout_;
    std::vector<std::string> layout_notes_;
    FileNotes notes_;
    std::vector<float> buffer_;
    std::int64_t compared_rows_ = 0;  ///< rows before it have been compared, and are not counted twice
    std::uint64_t differing_posts_ = 0;
    float largest_difference_metres_ = 0.0F;
};

HeightMosaic::HeightMosaic(const std::vector<fs::path>& files, const HeightOptions& options)
    : files_{files, options}, notes_{files.size()}
{
    std::vector<TerrainInfo> infos;
    for (std::size_t file = 0; file < files.size(); ++file) {
        infos.push_back(files_.open(file).info());
        notes_.add(file, infos.back());
    }
    layout_ = lay_out(infos);
    layout_notes_ = layout_.info.notes;
    update_notes();
}

void HeightMosaic::read_rows(std::int64_t first, std::int64_t count, std::span<float> heights)
{
    check_rows(layout_.info, first, count, heights.size());
    std::fill(heights.begin(), heights.end(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t file = 0; file < layout_.tiles.size(); ++file) {
        const MosaicTile& tile = layout_.tiles[file];
        const std::int64_t begin = std::max(first, tile.row),
                           end = std::min(first + count, tile.row + tile.rows);
        if (begin < end)
            read_tile(file, begin, end - begin, heights.subspan((begin - first) * layout_.info.columns));
    }
    compared_rows_ = std::max(compared_rows_, first + count);
    update_notes();
}

void HeightMosaic::read_tile(std::size_t file, std::int64_t first, std::int64_t count,
                             std::span<float> heights)
{
    const MosaicTile& tile = layout_.tiles[file];
    HeightSource& source = files_.open(file);
    buffer_.resize(count * tile.columns);
    source.read_rows(first - tile.row, count, buffer_);
    notes_.add(file, source.info());
    for (std::int64_t row = 0; row < count; ++row)
        merge(first + row, std::span{buffer_}.subspan(row * tile.columns, tile.columns),
              heights.subspan(row * layout_.info.columns + tile.column, tile.columns));
}

void HeightMosaic::merge(std::int64_t row, std::span<const float> from, std::span<float> to)
{
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (std::isnan(to[i])) {
            to[i] = from[i];
        } else if (row >= compared_rows_ && !std::isnan(from[i]) && from[i] != to[i]) {
            ++differing_posts_;
            largest_difference_metres_ = std::max(largest_difference_metres_, std::abs(from[i] - to[i]));
        }
    }
}

void HeightMosaic::update_notes()
{
    layout_.info.notes = layout_notes_;
    const std::vector<std::string> of_files = notes_.all();
    layout_.info.notes.insert(layout_.info.notes.end(), of_files.begin(), of_files.end());
    if (differing_posts_ > 0)
        layout_.info.notes.push_back(
            fmt::format("where files overlap the first one's heights are taken; {} of them "
                        "differ, by up to {:.6g} m",
                        differing_posts_, largest_difference_metres_));
}

}  // namespace

std::unique_ptr<HeightSource> open_terrain(const std::vector<fs::path>& files, const HeightOptions& options)
{
    if (files.empty()) throw std::runtime_error("a terrain is one file or several, found none");
    if (files.size() > max_mosaic_files)
        throw std::runtime_error(
            fmt::format("cannot join {} files to one terrain: more than max_mosaic_files = {}", files.size(),
                        max_mosaic_files));
    if (files.size() == 1) return open_heights(files.front(), options);
    return std::make_unique<HeightMosaic>(files, options);
}

}  // namespace farfield::terrain
