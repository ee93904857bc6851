#include "compute_node/readers/companions.h"

#include "compute_node/readers/common/case_names.h"
#include "compute_node/readers/nek5000/nek5000_file.h"
#include "compute_node/readers/vtk/collections/collection_index.h"
#include "compute_node/readers/vtk/collections/legacy_blocks.h"
#include "compute_node/support/formats/known_formats.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// Largest size of a .case file, which is a page or two of text.
constexpr std::size_t max_case_bytes = 1U << 20U;

/// Largest size of an index (a thousand steps of a thousand pieces); pieces of larger ones are not counted.
constexpr std::size_t max_index_bytes = 1U << 26U;

/// The beginning of an untrusted file; empty for a pipe.
std::string beginning_of(const fs::path& file, std::size_t most)
{
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return {};
    std::string text(most, '\0');
    struct stat status {};
    const bool is_file = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    const ssize_t got = is_file ? ::pread(descriptor, text.data(), most, 0) : 0;
    ::close(descriptor);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return text;
}

/// True for names that lead out of the case's folder: they are left to the reader, which may refuse them.
bool leads_away(const std::string& word)
{
    return word.starts_with('/') || word.find("..") != std::string::npos;
}

/// Pieces of the first step of an index, and of the indices that it names.
void add_pieces(const fs::path& index, std::vector<fs::path>& files, int depth = 0)
{
    constexpr std::size_t max_pieces = 10'000;
    constexpr int deepest = 3;
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(index, error);
    if (error || bytes > max_index_bytes || depth > deepest) return;
    try {
        const CollectionIndex read = collection_index(index, beginning_of(index, bytes));
        for (const CollectionPiece& piece : read.steps.front().pieces) {
            if (files.size() >= max_pieces || leads_away(piece.file)) continue;
            const fs::path path = index.parent_path() / piece.file;
            if (!fs::is_regular_file(path, error) ||
                std::find(files.begin(), files.end(), path) != files.end())
                continue;
            files.push_back(path);
            if (is_collection(path)) add_pieces(path, files, depth + 1);
        }
    } catch (const std::exception&) {
        // Opening the file reports the error.
    }
}

/// True where a text has "flow.h5:/u" with this file's name, as XDMF names a dataset.
bool names_datasets_of(std::string_view text, const std::string& file)
{
    const std::string name = file + ":";
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1))
        if (at == 0 || std::string_view{" \t\r\n>/"}.find(text[at - 1]) != std::string_view::npos)
            return true;
    return false;
}

/// Files that words of a text name beside it. separators: characters that part words, beside blanks.
std::vector<fs::path> files_named_by_words(const fs::path& file, std::string_view separators)
{
    constexpr std::size_t max_words = 1000, max_files = 100;  // honest cases have some dozens
    std::string text = beginning_of(file, max_case_bytes);
    std::ranges::replace_if(
        text, [&](char c) { return separators.find(c) != std::string_view::npos; }, ' ');
    std::vector<fs::path> files;
    std::istringstream words{text};
    std::size_t count = 0;
    for (std::string word; count < max_words && files.size() < max_files && words >> word; ++count) {
        if (leads_away(word)) continue;
        const auto named = file_named_in(file, word);
        const bool is_new = named && *named != file && std::ranges::find(files, *named) == files.end();
        if (is_new) files.push_back(*named);
    }
    return files;
}

}  // namespace

std::vector<fs::path> with_companions(const fs::path& file)
{
    std::vector<fs::path> files{file};
    if (const Format& format = format_of(file); format.companions != nullptr)
        std::ranges::move(format.companions(file), std::back_inserter(files));
    return files;
}

std::vector<fs::path> pieces_named_in(const fs::path& file)
{
    const Format& format = format_of(file);
    return format.pieces == nullptr ? std::vector<fs::path>{} : format.pieces(file);
}

std::uint64_t bytes_with_companions(const fs::path& file)
{
    std::uint64_t sum = 0;
    for (const fs::path& part : with_companions(file)) {
        std::error_code error;
        const std::uint64_t bytes = fs::file_size(part, error);
        sum += error ? 0 : bytes;
    }
    return sum;
}

std::vector<fs::path> files_named_in_case(const fs::path& ensight_case)
{
    return files_named_by_words(ensight_case, "");
}

std::vector<fs::path> files_named_in_xdmf(const fs::path& file)
{
    return files_named_by_words(file, "<>:");  // "<DataItem ...>flow.h5:/u</DataItem>"
}

std::vector<fs::path> first_nek_file(const fs::path& metadata)
{
    try {
        const fs::path first = nek_step_file(read_nek_series(metadata), 0);
        if (fs::is_regular_file(first)) return {first};
    } catch (const std::exception&) {
        // Opening the file reports the error.
    }
    return {};
}

std::vector<fs::path> nek_files(const fs::path& metadata)
{
    std::vector<fs::path> files;  // up to the first one that does not exist
    try {
        const NekSeries series = read_nek_series(metadata);
        for (std::uint32_t step = 0; step < series.steps; ++step) {
            files.push_back(nek_step_file(series, step));
            if (!fs::is_regular_file(files.back())) break;
        }
    } catch (const std::exception&) {
        // Opening the file reports the error.
    }
    return files;
}

std::vector<fs::path> fluent_data(const fs::path& fluent_case)
{
    // "room.dat.h5" beside "room.cas.h5", "room.dat" beside "room.cas"
    std::string name = fluent_case.filename().string();
    const std::size_t at = name.rfind(".cas");
    if (at == std::string::npos) return {};
    const fs::path data = fluent_case.parent_path() / name.replace(at, 4, ".dat");
    std::error_code error;
    return fs::is_regular_file(data, error) ? std::vector{data} : std::vector<fs::path>{};
}

std::vector<fs::path> pieces_of_first_step(const fs::path& index)
{
    std::vector<fs::path> files{index};
    add_pieces(index, files);
    files.erase(files.begin());
    return files;
}

std::vector<fs::path> pieces_of_all_steps(const fs::path& index)
{
    std::vector<fs::path> pieces;
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(index, error);
    if (error || bytes == 0 || bytes > max_index_bytes) return pieces;
    try {
        for (const CollectionStep& step : collection_index(index, beginning_of(index, bytes)).steps)
            for (const CollectionPiece& piece : step.pieces)
                pieces.push_back((index.parent_path() / piece.file).lexically_normal());
    } catch (const std::exception&) {
        // Opening the file reports the error.
    }
    return pieces;
}

std::optional<fs::path> xdmf_that_lists(const fs::path& hdf5)
{
    constexpr std::size_t most_files = 100, most_bytes = 1U << 22U;
    const std::string stem = hdf5.stem().string();
    std::vector<fs::path> like_it, others;
    std::error_code error;
    for (fs::directory_iterator it{hdf5.parent_path().empty() ? "." : hdf5.parent_path(), error}, end;
         !error && it != end; it.increment(error))
        if (ending_of(it->path()) == ".xmf" || ending_of(it->path()) == ".xdmf")
            (it->path().filename().string().starts_with(stem) ? like_it : others).push_back(it->path());
    for (std::vector<fs::path>* some : {&like_it, &others}) {
        std::ranges::sort(*some);
        if (some->size() > most_files) some->resize(most_files);
        for (const fs::path& xdmf : *some)
            if (names_datasets_of(beginning_of(xdmf, most_bytes), hdf5.filename().string())) return xdmf;
    }
    return std::nullopt;
}

bool holds_legacy_mesh(const fs::path& file)
{
    constexpr std::size_t legacy_header = 1024;
    return ending_of(file) == ".vtk" &&
           (holds_legacy_blocks(file) ||
            beginning_of(file, legacy_header).find("UNSTRUCTURED_GRID") != std::string::npos);
}

}  // namespace farfield::compute
