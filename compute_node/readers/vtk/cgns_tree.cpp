#include "compute_node/readers/vtk/cgns_tree.h"

#include "compute_node/readers/common/length_product.h"

#include <fmt/format.h>

#include <vtk_cgns.h>
// clang-format off
#include VTK_CGNS(cgns_io.h)
// clang-format on

#include <algorithm>
#include <array>
#include <stdexcept>

namespace farfield::compute {

namespace {

constexpr std::uint64_t most_letters = 4096;

/// Number of values of a node: 0 without dimensions.
std::uint64_t number_count(const std::vector<std::uint64_t>& dims)
{
    return dims.empty() ? 0 : length_product(dims);
}

std::string trimmed_right(std::string text)
{
    text.resize(std::min(text.find('\0'), text.size()));
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

}  // namespace

CgnsTree::CgnsTree(const std::filesystem::path& file) : path_{file}
{
    check(cgio_open_file(file.c_str(), CGIO_MODE_READ, CGIO_FILE_NONE, &file_));
}

CgnsTree::~CgnsTree()
{
    cgio_close_file(file_);
}

void CgnsTree::check(int status) const
{
    if (status == CGIO_ERR_NONE) return;
    std::array<char, CGIO_MAX_ERROR_LENGTH + 1> message{};
    cgio_error_message(message.data());
    const std::string error = message.data();
    const bool is_link = error.find("linked-to") != std::string::npos;
    fail(is_link ? "a link in it leads to a file or a place that is not there" : error);
}

void CgnsTree::fail(const std::string& what) const
{
    throw std::runtime_error(fmt::format("cannot read '{}': {}", path_.string(), what));
}

CgnsTree::Node CgnsTree::root() const
{
    Node root;
    check(cgio_get_root_id(file_, &root.id));
    return root;
}

std::vector<CgnsTree::Node> CgnsTree::children(const Node& node, std::string_view label) const
{
    int count = 0, got = 0;
    check(cgio_number_children(file_, node.id, &count));
    std::vector<double> ids(static_cast<std::size_t>(std::max(count, 0)));
    if (ids.empty()) return {};
    check(cgio_children_ids(file_, node.id, 1, count, &got, ids.data()));
    std::vector<Node> found;
    for (const double id : ids) {
        std::array<char, CGIO_MAX_LABEL_LENGTH + 1> of_kind{};
        std::array<char, CGIO_MAX_NAME_LENGTH + 1> name{};
        check(cgio_get_label(file_, id, of_kind.data()));
        if (trimmed_right(of_kind.data()) != label) continue;
        check(cgio_get_name(file_, id, name.data()));
        found.push_back({id, trimmed_right(name.data()), std::string{label}});
    }
    return found;
}

std::optional<CgnsTree::Node> CgnsTree::child(const Node& node, std::string_view label) const
{
    std::vector<Node> all = children(node, label);
    return all.empty() ? std::nullopt : std::optional{std::move(all.front())};
}

std::string CgnsTree::letters_of_type(const Node& node) const
{
    std::array<char, CGIO_MAX_DATATYPE_LENGTH + 1> type{};
    check(cgio_get_data_type(file_, node.id, type.data()));
    return trimmed_right(type.data());
}

std::vector<std::uint64_t> CgnsTree::dims(const Node& node) const
{
    int count = 0;
    std::array<cgsize_t, CGIO_MAX_DIMENSIONS> lengths{};
    check(cgio_get_dimensions(file_, node.id, &count, lengths.data()));
    std::vector<std::uint64_t> dims;
    for (int n = 0; n < std::min<int>(count, CGIO_MAX_DIMENSIONS); ++n)
        dims.push_back(static_cast<std::uint64_t>(std::max<cgsize_t>(lengths[n], 0)));
    return dims;
}

std::string CgnsTree::text(const Node& node) const
{
    const std::uint64_t count = number_count(dims(node));
    if (letters_of_type(node) != "C1" || count == 0 || count > most_letters) return {};
    std::string letters(count, '\0');
    check(cgio_read_all_data_type(file_, node.id, "C1", letters.data()));
    return letters;
}

std::vector<double> CgnsTree::numbers(const Node& node, std::uint64_t most) const
{
    const std::uint64_t count = number_count(dims(node));
    if (count > most) fail(fmt::format("'{}' has {} numbers: expected at most {}", node.name, count, most));
    const std::string type = letters_of_type(node);
    std::vector<double> all(count);
    const auto read = [&](auto zero) {
        std::vector<decltype(zero)> own(count);
        check(cgio_read_all_data_type(file_, node.id, type.c_str(), own.data()));
        std::ranges::transform(own, all.begin(), [](auto value) { return static_cast<double>(value); });
    };
    if (count == 0) return all;
    if (type == "R8")
        check(cgio_read_all_data_type(file_, node.id, "R8", all.data()));
    else if (type == "R4")
        read(float{});
    else if (type == "I8")
        read(std::int64_t{});
    else if (type == "I4")
        read(std::int32_t{});
    else
        fail(fmt::format("'{}' has data of type '{}': expected numbers", node.name, type));
    return all;
}

std::vector<double> without_rind(const std::vector<double>& values, const std::vector<std::uint64_t>& dims,
                                 const std::vector<double>& rind)
{
    std::vector<double> inner;
    for (std::size_t n = 0; n < values.size(); ++n) {
        std::size_t rest = n;
        bool is_inner = true;
        for (std::size_t axis = 0; axis < dims.size(); ++axis) {
            const auto at = static_cast<double>(rest % dims[axis]);
            rest /= dims[axis];
            if (2 * axis + 1 >= rind.size()) continue;
            is_inner =
                is_inner && at >= rind[2 * axis] && at < static_cast<double>(dims[axis]) - rind[2 * axis + 1];
        }
        if (is_inner) inner.push_back(values[n]);
    }
    return inner;
}

}  // namespace farfield::compute
