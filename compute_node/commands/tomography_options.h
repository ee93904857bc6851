#pragma once

#include "compute_node/tomography/inversion/resolution_test.h"
#include "compute_node/tomography/runs/inversion_run.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace farfield::node {

/// The options of `farfield-node tomography`.
struct TomographyOptions : tomography::RunSettings {
    std::string out;
    std::string topography, void_surfaces;  ///< files; empty: none
    std::vector<tomography::ResolutionTest> resolution;
    bool keeps_iterations = false, progress = false, json = false;
    bool sweeps = false;  ///< --resolution-sweep, without an inversion or a folder
};

/// Adds all flags but TIMES and --out, which the command adds.
void add_tomography_options(CLI::App& command, TomographyOptions& options);

/// Throws CLI::ValidationError where options contradict each other.
void check_tomography_options(const TomographyOptions& options);

}  // namespace farfield::node
