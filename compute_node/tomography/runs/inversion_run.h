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
    std::string start;  ///< as velocity_model() takes it; "": all straight lengths over all times
    StatedLattice lattice;
    SurveyUnits units;
    InversionSettings inversion;
};

/// What an inversion begins with.
struct RunInput {
    Survey survey;
    std::optional<Mine> mine;  ///< the medium that the times are of, where it is known
    Lattice lattice;
    VelocityModel medium;  ///< of the start
    SlownessModel start;   ///< the same on the lattice
};

/// The seed of a built-in mine; nothing where the name is a file's. Throws std::runtime_error for one that
/// begins with "mine:" and has no number.
[[nodiscard]] std::optional<std::uint64_t> mine_seed(const std::string& times);

/// The lattice of a built-in mine, which is known before its times are.
[[nodiscard]] Lattice mine_lattice(const StatedLattice& stated);

/// Reads the times, or computes those of the mine, and lays out the start. cancelled: may be null; what is
/// returned then is none to use. Throws std::runtime_error: a file that cannot be read, a datum whose noise
/// is not known, and as lattice_for() and slowness_on() do.
[[nodiscard]] RunInput run_input(const RunSettings& settings, const compute::FieldReader& reader,
                                 const std::atomic<bool>* cancelled);

}  // namespace farfield::tomography
