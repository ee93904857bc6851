#include "compute_node/terrain/gdal/gdal_confinement.h"

#include "compute_node/support/formats/known_formats.h"
#include "compute_node/support/redact_paths.h"
#include "compute_node/terrain/gdal/gdal_library.h"
#include "compute_node/terrain/gdal/meaning/netcdf_elevation.h"
#include "compute_node/terrain/gdal/plain_parts.h"
#include "compute_node/terrain/gdal/vrt_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string_view>

namespace farfield::terrain {

namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 34> allowed_formats{
    "VRT",      "GTiff", "SRTMHGT", "DTED",        "USGSDEM",  "AAIGrid", "GRASSASCIIGrid",
    "HFA",      "EHdr",  "ENVI",    "GSAG",        "GSBG",     "GS7BG",   "SDTS",
    "BT",       "PNG",   "JPEG",    "JP2OpenJPEG", "Terragen", "XYZ",     "SAGA",
    "NWT_GRD",  "ZMap",  "RST",     "PCRaster",    "GTX",      "BYN",     "SIGDEM",
    "Leveller", "HF2",   "E00GRID", "ACE2",        "LAN",      nullptr};

/// Depth of VRTs with VRTs for sources; deeper nesting is not met in practice.
constexpr int max_vrt_depth = 4;

struct Confinement {
    const std::vector<fs::path>& folders;
    std::set<fs::path> passed;  // a VRT may name a file often
};

/// The resolved path; throws unless that is a file below one of the folders.
fs::path confined(const fs::path& file, const std::vector<fs::path>& folders)
{
    std::error_code error;
    fs::path found = fs::canonical(file, error);
    const bool allowed = !error && std::any_of(folders.begin(), folders.end(), [&](const fs::path& folder) {
        std::error_code none;
        const fs::path at = fs::canonical(folder, none);
        return !none && is_below(found, at);
    });
    if (!allowed || !fs::is_regular_file(found, error))
        throw std::runtime_error(
            fmt::format("cannot read '{}': expected a file in the data folders", file.string()));
    return found;
}

std::vector<fs::path> listed_files(GDALDatasetH dataset)
{
    const GdalTexts names{GDALGetFileList(dataset)};
    std::vector<fs::path> files;
    for (char** name = names.get(); name != nullptr && *name != nullptr; ++name) files.emplace_back(*name);
    return files;
}

bool is_vrt(GDALDatasetH dataset)
{
    GDALDriverH driver = GDALGetDatasetDriver(dataset);
    return driver != nullptr && std::string_view{GDALGetDriverShortName(driver)} == "VRT";
}

struct FileList {
    std::vector<fs::path> files;
    std::set<std::string> names;  // names of the files
};

/// Adds a dataset's files. GDAL lists a VRT's sources, but not the sources of these.
void add_files(GDALDatasetH dataset, int depth, FileList& list)
{
    constexpr std::array<const char*, 2> vrt{"VRT", nullptr};
    for (const fs::path& file : listed_files(dataset)) {
        if (!list.names.insert(file.native()).second) continue;
        list.files.push_back(file);
        if (!is_vrt(dataset) || depth == max_vrt_depth) continue;
        const GdalDataset source{
            GDALOpenEx(file.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY, vrt.data(), nullptr, nullptr)};
        if (source) add_files(source.get(), depth + 1, list);
    }
}

/// The format that GDAL takes a file for; throws unless it is a confined one.
std::string_view confined_format(const fs::path& file)
{
    if (const std::string other = other_than_heights(file); !other.empty())
        throw std::runtime_error(fmt::format("cannot take '{}' as terrain: it is {}", file.string(), other));
    if (is_classic_netcdf(file)) return "netCDF";
    const GdalErrors quiet;
    GDALDriverH driver = GDALIdentifyDriverEx(file.c_str(), GDAL_OF_RASTER, nullptr, nullptr);
    if (driver == nullptr)
        throw std::runtime_error(
            fmt::format("cannot read '{}': GDAL knows no such raster of heights", file.string()));
    const std::string_view name = GDALGetDriverShortName(driver);
    if (std::find(allowed_formats.begin(), allowed_formats.end() - 1, name) == allowed_formats.end() - 1)
        throw std::runtime_error(fmt::format("cannot read '{}': files of format {} may lead outside the data "
                                             "folders and are not served; convert "
                                             "it with: gdal_translate '{}' terrain.tif",
                                             file.string(), name, file.filename().string()));
    return name;
}

void check(const fs::path& file, Confinement& confinement, int depth)
{
    const fs::path found = confined(file, confinement.folders);
    if (!confinement.passed.insert(found).second) return;
    if (depth > max_vrt_depth)
        throw std::runtime_error(fmt::format("cannot read '{}': VRTs within VRTs exceed max_vrt_depth = {}",
                                             file.string(), max_vrt_depth));
    // GDAL takes a name that has XML in it for the XML.
    if (found.native().find('<') != std::string::npos)
        throw std::runtime_error(fmt::format("cannot read '{}': expected a name without '<'", file.string()));
    check_plain_beside(found);
    if (confined_format(found) != "VRT") return;
    for (const fs::path& source : plain_vrt_sources(found)) check(source, confinement, depth + 1);
}

}  // namespace

const char* const* confined_formats()
{
    return allowed_formats.data();
}

void check_confined(const fs::path& file, const std::vector<fs::path>& folders)
{
    fetch_nothing();
    Confinement confinement{folders, {}};
    check(file, confinement, 0);
}

void check_below(const fs::path& file, const std::vector<fs::path>& folders)
{
    fetch_nothing();
    (void)confined(file, folders);
}

void check_files_confined(GDALDatasetH dataset, const fs::path& file, const std::vector<fs::path>& folders)
{
    for (const fs::path& part : files_of(dataset)) {
        try {
            confined(part, folders);
        } catch (const std::runtime_error&) {
            throw std::runtime_error(
                fmt::format("cannot read '{}': it has a part in '{}', expected all in the "
                            "data folders",
                            file.string(), part.string()));
        }
    }
}

std::vector<fs::path> files_of(GDALDatasetH dataset)
{
    const GdalErrors quiet;
    FileList list;
    add_files(dataset, 0, list);
    return list.files;
}

}  // namespace farfield::terrain
