#pragma once

#include "compute_node/support/fixed_array.h"
#include "compute_node/support/value_array.h"

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// Objects as bytes, for processes of one program on one kind of machine: no versions, no byte order. An
/// object's member template `parts(with)` names its parts: it calls with(member...).
namespace farfield {

template <class T, class Archive>
concept HasParts = requires(T& value, Archive& archive)
{
    value.parts(archive);
};
template <class T>
concept Plain = std::is_trivially_copyable_v<T>;

/// Writes objects. FixedArrays and ValueArrays are not copied, but noted: their bytes, and the offset at
/// which a reader will look for them.
class ArchiveWriter {
public:
    struct Array {
        std::span<const std::byte> bytes;
        std::size_t offset = 0;
    };
    /// Alignment of arrays: each begins at a multiple of a cache line.
    static constexpr std::size_t alignment = 64;
    /// Receiver of the bytes in their order, some at a time.
    using Sink = std::function<void(std::span<const std::byte>)>;

    ArchiveWriter() = default;
    /// Writes bytes to the sink as they come: take_bytes() has none.
    explicit ArchiveWriter(Sink sink) : sink_{std::move(sink)} {}

    template <class... T>
    void operator()(const T&... values)
    {
        (write(values), ...);
    }
    [[nodiscard]] std::vector<std::byte> take_bytes() { return std::move(bytes_); }
    [[nodiscard]] const std::vector<Array>& arrays() const { return arrays_; }
    /// Number of bytes of all arrays together.
    [[nodiscard]] std::size_t array_bytes() const { return array_bytes_; }

private:
    template <class T>
    void write(const T& value)
    {
        if constexpr (HasParts<T, ArchiveWriter>)
            const_cast<T&>(value).parts(*this);  // parts() also reads; writing changes nothing
        else {
            static_assert(Plain<T>);
            append(&value, sizeof value);
        }
    }
    template <class T>
    void write(const std::vector<T>& values)
    {
        write(values.size());
        if constexpr (Plain<T>) {
            pad(alignof(T));
            append(values.data(), values.size() * sizeof(T));
        } else {
            for (const T& value : values) write(value);
        }
    }
    void write(const std::string& text)
    {
        write(text.size());
        append(text.data(), text.size());
    }
    void write(const std::filesystem::path& path) { write(path.string()); }
    template <class T>
    void write(const std::optional<T>& value)
    {
        write(value.has_value());
        if (value) write(*value);
    }
    template <class... T>
    void write(const std::variant<T...>& value)
    {
        write(value.index());
        std::visit([this](const auto& held) { this->write(held); }, value);
    }
    template <class T>
    void write(const FixedArray<T>& array)
    {
        note(std::span{array.data(), array.size()});
    }
    void write(const ValueArray& array) { note(array.all()); }
    template <class T>
    void note(std::span<const T> array)
    {
        static_assert(Plain<T>);
        write(array.size());
        write(array_bytes_);
        const auto bytes = std::as_bytes(array);
        arrays_.push_back({bytes, array_bytes_});
        array_bytes_ += (bytes.size() + alignment - 1) / alignment * alignment;
    }
    void append(const void* from, std::size_t count);
    /// Pads the bytes up to a multiple of so many.
    void pad(std::size_t multiple);

    Sink sink_;  ///< empty: bytes are collected
    std::size_t written_ = 0;
    std::vector<std::byte> bytes_;
    std::vector<Array> arrays_;
    std::size_t array_bytes_ = 0;
};

/// Reads what an ArchiveWriter wrote into objects of the same types. FixedArrays and ValueArrays become views
/// of `arrays`, where the writer's have been copied to, and keep it. Throws std::runtime_error when bytes are
/// missing, or a size is larger than the bytes that are left: bytes that no ArchiveWriter wrote do no harm,
/// but the objects may hold any values.
class ArchiveReader {
public:
    /// bytes: aligned like memory from an allocator. arrays: aligned as ArchiveWriter::alignment says;
    /// array_bytes: their number of bytes.
    explicit ArchiveReader(std::span<const std::byte> bytes, std::shared_ptr<const std::byte> arrays = {},
                           std::size_t array_bytes = 0)
        : bytes_{bytes}, arrays_{std::move(arrays)}, array_bytes_{array_bytes}
    {}

    template <class... T>
    void operator()(T&... values)
    {
        (read(values), ...);
    }

private:
    template <class T>
    void read(T& value)
    {
        if constexpr (HasParts<T, ArchiveReader>)
            value.parts(*this);
        else if constexpr (std::is_same_v<T, bool>) {
            value = *take(1) != std::byte{0};
        } else {
            static_assert(Plain<T>);
            std::memcpy(&value, take(sizeof value), sizeof value);
        }
    }
    template <class T>
    void read(std::vector<T>& values)
    {
        const std::size_t count = size(Plain<T> ? sizeof(T) : 1);
        values.clear();
        if constexpr (Plain<T>) {
            skip_padding(alignof(T));
            const auto* first = reinterpret_cast<const T*>(take(count * sizeof(T)));
            values.assign(first, first + count);
        } else {
            for (std::size_t i = 0; i < count; ++i) read(values.emplace_back());
        }
    }
    void read(std::string& text)
    {
        const std::size_t count = size(1);
        text.assign(reinterpret_cast<const char*>(take(count)), count);
    }
    void read(std::filesystem::path& path)
    {
        std::string text;
        read(text);
        path = text;
    }
    template <class T>
    void read(std::optional<T>& value)
    {
        bool is_there = false;
        read(is_there);
        T held{};
        if (is_there) read(held);
        value = is_there ? std::optional<T>{std::move(held)} : std::nullopt;
    }
    template <class... T>
    void read(std::variant<T...>& value)
    {
        std::size_t index = 0, i = 0;
        read(index);
        if (index >= sizeof...(T)) throw_cut_short();
        ((index == i++ ? read(value.template emplace<T>()) : void()), ...);
    }
    template <class T>
    void read(FixedArray<T>& array)
    {
        std::size_t count = 0, offset = 0;
        read(count);
        read(offset);
        const bool fits = offset <= array_bytes_ && count <= (array_bytes_ - offset) / sizeof(T);
        if (!fits || offset % ArchiveWriter::alignment != 0 || offset < arrays_end_) throw_cut_short();
        arrays_end_ = offset + count * sizeof(T);
        const auto* first = reinterpret_cast<const T*>(arrays_.get() + offset);
        array = FixedArray<T>{{first, count}, arrays_};
    }
    void read(ValueArray& array)
    {
        FixedArray<float> shared;
        read(shared);
        array = ValueArray{std::move(shared)};
    }
    /// The length of a list of items that take at least so many bytes each.
    std::size_t size(std::size_t bytes_of_item)
    {
        std::size_t count = 0;
        read(count);
        if (count > bytes_.size() / bytes_of_item) throw_cut_short();
        return count;
    }
    /// Takes the next bytes.
    const std::byte* take(std::size_t count);
    void skip_padding(std::size_t multiple);
    [[noreturn]] static void throw_cut_short();

    std::span<const std::byte> bytes_;  ///< bytes that are left
    std::size_t taken_ = 0;
    std::shared_ptr<const std::byte> arrays_;
    std::size_t array_bytes_ = 0;
    std::size_t arrays_end_ = 0;  ///< end of the last array that was read: arrays follow one another
};

}  // namespace farfield
