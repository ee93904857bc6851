#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// The rows to read of a dataset, along its first dimension; all rows without a count.
struct Hdf5Rows {
    std::uint64_t first = 0;
    std::optional<std::uint64_t> count = std::nullopt;
};

/// An HDF5 file, open for reading. Paths within it are absolute: "/meshes/1/nodes". Links that lead to other
/// files are not followed. Threads: one at a time, which holds turn(), as the library keeps its state in
/// globals.
class Hdf5File {
public:
    /// Throws std::runtime_error where the file is no HDF5 file.
    explicit Hdf5File(const std::filesystem::path& path);
    ~Hdf5File();
    Hdf5File(const Hdf5File&) = delete;
    Hdf5File& operator=(const Hdf5File&) = delete;

    [[nodiscard]] static std::mutex& turn();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] bool has(const std::string& at) const;
    /// Names of the members of a group, in order; empty where there is no such group.
    [[nodiscard]] std::vector<std::string> names_in(const std::string& group) const;
    [[nodiscard]] bool has_attribute(const std::string& at, const char* name) const;
    /// The first number of an attribute; none where there is no such attribute.
    [[nodiscard]] std::optional<std::int64_t> attribute(const std::string& at, const char* name) const;
    /// The numbers of an attribute; empty where there is none, or it holds no numbers.
    [[nodiscard]] std::vector<double> attribute_numbers(const std::string& at, const char* name) const;
    /// The text of an attribute of one word; empty where there is none.
    [[nodiscard]] std::string attribute_text(const std::string& at, const char* name) const;
    /// Lengths of a dataset along its dimensions; empty where there is no such dataset.
    [[nodiscard]] std::vector<std::uint64_t> dims_of(const std::string& dataset) const;
    /// Reads the numbers of a dataset, or of some rows of it, converted. Throws std::runtime_error with its
    /// name where it or a row is missing, cannot be read, or has more numbers than a limit.
    [[nodiscard]] std::vector<double> reals(const std::string& dataset, Hdf5Rows rows = {}) const;
    [[nodiscard]] std::vector<float> singles(const std::string& dataset, Hdf5Rows rows = {}) const;
    [[nodiscard]] std::vector<std::int64_t> integers(const std::string& dataset, Hdf5Rows rows = {}) const;
    /// True when `dataset` is a dataset of whole or real numbers.
    [[nodiscard]] bool is_numbers(const std::string& dataset) const;
    /// True when a dataset holds numbers of binary32.
    [[nodiscard]] bool is_binary32(const std::string& dataset) const;

    [[noreturn]] void fail(const std::string& what) const;

private:
    template <class Number>
    [[nodiscard]] std::vector<Number> numbers(const std::string& dataset, std::int64_t type,
                                              Hdf5Rows rows) const;

    std::filesystem::path path_;
    std::int64_t id_ = -1;
};

}  // namespace farfield::compute
