#pragma once

#include "model/fields/fields.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

/// The settings of a travel-time inversion that runs as a job: docs/tomography.md explains each with the flag
/// of its name.
namespace farfield::model {

inline constexpr std::uint32_t max_tomography_iterations = 100, default_tomography_iterations = 10;
inline constexpr std::uint32_t default_model_step = 3;

/// The solver of one step: least squares with a weight of the roughness, or sweeps over the rays.
enum class TomographyMethod : std::uint8_t { LeastSquares, Sirt };
inline constexpr std::array tomography_method_names{"lsqr", "sirt"};
/// The measure of residuals: the square; Huber's, linear beyond 1.345 sigma; or the absolute value. The last
/// two by iteratively reweighted least squares.
enum class TomographyMisfit : std::uint8_t { Square, Huber, Absolute };
inline constexpr std::array tomography_misfit_names{"l2", "huber", "l1"};
/// The sensors that have a constant delay, which is solved for.
enum class TomographyStatics : std::uint8_t { None, Source, Receiver, Both };
inline constexpr std::array tomography_statics_names{"none", "source", "receiver", "both"};
enum class TomographyRays : std::uint8_t { Curved, Straight };
inline constexpr std::array tomography_rays_names{"curved", "straight"};
enum class SurveyLength : std::uint8_t { Metres, Kilometres };
inline constexpr std::array survey_length_names{"m", "km"};
enum class SurveyTime : std::uint8_t { Seconds, Milliseconds, Microseconds };
inline constexpr std::array survey_time_names{"s", "ms", "us"};

struct TomographyParams {
    std::optional<double> spacing = std::nullopt;             ///< metres between nodes; absent: automatic
    std::optional<std::array<double, 6>> box = std::nullopt;  ///< x0, x1, y0, y1, z0, z1, metres
    std::uint32_t model_step = default_model_step;            ///< forward nodes per model node, along an axis
    std::string start = {};                                   ///< V or gradient:V0,G; empty: automatic
    std::uint32_t iterations = default_tomography_iterations;
    double noise = 0.0;   ///< s; 0: as the data say
    double smooth = 0.0;  ///< weight of the roughness; 0: automatic
    std::array<double, 3> anisotropic_smooth{1.0, 1.0, 1.0};
    double damp = 0.0;
    std::optional<std::array<double, 2>> limits = std::nullopt;  ///< least and greatest velocity, m/s
    TomographyMethod method = TomographyMethod::LeastSquares;
    TomographyMisfit robust = TomographyMisfit::Square;
    TomographyStatics statics = TomographyStatics::None;
    TomographyRays rays = TomographyRays::Curved;
    SurveyLength length_unit = SurveyLength::Metres;
    SurveyTime time_unit = SurveyTime::Seconds;
    bool z_down = false;
    friend bool operator==(const TomographyParams&, const TomographyParams&) = default;

    static void fields(auto& visit)
    {
        using P = TomographyParams;
        visit("spacing", &P::spacing, above(0.0));
        visit("box", &P::box, words("six numbers"));
        visit("model_step", &P::model_step, from_to(1, 100));
        visit("start", &P::start);
        visit("iterations", &P::iterations, at_least(1),
              at_most("max_iterations", max_tomography_iterations));
        visit("noise", &P::noise, at_least(0.0));
        visit("smooth", &P::smooth, at_least(0.0));
        visit("anisotropic_smooth", &P::anisotropic_smooth, words("three numbers"), at_least(0.0));
        visit("damp", &P::damp, at_least(0.0));
        visit("limits", &P::limits, words("two velocities"), above(0.0));
        visit("method", &P::method, names(tomography_method_names));
        visit("robust", &P::robust, names(tomography_misfit_names));
        visit("statics", &P::statics, names(tomography_statics_names));
        visit("rays", &P::rays, names(tomography_rays_names));
        visit("length_unit", &P::length_unit, names(survey_length_names));
        visit("time_unit", &P::time_unit, names(survey_time_names));
        visit("z_down", &P::z_down);
    }
    static void check(const TomographyParams& params, const std::string& path);
};

}  // namespace farfield::model
