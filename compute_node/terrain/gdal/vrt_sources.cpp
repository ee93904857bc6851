#include "compute_node/terrain/gdal/vrt_sources.h"

#include "compute_node/support/formats/beginning.h"
#include "compute_node/terrain/gdal/gdal_library.h"

#include <cpl_minixml.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace farfield::terrain {

namespace {

namespace fs = std::filesystem;

/// Largest size of a VRT's text: a hundred thousand sources take about half of it.
constexpr std::uintmax_t max_vrt_bytes = 64U << 20;

struct DestroyXml {
    void operator()(CPLXMLNode* node) const { CPLDestroyXMLNode(node); }
};
using XmlTree = std::unique_ptr<CPLXMLNode, DestroyXml>;

/// The elements that gdalbuildvrt and gdal_translate write. Elements that these hold are looked at too, but
/// for those of `closed`, which name no files.
constexpr std::array<std::string_view, 13> open{
    "VRTDataset", "VRTRasterBand", "SimpleSource",   "ComplexSource", "AveragedSource",
    "Overview",   "MaskBand",      "SourceFilename", "OverviewList",  "KernelFilteredSource",
    "Kernel",     "Size",          "Coefs"};
constexpr std::array<std::string_view, 30> closed{"SRS",         "GeoTransform",
                                                  "Metadata",    "GCPList",
                                                  "NoDataValue", "HideNoDataValue",
                                                  "UnitType",    "Offset",
                                                  "Scale",       "ColorInterp",
                                                  "ColorTable",  "CategoryNames",
                                                  "Description", "Histograms",
                                                  "SourceBand",  "SourceProperties",
                                                  "SrcRect",     "DstRect",
                                                  "NODATA",      "ScaleOffset",
                                                  "ScaleRatio",  "LUT",
                                                  "Exponent",    "SrcMin",
                                                  "SrcMax",      "DstMin",
                                                  "DstMax",      "ColorTableComponent",
                                                  "UseMaskBand", "BlockXSize"};
constexpr std::array<std::string_view, 3> plain_bands{"", "VRTDataset", "VRTSourcedRasterBand"};

template <std::size_t n>
bool has(const std::array<std::string_view, n>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void refuse(const fs::path& vrt, const std::string& what)
{
    throw std::runtime_error(fmt::format(
        "cannot read '{}': {}, which may lead outside the data folders; expected a plain mosaic of files, as "
        "gdalbuildvrt makes it",
        vrt.string(), what));
}

/// The file that a source names. GDAL opens other things than files by names with a prefix ("NETCDF:",
/// "vrt://", "<VRTDataset>", "/vsicurl/").
fs::path source_of(const fs::path& vrt, const CPLXMLNode* element)
{
    const std::string name = CPLGetXMLValue(element, nullptr, "");
    const bool relative = std::string_view{CPLGetXMLValue(element, "relativeToVRT", "0")} == "1";
    const bool plain = !name.empty() && name.find_first_of(":<>?\\") == std::string::npos &&
                       !name.starts_with("/vsi") && relative != name.starts_with("/");
    if (!plain) refuse(vrt, fmt::format("it has the source '{}'", name));
    return relative ? vrt.parent_path() / name : fs::path{name};
}

void collect(const fs::path& vrt, const CPLXMLNode* element, std::vector<fs::path>& sources)
{
    const std::string_view name = element->pszValue;
    if (has(closed, name)) return;
    if (!has(open, name)) refuse(vrt, fmt::format("it has the element {}", name));
    if (!has(plain_bands, CPLGetXMLValue(element, "subClass", "")))
        refuse(vrt, fmt::format("it has a {}", CPLGetXMLValue(element, "subClass", "")));
    if (name == "SourceFilename") sources.push_back(source_of(vrt, element));
    for (const CPLXMLNode* child = element->psChild; child != nullptr; child = child->psNext)
        if (child->eType == CXT_Element) collect(vrt, child, sources);
}

void collect_texts(const CPLXMLNode* node, std::vector<std::string>& texts)
{
    for (; node != nullptr; node = node->psNext) {
        if (node->eType == CXT_Text) texts.emplace_back(node->pszValue);
        collect_texts(node->psChild, texts);
    }
}

}  // namespace

std::vector<fs::path> plain_vrt_sources(const fs::path& vrt)
{
    std::error_code error;
    if (fs::file_size(vrt, error) > max_vrt_bytes || error)
        throw std::runtime_error(fmt::format("cannot read '{}': its size exceeds max_vrt_bytes = {}",
                                             vrt.string(), max_vrt_bytes));
    const GdalErrors errors;
    const XmlTree tree{CPLParseXMLFile(vrt.c_str())};
    if (!tree)
        throw std::runtime_error(
            fmt::format("cannot read '{}': expected XML, found a file that begins with {}{}", vrt.string(),
                        shown_bytes(first_bytes_of(vrt)), errors.in_brackets()));
    std::vector<fs::path> sources;
    for (const CPLXMLNode* node = tree.get(); node != nullptr; node = node->psNext)
        if (node->eType == CXT_Element && node->pszValue[0] != '?') collect(vrt, node, sources);
    return sources;
}

std::vector<std::string> texts_in_xml(const fs::path& file)
{
    const std::string beginning = first_bytes_of(file);
    const std::string_view text = without_utf8_mark(beginning);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '<') return {};
    const GdalErrors quiet;
    const XmlTree tree{CPLParseXMLFile(file.c_str())};
    std::vector<std::string> texts;
    collect_texts(tree.get(), texts);
    return texts;
}

}  // namespace farfield::terrain
