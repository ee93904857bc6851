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
    std::size_t first = 0;  ///< index of its first element in the file
};

/// The part of a dimension that is of interest: readers do not see the rest.
struct NetcdfWindow {
    std::string dimension;  ///< name of the dimension
    std::size_t first = 0;
    std::size_t count = 0;
};

struct NetcdfVariable {
    int group = -1;  ///< id of its group, the root or one below
    int id = -1;     ///< id within its group
    std::string name;
    bool numeric = false;
    std::vector<NetcdfDimension> dimensions;  ///< slowest first, as in the file; without that of components

    /// For one component of a variable, "velocity.x", that has its components along a dimension: the name of
    /// the variable, the index of this component, their number, and the index of the dimension that they lie
    /// along. The other components follow it in the file's list.
    std::string vector{};
    std::size_t component = 0, components = 1;
    int component_dimension = -1;
};

/// The numbers in a text, separated by blanks or commas; empty where there is anything else. A letter may
/// follow each for the type, as in CDL ("1e20f").
[[nodiscard]] std::vector<double> numbers_in(std::string_view text);

/// The lock for NetCDF's library, which keeps its state in globals; hold it to call it, also through GDAL.
[[nodiscard]] std::mutex& netcdf_turn();

/// An open NetCDF file. Every call throws std::runtime_error naming the file when the library fails.
class NetcdfFile {
public:
    /// windows: of dimensions, which the file need not have.
    explicit NetcdfFile(const std::filesystem::path& path, const std::vector<NetcdfWindow>& windows = {});
    ~NetcdfFile();
    NetcdfFile(const NetcdfFile&) = delete;
    NetcdfFile& operator=(const NetcdfFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Variables of the root, and of groups below it those with names that none before has; a remark names
    /// others on a plane or in space.
    [[nodiscard]] const std::vector<NetcdfVariable>& variables() const { return variables_; }
    [[nodiscard]] const NetcdfVariable* find(const std::string& name) const;
    /// The length of a dimension, used by a variable or not.
    [[nodiscard]] std::optional<std::size_t> length_of(const std::string& dimension) const;

    /// The text of an attribute; "" = none; several strings are joined with blanks.
    [[nodiscard]] std::string text(const NetcdfVariable& variable, const char* attribute) const;
    [[nodiscard]] std::string text(const char* attribute) const;  ///< attribute of the file
    /// An attribute that is one number, or a text of one ("0.001"); none for others.
    [[nodiscard]] std::optional<double> number(const NetcdfVariable& variable, const char* attribute) const;
    [[nodiscard]] std::optional<double> number(const char* attribute) const;  ///< attribute of the file
    /// The numbers of an attribute, or of its text, separated by blanks or commas; empty = none.
    [[nodiscard]] std::vector<double> numbers(const NetcdfVariable& variable, const char* attribute) const;

    /// The lines of a variable of characters, [lines][characters], or of strings, [lines]; empty for other
    /// variables.
    [[nodiscard]] std::vector<std::string> lines(const NetcdfVariable& variable) const;

    /// Reads the values of a variable of one dimension, scale and offset applied.
    [[nodiscard]] std::vector<double> coordinates(const NetcdfVariable& variable) const;

    /// Reads `count[d]` values of each dimension, from `start[d]` on, scale and offset applied; bytes and
    /// words marked as unsigned ("_Unsigned") are read so. Fill and missing values, and those outside of the
    /// valid range, become NaN.
    [[nodiscard]] std::vector<float> values(const NetcdfVariable& variable,
                                            const std::vector<std::size_t>& start,
                                            const std::vector<std::size_t>& count) const;
    /// Reads as values() in binary64, for positions: the valid range is not applied to them.
    [[nodiscard]] std::vector<double> exact_values(const NetcdfVariable& variable,
                                                   const std::vector<std::size_t>& start,
                                                   const std::vector<std::size_t>& count) const;

    /// Adds a remark, "{} was ...", in which {} becomes the variable's name; once for each variable.
    void remark(const std::string& variable, const std::string& sentence) const;
    /// Remarks on the variables read so far: parts not understood, and assumptions made.
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
    void remark_on_hidden(int group, std::vector<std::string> names);
    /// Gives variables along a list that chooses all of another dimension (CF 1.11, section 8.2: `compress`)
    /// that dimension itself, which has the coordinates: Delft3D's layers.
    void join_selections();
    [[nodiscard]] std::vector<std::string> strings(const NetcdfVariable& variable) const;
    void check_extent(const NetcdfVariable& variable, const std::vector<std::size_t>& start,
                      const std::vector<std::size_t>& count) const;
    void narrow(NetcdfDimension& dimension, const std::vector<NetcdfWindow>& windows) const;

    std::filesystem::path path_;
    int id_ = -1;
    std::vector<NetcdfVariable> variables_;
    /// Names of variables by the sentence about them.
    mutable std::map<std::string, std::vector<std::string>> remarks_;
};

}  // namespace farfield::compute
