#include "compute_node/readers/xdmf/xdmf_items.h"

#include "compute_node/readers/common/mapped_file.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/text_number.h"
#include "compute_node/readers/xdmf/xdmf_paths.h"
#include "compute_node/support/lower_case.h"

#include <vtkXMLUtilities.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n";
    const std::size_t first = text.find_first_not_of(space);
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(space) - first + 1);
}

template <class Number>
void append(std::vector<char> bytes, bool swap, std::vector<double>& to)
{
    for (std::size_t at = 0; at + sizeof(Number) <= bytes.size(); at += sizeof(Number)) {
        if (swap) std::reverse(bytes.begin() + at, bytes.begin() + at + sizeof(Number));
        Number number{};
        std::memcpy(&number, bytes.data() + at, sizeof number);
        to.push_back(static_cast<double>(number));
    }
}

/// The representation of a number in a file.
struct XdmfNumber {
    std::size_t bytes;
    bool swapped;
    void (*append)(std::vector<char>, bool, std::vector<double>&);
};

/// The representation by NumberType, Precision and Endian.
XdmfNumber number_of(vtkXMLDataElement& item)
{
    struct Known {
        std::string_view type, precision;
        std::size_t bytes;
        void (*append)(std::vector<char>, bool, std::vector<double>&);
    };
    static const std::array known{
        Known{"float", "4", 4, append<float>},        Known{"float", "8", 8, append<double>},
        Known{"int", "4", 4, append<std::int32_t>},   Known{"int", "8", 8, append<std::int64_t>},
        Known{"int", "2", 2, append<std::int16_t>},   Known{"int", "1", 1, append<std::int8_t>},
        Known{"uint", "4", 4, append<std::uint32_t>}, Known{"uint", "8", 8, append<std::uint64_t>},
        Known{"uint", "2", 2, append<std::uint16_t>}, Known{"uint", "1", 1, append<std::uint8_t>},
        Known{"char", "1", 1, append<std::int8_t>},   Known{"uchar", "1", 1, append<std::uint8_t>},
        Known{"short", "2", 2, append<std::int16_t>}, Known{"ushort", "2", 2, append<std::uint16_t>}};
    std::string type = lower_case(xdmf_attribute(item, "NumberType"));
    if (type.empty()) type = lower_case(xdmf_attribute(item, "DataType"));
    if (type.empty()) type = "float";
    const std::string precision = xdmf_attribute(item, "Precision");
    const auto found = std::ranges::find_if(known, [&](const Known& k) {  // without a Precision the first
        return k.type == type && (precision.empty() || k.precision == precision);
    });
    if (found == known.end())
        XdmfItems::fail(
            fmt::format("numbers of NumberType '{}' with Precision '{}' are not read", type, precision));
    const std::string order = lower_case(xdmf_attribute(item, "Endian"));
    if (!order.empty() && order != "native" && order != "big" && order != "little")
        XdmfItems::fail(fmt::format("an Endian '{}' is not read; expected Big, Little or Native", order));
    const bool is_little = std::endian::native == std::endian::little;
    const bool swapped = order == "big" ? is_little : order == "little" && !is_little;
    return {found->bytes, swapped, found->append};
}

/// The numbers in a text, with space between them.
std::vector<double> numbers_in(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n";
    constexpr std::size_t shown = 40;
    std::vector<double> numbers;
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(space), text.size()));
        if (text.empty()) return numbers;
        const auto found = number_at(text);
        if (!found || (found->length < text.size() && space.find(text[found->length]) == space.npos))
            XdmfItems::fail(fmt::format("expected a number, found '{}'",
                                        text.substr(0, std::min(text.find_first_of(space), shown))));
        numbers.push_back(found->value);
        text.remove_prefix(found->length);
    }
}

}  // namespace

std::string xdmf_attribute(vtkXMLDataElement& element, const char* name)
{
    const char* value = element.GetAttribute(name);
    return value == nullptr ? "" : value;
}

XdmfItems::XdmfItems(const fs::path& file) : path_{file}
{
    root_.TakeReference(vtkXMLUtilities::ReadElementFromFile(file.c_str()));
    if (root_ == nullptr || root_->GetName() == nullptr || lower_case(root_->GetName()) != "xdmf")
        fail("expected an XDMF file, whose first element is Xdmf; is it truncated?");
}

void XdmfItems::fail(const std::string& what)
{
    throw XdmfError(what);
}

void XdmfItems::note(std::string remark)
{
    if (std::ranges::find(remarks_, remark) == remarks_.end()) remarks_.push_back(std::move(remark));
}

std::vector<std::uint64_t> XdmfItems::dims(const char* text)
{
    std::vector<std::uint64_t> all;
    constexpr double most = 1e12;
    std::string spaced = text == nullptr ? "" : text;
    std::ranges::replace(spaced, ',', ' ');
    for (const double length : numbers_in(spaced))
        all.push_back(length >= 0.0 && length <= most ? static_cast<std::uint64_t>(length) : 0);
    return all;
}

vtkXMLDataElement& XdmfItems::referred(vtkXMLDataElement& element)
{
    std::string path = xdmf_attribute(element, "Reference");
    if (lower_case(path) == "xml")
        path = element.GetCharacterData() == nullptr ? "" : trimmed(element.GetCharacterData());
    if (path.empty()) return element;
    const auto& found = pointed(path, xdmf_selected);
    if (found.empty()) fail(fmt::format("refers to '{}', which is not in it", path));
    return *found.front();
}

std::vector<vtkXMLDataElement*> XdmfItems::within(vtkXMLDataElement& element, std::string_view name)
{
    std::vector<vtkXMLDataElement*> found;
    for (int i = 0; i < element.GetNumberOfNestedElements(); ++i)
        add_or_include(*element.GetNestedElement(i), name, found, 0);
    return found;
}

void XdmfItems::add_or_include(vtkXMLDataElement& element, std::string_view name,
                               std::vector<vtkXMLDataElement*>& found, int depth)
{
    constexpr int deepest = 4;
    const std::string_view found_name = element.GetName() == nullptr ? "" : element.GetName();
    if (found_name.substr(found_name.find(':') + 1) != "include") {  // of any prefix
        if (found_name == name) found.push_back(&element);
        return;
    }
    const std::string file = xdmf_attribute(element, "href"), pointer = xdmf_attribute(element, "xpointer");
    if (!file.empty() && file != path_.filename())
        fail(fmt::format("includes '{}': what is in other files is not read", file));
    if (pointer.empty()) fail("an XInclude has no xpointer");
    if (depth > deepest) fail(fmt::format("includes '{}' without an end", pointer));
    const auto& all = pointed(pointer, xdmf_pointed);
    if (all.empty()) fail(fmt::format("includes '{}', which is not in it", pointer));
    for (vtkXMLDataElement* one : all) add_or_include(*one, name, found, depth + 1);
}

/// The elements that a path points to; it is followed once.
const std::vector<vtkXMLDataElement*>&
XdmfItems::pointed(const std::string& path,
                   std::vector<vtkXMLDataElement*> (*follow)(vtkXMLDataElement&, std::string_view))
{
    const auto known = pointed_.find(path);
    return known != pointed_.end() ? known->second
                                   : pointed_.emplace(path, follow(*root_, path)).first->second;
}

std::vector<double> XdmfItems::numbers(vtkXMLDataElement& item)
{
    return numbers_of(item, 0);
}

std::vector<double> XdmfItems::numbers_of(vtkXMLDataElement& given, int depth)
{
    constexpr int deepest = 8;
    if (depth > deepest) fail("its DataItems are within each other without an end");
    vtkXMLDataElement& item = referred(given);
    const std::string kind = lower_case(xdmf_attribute(item, "ItemType"));
    if (kind == "hyperslab") return hyperslab(item, depth);
    if (kind == "coordinates") return at_coordinates(item, depth);
    if (kind == "function") return joined(item, depth);
    if (!kind.empty() && kind != "uniform")
        fail(fmt::format("a DataItem of type '{}' is not read; expected Uniform, HyperSlab, Coordinates or "
                         "Function",
                         kind));
    return in_text_or_file(item);
}

/// A box of an item's numbers, given by start, stride and count along each dimension.
std::vector<double> XdmfItems::hyperslab(vtkXMLDataElement& item, int depth)
{
    const auto parts = within(item, "DataItem");
    if (parts.size() != 2) fail("expected a HyperSlab of two DataItems, its box and its numbers");
    const std::vector<double> box = numbers_of(*parts[0], depth + 1), all = numbers_of(*parts[1], depth + 1);
    const std::vector<std::uint64_t> lengths = shape_of(referred(*parts[1]), box.size() / 3);
    const std::size_t rank = lengths.size();
    if (box.size() != 3 * rank)
        fail(fmt::format("expected a HyperSlab's box of 3 x {} numbers, found {}", rank, box.size()));
    std::vector<std::size_t> taken{0};
    for (std::size_t d = 0; d < rank; ++d) {
        const double first = box[d], step = box[rank + d], count = box[2 * rank + d];
        const double last = first + step * (count - 1.0);
        if (!(first >= 0.0 && step >= 1.0 && count >= 1.0 && last < static_cast<double>(lengths[d])))
            fail(fmt::format("a HyperSlab takes {} numbers from {} on, each {}. along a dimension of {}",
                             count, first, step, lengths[d]));
        std::vector<std::size_t> next;
        next.reserve(taken.size() * static_cast<std::size_t>(count));
        for (const std::size_t base : taken)
            for (double n = 0.0; n < count; ++n)
                next.push_back(base * lengths[d] + static_cast<std::size_t>(first + n * step));
        taken = std::move(next);
    }
    std::vector<double> found;
    found.reserve(taken.size());
    for (const std::size_t place : taken) found.push_back(all.at(place));
    return found;
}

/// Lengths of an item along its dimensions: those of its dataset in HDF5, where that has as many dimensions
/// as the box, else those that the item states.
std::vector<std::uint64_t> XdmfItems::shape_of(vtkXMLDataElement& item, std::size_t rank)
{
    std::vector<std::uint64_t> said = dims(item.GetAttribute("Dimensions"));
    const std::string format = lower_case(xdmf_attribute(item, "Format"));
    if (said.size() == rank || (format != "hdf" && format != "hdf5")) return said;
    const auto [file, name] =
        dataset(trimmed(item.GetCharacterData() == nullptr ? "" : item.GetCharacterData()));
    const std::vector<std::uint64_t> stored = file->dims_of(name);
    return stored.size() == rank ? stored : said;
}

/// The numbers of an item at coordinates, which have an index along every dimension.
std::vector<double> XdmfItems::at_coordinates(vtkXMLDataElement& item, int depth)
{
    const auto parts = within(item, "DataItem");
    if (parts.size() != 2) fail("expected Coordinates of two DataItems, its places and its numbers");
    const std::vector<double> places = numbers_of(*parts[0], depth + 1),
                              all = numbers_of(*parts[1], depth + 1);
    const std::vector<std::uint64_t> lengths = dims(referred(*parts[1]).GetAttribute("Dimensions"));
    if (lengths.empty() || places.size() % lengths.size() != 0)
        fail(fmt::format("expected places of {} numbers each in Coordinates, found {} numbers",
                         lengths.size(), places.size()));
    std::vector<double> found;
    for (std::size_t n = 0; n < places.size(); n += lengths.size()) {
        std::size_t at = 0;
        for (std::size_t d = 0; d < lengths.size(); ++d) {
            const double along = places[n + d];
            if (!(along >= 0.0) || along >= static_cast<double>(lengths[d]))
                fail(fmt::format("Coordinates have {} along a dimension of {}", along, lengths[d]));
            at = at * lengths[d] + static_cast<std::size_t>(along);
        }
        found.push_back(all.at(at));
    }
    return found;
}

/// Joins "JOIN($0, $1, $2)": the components of a vector, each an item.
std::vector<double> XdmfItems::joined(vtkXMLDataElement& item, int depth)
{
    const std::string function = xdmf_attribute(item, "Function");
    const auto parts = within(item, "DataItem");
    std::string plain = lower_case(function);
    std::erase_if(plain, [](char c) { return c == ' ' || c == ';' || c == ','; });
    std::string expected = "join(";
    for (std::size_t i = 0; i < parts.size(); ++i) expected += fmt::format("${}", i);
    if (parts.empty() || plain != expected + ")")
        fail(fmt::format("the Function '{}' is not read; expected JOIN($0, $1, $2) of all its DataItems",
                         function));
    std::vector<std::vector<double>> columns;
    for (vtkXMLDataElement* part : parts) {
        columns.push_back(numbers_of(*part, depth + 1));
        if (columns.back().size() != columns.front().size()) fail("JOIN has DataItems of other lengths");
    }
    std::vector<double> rows;
    rows.reserve(columns.size() * columns.front().size());
    for (std::size_t n = 0; n < columns.front().size(); ++n)
        for (const std::vector<double>& column : columns) rows.push_back(column[n]);
    return rows;
}

/// The numbers in the text or file; without Dimensions, all of them.
std::vector<double> XdmfItems::in_text_or_file(vtkXMLDataElement& item)
{
    const std::vector<std::uint64_t> said = dims(item.GetAttribute("Dimensions"));
    std::uint64_t count = 1;
    for (const std::uint64_t length : said)
        count = length == 0 || count > (std::uint64_t{1} << 40U) / length ? 0 : count * length;
    const std::string format = lower_case(xdmf_attribute(item, "Format"));
    const char* text = item.GetCharacterData();
    const std::string_view where = trimmed(text == nullptr ? "" : text);
    if (const std::string packed = lower_case(xdmf_attribute(item, "Compression"));
        !packed.empty() && packed != "raw")
        fail(fmt::format("a DataItem with Compression '{}' is not read; expected Raw", packed));
    std::vector<double> found;
    if (format == "hdf" || format == "hdf5")
        found = in_hdf5(where, said);
    else if (format == "binary" && said.empty())
        fail(fmt::format("a DataItem of '{}' has no Dimensions", where.substr(0, 80)));
    else if (format == "binary")
        found = in_binary(item, where, count);
    else if (format.empty() || format == "xml")
        found = numbers_in(text == nullptr ? "" : text);
    else
        fail(fmt::format("a DataItem of Format '{}' is not read; expected XML, HDF or Binary", format));
    if (!said.empty() && found.size() != count)
        fail(fmt::format("a DataItem with Dimensions '{}' has {} numbers ('{}')",
                         xdmf_attribute(item, "Dimensions"), found.size(), where.substr(0, 80)));
    return found;
}

/// Opens "flow.h5:/a/b".
std::pair<Hdf5File*, std::string> XdmfItems::dataset(std::string_view where)
{
    const std::size_t colon = where.find(':');
    if (colon == std::string_view::npos)
        fail(fmt::format("expected FILE:/DATASET in a DataItem, found '{}'", where.substr(0, 80)));
    const std::string name{where.substr(0, colon)};
    std::unique_ptr<Hdf5File>& file = open_[name];
    if (!file) file = std::make_unique<Hdf5File>(path_.parent_path() / name);
    const std::string dataset{trimmed(where.substr(colon + 1))};
    return {file.get(), dataset.starts_with('/') ? dataset : "/" + dataset};
}

std::vector<double> XdmfItems::in_hdf5(std::string_view where, const std::vector<std::uint64_t>& said)
{
    const auto [file, name] = dataset(where);
    std::vector<std::uint64_t> stored = file->dims_of(name), expected = said;
    for (auto* shape : {&stored, &expected}) std::erase(*shape, 1U);
    if (!said.empty() && !stored.empty() && stored != expected)
        note(fmt::format(
            "The dataset '{}' has the shape {}, its DataItem's Dimensions are {}: its numbers are "
            "taken in their order.",
            name, fmt::join(stored, " x "), fmt::join(expected, " x ")));
    return file->reals(name);
}

std::vector<double> XdmfItems::in_binary(vtkXMLDataElement& item, std::string_view where,
                                         std::uint64_t count) const
{
    const XdmfNumber kind = number_of(item);
    const fs::path path = path_.parent_path() / where;
    const MappedFile file{path};
    const std::uint64_t size = file.bytes().size();
    const std::uint64_t seek = std::strtoull(xdmf_attribute(item, "Seek").c_str(), nullptr, 10);
    if (seek > size || count > (size - seek) / kind.bytes)
        throw_reader_error(
            path, fmt::format("expected {} numbers of {} bytes from byte {} on", count, kind.bytes, seek));
    const std::string_view raw = file.bytes().substr(seek, count * kind.bytes);
    std::vector<double> all;
    kind.append({raw.begin(), raw.end()}, kind.swapped, all);
    return all;
}

}  // namespace farfield::compute
