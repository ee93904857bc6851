#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::net::relay {

/// A table of the thesis as published: a file of assets/bench/bundles_1997, a part of the program.
struct PublishedTable {
    std::string name;     ///< name of its file, "table_4-2"
    std::string title;    ///< "CPU use, Indigo2, Ethernet"
    std::string source;   ///< source, with the number of the table
    std::string notes;    ///< units, meaning of rows and columns
    std::string remarks;  ///< errors in the table; may be empty
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;  ///< as printed; shorter when the last cells are empty

    /// Text of a cell; empty when it is empty or missing.
    [[nodiscard]] std::string_view at(std::size_t row, std::size_t column) const
    {
        return column < rows[row].size() ? std::string_view{rows[row][column]} : std::string_view{};
    }
};

/// A file with one table.
struct PublishedText {
    std::string_view name;
    std::string_view text;
};
[[nodiscard]] std::span<const PublishedText> published_texts();

/// Parses a file. Throws std::runtime_error when its first line has fewer than four fields behind '#'.
[[nodiscard]] PublishedTable read_published(const PublishedText& text);

/// The tables: numbered ones in order, then all others.
[[nodiscard]] std::vector<PublishedTable> published_tables();

/// Errors in the thesis beyond single tables, a line each.
[[nodiscard]] std::span<const std::string_view> remarks_on_the_thesis();

/// Tables of the thesis that are missing here, with the reason.
[[nodiscard]] std::span<const std::string_view> missing_tables();

}  // namespace farfield::net::relay
