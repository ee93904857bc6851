#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::net::relay {

/// A table of the thesis as it was published: assets/bench/bundles_1997, a part of the program.
struct PublishedTable {
    std::string name;     ///< of its file, "table_4-2"
    std::string title;    ///< "CPU use, Indigo2, Ethernet"
    std::string source;   ///< with the number of the table
    std::string notes;    ///< units, what rows and columns are
    std::string remarks;  ///< errors in it; may be empty
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;  ///< as printed; shorter where the last are empty

    /// Nothing in an empty or missing place.
    [[nodiscard]] std::string_view at(std::size_t row, std::size_t column) const
    {
        return column < rows[row].size() ? std::string_view{rows[row][column]} : std::string_view{};
    }
};

/// One file.
struct PublishedText {
    std::string_view name;
    std::string_view text;
};
[[nodiscard]] std::span<const PublishedText> published_texts();

/// Throws std::runtime_error for a text without four fields behind '#' in its first line.
[[nodiscard]] PublishedTable read_published(const PublishedText& text);

/// All tables, by number, then the others.
[[nodiscard]] std::vector<PublishedTable> published_tables();

/// What is wrong in the thesis beyond single tables, a line each.
[[nodiscard]] std::span<const std::string_view> remarks_on_the_thesis();

/// Tables that are not there, with the reason.
[[nodiscard]] std::span<const std::string_view> missing_tables();

}  // namespace farfield::net::relay
