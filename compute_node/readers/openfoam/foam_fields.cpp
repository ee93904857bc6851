#include "compute_node/readers/openfoam/foam_fields.h"

#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/common/units.h"
#include "compute_node/readers/openfoam/foam_blocks.h"
#include "compute_node/readers/openfoam/foam_file.h"
#include "compute_node/readers/openfoam/foam_lists.h"
#include "compute_node/readers/openfoam/foam_text.h"
#include "compute_node/support/redact_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <type_traits>

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

struct FieldClass {
    std::string_view name;
    std::size_t width;
    bool at_points;
};
constexpr std::array field_classes{
    FieldClass{"volScalarField", 1, false},  FieldClass{"volVectorField", 3, false},
    FieldClass{"pointScalarField", 1, true}, FieldClass{"pointVectorField", 3, true},
    FieldClass{"volTensorField", 9, false},  FieldClass{"volSymmTensorField", 6, false}};

constexpr std::size_t longest_header = 1U << 14U;

/// Entries of a dictionary that others refer to by "$name".
using Entries = std::map<std::string, std::string, std::less<>>;

/// The field in a file; none for other files: a picture, a log, anything.
std::optional<FoamField> field_in(const fs::path& file)
{
    const FoamFile opened{file, longest_header};
    const bool has_header =
        opened.text().substr(0, longest_header).find("FoamFile") != std::string_view::npos;
    if (!has_header && file.filename() != "U") return std::nullopt;
    try {
        const FoamFormat format = foam_format_of(opened.text());
        const auto* known =
            std::ranges::find_if(field_classes, [&](const FieldClass& c) { return c.name == format.kind; });
        if (known == field_classes.end()) return std::nullopt;
        return FoamField{file.filename().string(), known->width, known->at_points};
    } catch (const std::runtime_error& error) {
        if (file.filename() != "U") return std::nullopt;  // a text that has the word, or a damaged bystander
        throw_reader_error(opened.path(), error.what());
    }
}

struct FoamUnits {
    std::string units;
    std::string unknown = {};  ///< text between the brackets that is not understood
};

/// The negative power behind a slash; "" counts as 1.
std::string negative_power(std::string_view power)
{
    if (power.starts_with('-')) return std::string{power.substr(1)};
    return fmt::format("-{}", power.empty() ? "1" : power);
}

/// The unit in words, "m s^-1", "velocity" or "kg*m^2/s", which newer versions have in place of powers.
FoamUnits units_in_words(std::string_view words)
{
    struct UnitWord {
        std::string_view name, units;
    };
    constexpr std::array known{UnitWord{"length", "m"},
                               UnitWord{"area", "m2"},
                               UnitWord{"volume", "m3"},
                               UnitWord{"mass", "kg"},
                               UnitWord{"time", "s"},
                               UnitWord{"rate", "s-1"},
                               UnitWord{"temperature", "K"},
                               UnitWord{"velocity", "m s-1"},
                               UnitWord{"acceleration", "m s-2"},
                               UnitWord{"density", "kg m-3"},
                               UnitWord{"force", "N"},
                               UnitWord{"energy", "J"},
                               UnitWord{"power", "W"},
                               UnitWord{"pressure", "Pa"},
                               UnitWord{"kinematicPressure", "m2 s-2"},
                               UnitWord{"kinematicViscosity", "m2 s-1"},
                               UnitWord{"dynamicViscosity", "Pa s"}};
    const auto* named = std::ranges::find(known, words, &UnitWord::name);
    if (named != known.end()) return {std::string{named->units}};
    constexpr std::array symbols{"kg", "m", "s", "K", "mol", "A", "cd", "N", "J", "W", "Pa", "Hz", "rad"};
    std::string units;
    for (std::string_view left = words; !left.empty();) {
        const std::size_t begin = std::min(left.find_first_not_of(" */"), left.size());
        const auto slashes = std::ranges::count(left.substr(0, begin), '/');
        left.remove_prefix(begin);
        std::string_view word = left.substr(0, left.find_first_of(" */"));
        left.remove_prefix(word.size());
        if (slashes == 0 && (word.empty() || word == "1")) continue;
        const std::size_t power = std::min(word.find_first_of("^-0123456789"), word.size());
        const std::string_view symbol = word.substr(0, power);
        word.remove_prefix(power);
        if (word.starts_with('^')) word.remove_prefix(1);
        const bool is_power =
            word.find_first_not_of("0123456789", word.starts_with('-') ? 1 : 0) == std::string_view::npos;
        if (slashes > 1 || !is_power || std::ranges::find(symbols, symbol) == symbols.end())
            return {"", std::string{words}};
        units += fmt::format("{}{}{}", units.empty() ? "" : " ", symbol,
                             slashes == 0 ? std::string{word} : negative_power(word));
    }
    return {units};
}

/// The unit of "[0 1 -1 0 0 0 0]": powers of kg, m, s, K, mol, A and cd, or units in words.
FoamUnits units_of(std::string_view dimensions)
{
    constexpr std::array names{"kg", "m", "s", "K", "mol", "A", "cd"};
    FoamText text{dimensions};
    if (!text.take('[')) return {};
    const char first = text.next();
    const std::string_view words = dimensions.substr(text.place());
    if (words.starts_with("1/") || (first != ']' && first != '-' && (first < '0' || first > '9')))
        return units_in_words(words.substr(0, words.find(']')));
    std::string units;
    for (const char* name : names) {
        const char next = text.next();
        if (next != '-' && (next < '0' || next > '9')) break;  // its end
        const auto power = text.number<double>();
        if (power == 0) continue;
        units += units.empty() ? "" : " ";
        units += power == 1 ? std::string{name} : fmt::format("{}{}", name, power);
    }
    return {units};
}

/// The error for values that only other programs compute, or that refer to missing ones.
struct NotFollowed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A name of an entry without its marks: "$name", "${name}", "$:name", "$..name" or "$dictionary.name".
std::string_view bare_name(std::string_view name)
{
    const std::size_t begin = std::min(name.find_first_not_of("${:.!/"), name.size());
    name.remove_prefix(begin);
    return name.substr(0, name.find('}'));
}

class FieldReading {
public:
    FieldReading(const fs::path& case_folder, std::size_t width, std::size_t count)
        : case_folder_{case_folder}, width_{width}, count_{count}
    {}

    /// Reads the last internalField, as OpenFOAM does.
    FoamValues read(const FoamFile& file, std::size_t block)
    {
        auto [text, format] = foam_data_in(file.text(), block);
        take_entries(text, format, file.path());
        if (!values_) throw std::runtime_error("has no internalField");
        FoamValues found{std::move(*values_), {}, {}};
        if (const auto dimensions = entries_.find("dimensions"); dimensions != entries_.end()) {
            FoamUnits units = units_of(dimensions->second);
            found.units = std::move(units.units);
            found.unknown_units = std::move(units.unknown);
        }
        convert(found);
        return found;
    }
    /// Throws as read() where a list has a wrong length, but does not read the list.
    void check_length(const FoamFile& file)
    {
        checks_length_ = true;
        (void)read(file, 0);
    }

private:
    /// Takes entries to the end, and the values of internalField. In a binary file entries behind these are
    /// ignored, as bytes of lists may look like anything; so is damage there.
    void take_entries(FoamText& text, const FoamFormat& format, const fs::path& file)
    {
        while (!text.at_end()) {
            if (depth_ == 0 && values_ && (format.binary || checks_length_)) return;
            try {
                take_entry(text, format, file);
            } catch (const NotFollowed&) {
                throw;
            } catch (const std::runtime_error&) {
                if (depth_ == 0 && values_) return;
                throw;
            }
        }
    }
    void take_entry(FoamText& text, const FoamFormat& format, const fs::path& file)
    {
        if (text.next() == '#') return take_directive(text, file);
        const std::string_view key = text.word();
        if (key.empty()) text.fail("a word");
        if (text.next() == '{') return note_dictionary(text, std::string{key}, 0);
        if (key.front() == '$') {
            expand(bare_name(key));
            (void)text.entry();
            return;
        }
        if (protects_ && (key == "internalField" ? values_.has_value() : entries_.contains(key))) {
            (void)text.entry();
        } else if (key != "internalField") {
            entries_[std::string{key}] = text.entry();
        } else {
            // A second internalField that is damaged must not leave the first in its place.
            const bool is_first = !values_;
            try {
                values_ = take_values(text, format);
            } catch (const std::runtime_error& error) {
                if (is_first) throw;
                throw NotFollowed(fmt::format("has a second internalField: {}", error.what()));
            }
            if (!text.at_end() && !checks_length_) text.expect(';');
        }
    }

    /// Takes "$name;", which stands for the entries of that dictionary.
    void expand(std::string_view name)
    {
        const std::string begin = fmt::format("{}.", name);
        Entries found;
        for (const auto& [key, entry] : entries_)
            if (key.starts_with(begin)) found[key.substr(begin.size())] = entry;
        for (auto& [key, entry] : found) {
            if (key == "internalField") {
                FoamText inner{entry};
                values_ = take_values(inner, FoamFormat{});
            }
            entries_[key] = std::move(entry);
        }
    }

    /// Notes a dictionary's entries as "dictionary.name"; skips one of code, or a damaged one.
    void note_dictionary(FoamText& text, const std::string& name, int depth)
    {
        constexpr int deepest = 8;
        const std::size_t begin = text.place();
        text.skip_block();
        FoamText inner{text.all().substr(begin + 1, text.place() - begin - 2)};
        try {
            while (depth < deepest && !inner.at_end()) {
                const std::string_view key = inner.word();
                if (key.empty() || key.front() == '#' || key.front() == '$') return;
                const std::string path = fmt::format("{}.{}", name, key);
                if (inner.next() == '{')
                    note_dictionary(inner, path, depth + 1);
                else
                    entries_[path] = inner.entry();
            }
        } catch (const std::runtime_error&) {
            return;
        }
    }

    /// Follows a directive. A file that cannot be included is an error only where a name is missing.
    void take_directive(FoamText& text, const fs::path& file)
    {
        constexpr int deepest = 8, most = 100;
        constexpr std::array passed{"#includeFunc", "#message", "#libs"};
        const std::string_view name = text.word();
        if (std::ranges::find(passed, name) != passed.end()) return text.skip_line();
        if (name == "#remove") return remove(text);
        if (name == "#inputMode") return take_input_mode(text);
        if (!name.starts_with("#include") && !name.starts_with("#sinclude"))
            throw NotFollowed(fmt::format("has '{}', which only OpenFOAM follows", name));
        const std::string given{text.word()};
        const auto leave = [&](const char* why) {
            not_included_ += fmt::format("; it includes '{}', which {}", given, why);
        };
        if (name.ends_with("Etc")) return leave("belongs to an installation of OpenFOAM");
        const fs::path included = (file.parent_path() / in_case(given)).lexically_normal();
        if (++included_ > most || ++depth_ > deepest)
            throw std::runtime_error("includes files that include files without an end");
        std::error_code error;
        const fs::path found = fs::weakly_canonical(included, error);
        if (error || !is_below(found, fs::weakly_canonical(case_folder_, error))) {
            leave("is outside of the case's folder");
        } else if (FoamFile::exists(found)) {
            const FoamFile opened{found};
            FoamText inner{opened.text()};
            if (opened.text().find("FoamFile") != std::string_view::npos) (void)take_foam_header(inner);
            take_entries(inner, FoamFormat{}, found);
        } else {
            leave(fs::exists(found, error) ? "is no file" : "is missing");
        }
        --depth_;
    }

    /// Follows "#remove name" or "#remove (a b)".
    void remove(FoamText& text)
    {
        const bool are_several = text.take('(');
        do {
            const bool is_pattern = text.next() == '"';
            const std::string name{text.word()};
            if (is_pattern || name.empty())
                throw NotFollowed("has '#remove' of a pattern, which only OpenFOAM follows");
            if (name == "internalField") values_.reset();
            entries_.erase(name);
        } while (are_several && !text.take(')'));
    }
    void take_input_mode(FoamText& text)
    {
        const std::string_view mode = text.word();
        protects_ = mode == "protect";
        if (!protects_ && mode != "merge" && mode != "overwrite" && mode != "default")
            throw NotFollowed(fmt::format("has '#inputMode {}', which only OpenFOAM follows", mode));
    }

    /// Paths of "$FOAM_CASE/x", "${FOAM_CASE}/x", "<case>/x" and "<constant>/x".
    [[nodiscard]] fs::path in_case(const std::string& given) const
    {
        struct Place {
            std::string_view word, below;
        };
        constexpr std::array places{Place{"$FOAM_CASE", ""}, Place{"${FOAM_CASE}", ""}, Place{"<case>", ""},
                                    Place{"<constant>", "constant"}, Place{"<system>", "system"}};
        for (const auto& [word, below] : places)
            if (given.starts_with(word))
                return fs::absolute(case_folder_) / below /
                       fs::path{given.substr(word.size())}.relative_path();
        return given;
    }

    /// Takes the unit of values, "[km/hr]", which newer versions allow before and behind them.
    void take_unit(FoamText& text)
    {
        if (!text.take('[')) return;
        const std::size_t begin = text.place();
        const std::size_t end = text.all().find(']', begin);
        if (end == std::string_view::npos) text.fail("']'");
        unit_of_values_ = text.all().substr(begin, end - begin);
        text.go_to(end + 1);
    }
    /// Converts values with a unit of their own to the field's.
    void convert(FoamValues& found) const
    {
        if (unit_of_values_.empty()) return;
        const FoamUnits own = units_of(fmt::format("[{}]", unit_of_values_));
        if (own.unknown.empty() && own.units == found.units) return;
        const auto factor = factor_between(unit_of_values_, found.units.empty() ? "1" : found.units);
        if (!factor)
            throw NotFollowed(
                fmt::format("its internalField is in [{}], which is not understood as [{}]; expected values "
                            "in the field's own unit",
                            unit_of_values_, found.units));
        for (float& value : found.values) value = static_cast<float>(double{value} * *factor);
    }

    /// Takes "uniform (1 0 0);" or "nonuniform List<vector> 400 (...);".
    std::vector<float> take_values(FoamText& text, const FoamFormat& format)
    {
        take_unit(text);
        if (text.next() == '$')
            return followed(text, [&](FoamText& inner) { return take_values(inner, FoamFormat{}); });
        const std::string_view kind = text.word();
        if (kind.starts_with('#')) throw_computed(kind);
        if (kind == "uniform") {
            take_unit(text);
            const std::vector<float> one = take_one(text);
            take_unit(text);
            return repeated(one);
        }
        if (kind != "nonuniform") text.fail("'uniform' or 'nonuniform'");
        const char next = text.next();
        if (next < '0' || next > '9') (void)text.word();  // List<vector>
        if (checks_length_) {
            if (const std::size_t found = text.count(std::numeric_limits<std::int32_t>::max());
                found != count_)
                throw std::runtime_error(
                    fmt::format("expected {} values of internalField, found {}", count_, found));
            return {};
        }
        std::vector<float> values = take_numbers<float>(text, format, width_, count_);
        if (values.size() != count_ * width_)
            throw std::runtime_error(
                fmt::format("expected {} values of internalField, found {}", count_, values.size() / width_));
        return values;
    }

    std::vector<float> take_one(FoamText& text)
    {
        if (width_ > 1 && text.next() == '$')
            return followed(text, [&](FoamText& inner) { return take_one(inner); });
        if (text.next() == '#') throw_computed(text.word());
        std::vector<float> one;
        if (width_ > 1) text.expect('(');
        while (one.size() < width_) one.push_back(take_number(text));
        if (width_ > 1) text.expect(')');
        return one;
    }

    float take_number(FoamText& text)
    {
        if (text.next() == '$') return followed(text, [&](FoamText& inner) { return take_number(inner); });
        if (text.next() == '#') throw_computed(text.word());
        return text.number<float>();
    }

    [[noreturn]] static void throw_computed(std::string_view directive)
    {
        throw NotFollowed(
            fmt::format("its internalField is made by '{}', which only OpenFOAM computes", directive));
    }

    /// The result of take(text) for the entry whose name comes next, "$name".
    template <class Take>
    std::invoke_result_t<const Take&, FoamText&> followed(FoamText& text, const Take& take)
    {
        constexpr int deepest = 16;
        if (++names_ > deepest) throw NotFollowed("has names of names ($a, which is $b) without an end");
        (void)text.next();
        const std::size_t begin = text.place();
        if (text.word() == "$" && text.next() == '{') text.skip_block();
        const std::string entry = entry_named(text.all().substr(begin, text.place() - begin));
        FoamText inner{entry};
        auto found = take(inner);
        --names_;
        return found;
    }

    [[nodiscard]] std::string entry_named(std::string_view name) const
    {
        const auto found = entries_.find(bare_name(name));
        if (found == entries_.end())
            throw NotFollowed(fmt::format("refers to '{}', which is not in it{}", name, not_included_));
        return found->second;
    }

    [[nodiscard]] std::vector<float> repeated(const std::vector<float>& one) const
    {
        std::vector<float> values;
        values.reserve(count_ * width_);
        for (std::size_t i = 0; i < count_; ++i) values.insert(values.end(), one.begin(), one.end());
        return values;
    }

    const fs::path& case_folder_;
    std::size_t width_, count_;
    Entries entries_;
    std::optional<std::vector<float>> values_;
    bool protects_ = false;                     ///< true: the first of two entries is kept
    bool checks_length_ = false;                ///< true: only lengths of lists are checked
    std::string unit_of_values_;                ///< where it is not the field's; else empty
    std::string not_included_;                  ///< files not included, and the reason
    int depth_ = 0, included_ = 0, names_ = 0;  ///< numbers of files included, and of names of names
};

}  // namespace

FoamFieldError::FoamFieldError(const fs::path& file, const std::string& why, bool is_not_followed)
    : std::runtime_error{fmt::format("cannot read '{}': {}", file.string(), why)},
      reason{why},
      not_followed{is_not_followed}
{}

std::vector<FoamField> foam_fields_in(const fs::path& folder)
{
    std::vector<FoamField> fields;
    if (OpenedPaths::of_process().refuses(folder)) return fields;
    std::error_code error;
    for (fs::directory_iterator it{folder, error}, end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (!it->is_regular_file(ignored) || it->file_size(ignored) == 0) continue;
        fs::path name = it->path();
        if (name.extension() == ".gz") name.replace_extension();
        if (auto field = field_in(name)) fields.push_back(std::move(*field));
    }
    std::ranges::sort(fields, {}, &FoamField::name);
    fields.erase(std::ranges::unique(fields, {}, &FoamField::name).begin(), fields.end());
    return fields;
}

std::string foam_units_of(const fs::path& field)
{
    constexpr std::string_view key = "dimensions";
    if (!FoamFile::exists(field)) return {};
    const FoamFile file{field, longest_header};
    const std::string_view head = file.text().substr(0, longest_header);
    const std::size_t at = head.find(key);
    if (at == std::string_view::npos) return {};
    const std::string_view behind = head.substr(at + key.size());
    return units_of(behind.substr(0, behind.find(';'))).units;
}

FoamValues read_foam_field(const fs::path& folder, const FoamField& field, std::size_t block,
                           std::size_t count, const fs::path& case_folder)
{
    const FoamFile file{folder / field.name};
    try {
        return FieldReading{case_folder, field.width, count}.read(file, block);
    } catch (const NotFollowed& error) {
        throw FoamFieldError{file.path(), error.what(), true};
    } catch (const std::runtime_error& error) {
        throw FoamFieldError{file.path(), error.what(), false};
    }
}

std::string foam_velocity_fault(const fs::path& folder, const std::function<std::size_t()>& cells,
                                const fs::path& case_folder)
{
    constexpr std::uintmax_t written_by_hand = 4096;  // bytes; solvers write values
    const fs::path name = folder / "U";
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(name, error);
    if (error) return {};  // packed, or said when it is read
    std::optional<FoamField> field;
    try {
        field = field_in(name);
    } catch (const std::runtime_error&) {
        return {};  // reading it reports the error
    }
    if (!field || field->at_points || field->width != 3) return {};
    try {
        if (bytes <= written_by_hand)
            (void)read_foam_field(folder, *field, 0, cells(), case_folder);
        else
            FieldReading{case_folder, field->width, cells()}.check_length(FoamFile{name});
    } catch (const FoamFieldError& fault) {
        return fault.reason;
    } catch (const std::runtime_error& fault) {
        return fault.what();
    }
    return {};
}

}  // namespace farfield::compute
