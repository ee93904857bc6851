#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

/// Those along the first dimension of a dataset; all without a count.
struct Hdf5Rows {
    std::uint64_t first = 0;
    std::optional<std::uint64_t> count = std::nullopt;
};

/// An HDF5 file, open for reading. Paths within it are absolute: "/meshes/1/nodes". Links that lead to other
/// files are not followed. Threads: one at a time, which holds turn(), as the library keeps its state in
/// globals.
class Hdf5File {
public:
    /// Throws std::runtime_error where it is no HDF5 file.
    explicit Hdf5File(const std::filesystem::path& path);
    ~Hdf5File();
    Hdf5File(const Hdf5File&) = delete;
    Hdf5File& operator=(const Hdf5File&) = delete;

    [[nodiscard]] static std::mutex& turn();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] bool has(const std::string& at) const;
    /// Names of what a group holds, in order; empty where there is no such group.
    [[nodiscard]] std::vector<std::string> names_in(const std::string& group) const;
    [[nodiscard]] bool has_attribute(const std::string& at, const char* name) const;
    /// The first number of an attribute; nothing where there is none.
    [[nodiscard]] std::optional<std::int64_t> attribute(const std::string& at, const char* name) const;
    /// All numbers of an attribute; none where there is none, or it is no numbers.
    [[nodiscard]] std::vector<double> attribute_numbers(const std::string& at, const char* name) const;
    /// An attribute of one word; empty where there is none.
    [[nodiscard]] std::string attribute_text(const std::string& at, const char* name) const;
    /// Lengths along the dimensions of a dataset; empty where there is none.
    [[nodiscard]] std::vector<std::uint64_t> dims_of(const std::string& dataset) const;
    /// All numbers of a dataset, or of some rows of it, converted. Throws std::runtime_error that names it
    /// where it or a row is missing, cannot be read, or has more numbers than a limit.
    [[nodiscard]] std::vector<double> reals(const std::string& dataset, Hdf5Rows rows = {}) const;
    [[nodiscard]] std::vector<float> singles(const std::string& dataset, Hdf5Rows rows = {}) const;
    [[nodiscard]] std::vector<std::int64_t> integers(const std::string& dataset, Hdf5Rows rows = {}) const;
    /// Whether it is a dataset of whole or real numbers.
    [[nodiscard]] bool is_numbers(const std::string& dataset) const;
    /// Whether a dataset holds numbers of binary32.
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
