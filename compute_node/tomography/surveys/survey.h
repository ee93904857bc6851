#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace farfield::tomography {

/// The limits of a survey, by their names in errors.
inline constexpr std::size_t max_tomography_data = 4'000'000;
inline constexpr std::size_t max_tomography_sources = 65'536;

/// One observed first arrival.
struct Datum {
    std::uint32_t source = 0, receiver = 0;  ///< numbers among the survey's
    double time = 0.0;                       ///< s
    double sigma = 0.0;                      ///< standard deviation, s; 0: the survey states none
};

/// Why a datum of a file is not used.
enum class Fault : std::uint8_t {
    NotPositive,  ///< the time is 0, negative or NaN
    TooFast,      ///< the straight line would take longer at the greatest velocity that is allowed
};

/// A datum that a survey leaves out.
struct FaultyDatum {
    Datum datum;
    Fault fault = Fault::NotPositive;
};

/// Observed travel times between places. Owner: itself.
struct Survey {
    std::vector<glm::dvec3> sources, receivers;  ///< metres, z up; no place twice
    std::vector<Datum> data;
    std::size_t duplicates = 0;             ///< data that were averaged into others of the same pair
    std::vector<FaultyDatum> faulty = {};   ///< not among the data
    std::vector<std::string> remarks = {};  ///< what the file may not mean, a sentence each
};

/// How many data of a survey have a fault.
[[nodiscard]] std::size_t count_of(const Survey& survey, Fault fault);

/// Takes data in any order, of which the survey keeps nothing; finds places that are the same.
class SurveyBuilder {
public:
    void add(glm::dvec3 source, glm::dvec3 receiver, double time, double sigma);
    /// The survey: sources and receivers in the order of x, then y, then z, data by source and receiver,
    /// those of one pair averaged, times and sigmas, and without those of faulty times. name: of its file,
    /// for errors. fastest: the greatest velocity that is allowed, m/s. Throws std::runtime_error: more than
    /// 20 % faulty, fewer than 10 data, a single source, no ray with a length, too many.
    [[nodiscard]] Survey finish(const std::string& name,
                                double fastest = std::numeric_limits<double>::infinity()) const;

private:
    struct Row {
        glm::dvec3 source, receiver;
        double time, sigma;

        [[nodiscard]] std::optional<Fault> fault(double fastest) const;
        [[nodiscard]] bool comes_before(const Row& other) const;
    };
    std::vector<Row> rows_;
};

}  // namespace farfield::tomography
