#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

struct NetcdfDimension {
    int id = -1;
    std::string name;
    std::size_t length = 0;
    std::size_t first = 0;  ///< in the file
};

/// The part of a dimension that is of interest: to the readers the file has no more.
struct NetcdfWindow {
    std::string dimension;  ///< its name
    std::size_t first = 0;
    std::size_t count = 0;
};

struct NetcdfVariable {
    int group = -1;  ///< of the file; the root or one below
    int id = -1;     ///< in its group
    std::string name;
    bool numeric = false;
    std::vector<NetcdfDimension> dimensions;  ///< slowest first, as in the file; but that of components

    /// Of one component of a variable that has its components along a dimension: "velocity.x", the variable's
    /// name, which of its components that is, of how many, and which of its dimensions they lie along. The
    /// others follow it in the file's list.
    std::string vector{};
    std::size_t component = 0, components = 1;
    int component_dimension = -1;
};

/// All numbers of a text, parted by blanks or commas; none where there is anything else. A letter may follow
/// for the type, as in CDL ("1e20f").
[[nodiscard]] std::vector<double> numbers_in(std::string_view text);

/// NetCDF's library keeps its state in globals: what calls it, or makes GDAL call it, holds this meanwhile.
[[nodiscard]] std::mutex& netcdf_turn();

/// An open NetCDF file. Every call throws std::runtime_error naming the file when the library fails.
class NetcdfFile {
public:
    /// windows: of dimensions that it need not have.
    explicit NetcdfFile(const std::filesystem::path& path, const std::vector<NetcdfWindow>& windows = {});
    ~NetcdfFile();
    NetcdfFile(const NetcdfFile&) = delete;
    NetcdfFile& operator=(const NetcdfFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Those of the root, and of the groups below with names that none before has.
    [[nodiscard]] const std::vector<NetcdfVariable>& variables() const { return variables_; }
    [[nodiscard]] const NetcdfVariable* find(const std::string& name) const;
    /// The length of a dimension, used by a variable or not.
    [[nodiscard]] std::optional<std::size_t> length_of(const std::string& dimension) const;

    /// "" = none; several strings with blanks between.
    [[nodiscard]] std::string text(const NetcdfVariable& variable, const char* attribute) const;
    [[nodiscard]] std::string text(const char* attribute) const;  ///< of the file itself
    /// An attribute that is one number, or a text of one ("0.001"); nothing for others.
    [[nodiscard]] std::optional<double> number(const NetcdfVariable& variable, const char* attribute) const;
    [[nodiscard]] std::optional<double> number(const char* attribute) const;  ///< of the file itself
    /// All numbers of an attribute, or those that it has as text, parted by blanks or commas; empty = none.
    [[nodiscard]] std::vector<double> numbers(const NetcdfVariable& variable, const char* attribute) const;

    /// The lines of a variable of characters, [lines][characters], or of strings, [lines]; empty of any
    /// other.
    [[nodiscard]] std::vector<std::string> lines(const NetcdfVariable& variable) const;

    /// All values of a variable of one dimension, scale and offset applied.
    [[nodiscard]] std::vector<double> coordinates(const NetcdfVariable& variable) const;

    /// `count[d]` values of each dimension, from `start[d]` on, scale and offset applied, bytes and words
    /// that are marked as unsigned ("_Unsigned") as such; fill and missing values, and those outside of the
    /// valid range, become NaN.
    [[nodiscard]] std::vector<float> values(const NetcdfVariable& variable,
                                            const std::vector<std::size_t>& start,
                                            const std::vector<std::size_t>& count) const;
    /// The same in binary64, for positions, which are not held to the valid range.
    [[nodiscard]] std::vector<double> exact_values(const NetcdfVariable& variable,
                                                   const std::vector<std::size_t>& start,
                                                   const std::vector<std::size_t>& count) const;

    /// Adds a sentence about a variable that begins with its name, as "{} was ..."; once of each.
    void remark(const std::string& variable, const std::string& sentence) const;
    /// Sentences on the variables read so far: what of them is not understood, and what was assumed.
    [[nodiscard]] std::vector<std::string> remarks() const;

private:
    void check(int status, const std::string& what) const;
    void check_size() const;
    template <class Value>
    [[nodiscard]] std::vector<Value> values_as(const NetcdfVariable& variable,
                                               const std::vector<std::size_t>& start,
                                               const std::vector<std::size_t>& count) const;
    void add(NetcdfVariable variable);
    void read_variables(int group, const std::vector<NetcdfWindow>& windows, int depth = 0);
    [[nodiscard]] std::vector<std::string> strings(const NetcdfVariable& variable) const;
    void check_extent(const NetcdfVariable& variable, const std::vector<std::size_t>& start,
                      const std::vector<std::size_t>& count) const;
    void narrow(NetcdfDimension& dimension, const std::vector<NetcdfWindow>& windows) const;

    std::filesystem::path path_;
    int id_ = -1;
    std::vector<NetcdfVariable> variables_;
    /// By sentence, the names of the variables it is about.
    mutable std::map<std::string, std::vector<std::string>> remarks_;
};

}  // namespace farfield::compute
