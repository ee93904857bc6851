#pragma once

#include "compute_node/lines/line_block.h"
#include "compute_node/lines/suspended_line.h"
#include "compute_node/ranks/blocks/lattice_blocks.h"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

/// Lines through a field that is cut into blocks, each held by another process: a line goes on in the block
/// of its next sample, while its points gather in the first process.
namespace farfield::compute {

/// A line on its way to the block that holds the place where it goes on.
struct MigratingLine {
    std::size_t seed = 0;      ///< of the job
    glm::vec4 begins{0.0F};    ///< the seed's position and time
    float max_time = 0.0F;     ///< the line's own limit
    glm::vec3 place{0.0F};     ///< place of the next sample
    bool begun = false;        ///< false: there is no state yet
    std::uint32_t pieces = 0;  ///< number of pieces sent to the first process
    LineState state{};

    /// Serialisation: visits all members.
    template <class Parts>
    void parts(Parts& with)
    {
        with(seed, begins, max_time, place, begun, pieces, state);
    }
};

/// The pieces that blocks have added to lines.
struct LinePieces {
    struct Piece {
        std::size_t seed = 0;      ///< of the job
        std::uint32_t number = 0;  ///< number among the line's pieces, from 0
        bool last = false;
        Line line;  ///< its points are those of this piece; steps and reason hold in the last
    };
    std::vector<Piece> pieces;
    std::vector<glm::vec4> points;
    std::vector<float> elapsed;  ///< [points]

    void add(const LinePieces& others);

    template <class Parts>
    void parts(Parts& with)
    {
        with(pieces, points, elapsed);
    }
};

/// Migration of one job's lines to the ranks of the other blocks, and back. The destructor drops lines under
/// way. Threads: one at a time. Errors: std::runtime_error when a rank has ended or failed.
class LineMigration {
public:
    virtual ~LineMigration() = default;

    /// Sends lines that go on in a block other than 0, which this process holds. Returns at once.
    virtual void send(int block, std::vector<MigratingLine> lines) = 0;

    struct Arrivals {
        std::vector<MigratingLine> lines;  ///< lines that go on in block 0
        std::vector<LinePieces> pieces;    ///< pieces of any lines, in any order
    };
    /// Takes messages since the last call. wait: for at least one, for some milliseconds.
    [[nodiscard]] virtual Arrivals take(bool wait) = 0;
};

}  // namespace farfield::compute
