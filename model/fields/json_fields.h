#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/fields/errors.h"
#include "model/fields/json.h"

/// Strict reading of JSON. Every complaint is a FieldError.
namespace farfield::model {

/// A member of what may be no object, or `otherwise`: for words of a peer that are only shown.
[[nodiscard]] std::string text_or(const Json& from, const char* name, const std::string& otherwise);
[[nodiscard]] std::uint64_t number_or(const Json& from, const char* name, std::uint64_t otherwise);

/// Values that an integer may have, both ends included. The largest one of a type is not worth naming as an
/// end.
template <typename T>
struct IntegerRange {
    T min = 0;
    T max = std::numeric_limits<T>::max();
};

/// One JSON value, or its absence, and the name under which a message speaks of it.
class JsonValue {
public:
    JsonValue(const Json* value, std::string path) : value_(value), path_(std::move(path)) {}

    /// Absent, as an optional parameter may be. Null is a value like any other, and an ill-typed one.
    [[nodiscard]] explicit operator bool() const noexcept { return value_ != nullptr; }
    [[nodiscard]] bool is_null() const noexcept { return value_ != nullptr && value_->is_null(); }
    [[nodiscard]] bool is_array() const noexcept { return value_ != nullptr && value_->is_array(); }
    [[nodiscard]] bool is_text() const noexcept { return value_ != nullptr && value_->is_string(); }

    [[nodiscard]] std::uint32_t uint32(IntegerRange<std::uint32_t> range = {}) const;
    [[nodiscard]] std::uint64_t uint64(IntegerRange<std::uint64_t> range = {}) const;
    /// From min to max; type_max is not worth naming as an end.
    [[nodiscard]] std::uint64_t integer(std::uint64_t min, std::uint64_t max, std::uint64_t type_max) const;
    [[nodiscard]] double number() const;  ///< finite
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] std::array<double, 3> point() const;
    [[nodiscard]] const Json& object() const;
    [[nodiscard]] bool is(std::string_view text) const;  ///< a string, and this one
    /// Its elements, named "path[0]", "path[1]" ...
    [[nodiscard]] std::vector<JsonValue> elements() const;
    /// Exactly so many elements; `expected` describes them: "two integers".
    [[nodiscard]] std::vector<JsonValue> elements(std::size_t count, const std::string& expected) const;
    /// Which of `names` the text is.
    [[nodiscard]] std::size_t one_of(std::span<const char* const> names) const;
    [[nodiscard]] std::size_t one_of(std::initializer_list<const char*> names) const
    {
        return one_of(std::span(names.begin(), names.size()));
    }

    [[noreturn]] void complain(const std::string& expected) const;
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
    const Json* value_;
    std::string path_;
};

/// The members of an object. Remembers which names were asked for, so that any other can be refused.
/// Borrows the value.
class JsonFields {
public:
    /// Throws when `value` is not an object.
    explicit JsonFields(const JsonValue& value);

    [[nodiscard]] JsonValue operator[](const char* name);
    /// To be called when all names have been asked for.
    void refuse_others() const;

private:
    [[nodiscard]] std::string path_of(const std::string& name) const;

    const Json& object_;
    std::string path_;
    std::vector<const char*> known_;
};

}  // namespace farfield::model
