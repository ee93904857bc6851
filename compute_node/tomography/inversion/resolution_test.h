#pragma once

#include "compute_node/tomography/inversion/inversion.h"

#include <cstdint>
#include <string>
#include <vector>

namespace farfield::tomography {

/// A pattern of anomalies in cubes: fast and slow ones in turn along all axes, or fast ones with two cubes
/// between them along each axis.
enum class AnomalyPattern : std::uint8_t { Checkerboard, Spikes };

/// A known medium to be recovered by the survey's own geometry and noise.
struct ResolutionTest {
    AnomalyPattern pattern = AnomalyPattern::Checkerboard;
    double size = 0.0;     ///< sides of the cubes, metres
    double percent = 0.0;  ///< size of the anomaly, of the velocity

    [[nodiscard]] std::string name() const
    {
        return pattern == AnomalyPattern::Checkerboard ? "checkerboard" : "spikes";
    }
};

/// The result of a resolution test; all arrays [model nodes].
struct ResolutionResult {
    ResolutionTest test;
    Lattice lattice;
    std::vector<double> truth, recovered;  ///< anomaly, percent of the velocity without it
    std::vector<double> resolvability;     ///< 0 to 1; above 0.7 counts as resolved
    double correlation = 0.0;              ///< correlation of truth and recovered in resolved nodes
    Iteration fit;                         ///< fit of the last iteration
};

/// The anomaly at a position, percent. lattice: of the model; the first cube begins at its first node.
[[nodiscard]] double anomaly_at(const ResolutionTest& test, const Lattice& lattice, glm::dvec3 position);

/// Adds the pattern to a result, computes its times with Gaussian noise of the data's standard deviations,
/// and inverts them beginning with the result (as Zelt, "Lateral velocity resolution from three-dimensional
/// seismic refraction data", Geophys. J. Int. 135 (1998)). Resolvability is Zelt's: the sum of (truth +
/// recovered)^2 over twice the sum of both squares, within a cube's side around a node.
/// Throws std::runtime_error where the cubes are smaller than two spacings of the model.
[[nodiscard]] ResolutionResult test_resolution(const InversionResult& base, const Survey& survey,
                                               const InversionSettings& settings, const ResolutionTest& test);

/// Throws std::runtime_error where a pattern is finer than two spacings of a model.
void check_resolution_test(const ResolutionTest& test, double model_spacing);

}  // namespace farfield::tomography
