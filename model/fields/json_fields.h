#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "net/message/control_messages.h"

/// Strict reading of JSON. Every complaint is an RpcError{InvalidParams} that says where, what was expected
/// and what was found: "parameter 'rakes[2].seeds': expected an integer of at least 1, found -3".
namespace farfield::model {

/// A member of what may be no object, or `otherwise`: for words of a peer that are only shown.
[[nodiscard]] std::string text_or(const net::Json& from, const char* name, const std::string& otherwise);
[[nodiscard]] std::uint64_t number_or(const net::Json& from, const char* name, std::uint64_t otherwise);

/// Sets a member that may be absent.
template <typename T>
void put(net::Json& json, const char* name, const std::optional<T>& value)
{
    if (value) json[name] = *value;
}

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
    JsonValue(const net::Json* value, std::string path) : value_(value), path_(std::move(path)) {}

    /// Absent, as an optional parameter may be. Null is a value like any other, and an ill-typed one.
    [[nodiscard]] explicit operator bool() const noexcept { return value_ != nullptr; }

    [[nodiscard]] std::uint32_t uint32(IntegerRange<std::uint32_t> range = {}) const;
    [[nodiscard]] std::uint64_t uint64(IntegerRange<std::uint64_t> range = {}) const;
    [[nodiscard]] double number() const;              ///< finite
    [[nodiscard]] double nonnegative_number() const;  ///< of at least 0
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] Point point() const;
    [[nodiscard]] const net::Json& object() const;
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
    [[nodiscard]] std::uint64_t integer(std::uint64_t min, std::uint64_t max, std::uint64_t type_max) const;

    const net::Json* value_;
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

    const net::Json& object_;
    std::string path_;
    std::vector<const char*> known_;
};

}  // namespace farfield::model
