#pragma once

#include "compute_node/readers/common/named_file.h"
#include "compute_node/readers/ensight/ensight_case.h"
#include "compute_node/readers/ensight/ensight_check.h"
#include "compute_node/readers/ensight/ensight_text.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farfield::compute {

/// Files of a steady case that holds one step of another case, ready for VTK's reader: numbers have C's
/// spelling, and damaged or unused variables are left out.
struct EnsightStep {
    std::vector<NamedFile> files;              ///< the case comes last
    std::map<std::string, std::string> names;  ///< names of the files by those that VTK has, for errors
    std::vector<std::string> in_components;    ///< vectors present as their components alone
    std::uint64_t points = 0;                  ///< number of points, as far as it is known
    std::vector<std::string> remarks;
};

/// The steps of a case: those of the time set with the most of them, without steps at which the geometry or
/// the velocity has no file.
class EnsightSteps {
public:
    /// Throws std::runtime_error with the name of the case, or of a file of it.
    explicit EnsightSteps(const std::filesystem::path& case_file);

    [[nodiscard]] const std::vector<double>& times() const { return times_; }
    /// Throws as the constructor, where a file of the geometry or the velocity has fewer steps than the case
    /// says.
    void check_steps_of_files() const;
    /// A step's files. Throws as the constructor where geometry or velocity is damaged, or nothing is left.
    [[nodiscard]] EnsightStep step(std::size_t time_step) const;

private:
    struct File {
        std::filesystem::path path;
        std::optional<EnsightFileStep> step;  ///< the step, in a file with several
    };
    /// A file that cannot be read; true where there is one.
    struct Lack {
        std::string file, found = {};  ///< found: "none", "a pipe"
        explicit operator bool() const { return !file.empty(); }
        [[nodiscard]] std::string phrase() const;
    };
    void list_numbered_files();
    [[nodiscard]] File file_at(const EnsightEntry& entry, double time) const;
    [[nodiscard]] Lack lack_at(const EnsightEntry& entry, double time) const;
    [[noreturn]] void fail(const Lack& lack) const;
    void find_velocity();
    void leave_out_times();
    void leave_out_variables();
    [[nodiscard]] std::string geometry_line(double time, EnsightStep& step, EnsightParts& found) const;
    [[nodiscard]] std::string variable_lines(const EnsightEntry& variable, double time,
                                             const EnsightParts& geometry, EnsightStep& step) const;

    EnsightCase case_;
    std::map<std::string, std::vector<std::filesystem::path>> numbered_;  ///< by names with asterisks
    std::vector<double> times_;
    std::vector<std::size_t> velocity_;  ///< indices of the variables
    std::vector<std::string> remarks_;
};

}  // namespace farfield::compute
