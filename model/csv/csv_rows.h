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

/// A line of a file of rows has at most so many bytes.
inline constexpr std::size_t max_csv_row_bytes = 1 << 16;

/// Columns that a file of rows must have.
struct CsvColumns {
    std::string things;              ///< that the rows are, for errors: "rays"
    std::vector<std::string> names;  ///< of the columns that are read
    std::string last = {};           ///< a column that may follow; empty: none
    bool only_these = false;         ///< whether a header with just these, in this order, must come first
    std::string gaps = {};           ///< a column whose numbers may be NaN; empty: none
    bool needs_header = false;       ///< whether the first line must be a header
};

/// Rows of finite numbers (but for NaN in the column of gaps) in CSV text, read some at a time, so that files
/// of any length take the same memory. The first line is a header that names the columns, in any order, and
/// others, which are passed over; or it has as many numbers as columns are wanted, in their order, and is a
/// row like the rest. Spaces around a number, quotes around names and other columns (with commas in them),
/// empty lines, CR before LF and a byte order mark are passed over. Errors: std::runtime_error with the
/// text's name, line, the expected and the found.
class CsvRows {
public:
    /// text: borrowed; read to its end. name: of the text, for errors. cancelled: ends the reading between
    /// blocks; may be null.
    CsvRows(std::istream& text, std::string name, CsvColumns columns,
            const std::atomic<bool>* cancelled = nullptr);

    /// Goes on to the next block of rows; false at the end, and when the work was cancelled. Throws when a
    /// line is too long, the header lacks a column or names it twice, or the text has no row at all.
    bool next();

    [[nodiscard]] std::size_t size() const { return rows_.size(); }  ///< rows of the block
    [[nodiscard]] std::uint64_t first() const { return first_; }     ///< number of its first row, from 0
    /// Of a row, with the last one where the header has it: known once next() was called.
    [[nodiscard]] std::size_t columns() const { return columns_.names.size(); }
    /// The numbers of a row of the block, [columns()], in the order of the names that were asked for. False
    /// when it has no such numbers; says nothing more, so that many threads may call it.
    [[nodiscard]] bool read(std::size_t row, std::span<double> numbers) const;
    /// Throws the fault of a row that read() would not read.
    [[noreturn]] void fail(std::size_t row) const;
    [[noreturn]] void fail(std::size_t row, const std::string& what) const;

    [[nodiscard]] std::uint64_t bytes_done() const { return bytes_done_; }
    /// After the last block: the number of the last line where that has no end, as one that was cut off; else
    /// 0.
    [[nodiscard]] std::uint64_t unended_line() const { return unended_line_; }

private:
    struct Row {
        std::string_view text;
        std::uint64_t line = 0;  ///< of the file, from 1
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
    std::vector<char> text_;           ///< the block, and the beginning of the next one's first line
    std::size_t whole_ = 0;            ///< bytes of the block in it
    std::vector<std::size_t> places_;  ///< [columns()] of each name among the fields of a line
    std::size_t fields_ = 0;           ///< of a line; 0 before the first
    std::uint64_t lines_ = 0;
    std::uint64_t unended_line_ = 0;
    std::uint64_t first_ = 0;
    std::vector<Row> rows_;
};

}  // namespace farfield::model
