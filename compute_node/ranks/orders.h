#pragma once

#include "compute_node/lines/line_block.h"
#include "compute_node/lines/line_settings.h"
#include "compute_node/particles/frame_batch.h"
#include "compute_node/particles/particle_state.h"
#include "compute_node/ranks/blocks/block_samples.h"
#include "compute_node/ranks/blocks/dataset_block.h"
#include "compute_node/ranks/blocks/line_traffic.h"
#include "compute_node/ranks/postman.h"
#include "compute_node/support/archive.h"
#include "compute_node/terrain/cache/block_file.h"
#include "compute_node/terrain/rays/view_tiles.h"

#include <cstdint>
#include <string>

/// What rank 0 asks of the others, and what they answer.
namespace farfield::compute {

enum class Order : int {
    Field = first_kind,  ///< FieldOrder: this field is in shared memory
    DropField,           ///< its number: nobody asks for it any more
    Job,                 ///< JobOrder: lines will be asked for
    Lines,               ///< LinesOrder: trace these
    Cancel,              ///< a job's number: end what is not done
    EndJob,              ///< a job's number
    Particles,           ///< ParticlesOrder: hold these
    Frames,              ///< FramesOrder: move them
    TakeBack,            ///< a crowd's number: give its particles back
    DropParticles,       ///< a crowd's number
    Open,                ///< OpenOrder: read your block of this dataset
    DropBlock,           ///< its number
    Travel,              ///< TravelOrder: these lines go on in your block; from any rank to any other
    Follow,              ///< a job's number: from a rank to itself, when lines have come
    Sample,              ///< SampleOrder: what is your block at these places?
    Terrain,             ///< TerrainOrder: views of this terrain will be asked for
    DropTerrain,         ///< its number
    View,                ///< ViewOrder: tiles will be asked for
    Tiles,               ///< TilesOrder: cast these
    EndView,             ///< a view's number: what is not cast yet is not wanted
    // Answers.
    Hello,       ///< threads that this rank takes by itself
    Block,       ///< BlockAnswer
    Failed,      ///< FailedAnswer
    MadeFrames,  ///< as HeldParticles::make_frames() says
    GivenBack,   ///< ParticlesOrder
    Opened,      ///< OpenedAnswer
    Pieces,      ///< PiecesAnswer
    Sampled,     ///< SampledAnswer
    HasTerrain,  ///< HasTerrainAnswer
    CastTiles,   ///< the tiles' floats as cast_apart() leaves them, then the TilesOrder
    ViewFailed,  ///< FailedAnswer, with a view's number
};

struct FieldOrder {
    std::uint32_t field = 0;  ///< the number of its memory, too
    std::vector<std::byte> description;

    template <class Parts>
    void parts(Parts& with)
    {
        with(field, description);
    }
};

/// Each rank takes the block of its own number.
struct OpenOrder {
    std::uint32_t block = 0;  ///< names it in a JobOrder
    DatasetFiles dataset;
    FieldChoice choice;

    template <class Parts>
    void parts(Parts& with)
    {
        with(block, dataset, choice.vector, choice.scalar);
    }
};

struct OpenedAnswer {
    std::uint32_t block = 0;
    std::string failure;  ///< empty: it is there
    BlockSummary summary;

    template <class Parts>
    void parts(Parts& with)
    {
        with(block, failure, summary);
    }
};

/// field: the number of a shared field, or of a block where lines will travel.
struct JobOrder {
    std::uint32_t job = 0, field = 0;
    LineSettings settings;
    int threads = 0;
};

struct LinesOrder {
    std::uint32_t job = 0;
    std::size_t first = 0;  ///< seed of the job
    LineSeeds seeds;

    template <class Parts>
    void parts(Parts& with)
    {
        with(job, first, seeds.x, seeds.y, seeds.z, seeds.t, seeds.max_time);
    }
};

/// A part of one program's particles. Crowds are numbered as jobs are.
struct ParticlesOrder {
    std::uint32_t crowd = 0, field = 0;
    ParticleState particles{0, false};

    template <class Parts>
    void parts(Parts& with)
    {
        ParticleState& p = particles;
        SeedTable& s = p.seeds;
        with(crowd, field, p.count, p.age, p.seed, p.x, p.y, p.z, p.u, p.v, p.w, p.cursors, p.way,
             p.injection, p.place, s.x, s.y, s.z, s.u, s.v, s.w, s.s, s.cursors, s.usable);
    }
};

struct FramesOrder {
    std::uint32_t crowd = 0;
    ParticleSettings settings;
    ByteOrder order = ByteOrder::Big;
    FrameBatch batch;

    template <class Parts>
    void parts(Parts& with)
    {
        with(crowd, settings, order, batch);
    }
};

struct BlockAnswer {
    std::uint32_t job = 0;
    bool last = false;  ///< of those that an order asked for
    LineBlock block;

    template <class Parts>
    void parts(Parts& with)
    {
        with(job, last, block.first_seed, block.lines, block.points, block.elapsed);
    }
};

struct TravelOrder {
    std::uint32_t job = 0;
    std::vector<TravellingLine> lines;

    template <class Parts>
    void parts(Parts& with)
    {
        with(job, lines);
    }
};

struct PiecesAnswer {
    std::uint32_t job = 0;
    LinePieces pieces;

    template <class Parts>
    void parts(Parts& with)
    {
        with(job, pieces);
    }
};

/// asker: numbered as jobs are. block: named as in a JobOrder.
struct SampleOrder {
    std::uint32_t asker = 0, block = 0;
    SampleKind kind = SampleKind::Kernel;
    float time = 0.0F;
    int threads = 0;
    std::vector<glm::vec3> positions;

    template <class Parts>
    void parts(Parts& with)
    {
        with(asker, block, kind, time, threads, positions);
    }
};

struct SampledAnswer {
    std::uint32_t asker = 0;
    std::vector<PlaceSample> samples;

    template <class Parts>
    void parts(Parts& with)
    {
        with(asker, samples);
    }
};

/// In memory, where BlockLayout has it, or in a file that each rank maps.
struct TerrainOrder {
    std::uint32_t terrain = 0;
    std::uint32_t memory = 0;  ///< 0: it is in the file
    std::int64_t columns = 0, rows = 0;
    float lowest = 0.0F, highest = 0.0F;
    std::uint64_t holes = 0;
    terrain::BlockFileName file;

    template <class Parts>
    void parts(Parts& with)
    {
        with(terrain, memory, columns, rows, lowest, highest, holes, file);
    }
};

struct HasTerrainAnswer {
    std::uint32_t terrain = 0;
    std::string failure;  ///< empty: this rank has it

    template <class Parts>
    void parts(Parts& with)
    {
        with(terrain, failure);
    }
};

struct ViewOrder {
    std::uint32_t view = 0, terrain = 0;
    terrain::ViewRays rays;
    bool big_endian = false;
    int threads = 0;
};

struct TilesOrder {
    std::uint32_t view = 0;
    terrain::TileRange tiles;
};

struct FailedAnswer {
    std::uint32_t job = 0;
    std::string words;

    template <class Parts>
    void parts(Parts& with)
    {
        with(job, words);
    }
};

template <class T>
[[nodiscard]] RankMessage message_of(Order kind, const T& content)
{
    ArchiveWriter writer;
    writer(content);
    return {static_cast<int>(kind), writer.take_bytes()};
}

template <class T>
[[nodiscard]] T content_of(const RankMessage& message)
{
    T content{};
    ArchiveReader reader{message.bytes};
    reader(content);
    return content;
}

}  // namespace farfield::compute
