#include "compute_node/readers/openfoam/foam_fields.h"

#include "compute_node/readers/common/opened_paths.h"
#include "compute_node/readers/common/reader_error.h"
#include "compute_node/readers/openfoam/foam_blocks.h"
#include "compute_node/readers/openfoam/foam_file.h"
#include "compute_node/readers/openfoam/foam_lists.h"
#include "compute_node/readers/openfoam/foam_text.h"
#include "compute_node/support/redact_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
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

/// Nothing where it is none: a picture, a log, anything.
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

/// "[0 1 -1 0 0 0 0]": powers of kg, m, s, K, mol, A and cd. Nothing of units in words.
std::string units_of(std::string_view dimensions)
{
    constexpr std::array names{"kg", "m", "s", "K", "mol", "A", "cd"};
    FoamText text{dimensions};
    std::string units;
    if (!text.take('[')) return units;
    for (const char* name : names) {
        const char next = text.next();
        if (next != '-' && (next < '0' || next > '9')) break;  // its end, or "[m s^-1]"
        const auto power = static_cast<int>(text.number<double>());
        if (power == 0) continue;
        units += units.empty() ? "" : " ";
        units += power == 1 ? std::string{name} : fmt::format("{}{}", name, power);
    }
    return units;
}

/// Values that other programs would compute, or that refer to what is not there.
struct NotFollowed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// "$name", "${name}", "$:name", "$..name" or "$dictionary.name" without its marks.
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

    /// Goes to internalField, and reads it.
    FoamValues read(const FoamFile& file, std::size_t block)
    {
        auto [text, format] = foam_data_in(file.text(), block);
        FoamValues values{take_field(text, format, file.path()), {}};
        const auto dimensions = entries_.find("dimensions");
        if (dimensions != entries_.end()) values.units = units_of(dimensions->second);
        return values;
    }

private:
    std::vector<float> take_field(FoamText& text, const FoamFormat& format, const fs::path& file)
    {
        if (take_entries(text, file)) return take_values(text, format);
        const auto included = entries_.find("internalField");
        if (included == entries_.end()) throw std::runtime_error("has no internalField");
        FoamText inner{included->second};
        return take_values(inner, FoamFormat{});
    }

    /// Notes entries to the end, or to internalField: true then.
    bool take_entries(FoamText& text, const fs::path& file)
    {
        while (!text.at_end()) {
            if (text.next() == '#') {
                take_directive(text, file);
                continue;
            }
            const std::string_view key = text.word();
            if (key == "internalField" && depth_ == 0) return true;
            if (key.empty()) text.fail("a word");
            if (text.next() == '{')
                note_dictionary(text, std::string{key}, 0);
            else
                entries_[std::string{key}] = text.entry();
        }
        return false;
    }

    /// The entries of a dictionary as "dictionary.name"; one of code, or a damaged one, is passed over.
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

    /// What cannot be included is an error only where a name is missing.
    void take_directive(FoamText& text, const fs::path& file)
    {
        constexpr int deepest = 8, most = 100;
        const std::string_view name = text.word();
        if (!name.starts_with("#include") || name == "#includeFunc") {
            text.skip_line();
            return;
        }
        const std::string given{text.word()};
        const auto leave = [&](const char* why) {
            not_included_ += fmt::format("; it includes '{}', which {}", given, why);
        };
        if (name == "#includeEtc") return leave("belongs to an installation of OpenFOAM");
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
            (void)take_entries(inner, found);
        } else {
            leave("is missing");
        }
        --depth_;
    }

    /// "$FOAM_CASE/x", "${FOAM_CASE}/x", "<case>/x" and "<constant>/x" as paths.
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

    /// "uniform (1 0 0);" or "nonuniform List<vector> 400 (...);"
    std::vector<float> take_values(FoamText& text, const FoamFormat& format)
    {
        if (text.next() == '$')
            return followed(text, [&](FoamText& inner) { return take_values(inner, FoamFormat{}); });
        const std::string_view kind = text.word();
        if (kind.starts_with('#')) throw_computed(kind);
        if (kind == "uniform") return repeated(take_one(text));
        if (kind != "nonuniform") text.fail("'uniform' or 'nonuniform'");
        const char next = text.next();
        if (next < '0' || next > '9') (void)text.word();  // List<vector>
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

    /// What take(text of the entry) makes of the entry that is named next.
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
    std::string not_included_;                  ///< which files, and why
    int depth_ = 0, included_ = 0, names_ = 0;  ///< of files included, and of names of names
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
    return units_of(behind.substr(0, behind.find(';')));
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

std::string foam_velocity_fault(const fs::path& folder, std::optional<std::size_t> cells,
                                const fs::path& case_folder)
{
    constexpr std::uintmax_t written_by_hand = 4096;  // bytes; solvers write values
    const fs::path name = folder / "U";
    std::error_code error;
    if (fs::file_size(name, error) > written_by_hand || error) return {};
    try {
        const auto field = field_in(name);
        if (!field || field->at_points) return {};
        (void)read_foam_field(folder, *field, 0, cells.value_or(1), case_folder);
    } catch (const FoamFieldError& fault) {
        return cells || fault.not_followed ? fault.reason : "";
    } catch (const std::runtime_error&) {
        // Reading it reports the error.
    }
    return {};
}

}  // namespace farfield::compute
