#include "compute_node/terrain/gdal/raster_verdicts.h"

#include "compute_node/support/file_fingerprint.h"
#include "compute_node/terrain/gdal/gdal_heights.h"

#include <array>
#include <stdexcept>

namespace farfield::terrain {

namespace {

RasterVerdict look_into(const std::filesystem::path& file, const std::vector<std::filesystem::path>& folders)
{
    try {
        HeightOptions options;
        options.allowed_folders = folders;
        (void)open_heights(file, options);
        return {RasterVerdict::Kind::Heights, ""};
    } catch (const PictureFound&) {
        return {RasterVerdict::Kind::Picture, ""};
    } catch (const std::runtime_error& error) {
        return {RasterVerdict::Kind::Other, error.what()};
    }
}

}  // namespace

RasterVerdict RasterVerdicts::of(const std::filesystem::path& file,
                                 const std::vector<std::filesystem::path>& folders, std::size_t& looks)
{
    const std::string fingerprint = fingerprint_of(std::array{file});
    {
        const std::lock_guard lock{mutex_};
        const auto found = found_.find(file);
        if (found != found_.end() && found->second.fingerprint == fingerprint) return found->second.verdict;
    }
    if (looks == 0) return {};
    --looks;
    RasterVerdict verdict = look_into(file, folders);
    const std::lock_guard lock{mutex_};
    if (found_.size() >= max_remembered) found_.clear();
    found_[file] = {fingerprint, verdict};
    return verdict;
}

}  // namespace farfield::terrain
