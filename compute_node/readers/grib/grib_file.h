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

/// The lock for ecCodes, which keeps its definitions in globals: hold it during every call of the library.
[[nodiscard]] std::mutex& grib_turn();

/// A message of a GRIB file: a variable on one level at one time. Borrows ecCodes' handle. Keys are those of
/// ecCodes; where a message lacks one, text is "", a number 0 and flags are false.
class GribMessage {
public:
    GribMessage(const std::filesystem::path& file, grib_handle* handle) : file_{file}, handle_{handle} {}

    [[nodiscard]] std::string text(const char* key) const;
    [[nodiscard]] long count(const char* key) const;
    [[nodiscard]] double number(const char* key) const;
    /// Number of values that a key has, without decoding them.
    [[nodiscard]] std::size_t size_of(const char* key) const;
    /// True when all values of a key can be decoded.
    [[nodiscard]] bool has_numbers(const char* key) const;
    /// The values of a key. Throws std::runtime_error with the file's name where they cannot be decoded.
    [[nodiscard]] std::vector<double> numbers(const char* key) const;
    /// The values of the message's field, missing ones as NaN. Throws as numbers() does.
    [[nodiscard]] std::vector<double> values() const;

    [[nodiscard]] const std::filesystem::path& file() const { return file_; }

private:
    [[noreturn]] void fail(const char* key, int error) const;

    const std::filesystem::path& file_;
    grib_handle* handle_;
};

/// Calls visit for the messages of a file in order, each field of a GRIB 2 message by itself, until it
/// returns false. Returns the number of messages. Throws std::runtime_error where a message is cut off or
/// damaged. Bytes behind the last message that are no message are ignored.
std::size_t for_each_message(const std::filesystem::path& file,
                             const std::function<bool(const GribMessage&)>& visit);

/// The latitudes of a Gaussian grid with twice as many rows, from the north; empty where no such grid exists.
[[nodiscard]] std::vector<double> gaussian_latitudes(std::size_t rows_of_half);

/// Folders in which ecCodes has the tables that it reads messages by.
[[nodiscard]] std::vector<std::filesystem::path> grib_definition_folders();

}  // namespace farfield::compute
