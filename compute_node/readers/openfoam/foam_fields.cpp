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

namespace farfield::compute {

namespace {

namespace fs = std::filesystem;

struct FieldClass {
    std::string_view name;
    std::size_t width;
    bool at_points;
};
constexpr std::array field_classes{
    FieldClass{"volScalarField", 1, false}, FieldClass{"volVectorField", 3, false},
    FieldClass{"pointScalarField", 1, true}, FieldClass{"pointVectorField", 3, true}};

constexpr std::size_t longest_header = 1U << 14U;

constexpr const char* names_of_names = "has names of names ($a, which is $b), which are not read";

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

class FieldReading {
public:
    FieldReading(const fs::path& case_folder, std::size_t width, std::size_t count)
        : case_folder_{case_folder}, width_{width}, count_{count}
    {}

    /// Goes to internalField, and reads it.
    FoamValues read(const FoamFile& file, std::size_t block)
    {
        auto [text, format] = foam_data_in(file.text(), block);
        if (!take_entries(text, file.path())) throw std::runtime_error("has no internalField");
        FoamValues values{take_values(text, format), {}};
        const auto dimensions = entries_.find("dimensions");
        if (dimensions != entries_.end()) values.units = units_of(dimensions->second);
        return values;
    }

private:
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
            if (text.next() == '{') {
                text.skip_block();
                continue;
            }
            entries_[std::string{key}] = text.entry();
        }
        return false;
    }

    void take_directive(FoamText& text, const fs::path& file)
    {
        constexpr int deepest = 8, most = 100;
        const std::string_view name = text.word();
        if (name != "#include" && name != "#includeIfPresent") {
            text.skip_line();
            return;
        }
        const fs::path included = (file.parent_path() / text.word()).lexically_normal();
        if (++included_ > most || ++depth_ > deepest)
            throw std::runtime_error("includes files that include files without an end");
        std::error_code error;
        const fs::path found = fs::weakly_canonical(included, error);
        if (error || !is_below(found, fs::weakly_canonical(case_folder_, error)))
            throw std::runtime_error(
                fmt::format("includes '{}', which is outside of the case's folder", included.string()));
        if (FoamFile::exists(found)) {
            const FoamFile opened{found};
            FoamText inner{opened.text()};
            if (opened.text().find("FoamFile") != std::string_view::npos) (void)take_foam_header(inner);
            (void)take_entries(inner, found);
        } else if (name == "#include") {
            throw std::runtime_error(fmt::format("includes '{}', which is missing", included.string()));
        }
        --depth_;
    }

    /// "uniform (1 0 0);" or "nonuniform List<vector> 400 (...);"
    std::vector<float> take_values(FoamText& text, const FoamFormat& format)
    {
        const std::string_view kind = text.word();
        if (kind.starts_with('$')) {
            const std::string entry = entry_named(kind);
            FoamText inner{entry};
            if (inner.next() == '$') throw std::runtime_error(names_of_names);
            return take_values(inner, FoamFormat{});
        }
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
        if (text.next() == '$') {
            const std::string entry = entry_named(text.word());
            FoamText inner{entry};
            if (inner.next() == '$') throw std::runtime_error(names_of_names);
            return take_one(inner);
        }
        std::vector<float> one;
        if (width_ > 1) text.expect('(');
        while (one.size() < width_) one.push_back(text.number<float>());
        if (width_ > 1) text.expect(')');
        return one;
    }

    [[nodiscard]] std::string entry_named(std::string_view name) const
    {
        std::string_view bare = name;
        while (!bare.empty() && (bare.front() == '$' || bare.front() == ':')) bare.remove_prefix(1);
        const auto found = entries_.find(bare);
        if (found == entries_.end())
            throw std::runtime_error(fmt::format("refers to '{}', which is not in it", name));
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
    int depth_ = 0, included_ = 0;  ///< of files included
};

}  // namespace

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
    } catch (const std::runtime_error& error) {
        throw_reader_error(file.path(), error.what());
    }
}

}  // namespace farfield::compute
