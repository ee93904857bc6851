#include "compute_node/terrain/gdal/raster_files.h"

#include "compute_node/terrain/gdal/gdal_handles.h"
#include "compute_node/terrain/gdal/gdal_library.h"
#include "compute_node/terrain/gdal/gdal_memory_file.h"
#include "model/files/atomic_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <utility>

namespace farfield::terrain {

namespace {

GdalTexts options_of(std::initializer_list<std::pair<const char*, const char*>> pairs)
{
    char** options = nullptr;
    for (const auto& [name, value] : pairs) options = CSLSetNameValue(options, name, value);
    return GdalTexts{options};
}

[[noreturn]] void fail(const std::filesystem::path& name, const std::string& reason)
{
    throw std::runtime_error(fmt::format("cannot write '{}': {}", name.string(), reason));
}

/// Writes a file that GDAL has encoded in memory, so that a full disk can only be met here.
void keep(const std::filesystem::path& name, std::span<const std::byte> bytes)
{
    AtomicFile file{name};
    std::ofstream out{file.part(), std::ios::binary};
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out) fail(name, std::strerror(errno));
    file.keep();
}

template <class T>
void check_made(T* made, const std::filesystem::path& name, const GdalErrors& errors)
{
    if (made == nullptr) fail(name, errors.first());
}

void write_band(GDALDatasetH dataset, int number, GDALDataType type, const void* values, int pixel_bytes,
                const std::filesystem::path& name, const GdalErrors& errors)
{
    const int width = GDALGetRasterXSize(dataset), height = GDALGetRasterYSize(dataset);
    const CPLErr error =
        GDALRasterIO(GDALGetRasterBand(dataset, number), GF_Write, 0, 0, width, height,
                     const_cast<void*>(values), width, height, type, pixel_bytes, pixel_bytes * width);
    if (error != CE_None) fail(name, errors.first());
}

}  // namespace

void write_float_tiff(const std::filesystem::path& name, int width, int height,
                      const std::vector<FloatBand>& bands)
{
    prepare_gdal();
    const GdalErrors errors;
    const GdalMemoryFile file{".tif"};
    // The predictor for floats reduces the size; ZSTD would be smaller still, but not every reader has it.
    const GdalTexts options = options_of({{"COMPRESS", "DEFLATE"},
                                          {"PREDICTOR", "3"},
                                          {"ZLEVEL", "1"},
                                          {"TILED", "YES"},
                                          {"NUM_THREADS", "ALL_CPUS"},
                                          {"BIGTIFF", "IF_SAFER"}});
    GdalDataset dataset{GDALCreate(GDALGetDriverByName("GTiff"), file.name().c_str(), width, height,
                                   static_cast<int>(bands.size()), GDT_Float32, options.get())};
    check_made(dataset.get(), name, errors);
    for (std::size_t n = 0; n < bands.size(); ++n) {
        const int number = static_cast<int>(n) + 1;
        GDALRasterBandH band = GDALGetRasterBand(dataset.get(), number);
        GDALSetDescription(band, bands[n].name.c_str());
        GDALSetRasterUnitType(band, bands[n].unit.c_str());
        GDALSetRasterNoDataValue(band, std::numeric_limits<double>::quiet_NaN());
        write_band(dataset.get(), number, GDT_Float32, bands[n].values.data(), sizeof(float), name, errors);
    }
    dataset.reset();
    if (!errors.first().empty()) fail(name, errors.first());
    keep(name, file.bytes());
}

void write_png(const std::filesystem::path& name, int width, int height, std::span<const std::uint8_t> rgb)
{
    prepare_gdal();
    const GdalErrors errors;
    const GdalMemoryFile file{".png"};
    constexpr int channels = 3;
    const GdalDataset picture{
        GDALCreate(GDALGetDriverByName("MEM"), "", width, height, channels, GDT_Byte, nullptr)};
    check_made(picture.get(), name, errors);
    for (int channel = 0; channel < channels; ++channel)
        write_band(picture.get(), channel + 1, GDT_Byte, &rgb[static_cast<std::size_t>(channel)], channels,
                   name, errors);
    const GdalDataset written{GDALCreateCopy(GDALGetDriverByName("PNG"), file.name().c_str(), picture.get(),
                                             FALSE, nullptr, nullptr, nullptr)};
    check_made(written.get(), name, errors);
    keep(name, file.bytes());
}

}  // namespace farfield::terrain
