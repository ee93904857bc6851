#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace farfield::compute {

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
    /// Lengths along the dimensions of a dataset; empty where there is none.
    [[nodiscard]] std::vector<std::uint64_t> dims_of(const std::string& dataset) const;
    /// All numbers of a dataset, converted. Throws std::runtime_error that names it where it is missing,
    /// cannot be read, or has more numbers than a limit.
    [[nodiscard]] std::vector<double> reals(const std::string& dataset) const;
    [[nodiscard]] std::vector<std::int64_t> integers(const std::string& dataset) const;
    /// Whether a dataset holds numbers of binary32.
    [[nodiscard]] bool is_binary32(const std::string& dataset) const;

    [[noreturn]] void fail(const std::string& what) const;

private:
    template <class Number>
    [[nodiscard]] std::vector<Number> numbers(const std::string& dataset, std::int64_t type) const;

    std::filesystem::path path_;
    std::int64_t id_ = -1;
};

}  // namespace farfield::compute
