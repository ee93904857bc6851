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

/// Files of a steady case that holds one step of another. VTK's reader takes them as they are: numbers have
/// C's spelling, and damaged or unused variables are left out.
struct EnsightStep {
    std::vector<NamedFile> files;              ///< the case last
    std::map<std::string, std::string> names;  ///< of the files by what VTK calls them, for errors
    std::vector<std::string> in_components;    ///< vectors that are there as their components alone
    std::uint64_t points = 0;                  ///< of the geometry, as far as is known
    std::vector<std::string> remarks;
};

/// The steps of a case: those of the time set with the most of them, without those of which the geometry or
/// the velocity has no file.
class EnsightSteps {
public:
    /// Throws std::runtime_error that names the case, or a file of it.
    explicit EnsightSteps(const std::filesystem::path& case_file);

    [[nodiscard]] const std::vector<double>& times() const { return times_; }
    /// Throws as the constructor where a file of the geometry or the velocity has fewer steps than the case
    /// says.
    void check_steps_of_files() const;
    /// Throws as the constructor, where the geometry or the velocity is damaged, or nothing is left.
    [[nodiscard]] EnsightStep step(std::size_t time_step) const;

private:
    struct File {
        std::filesystem::path path;
        std::optional<EnsightFileStep> step;  ///< of several in it
    };
    void list_numbered_files();
    [[nodiscard]] File file_at(const EnsightEntry& entry, double time) const;
    [[nodiscard]] std::string missing_at(const EnsightEntry& entry, double time) const;
    void find_velocity();
    void leave_out_times();
    void leave_out_variables();
    [[nodiscard]] std::string geometry_line(double time, EnsightStep& step, EnsightParts& found) const;
    [[nodiscard]] std::string variable_lines(const EnsightEntry& variable, double time,
                                             const EnsightParts& geometry, EnsightStep& step) const;

    EnsightCase case_;
    std::map<std::string, std::vector<std::filesystem::path>> numbered_;  ///< by names with asterisks
    std::vector<double> times_;
    std::vector<std::size_t> velocity_;  ///< of the variables
    std::vector<std::string> remarks_;
};

}  // namespace farfield::compute
