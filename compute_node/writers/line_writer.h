#pragma once

#include "compute_node/lines/line_block.h"

#include <glm/vec3.hpp>

#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace farfield::compute {

/// Writes lines to a file as they come. The file has its name only once finish() has returned; until then,
/// and when that never happens, no file is changed or left behind. Errors: std::runtime_error with the file's
/// name when it cannot be written.
class LineWriter {
public:
    virtual ~LineWriter() = default;
    LineWriter() = default;
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;

    /// Adds a block's lines. starts: [seeds] start times of all seeds, to which times along the lines are
    /// added. They are not those of LineSeeds, of which binary32 holds no more than seven digits.
    virtual void add(const LineBlock& block, std::span<const double> starts) = 0;
    virtual void finish() = 0;
};

enum class LineContent {
    Points,  ///< all points: `seed,t,x,y,z,s`
    Ends,    ///< one row a seed: `seed,x,y,z,t,steps,reason`
};

/// Writer of comma-separated values with a header. Numbers have as many digits as it takes to read them back,
/// times as many decimals as the time along the line holds in binary32. origin: added to the points, which
/// are relative to it.
[[nodiscard]] std::unique_ptr<LineWriter> csv_writer(const std::filesystem::path& file, LineContent content,
                                                     glm::dvec3 origin = glm::dvec3{0.0});

/// Writer of VTK XML poly data, one polyline a seed (a vertex where it has one point), with the arrays `t`
/// and the scalar at points, and `seed`, `steps` and `reason` (the number of Termination) on lines. Keeps all
/// lines in memory until finish(). origin: as above; where it is not 0 points are binary64, else binary32.
/// Throws std::runtime_error when Farfield was built without VTK.
[[nodiscard]] std::unique_ptr<LineWriter> vtp_writer(const std::filesystem::path& file,
                                                     const std::string& scalar_name,
                                                     glm::dvec3 origin = glm::dvec3{0.0});

}  // namespace farfield::compute
