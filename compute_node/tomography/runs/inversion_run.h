#pragma once

#include "compute_node/fields/field_reader.h"
#include "compute_node/tomography/inversion/inversion.h"
#include "compute_node/tomography/models/velocity_model.h"
#include "compute_node/tomography/runs/stated_lattice.h"
#include "compute_node/tomography/surveys/mine.h"
#include "compute_node/tomography/surveys/survey_files.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace farfield::tomography {

/// An inversion as a user asks for it, on the command line or as a job of the node.
struct RunSettings {
    std::string times;  ///< a file, or `mine` or `mine:SEED`, built in
    std::string start;  ///< name for velocity_model(); "": all straight lengths over all times
    StatedLattice lattice;
    SurveyUnits units;
    InversionSettings inversion;
};

/// Input of an inversion.
struct RunInput {
    Survey survey;
    std::optional<Mine> mine;  ///< medium of the times, where it is known
    Lattice lattice;
    VelocityModel medium;  ///< medium of the start
    SlownessModel start;   ///< the start on the lattice
};

/// The seed of a built-in mine; empty where the name is a file's. Throws std::runtime_error for a name that
/// begins with "mine:" and has no number.
[[nodiscard]] std::optional<std::uint64_t> mine_seed(const std::string& times);

/// The length of all straight rays over the sum of all times, m/s.
[[nodiscard]] double mean_velocity(const Survey& survey);

/// Sources and receivers, with the times that a file has; those of a mine are not known yet. cancelled: may
/// be null; a survey returned then is unusable. Throws std::runtime_error for a file that cannot be read, or
/// a datum without a known noise.
[[nodiscard]] Survey read_times(const RunSettings& settings, const std::atomic<bool>* cancelled);

/// The grid of a run. survey: as read_times() returns it. Throws as lattice_for().
[[nodiscard]] Lattice run_lattice(const RunSettings& settings, const Survey& survey);
/// The finest grid on which the run solves for times: that of a mine's own times, or its lattice.
[[nodiscard]] Lattice finest_lattice(const RunSettings& settings, const Lattice& lattice);

/// Throws std::runtime_error where the median velocity along straight rays is not plausible for ground, or is
/// below a tenth or above ten times a stated start model's: the times are then in other units than stated.
void expect_velocities(const RunSettings& settings, const Survey& survey, const SlownessModel& start);

/// Computes the times of a mine, and lays out the start. survey: as read_times() returns it. Throws
/// std::runtime_error as velocity_model(), slowness_on() and expect_velocities() do.
[[nodiscard]] RunInput run_input(const RunSettings& settings, Survey survey,
                                 const compute::FieldReader& reader, const std::atomic<bool>* cancelled);

}  // namespace farfield::tomography
