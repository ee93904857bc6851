#include "compute_node/readers/xdmf/xdmf_items.h"

#include "compute_node/readers/common/reader_error.h"
#include "compute_node/support/lower_case.h"

#include <vtkXMLUtilities.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <fstream>

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

std::vector<double> numbers_in(const char* text)
{
    std::vector<double> numbers;
    for (const char* at = text;;) {
        char* end = nullptr;
        const double value = std::strtod(at, &end);
        if (end == at) return numbers;
        numbers.push_back(value);
        at = end;
    }
}

}  // namespace

std::string xdmf_attribute(vtkXMLDataElement& element, const char* name)
{
    const char* value = element.GetAttribute(name);
    return value == nullptr ? "" : value;
}

std::vector<vtkXMLDataElement*> xdmf_within(vtkXMLDataElement& element, const char* name)
{
    std::vector<vtkXMLDataElement*> found;
    for (int i = 0; i < element.GetNumberOfNestedElements(); ++i)
        if (vtkXMLDataElement* nested = element.GetNestedElement(i);
            nested->GetName() != nullptr && std::string_view{nested->GetName()} == name)
            found.push_back(nested);
    return found;
}

XdmfItems::XdmfItems(const fs::path& file) : path_{file}
{
    root_.TakeReference(vtkXMLUtilities::ReadElementFromFile(file.c_str()));
    if (root_ == nullptr || root_->GetName() == nullptr || lower_case(root_->GetName()) != "xdmf")
        fail("expected an XDMF file, whose first element is Xdmf; is it truncated?");
}

void XdmfItems::fail(const std::string& what) const
{
    throw_reader_error(path_, what);
}

std::vector<std::uint64_t> XdmfItems::dims(const char* text)
{
    std::vector<std::uint64_t> all;
    constexpr double most = 1e12;
    for (const double length : numbers_in(text == nullptr ? "" : text))
        all.push_back(length >= 0.0 && length <= most ? static_cast<std::uint64_t>(length) : 0);
    return all;
}

std::vector<double> XdmfItems::numbers(vtkXMLDataElement& item)
{
    const std::string kind = lower_case(xdmf_attribute(item, "ItemType"));
    if (!kind.empty() && kind != "uniform")
        fail(fmt::format("a DataItem of type '{}' is not read; expected Uniform", kind));
    std::uint64_t count = 1;
    for (const std::uint64_t length : dims(item.GetAttribute("Dimensions")))
        count = length == 0 || count > (std::uint64_t{1} << 40U) / length ? 0 : count * length;
    const std::string format = lower_case(xdmf_attribute(item, "Format"));
    const char* text = item.GetCharacterData();
    const std::string_view where = trimmed(text == nullptr ? "" : text);
    std::vector<double> found;
    if (format == "hdf" || format == "hdf5")
        found = in_hdf5(where);
    else if (format == "binary")
        found = in_binary(item, where, count);
    else
        found = numbers_in(text == nullptr ? "" : text);
    if (found.size() != count)
        fail(fmt::format("a DataItem with Dimensions '{}' has {} numbers ('{}')",
                         xdmf_attribute(item, "Dimensions"), found.size(), where.substr(0, 80)));
    return found;
}

/// "flow.h5:/a/b"
std::vector<double> XdmfItems::in_hdf5(std::string_view where)
{
    const std::size_t colon = where.find(':');
    if (colon == std::string_view::npos)
        fail(fmt::format("expected FILE:/DATASET in a DataItem, found '{}'", where));
    const std::string name{where.substr(0, colon)};
    std::unique_ptr<Hdf5File>& file = open_[name];
    if (!file) file = std::make_unique<Hdf5File>(path_.parent_path() / name);
    const std::string dataset{trimmed(where.substr(colon + 1))};
    return file->reals(dataset.starts_with('/') ? dataset : "/" + dataset);
}

std::vector<double> XdmfItems::in_binary(vtkXMLDataElement& item, std::string_view where,
                                         std::uint64_t count) const
{
    const std::string type = lower_case(xdmf_attribute(item, "NumberType"));
    const std::string precision = xdmf_attribute(item, "Precision");
    const bool is_int = type == "int" || type == "uint";
    const std::size_t bytes = precision == "8" ? 8 : 4;
    const bool big = lower_case(xdmf_attribute(item, "Endian")) == "big";
    const fs::path file = path_.parent_path() / where;
    std::ifstream in{file, std::ios::binary};
    std::error_code error;
    const std::uint64_t size = fs::file_size(file, error);
    const std::uint64_t seek = std::strtoull(xdmf_attribute(item, "Seek").c_str(), nullptr, 10);
    if (error || seek > size || count > (size - seek) / bytes)
        throw_reader_error(
            file, fmt::format("expected {} numbers of {} bytes from byte {} on", count, bytes, seek));
    std::vector<char> raw(count * bytes);
    in.seekg(static_cast<std::streamoff>(seek));
    if (!in.read(raw.data(), static_cast<std::streamsize>(raw.size())))
        throw_reader_error(file, "it cannot be read");
    const bool swap = big == (std::endian::native == std::endian::little);
    std::vector<double> all;
    if (is_int && bytes == 8)
        append<std::int64_t>(std::move(raw), swap, all);
    else if (is_int)
        append<std::int32_t>(std::move(raw), swap, all);
    else if (bytes == 8)
        append<double>(std::move(raw), swap, all);
    else
        append<float>(std::move(raw), swap, all);
    return all;
}

}  // namespace farfield::compute
