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

/// Strict reading of JSON. Every error is a FieldError.
namespace farfield::model {

/// The text of a member, else `otherwise`, for words of a peer that are only shown; `from` may be any JSON.
[[nodiscard]] std::string text_or(const Json& from, const char* name, const std::string& otherwise);
[[nodiscard]] std::uint64_t number_or(const Json& from, const char* name, std::uint64_t otherwise);

/// Values that an integer may have, both ends included. A `max` equal to the type's largest value is left
/// out of errors.
template <typename T>
struct IntegerRange {
    T min = 0;
    T max = std::numeric_limits<T>::max();
};

/// A JSON value, present or absent, with the path that names it in errors. Borrows the value.
class JsonValue {
public:
    JsonValue(const Json* value, std::string path) : value_(value), path_(std::move(path)) {}

    /// False when the value is absent, as an optional parameter may be. Null is a present, ill-typed value.
    [[nodiscard]] explicit operator bool() const noexcept { return value_ != nullptr; }
    [[nodiscard]] bool is_null() const noexcept { return value_ != nullptr && value_->is_null(); }
    [[nodiscard]] bool is_array() const noexcept { return value_ != nullptr && value_->is_array(); }
    [[nodiscard]] bool is_text() const noexcept { return value_ != nullptr && value_->is_string(); }

    [[nodiscard]] std::uint32_t uint32(IntegerRange<std::uint32_t> range = {}) const;
    [[nodiscard]] std::uint64_t uint64(IntegerRange<std::uint64_t> range = {}) const;
    /// An integer from min to max. Errors do not mention a `max` equal to type_max.
    [[nodiscard]] std::uint64_t integer(std::uint64_t min, std::uint64_t max, std::uint64_t type_max) const;
    [[nodiscard]] double number() const;  ///< finite
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] std::array<double, 3> point() const;
    [[nodiscard]] const Json& object() const;
    [[nodiscard]] bool is(std::string_view text) const;  ///< true when the value is this string
    /// The elements of an array, with the paths "path[0]", "path[1]" ...
    [[nodiscard]] std::vector<JsonValue> elements() const;
    /// The elements of an array of exactly `count`; expected: words for it in errors, "two integers".
    [[nodiscard]] std::vector<JsonValue> elements(std::size_t count, const std::string& expected) const;
    /// The index in `names` of the text; throws for other texts.
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

/// The members of an object. Remembers the names that were asked for, so that others can be refused.
/// Borrows the value.
class JsonFields {
public:
    /// Throws when `value` is not an object.
    explicit JsonFields(const JsonValue& value);

    [[nodiscard]] JsonValue operator[](const char* name);
    /// Throws when the object has a member whose name was not asked for; call it last.
    void refuse_others() const;

private:
    [[nodiscard]] std::string path_of(const std::string& name) const;

    const Json& object_;
    std::string path_;
    std::vector<const char*> known_;
};

}  // namespace farfield::model
