#pragma once

#include "compute_node/fields/fixed_array.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// Objects as bytes, for processes of one program on one kind of machine: no versions, no byte order. What an
/// object consists of it says itself, by a member template `parts(with)` that calls with(member...).
namespace farfield::compute {

template <class T, class Archive>
concept HasParts = requires(T& value, Archive& archive)
{
    value.parts(archive);
};
template <class T>
concept Plain = std::is_trivially_copyable_v<T>;

/// FixedArrays are not copied, but noted: where each lies, and at which offset a reader will look for it.
class ArchiveWriter {
public:
    struct Array {
        std::span<const std::byte> bytes;
        std::size_t offset = 0;
    };
    /// Every array begins at a multiple of a cache line.
    static constexpr std::size_t alignment = 64;

    template <class... T>
    void operator()(const T&... values)
    {
        (write(values), ...);
    }
    [[nodiscard]] std::vector<std::byte> take_bytes() { return std::move(bytes_); }
    [[nodiscard]] const std::vector<Array>& arrays() const { return arrays_; }
    /// Of all arrays together.
    [[nodiscard]] std::size_t array_bytes() const { return array_bytes_; }

private:
    template <class T>
    void write(const T& value)
    {
        if constexpr (HasParts<T, ArchiveWriter>)
            const_cast<T&>(value).parts(*this);  // parts() is one for both ways; writing changes nothing
        else {
            static_assert(Plain<T>);
            append(&value, sizeof value);
        }
    }
    template <class T>
    void write(const std::vector<T>& values)
    {
        write(values.size());
        if constexpr (Plain<T>)
            append(values.data(), values.size() * sizeof(T));
        else
            for (const T& value : values) write(value);
    }
    void write(const std::string& text)
    {
        write(text.size());
        append(text.data(), text.size());
    }
    void write(const std::filesystem::path& path) { write(path.string()); }
    template <class... T>
    void write(const std::variant<T...>& value)
    {
        write(value.index());
        std::visit([this](const auto& held) { this->write(held); }, value);
    }
    template <class T>
    void write(const FixedArray<T>& array)
    {
        static_assert(Plain<T>);
        write(array.size());
        write(array_bytes_);
        const auto bytes = std::as_bytes(std::span{array.data(), array.size()});
        arrays_.push_back({bytes, array_bytes_});
        array_bytes_ += (bytes.size() + alignment - 1) / alignment * alignment;
    }
    void append(const void* from, std::size_t count);

    std::vector<std::byte> bytes_;
    std::vector<Array> arrays_;
    std::size_t array_bytes_ = 0;
};

/// Reads what an ArchiveWriter wrote into objects of the same types. FixedArrays become views of `arrays`,
/// where the writer's have been copied to, and keep it. Throws std::runtime_error when bytes are missing.
class ArchiveReader {
public:
    explicit ArchiveReader(std::span<const std::byte> bytes, std::shared_ptr<const std::byte> arrays = {})
        : bytes_{bytes}, arrays_{std::move(arrays)}
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
        else {
            static_assert(Plain<T>);
            take(&value, sizeof value);
        }
    }
    template <class T>
    void read(std::vector<T>& values)
    {
        values.resize(size());
        if constexpr (Plain<T>)
            take(values.data(), values.size() * sizeof(T));
        else
            for (T& value : values) read(value);
    }
    void read(std::string& text)
    {
        text.resize(size());
        take(text.data(), text.size());
    }
    void read(std::filesystem::path& path)
    {
        std::string text;
        read(text);
        path = text;
    }
    template <class... T>
    void read(std::variant<T...>& value)
    {
        const std::size_t index = size();
        std::size_t i = 0;
        ((index == i++ ? read(value.template emplace<T>()) : void()), ...);
    }
    template <class T>
    void read(FixedArray<T>& array)
    {
        const std::size_t count = size(), offset = size();
        const auto* first = reinterpret_cast<const T*>(arrays_.get() + offset);
        array = FixedArray<T>{{first, count}, arrays_};
    }
    std::size_t size()
    {
        std::size_t count = 0;
        take(&count, sizeof count);
        return count;
    }
    void take(void* to, std::size_t count);

    std::span<const std::byte> bytes_;
    std::shared_ptr<const std::byte> arrays_;
};

}  // namespace farfield::compute
