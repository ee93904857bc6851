#include "compute_node/terrain/gdal/gdal_picture.h"

#include "compute_node/support/formats/beginning.h"
#include "compute_node/support/redact_paths.h"
#include "compute_node/terrain/gdal/gdal_confinement.h"
#include "compute_node/terrain/gdal/gdal_handles.h"
#include "compute_node/terrain/gdal/gdal_library.h"
#include "compute_node/terrain/gdal/plain_parts.h"

#include <fmt/format.h>
#include <gdal_utils.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace farfield::terrain {

namespace {

namespace fs = std::filesystem;

struct FreeWarpOptions {
    void operator()(GDALWarpAppOptions* options) const { GDALWarpAppOptionsFree(options); }
};
using WarpOptions = std::unique_ptr<GDALWarpAppOptions, FreeWarpOptions>;

struct FreeTranslateOptions {
    void operator()(GDALTranslateOptions* options) const { GDALTranslateOptionsFree(options); }
};
using TranslateOptions = std::unique_ptr<GDALTranslateOptions, FreeTranslateOptions>;

[[noreturn]] void refuse(const fs::path& file, const std::string& why)
{
    throw std::runtime_error(fmt::format("cannot take '{}' as a picture: {}", file.string(), why));
}

GdalDataset open_picture(const fs::path& file, const std::vector<fs::path>& folders)
{
    const bool confined = !folders.empty();
    if (confined) check_confined(file, folders);
    std::error_code none;
    // An absolute name cannot be taken for anything but a file's.
    const fs::path found = fs::canonical(file, none);
    if (!confined) check_plain_parts(found);
    const GdalErrors errors;
    GdalDataset dataset{GDALOpenEx(found.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR,
                                   confined ? confined_formats() : nullptr, nullptr, nullptr)};
    if (!dataset)
        throw std::runtime_error(fmt::format(
            "cannot read '{}': expected a picture in a format that GDAL reads, found a file that begins with "
            "{}{}",
            file.string(), shown_bytes(first_bytes_of(file)), errors.in_brackets()));
    if (confined) check_files_confined(dataset.get(), file, folders);
    return dataset;
}

/// Options by which gdal_translate makes red, green, blue and perhaps alpha of a dataset.
std::vector<const char*> to_colours(GDALDatasetH dataset, const fs::path& file)
{
    const int bands = GDALGetRasterCount(dataset);
    for (int n = 1; n <= bands; ++n) {
        const GDALDataType type = GDALGetRasterDataType(GDALGetRasterBand(dataset, n));
        if (type != GDT_Byte)
            refuse(file, fmt::format("expected bytes, found {}", GDALGetDataTypeName(type)));
    }
    switch (bands) {
    case 1:
        if (GDALGetRasterColorTable(GDALGetRasterBand(dataset, 1)) != nullptr) return {"-expand", "rgba"};
        return {"-b", "1", "-b", "1", "-b", "1"};
    case 2:
        return {"-b", "1", "-b", "1", "-b", "1", "-b", "2"};
    case 3:
    case 4:
        return {};
    default:
        refuse(file, fmt::format("expected one to four bands, found {}", bands));
    }
}

GdalDataset in_colours(GDALDatasetH dataset, const fs::path& file)
{
    std::vector<const char*> words{"-of", "VRT"};
    for (const char* word : to_colours(dataset, file)) words.push_back(word);
    words.push_back(nullptr);
    const GdalErrors errors;
    // GDAL only reads them.
    const TranslateOptions options{GDALTranslateOptionsNew(const_cast<char**>(words.data()), nullptr)};
    GdalDataset colours{GDALTranslate("", dataset, options.get(), nullptr)};
    if (!colours) refuse(file, "its bands give no colours" + errors.in_brackets());
    const int bands = GDALGetRasterCount(colours.get());
    if (bands == 4) GDALSetRasterColorInterpretation(GDALGetRasterBand(colours.get(), 4), GCI_AlphaBand);
    return colours;
}

void check_places(GDALDatasetH dataset, const fs::path& file)
{
    const GdalErrors quiet;
    std::array<double, 6> transform{};
    if (GDALGetGeoTransform(dataset, transform.data()) != CE_None)
        refuse(file, "it has no coordinates; give it some with: gdal_translate -a_srs ... -a_ullr ...");
}

/// Coordinates of a dataset's pixels in memory.
void set_places(GDALDatasetH dataset, const PictureGrid& grid, const PostFrame& frame, bool names_crs)
{
    const glm::dvec2 step = grid.step / frame.crs_unit;
    const glm::dvec2 corner = grid.first / frame.crs_unit - 0.5 * step;
    std::array<double, 6> transform{corner.x, step.x, 0.0, corner.y, 0.0, step.y};
    GDALSetGeoTransform(dataset, transform.data());
    if (!names_crs) return;
    const GdalCrs crs{OSRNewSpatialReference(nullptr)};
    if (OSRSetFromUserInput(crs.get(), frame.crs.c_str()) != OGRERR_NONE) return;
    OSRSetAxisMappingStrategy(crs.get(), OAMS_TRADITIONAL_GIS_ORDER);
    GDALSetSpatialRef(dataset, crs.get());
}

/// A raster of four bands of bytes in memory.
GdalDataset blank(const PictureGrid& grid)
{
    GdalDataset dataset{GDALCreate(GDALGetDriverByName("MEM"), "", static_cast<int>(grid.columns),
                                   static_cast<int>(grid.rows), 4, GDT_Byte, nullptr)};
    if (!dataset) return dataset;
    const std::array<GDALColorInterp, 4> meanings{GCI_RedBand, GCI_GreenBand, GCI_BlueBand, GCI_AlphaBand};
    for (std::size_t n = 0; n < meanings.size(); ++n)
        GDALSetRasterColorInterpretation(GDALGetRasterBand(dataset.get(), static_cast<int>(n) + 1),
                                         meanings.at(n));
    return dataset;
}

/// GDAL's callback: non-zero while GDAL is to go on.
int CPL_STDCALL go_on(double /*part*/, const char* /*message*/, void* cancelled)
{
    return static_cast<const std::atomic<bool>*>(cancelled)->load(std::memory_order_relaxed) ? FALSE : TRUE;
}

}  // namespace

struct GdalPicture::Dataset {
    std::string name;
    std::vector<fs::path> folders;  ///< folders allowed
    GdalDataset file, colours;      ///< colours: a view of the file
};

GdalPicture::GdalPicture(const fs::path& file, const std::vector<fs::path>& allowed_folders)
    : dataset_{std::make_unique<Dataset>()}
{
    prepare_gdal();
    dataset_->name = file.string();
    dataset_->folders = allowed_folders;
    dataset_->file = open_picture(file, allowed_folders);
    check_places(dataset_->file.get(), file);
    dataset_->colours = in_colours(dataset_->file.get(), file);
}

GdalPicture::~GdalPicture()
{
    // The view goes before the file that it refers to.
    dataset_->colours.reset();
}

bool GdalPicture::read(const PictureGrid& grid, const PostFrame& frame, std::span<std::byte> rgba,
                       const std::atomic<bool>& cancelled) const
{
    GDALDatasetH source = dataset_->colours.get();
    const bool names_crs = !frame.crs.empty() && GDALGetSpatialRef(source) != nullptr;
    const GdalErrors errors;
    const GdalDataset target = blank(grid);
    if (!target)
        throw std::runtime_error(redact_paths(
            dataset_->folders, fmt::format("cannot draw '{}': there is no room for {} x {} pixels{}",
                                           dataset_->name, grid.columns, grid.rows, errors.in_brackets())));
    set_places(target.get(), grid, frame, names_crs);
    std::vector<const char*> words{"-r", "bilinear", "-wo", "UNIFIED_SRC_NODATA=YES"};
    if (!names_crs)
        words.insert(words.end(), {"-to", "SRC_METHOD=GEOTRANSFORM", "-to", "DST_METHOD=GEOTRANSFORM"});
    words.push_back(nullptr);
    const WarpOptions options{GDALWarpAppOptionsNew(const_cast<char**>(words.data()), nullptr)};
    GDALWarpAppOptionsSetProgress(options.get(), &go_on, const_cast<std::atomic<bool>*>(&cancelled));
    int usage_error = FALSE;
    GDALWarp(nullptr, target.get(), 1, &source, options.get(), &usage_error);
    if (cancelled.load(std::memory_order_relaxed)) return false;
    const int columns = static_cast<int>(grid.columns), rows = static_cast<int>(grid.rows);
    const bool done =
        errors.first().empty() &&
        GDALDatasetRasterIOEx(target.get(), GF_Read, 0, 0, columns, rows, rgba.data(), columns, rows,
                              GDT_Byte, 4, nullptr, 4, GSpacing{4} * columns, 1, nullptr) == CE_None;
    if (!done)
        throw std::runtime_error(redact_paths(
            dataset_->folders, fmt::format("cannot lay '{}' on the terrain: its pixels cannot be read, or "
                                           "brought into the terrain's coordinates{}",
                                           dataset_->name, errors.in_brackets())));
    return true;
}

}  // namespace farfield::terrain
