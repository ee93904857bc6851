#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::model {

/// The most bytes that a line of a CSV file may have.
inline constexpr std::size_t max_csv_row_bytes = 1 << 16;

/// Columns that a file of rows must have.
struct CsvColumns {
    std::string things;              ///< noun for the rows in errors: "rays"
    std::vector<std::string> names;  ///< names of the columns to read
    std::string last = {};           ///< name of an optional column that is read last; empty: none
    bool only_these = false;         ///< true: the first line must be a header of exactly these, in order
    std::string gaps = {};           ///< name of a column whose numbers may be NaN; empty: none
    bool needs_header = false;       ///< true: the first line must be a header
};

/// Rows of finite numbers (NaN only in the column `gaps`) in CSV text, read one block at a time, so that
/// files of any length take the same memory. The first line is either a header, which names the columns in
/// any order and may name others, which are skipped; or it holds one number for each wanted column, in their
/// order, and is a row like the rest. Skipped as well: spaces around a number, quotes around names and other
/// columns (which may have commas in them), empty lines, CR before LF and a byte order mark. Errors:
/// std::runtime_error with the text's name, the line, and the expected and the found content.
class CsvRows {
public:
    /// text: borrowed; read to its end. name: name of the text in errors. cancelled: true ends the reading
    /// between blocks; may be null.
    CsvRows(std::istream& text, std::string name, CsvColumns columns,
            const std::atomic<bool>* cancelled = nullptr);

    /// Reads the next block of rows; false at the end, and when the work was cancelled. Throws when a line is
    /// too long, the header lacks a column or names it twice, or the text has no row at all.
    bool next();

    [[nodiscard]] std::size_t size() const { return rows_.size(); }  ///< rows in the block
    [[nodiscard]] std::uint64_t first() const { return first_; }     ///< number of its first row, from 0
    /// Numbers in a row, with the column `last` if the header has it. Valid once next() was called.
    [[nodiscard]] std::size_t columns() const { return columns_.names.size(); }
    /// Writes a row of the block to `numbers`, [columns()], in the order of CsvColumns::names. Returns false
    /// when the row has no such numbers, without an error text. Many threads may call it at once.
    [[nodiscard]] bool read(std::size_t row, std::span<double> numbers) const;
    /// Throws the error of a row for which read() returned false.
    [[noreturn]] void fail(std::size_t row) const;
    [[noreturn]] void fail(std::size_t row, const std::string& what) const;

    [[nodiscard]] std::uint64_t bytes_done() const { return bytes_done_; }
    /// Valid after the last block: the number of the last line if that has no line end, as in a file that was
    /// cut off; else 0.
    [[nodiscard]] std::uint64_t unended_line() const { return unended_line_; }

private:
    struct Row {
        std::string_view text;
        std::uint64_t line = 0;  ///< number of the line in the file, from 1
    };

    void fill();
    void split_lines();
    void take_line(std::string_view text);
    void read_header(std::string_view line);
    [[nodiscard]] bool is_header_of_these(const std::vector<std::string_view>& found) const;
    [[noreturn]] void fail_line(std::uint64_t line, const std::string& what) const;

    std::string name_;
    CsvColumns columns_;
    const std::atomic<bool>* cancelled_;
    std::istream& file_;
    std::uint64_t bytes_done_ = 0;
    std::vector<char> text_;           ///< the block, then the beginning of the next block's first line
    std::size_t whole_ = 0;            ///< bytes of text_ that belong to the block
    std::vector<std::size_t> places_;  ///< [columns()]: index of each wanted column among a line's fields
    std::size_t fields_ = 0;           ///< fields in each line; 0 before the first line
    std::uint64_t lines_ = 0;
    std::uint64_t unended_line_ = 0;
    std::uint64_t first_ = 0;
    std::vector<Row> rows_;
};

}  // namespace farfield::model
