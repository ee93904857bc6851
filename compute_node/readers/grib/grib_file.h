#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

struct grib_handle;

namespace farfield::compute {

/// ecCodes keeps its definitions in globals: what calls it holds this meanwhile.
[[nodiscard]] std::mutex& grib_turn();

/// One message of a GRIB file: a variable on one level at one time. Borrows ecCodes' handle. Keys are those
/// of ecCodes; where a message lacks one, text is "", a number 0 and flags are false.
class GribMessage {
public:
    GribMessage(const std::filesystem::path& file, grib_handle* handle) : file_{file}, handle_{handle} {}

    [[nodiscard]] std::string text(const char* key) const;
    [[nodiscard]] long count(const char* key) const;
    [[nodiscard]] double number(const char* key) const;
    /// How many numbers a key has, without decoding them.
    [[nodiscard]] std::size_t size_of(const char* key) const;
    /// Whether all of them can be decoded.
    [[nodiscard]] bool has_numbers(const char* key) const;
    /// All of them. Throws std::runtime_error that names the file where they cannot be decoded.
    [[nodiscard]] std::vector<double> numbers(const char* key) const;
    /// The values, those missing as NaN. Throws as numbers() does.
    [[nodiscard]] std::vector<double> values() const;

    [[nodiscard]] const std::filesystem::path& file() const { return file_; }

private:
    [[noreturn]] void fail(const char* key, int error) const;

    const std::filesystem::path& file_;
    grib_handle* handle_;
};

/// Calls visit for the messages of a file in order, fields of one message of GRIB 2 each by themselves, until
/// it returns false. Returns how many there were. Throws std::runtime_error where a message is cut off or
/// damaged; what follows the last message and is none does not count.
std::size_t for_each_message(const std::filesystem::path& file,
                             const std::function<bool(const GribMessage&)>& visit);

/// The latitudes of a Gaussian grid of twice as many rows, from the north; empty where there is no such grid.
[[nodiscard]] std::vector<double> gaussian_latitudes(std::size_t rows_of_half);

/// Where ecCodes has the tables it reads messages by.
[[nodiscard]] std::vector<std::filesystem::path> grib_definition_folders();

}  // namespace farfield::compute
