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

/// An observed first arrival.
struct Datum {
    std::uint32_t source = 0, receiver = 0;  ///< numbers among the survey's
    double time = 0.0;                       ///< s
    double sigma = 0.0;                      ///< standard deviation, s; 0: the survey states none
};

/// The reason why a datum of a file is not used.
enum class Fault : std::uint8_t {
    NotPositive,  ///< the time is 0, negative or NaN
    TooFast,      ///< the straight line would take longer at the greatest velocity that is allowed
};

/// A datum that a survey leaves out.
struct FaultyDatum {
    Datum datum;
    Fault fault = Fault::NotPositive;
};

/// Observed travel times between places. Owns its data.
struct Survey {
    std::vector<glm::dvec3> sources, receivers;  ///< metres, z up; no place twice
    std::vector<Datum> data;
    std::size_t duplicates = 0;             ///< data that were averaged into others of the same pair
    std::vector<FaultyDatum> faulty = {};   ///< left out of the data
    std::vector<std::string> remarks = {};  ///< doubts about the file's meaning, a sentence each
};

/// Number of data of a survey with a fault.
[[nodiscard]] std::size_t count_of(const Survey& survey, Fault fault);

/// Builds a survey from data in any order, which does not matter to the survey; joins equal places.
class SurveyBuilder {
public:
    void add(glm::dvec3 source, glm::dvec3 receiver, double time, double sigma);
    /// The survey: sources and receivers in the order of x, then y, then z, data by source and receiver,
    /// those of one pair averaged, times and sigmas, and without those of faulty times. name: of its file,
    /// for errors. fastest: the greatest velocity that is allowed, m/s. Throws std::runtime_error for more
    /// than 20 % faulty, fewer than 10 data, a single source, no ray with a length, or too many.
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
