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

/// Goes through the text of one of OpenFOAM's files, past blanks and comments. Borrows the text. Errors are
/// std::runtime_error: what was expected, what was found, and at which byte; not the file.
class FoamText {
public:
    explicit FoamText(std::string_view text) : text_{text} {}

    /// Whether anything but blanks is left.
    [[nodiscard]] bool at_end();
    /// The next character that is no blank; 0 at the end.
    [[nodiscard]] char next();
    /// Takes the character if it comes next.
    bool take(char c);
    /// Takes it, or throws.
    void expect(char c);
    /// A word, or what stands in quotes without them; "" where something else comes.
    [[nodiscard]] std::string_view word();
    /// To the ';' that ends an entry, which is taken too: "uniform (1 0 0)".
    [[nodiscard]] std::string_view entry();
    /// Past the rest of the line.
    void skip_line();
    /// Past a block in braces, the opening one of which comes next.
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
    /// A number of things, at most so many.
    [[nodiscard]] std::size_t count(std::size_t most);

    /// So many bytes as they are. Throws where there are fewer.
    [[nodiscard]] std::string_view bytes(std::size_t count);
    [[nodiscard]] std::string_view all() const { return text_; }
    [[nodiscard]] std::size_t left() const { return text_.size() - at_; }
    [[nodiscard]] std::size_t place() const { return at_; }
    void go_to(std::size_t place) { at_ = place; }

    [[noreturn]] void fail(const std::string& expected) const;

private:
    void skip_blanks();
    /// Past "#{ ... #}", which may hold any quotes and braces.
    void skip_code();

    /// The number that comes next, where it goes on behind what C reads of it, or begins with '+'; taken
    /// then.
    [[nodiscard]] std::optional<double> foreign_number(const char* read_to);
    /// A number that the type does not have: tiny ones are 0, others infinite.
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

/// How a file says that it is written.
struct FoamFormat {
    bool binary = false;
    std::size_t label_bytes = 4, scalar_bytes = 8;  ///< of binary ones
    bool sizes_known = false;                       ///< the file says them
    bool big_endian = false;                        ///< of binary ones
    std::string kind;                               ///< its class: "volVectorField"
};

/// Takes "FoamFile { ... }" from the beginning of a text. Throws as FoamText does.
[[nodiscard]] FoamFormat take_foam_header(FoamText& text);

}  // namespace farfield::compute
