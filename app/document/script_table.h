#pragma once

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <toml++/toml.h>
#include <vector>

#include "model/geometry/point.h"

namespace farfield::app {

/// Of lengths on a terrain: beyond the horizon from any place.
inline constexpr double most_metres = 1e7;

/// What is wrong in a script: "demo.toml:3:1: unknown key 'farmes'; did you mean 'frames'?"
struct ScriptError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// One table of a script, read key by key. It remembers which keys it was asked for, and so knows those that
/// nobody wants. Every member throws ScriptError with file, line and column when a value is not as it must
/// be. Ownership: borrows the table.
class ScriptTable {
public:
    /// name: for messages, such as "[view]".
    ScriptTable(const toml::table& table, std::string file, std::string name);

    [[nodiscard]] bool has(std::string_view key);
    [[nodiscard]] std::optional<std::string> text(std::string_view key);
    [[nodiscard]] std::optional<bool> truth(std::string_view key);
    [[nodiscard]] std::optional<double> number(std::string_view key);
    /// Throws also when the number is outside [low, high].
    [[nodiscard]] std::optional<double> number(std::string_view key, double low, double high);
    [[nodiscard]] std::optional<std::uint64_t> count(std::string_view key, std::uint64_t low,
                                                     std::uint64_t high);
    [[nodiscard]] std::optional<std::vector<double>> numbers(std::string_view key, std::size_t how_many);
    [[nodiscard]] std::optional<model::Point> point(std::string_view key);
    /// Arrays of three numbers each, as many as there are.
    [[nodiscard]] std::optional<std::vector<model::Point>> points(std::string_view key);
    [[nodiscard]] std::optional<std::vector<std::uint64_t>> counts(std::string_view key, std::uint64_t low,
                                                                   std::uint64_t high);
    /// One of the words given.
    [[nodiscard]] std::optional<std::string> choice(std::string_view key,
                                                    const std::vector<std::string>& words);
    [[nodiscard]] std::optional<ScriptTable> table(std::string_view key);
    [[nodiscard]] std::vector<ScriptTable> tables(std::string_view key);  ///< [[key]], in order

    /// The value, or ScriptError that the key is missing.
    template <typename T>
    [[nodiscard]] T required(std::optional<T> value, std::string_view key) const
    {
        if (!value) fail_missing(key);
        return *std::move(value);
    }

    /// To be called last: throws when the table has a key that was never asked for.
    void finish() const;
    /// Throws, at the table's own position or at that of a key.
    [[noreturn]] void fail(const std::string& what) const;
    [[noreturn]] void fail_at(std::string_view key, const std::string& what) const;

private:
    [[noreturn]] void fail_missing(std::string_view key) const;
    [[nodiscard]] std::vector<double> numbers_in(std::string_view key, const toml::array& array,
                                                 std::size_t how_many, std::string_view expected) const;
    [[nodiscard]] const toml::node* find(std::string_view key);
    [[nodiscard]] const toml::array* find_array(std::string_view key, std::string_view expected);
    [[noreturn]] void fail_at(const toml::source_region& where, const std::string& what) const;
    [[noreturn]] void mistyped(std::string_view key, const toml::node& found,
                               std::string_view expected) const;

    const toml::table* table_;
    std::string file_, name_;
    std::vector<std::string> known_;
};

/// Sets `to` where the script says something.
template <typename T, typename U>
void set(T& to, const std::optional<U>& value)
{
    if (value) to = static_cast<T>(*value);
}

}  // namespace farfield::app
