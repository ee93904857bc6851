#pragma once

#include <cstddef>
#include <cstdint>

namespace farfield::terrain {

/// Some columns and rows of a terrain's posts.
struct PostWindow {
    std::int64_t first_column = 0;
    std::int64_t first_row = 0;
    std::int64_t columns = 0;
    std::int64_t rows = 0;

    [[nodiscard]] std::size_t posts() const { return static_cast<std::size_t>(columns * rows); }
    /// Index, row by row, of a post of the terrain that is within the window.
    [[nodiscard]] std::int64_t index_of(std::int64_t column, std::int64_t row) const
    {
        return (row - first_row) * columns + column - first_column;
    }
    [[nodiscard]] bool has(std::int64_t column, std::int64_t row) const
    {
        return column >= first_column && column < first_column + columns && row >= first_row &&
               row < first_row + rows;
    }
    friend bool operator==(const PostWindow&, const PostWindow&) = default;
};

}  // namespace farfield::terrain
