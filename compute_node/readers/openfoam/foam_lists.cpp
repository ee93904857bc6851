#include "compute_node/readers/openfoam/foam_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <span>
#include <stdexcept>

namespace farfield::compute {

namespace {

constexpr std::size_t most_labels = std::numeric_limits<std::int32_t>::max();

/// Limit for "N{0}", which takes memory without as many bytes in the file.
constexpr std::size_t most_repeated = 1U << 24U;

template <class From>
From value_at(std::string_view bytes, std::size_t i, bool swapped)
{
    std::array<char, sizeof(From)> raw;
    std::memcpy(raw.data(), bytes.data() + i * sizeof(From), sizeof(From));
    if (swapped) std::ranges::reverse(raw);
    return std::bit_cast<From>(raw);
}

bool is_swapped(const FoamFormat& format)
{
    return format.big_endian == (std::endian::native == std::endian::little);
}

std::uint32_t as_label(std::int64_t value)
{
    if (value < -1 || value > static_cast<std::int64_t>(most_labels))
        throw std::runtime_error(fmt::format("expected labels of 0 to {}, found {}", most_labels, value));
    return static_cast<std::uint32_t>(value);
}

/// The size of an element in bytes: the stated one, if any; else the first of the two, the usual one first,
/// at which a closing parenthesis follows the list.
std::size_t size_that_fits(const FoamText& text, std::size_t count, bool known,
                           std::array<std::size_t, 2> sizes)
{
    const auto closes = [&](std::size_t size) {
        return size <= text.left() / count && text.left() > count * size &&
               text.all()[text.place() + count * size] == ')';
    };
    const auto* fitting = std::ranges::find_if(sizes, closes);
    return known || fitting == sizes.end() ? sizes.front() : *fitting;
}

template <class Number>
void take_ascii(FoamText& text, std::size_t width, std::span<Number> out)
{
    for (std::size_t i = 0; i < out.size(); i += width) {
        if (width > 1) text.expect('(');
        for (std::size_t c = 0; c < width; ++c) out[i + c] = text.number<Number>();
        if (width > 1) text.expect(')');
    }
}

template <class From, class To>
void convert(std::string_view bytes, bool swapped, std::span<To> out)
{
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<To>(value_at<From>(bytes, i, swapped));
}

}  // namespace

std::vector<std::uint32_t> take_labels(FoamText& text, const FoamFormat& format)
{
    const std::size_t count = text.count(most_labels);
    std::vector<std::uint32_t> labels;
    if (count == 0) {
        if (text.take('(')) text.expect(')');
        return labels;
    }
    if (text.take('{')) {
        if (count > most_repeated)
            throw std::runtime_error(
                fmt::format("expected at most {} times one label, found {}", most_repeated, count));
        labels.assign(count, as_label(text.number<std::int64_t>()));
        text.expect('}');
        return labels;
    }
    text.expect('(');
    if (!format.binary) {
        if (count > text.left()) text.fail(fmt::format("{} labels", count));
        labels.resize(count);
        for (std::uint32_t& label : labels) label = as_label(text.number<std::int64_t>());
        text.expect(')');
        return labels;
    }
    const std::array<std::size_t, 2> sizes{format.label_bytes, 12 - format.label_bytes};
    const std::size_t size = size_that_fits(text, count, format.sizes_known, sizes);
    if (count > text.left() / size) text.fail(fmt::format("{} labels of {} bytes", count, size));
    const std::string_view bytes = text.bytes(count * size);
    labels.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        labels[i] = as_label(size == 8 ? value_at<std::int64_t>(bytes, i, is_swapped(format))
                                       : value_at<std::int32_t>(bytes, i, is_swapped(format)));
    text.expect(')');
    return labels;
}

FoamFaces take_faces(FoamText& text, const FoamFormat& format)
{
    FoamFaces faces;
    if (format.kind == "faceCompactList") {
        faces.ends = take_labels(text, format);
        faces.corners = take_labels(text, format);
        if (faces.ends.empty() || faces.ends.front() != 0 || !std::ranges::is_sorted(faces.ends) ||
            faces.ends.back() != faces.corners.size())
            throw std::runtime_error(
                "the offsets of its faces do not ascend from 0 to the number of corners");
        faces.ends.erase(faces.ends.begin());
        return faces;
    }
    const std::size_t count = text.count(most_labels);
    if (count > text.left()) text.fail(fmt::format("{} faces", count));
    if (count == 0 && text.next() != '(') return faces;
    text.expect('(');
    faces.ends.reserve(count);
    for (std::size_t face = 0; face < count; ++face) {
        if (format.binary) {
            const std::vector<std::uint32_t> corners = take_labels(text, format);
            faces.corners.insert(faces.corners.end(), corners.begin(), corners.end());
        } else {
            const std::size_t corners = text.count(text.left());
            text.expect('(');
            for (std::size_t i = 0; i < corners; ++i)
                faces.corners.push_back(as_label(text.number<std::int64_t>()));
            text.expect(')');
        }
        faces.ends.push_back(static_cast<std::uint32_t>(faces.corners.size()));
    }
    text.expect(')');
    return faces;
}

template <class Number>
std::vector<Number> take_numbers(FoamText& text, const FoamFormat& format, std::size_t width,
                                 std::size_t most)
{
    const std::size_t count = text.count(most);
    std::vector<Number> out;
    if (count == 0) {
        if (text.take('(')) text.expect(')');
        return out;
    }
    if (text.take('{')) {
        std::vector<Number> one(width);
        take_ascii<Number>(text, width, one);
        text.expect('}');
        for (std::size_t i = 0; i < count; ++i) out.insert(out.end(), one.begin(), one.end());
        return out;
    }
    text.expect('(');
    if (!format.binary) {
        if (count > text.left()) text.fail(fmt::format("{} values", count));
        out.resize(count * width);
        take_ascii<Number>(text, width, out);
        text.expect(')');
        return out;
    }
    const std::array<std::size_t, 2> sizes{format.scalar_bytes * width, (12 - format.scalar_bytes) * width};
    const std::size_t size = size_that_fits(text, count, format.sizes_known, sizes);
    if (count > text.left() / size) text.fail(fmt::format("{} values of {} bytes", count, size));
    const std::string_view bytes = text.bytes(count * size);
    out.resize(count * width);
    if (size == 8 * width)
        convert<double, Number>(bytes, is_swapped(format), out);
    else
        convert<float, Number>(bytes, is_swapped(format), out);
    text.expect(')');
    return out;
}

template std::vector<float> take_numbers(FoamText&, const FoamFormat&, std::size_t, std::size_t);
template std::vector<double> take_numbers(FoamText&, const FoamFormat&, std::size_t, std::size_t);

}  // namespace farfield::compute
