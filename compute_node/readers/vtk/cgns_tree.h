#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// The nodes of a CGNS file, before any rule of the standard is checked: its library refuses a file for one
/// node that is of no use. Threads: it keeps files in one table; callers take turns (VtkErrors does that).
class CgnsTree {
public:
    struct Node {
        double id = 0.0;
        std::string name, label;
    };

    /// Throws std::runtime_error that names the file, as the others.
    explicit CgnsTree(const std::filesystem::path& file);
    ~CgnsTree();
    CgnsTree(const CgnsTree&) = delete;
    CgnsTree& operator=(const CgnsTree&) = delete;

    [[nodiscard]] Node root() const;
    [[nodiscard]] std::vector<Node> children(const Node& node, std::string_view label) const;
    /// The first of a label.
    [[nodiscard]] std::optional<Node> child(const Node& node, std::string_view label) const;
    /// Its letters; "" where it has none.
    [[nodiscard]] std::string text(const Node& node) const;
    /// Lengths of its data along their dimensions, the fastest first.
    [[nodiscard]] std::vector<std::uint64_t> dims(const Node& node) const;
    /// Its numbers, of which there must be at most so many.
    [[nodiscard]] std::vector<double> numbers(const Node& node, std::uint64_t most) const;
    [[noreturn]] void fail(const std::string& what) const;

private:
    void check(int status) const;
    [[nodiscard]] std::string letters_of_type(const Node& node) const;

    std::filesystem::path path_;
    int file_ = 0;
};

/// The values of an array without those of its rind planes. rind: how many there are before and behind, along
/// each dimension.
[[nodiscard]] std::vector<double> without_rind(const std::vector<double>& values,
                                               const std::vector<std::uint64_t>& dims,
                                               const std::vector<double>& rind);

}  // namespace farfield::compute
