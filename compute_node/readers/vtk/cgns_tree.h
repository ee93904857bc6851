#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// The nodes of a CGNS file, without the standard's checks: the library refuses a file for one useless node.
/// Threads: it keeps files in one table; callers take turns (VtkErrors does that).
class CgnsTree {
public:
    struct Node {
        double id = 0.0;
        std::string name, label;
    };

    /// Throws std::runtime_error with the file's name, as all members do.
    explicit CgnsTree(const std::filesystem::path& file);
    ~CgnsTree();
    CgnsTree(const CgnsTree&) = delete;
    CgnsTree& operator=(const CgnsTree&) = delete;

    [[nodiscard]] Node root() const;
    [[nodiscard]] std::vector<Node> children(const Node& node, std::string_view label) const;
    /// The first child with a label.
    [[nodiscard]] std::optional<Node> child(const Node& node, std::string_view label) const;
    /// The text of a node; "" where it has none.
    [[nodiscard]] std::string text(const Node& node) const;
    /// Lengths of a node's data along their dimensions, the fastest first.
    [[nodiscard]] std::vector<std::uint64_t> dims(const Node& node) const;
    /// The numbers of a node, of which there must be at most `most`.
    [[nodiscard]] std::vector<double> numbers(const Node& node, std::uint64_t most) const;
    [[noreturn]] void fail(const std::string& what) const;

private:
    void check(int status) const;
    [[nodiscard]] std::string letters_of_type(const Node& node) const;

    std::filesystem::path path_;
    int file_ = 0;
};

/// The values of an array without those of its rind planes. rind: the number of planes before and behind,
/// along each dimension.
[[nodiscard]] std::vector<double> without_rind(const std::vector<double>& values,
                                               const std::vector<std::uint64_t>& dims,
                                               const std::vector<double>& rind);

}  // namespace farfield::compute
