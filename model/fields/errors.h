#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

/// Errors in values that were read. `net` answers a FieldError as -32602 and a LimitError as -32003.
namespace farfield::model {

/// Error of a member that is missing, ill-typed, out of range or unknown.
struct FieldError : std::runtime_error {
    /// Text: "parameter 'rakes[2].seeds': expected an integer of at least 1, found -3".
    FieldError(std::string at, std::string was_expected, std::string was_found);
    /// Text: "parameter 'max_side': WHY".
    FieldError(std::string at, const std::string& why);

    std::string path;      ///< "rakes[2].seeds"; empty: the whole value
    std::string expected;  ///< "an integer of at least 1"
    std::string found;     ///< "-3"
    std::string reason;    ///< "expected an integer of at least 1, found -3", or another sentence
};

/// Error of a member with an unknown name.
struct UnknownField : FieldError {
    /// Text: "parameter 'stpe': unknown; there are: KNOWN". `expected` is KNOWN: "step, steps".
    UnknownField(std::string at, const std::string& known);
};

/// Error of a number or length beyond a limit.
struct LimitError : std::runtime_error {
    LimitError(std::string name, std::uint64_t most, std::uint64_t was_asked);

    std::string limit;
    std::uint64_t value;
    std::uint64_t asked;
};

}  // namespace farfield::model
