#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace farfield::compute {

/// A scanner of the text of one of OpenFOAM's files, which skips blanks and comments. Borrows the text.
/// Errors are std::runtime_error: the expected, the found, and the byte; not the file.
class FoamText {
public:
    explicit FoamText(std::string_view text) : text_{text} {}

    /// True when only blanks are left.
    [[nodiscard]] bool at_end();
    /// The next character that is no blank; 0 at the end.
    [[nodiscard]] char next();
    /// Takes the character if it comes next; returns whether it did.
    bool take(char c);
    /// Takes the character, or throws.
    void expect(char c);
    /// Takes a word, or a text in quotes without these; "" where something else comes.
    [[nodiscard]] std::string_view word();
    /// Takes the text up to the ';' that ends an entry, and the ';' itself: "uniform (1 0 0)".
    [[nodiscard]] std::string_view entry();
    /// Skips the rest of the line.
    void skip_line();
    /// Skips a block in braces; the opening brace must come next.
    void skip_block();

    template <class Number>
    [[nodiscard]] Number number()
    {
        skip_blanks();
        Number value{};
        const char* begin = text_.data() + at_;
        const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
        if constexpr (std::is_floating_point_v<Number>)
            if (error == std::errc::result_out_of_range) value = beyond_range<Number>({begin, end});
        if constexpr (std::is_floating_point_v<Number>)
            if (const auto spelled = foreign_number(end)) return static_cast<Number>(*spelled);
        if (error != std::errc{} && !(std::is_floating_point_v<Number> && end != begin)) fail("a number");
        at_ += static_cast<std::size_t>(end - begin);
        return value;
    }
    /// Takes a number of elements, which must be at most `most`.
    [[nodiscard]] std::size_t count(std::size_t most);

    /// Takes so many bytes as they are. Throws where there are fewer.
    [[nodiscard]] std::string_view bytes(std::size_t count);
    [[nodiscard]] std::string_view all() const { return text_; }
    [[nodiscard]] std::size_t left() const { return text_.size() - at_; }
    [[nodiscard]] std::size_t place() const { return at_; }
    void go_to(std::size_t place) { at_ = place; }

    [[noreturn]] void fail(const std::string& expected) const;

private:
    void skip_blanks();
    /// Skips "#{ ... #}", which may hold any quotes and braces.
    void skip_code();

    /// Takes the next number where C reads only part of it, or it begins with '+'; none where C reads all of
    /// it.
    [[nodiscard]] std::optional<double> foreign_number(const char* read_to);
    /// The value of a number beyond the type's range: 0 for tiny ones, infinity for others.
    template <class Number>
    static Number beyond_range(std::string_view text)
    {
        const bool is_tiny =
            text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
        constexpr Number infinite = std::numeric_limits<Number>::infinity();
        return is_tiny ? Number{0} : text.starts_with('-') ? -infinite : infinite;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

/// The format of a file by its header.
struct FoamFormat {
    bool binary = false;
    std::size_t label_bytes = 4, scalar_bytes = 8;  ///< of binary data
    bool sizes_known = false;                       ///< true: the header gives these sizes
    bool big_endian = false;                        ///< byte order of binary data
    std::string kind;                               ///< class of the data: "volVectorField"
};

/// Takes "FoamFile { ... }" from the beginning of a text. Throws as FoamText does.
[[nodiscard]] FoamFormat take_foam_header(FoamText& text);

}  // namespace farfield::compute
