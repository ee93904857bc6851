#pragma once

#include "compute_node/fields/field.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace farfield::compute {

/// A field in two parts: its small members as bytes, and its arrays in one block of memory that several
/// processes may map.
struct FieldImage {
    std::vector<std::byte> description;
    std::shared_ptr<const std::byte> arrays;
};

/// Allocates memory of so many bytes, aligned to ArchiveWriter::alignment.
using TakeMemory = std::function<std::shared_ptr<std::byte>(std::size_t bytes)>;

/// Copies all arrays into the memory taken, grid and nodes alike.
[[nodiscard]] FieldImage image_of(const Field& field, const TakeMemory& take_memory);

/// Bytes that a grid takes in memory.
[[nodiscard]] std::uint64_t bytes_of(const Grid& grid);

/// The field on the image's arrays, which it keeps alive. It gives the same bits wherever it is sampled.
[[nodiscard]] std::shared_ptr<const Field> field_of(const FieldImage& image);

}  // namespace farfield::compute
