#include "compute_node/readers/grib/grib_file.h"

#include "compute_node/readers/common/reader_error.h"

#include <eccodes.h>
#include <fmt/format.h>

#include <array>
#include <limits>
#include <sstream>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

/// Mark for missing values; no quantity of weather has such values.
constexpr double missing_mark = 1.0e36;

struct CloseFile {
    void operator()(std::FILE* file) const
    {
        codes_grib_multi_support_reset_file(nullptr, file);
        std::fclose(file);
    }
};
struct DeleteHandle {
    void operator()(codes_handle* handle) const { codes_handle_delete(handle); }
};

/// Silences ecCodes: errors are reported by return values, too.
void be_silent(const grib_context* /*context*/, int /*level*/, const char* /*message*/) {}

void prepare_library()
{
    grib_context* context = codes_context_get_default();
    codes_context_set_logging_proc(context, be_silent);
    codes_grib_multi_support_on(context);
}

}  // namespace

std::mutex& grib_turn()
{
    static std::mutex turn;
    return turn;
}

std::string GribMessage::text(const char* key) const
{
    std::array<char, 1024> words{};
    std::size_t size = words.size();
    return codes_get_string(handle_, key, words.data(), &size) == CODES_SUCCESS ? words.data() : "";
}

long GribMessage::count(const char* key) const
{
    long value = 0;
    return codes_get_long(handle_, key, &value) == CODES_SUCCESS ? value : 0;
}

double GribMessage::number(const char* key) const
{
    double value = 0.0;
    return codes_get_double(handle_, key, &value) == CODES_SUCCESS ? value : 0.0;
}

std::size_t GribMessage::size_of(const char* key) const
{
    std::size_t size = 0;
    return codes_get_size(handle_, key, &size) == CODES_SUCCESS ? size : 0;
}

bool GribMessage::has_numbers(const char* key) const
{
    std::size_t size = size_of(key);
    std::vector<double> all(size);
    return size > 0 && codes_get_double_array(handle_, key, all.data(), &size) == CODES_SUCCESS;
}

std::vector<double> GribMessage::numbers(const char* key) const
{
    std::size_t size = 0;
    if (const int error = codes_get_size(handle_, key, &size); error != CODES_SUCCESS) fail(key, error);
    std::vector<double> all(size);
    if (const int error = codes_get_double_array(handle_, key, all.data(), &size); error != CODES_SUCCESS)
        fail(key, error);
    all.resize(size);
    return all;
}

std::vector<double> GribMessage::values() const
{
    codes_set_double(handle_, "missingValue", missing_mark);
    std::vector<double> all = numbers("values");
    if (count("bitmapPresent") != 0 || count("missingValueManagementUsed") != 0)
        for (double& value : all)
            if (value == missing_mark) value = std::numeric_limits<double>::quiet_NaN();
    return all;
}

void GribMessage::fail(const char* key, int error) const
{
    throw_reader_error(file_,
                       fmt::format("the {} of '{}' on a grid '{}' cannot be decoded: {}", key,
                                   text("shortName"), text("gridType"), codes_get_error_message(error)));
}

std::size_t for_each_message(const fs::path& path, const std::function<bool(const GribMessage&)>& visit)
{
    prepare_library();
    const std::unique_ptr<std::FILE, CloseFile> file{std::fopen(path.c_str(), "rb")};
    if (!file) throw_reader_error(path, "it cannot be opened");
    for (std::size_t messages = 0;; ++messages) {
        int error = CODES_SUCCESS;
        const std::unique_ptr<codes_handle, DeleteHandle> handle{
            codes_handle_new_from_file(nullptr, file.get(), PRODUCT_GRIB, &error)};
        if (error != CODES_SUCCESS && error != CODES_END_OF_FILE)
            throw_reader_error(path, fmt::format("message {} cannot be read: {}; is the file truncated?",
                                                 messages + 1, codes_get_error_message(error)));
        if (!handle || !visit(GribMessage{path, handle.get()})) return messages;
    }
}

std::vector<double> gaussian_latitudes(std::size_t rows_of_half)
{
    constexpr std::size_t most = 16'000;  // N8000 is 1.25 km
    std::vector<double> latitudes(2 * rows_of_half);
    if (rows_of_half == 0 || rows_of_half > most ||
        codes_get_gaussian_latitudes(static_cast<long>(rows_of_half), latitudes.data()) != CODES_SUCCESS)
        return {};
    return latitudes;
}

std::vector<fs::path> grib_definition_folders()
{
    std::vector<fs::path> folders;
    const char* paths = codes_definition_path(nullptr);  // the library's own
    std::istringstream in{paths != nullptr ? paths : ""};
    for (std::string folder; std::getline(in, folder, ':');) {
        std::error_code error;
        const fs::path found = fs::canonical(folder, error);
        if (!error) folders.push_back(found);
    }
    return folders;
}

}  // namespace farfield::compute
