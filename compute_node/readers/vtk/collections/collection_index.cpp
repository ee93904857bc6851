#include "compute_node/readers/vtk/collections/collection_index.h"

#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/text_number.h"
#include "compute_node/readers/vtk/collections/xml_tags.h"
#include "compute_node/support/formats/known_formats.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace farfield::compute {

namespace {

using Json = nlohmann::json;

/// True for a text nested deeper than any list of files; parsing it would take a stack as deep.
bool is_deep(std::string_view text)
{
    constexpr int deepest = 16;
    int depth = 0, most = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string && c == '\\') {
            ++i;
            continue;
        }
        if (c == '"') in_string = !in_string;
        if (in_string) continue;
        if (c == '{' || c == '[') most = std::max(most, ++depth);
        if (c == '}' || c == ']') --depth;
    }
    return most > deepest;
}

/// The times in seconds and the files of a .series file: {"files": [{"name": "a.vtu", "time": 0.5}]}. file:
/// name for errors. Throws std::runtime_error: one line with the file, the expected and the found.
std::vector<std::pair<double, std::string>> files_in_series(const std::filesystem::path& file,
                                                            std::string_view text)
{
    const Json json = is_deep(text) ? Json{Json::value_t::discarded} : Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("files") || !json["files"].is_array())
        throw_reader_error(file, "expected JSON with a list \"files\"; is it truncated?");
    std::vector<std::pair<double, std::string>> files;
    for (const Json& entry : json["files"]) {
        const bool is_one = entry.is_object() && entry.contains("name") && entry["name"].is_string() &&
                            entry.contains("time") && entry["time"].is_number();
        if (!is_one) throw_reader_error(file, "expected a \"name\" and a \"time\" of each of its files");
        files.emplace_back(entry["time"].get<double>(), entry["name"].get<std::string>());
    }
    return files;
}

namespace fs = std::filesystem;

/// Largest size of an index; ten thousand steps of a thousand pieces take half of it.
constexpr std::uintmax_t max_index_bytes = 1U << 30U;

LatticeExtent extent_in(const fs::path& file, const XmlTag& tag, std::string_view name)
{
    const std::string* text = tag.find(name);
    LatticeExtent extent{};
    const char* at = text == nullptr ? "" : text->c_str();
    for (int& number : extent) {
        char* end = nullptr;
        errno = 0;
        const long read = std::strtol(at, &end, 10);
        const bool is_int = end != at && errno == 0 && read == static_cast<int>(read);
        if (!is_int)
            throw_reader_error(file, fmt::format("{} of a {} should be six numbers, found '{}'", name,
                                                 tag.name, text == nullptr ? "" : *text));
        number = static_cast<int>(read);
        at = end;
    }
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (extent[2 * axis] > extent[2 * axis + 1])
            throw_reader_error(file, fmt::format("{} of a {} is empty: '{}'", name, tag.name, *text));
    return extent;
}

double time_in(const fs::path& file, const std::string* text)
{
    if (text == nullptr || text->empty()) return 0.0;
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = std::min(text->find_first_not_of(blanks), text->size());
    const auto seconds =
        whole_number(std::string_view{*text}.substr(first, text->find_last_not_of(blanks) + 1 - first));
    if (!seconds || !std::isfinite(*seconds))
        throw_reader_error(file, fmt::format("a timestep should be a number, found '{}'", *text));
    return *seconds;
}

/// Sorts by time; files of one time are parts of one step.
std::vector<CollectionStep> by_time(std::vector<CollectionStep> steps)
{
    std::ranges::stable_sort(steps, {}, &CollectionStep::seconds);
    std::vector<CollectionStep> joined;
    for (CollectionStep& step : steps) {
        if (joined.empty() || joined.back().seconds != step.seconds)
            joined.push_back(std::move(step));
        else
            std::ranges::move(step.pieces, std::back_inserter(joined.back().pieces));
    }
    return joined;
}

/// Reads .pvd: <DataSet timestep="0.5" part="0" file="a.vtu"/>
void read_pvd(const fs::path& file, std::string_view text, CollectionIndex& index)
{
    XmlTags tags{text};
    while (const auto tag = tags.next())
        if (const std::string* name = tag->find("file"); name != nullptr && tag->name == "DataSet")
            index.steps.push_back({time_in(file, tag->find("timestep")), {{*name, ""}}});
    index.steps = by_time(std::move(index.steps));
}

/// .vtm: <Block name="boundary"><DataSet name="inlet" file="a.vtp"/></Block>
/// .vtpc: <Partitions name="inner"><DataSet file="a.vtu"/><DataSet file="b.vtu"/></Partitions>
void read_blocks(std::string_view text, CollectionIndex& index)
{
    std::vector<std::string> names;
    XmlTags tags{text};
    while (const auto tag = tags.next()) {
        const std::string* name = tag->find("name");
        const bool is_block = tag->name == "Block" || tag->name == "Partitions";
        if (is_block && tag->kind == XmlTag::Kind::Opens) names.push_back(name == nullptr ? "" : *name);
        if (is_block && tag->kind == XmlTag::Kind::Closes && !names.empty()) names.pop_back();
        const std::string* file = tag->find("file");
        if (file == nullptr || tag->name != "DataSet") continue;
        std::string block;
        for (const std::string& outer : names) block += outer.empty() ? "" : outer + "/";
        if (name == nullptr && !block.empty()) block.pop_back();
        index.steps.front().pieces.push_back({*file, block + (name == nullptr ? "" : *name)});
    }
}

/// Reads .pvtu and the like: <Piece Source="a.vtu" Extent="0 4 0 4 0 4"/>
void read_pieces(const fs::path& file, std::string_view text, CollectionIndex& index)
{
    const bool is_lattice = index.kind == CollectionIndex::Kind::Lattice;
    bool has_extent = false;
    XmlTags tags{text};
    while (const auto tag = tags.next()) {
        if (is_lattice && tag->find("WholeExtent") != nullptr) {
            index.extent = extent_in(file, *tag, "WholeExtent");
            has_extent = true;
        }
        const std::string* source = tag->find("Source");
        if (source == nullptr || tag->name != "Piece") continue;
        CollectionPiece piece{*source, ""};
        if (is_lattice) piece.extent = extent_in(file, *tag, "Extent");
        index.steps.front().pieces.push_back(std::move(piece));
    }
    if (is_lattice && !has_extent) throw_reader_error(file, "expected a WholeExtent, found none");
}

/// Reads .pvtk: <File dataType="vtkUnstructuredGrid"><Piece fileName="a.vtk"/></File>
void read_legacy_pieces(std::string_view text, CollectionIndex& index)
{
    XmlTags tags{text};
    while (const auto tag = tags.next())
        if (const std::string* name = tag->find("fileName"); name != nullptr && tag->name == "Piece")
            index.steps.front().pieces.push_back({*name, ""});
}

bool leads_out(const fs::path& piece)
{
    const fs::path normal = piece.lexically_normal();
    return normal.is_absolute() || (!normal.empty() && *normal.begin() == "..");
}

}  // namespace

std::uint64_t points_in(const LatticeExtent& extent)
{
    constexpr std::uint64_t most = std::uint64_t{1} << 63U;
    std::uint64_t points = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto along =
            static_cast<std::uint64_t>(std::int64_t{extent[2 * axis + 1]} - extent[2 * axis] + 1);
        if (along != 0 && points > most / along) return most;
        points *= along;
    }
    return points;
}

bool is_collection(const fs::path& file)
{
    return format_of(file).name == "VTK collection";
}

CollectionIndex collection_index(const fs::path& file, std::string_view text)
{
    const std::string ending = ending_of(file);
    CollectionIndex index;
    if (ending == ".series") {
        for (auto& [seconds, name] : files_in_series(file, text))
            index.steps.push_back({seconds, {{name, ""}}});
        index.steps = by_time(std::move(index.steps));
    } else if (ending == ".pvd") {
        read_pvd(file, text, index);
    } else {
        index.steps.resize(1);
        const bool is_blocks = ending == ".vtm" || ending == ".vtmb" || ending == ".vtpc";
        const bool is_pieces =
            ending == ".pvtu" || ending == ".pvtp" || ending == ".vtpd" || ending == ".pvtk";
        index.kind = is_blocks   ? CollectionIndex::Kind::Blocks
                     : is_pieces ? CollectionIndex::Kind::Pieces
                                 : CollectionIndex::Kind::Lattice;
        if (is_blocks || ending == ".vtpd")
            read_blocks(text, index);
        else if (ending == ".pvtk")
            read_legacy_pieces(text, index);
        else
            read_pieces(file, text, index);
    }
    const std::string_view last = ending == ".pvtk" ? "</File" : "</VTKFile";
    if (ending != ".series" && text.find(last) == std::string_view::npos)
        throw_reader_error(file,
                           fmt::format("expected {}> at its end; it is cut short, or no such file", last));
    if (index.steps.empty() || index.steps.front().pieces.empty())
        throw_reader_error(file, "expected the names of files, found none");
    return index;
}

CollectionIndex read_collection_index(const fs::path& file)
{
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(file, error);
    if (!error && bytes > max_index_bytes)
        throw_reader_error(file, fmt::format("expected an index of files of at most {} bytes, found {}",
                                             max_index_bytes, bytes));
    std::ifstream in{file, std::ios::binary};
    std::string text(error ? 0 : bytes, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    return collection_index(file, text);
}

fs::path piece_path(const fs::path& index, const std::string& piece)
{
    fs::path path = index.parent_path() / piece;
    OpenedPaths& paths = OpenedPaths::of_process();
    const bool is_out = paths.is_limited() ? paths.refuses(path) : leads_out(piece);
    if (is_out || piece.find('\0') != std::string::npos)
        throw_reader_error(index,
                           fmt::format("its piece '{}' is refused: it leads out of its folder", piece));
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::is_regular_file(status))
        throw_reader_error(
            index, fmt::format("its piece '{}' {}", piece, fs::exists(status) ? "is no file" : "is missing"));
    return path;
}

}  // namespace farfield::compute
