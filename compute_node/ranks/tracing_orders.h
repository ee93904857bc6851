#pragma once

#include "compute_node/lines/line_block.h"
#include "compute_node/lines/line_helpers.h"
#include "compute_node/lines/line_settings.h"
#include "compute_node/particles/frame_batch.h"
#include "compute_node/particles/particle_state.h"
#include "compute_node/ranks/rank_service.h"
#include "compute_node/ranks/remote_work.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/// The messages for lines and particles: tasks of rank 0, and results of the others.
namespace farfield::compute {

enum class TracingOrder : int {
    Field = tracing_kinds.first,  ///< FieldOrder: this field is in shared memory
    DropField,                    ///< a field's number: it is not used any more
    Job,                          ///< LineJobOrder: lines will be asked for
    Lines,                        ///< PartOrder<LinePart>: trace these
    EndJob,                       ///< a job's number: cancels the rest of it
    Particles,                    ///< ParticlesOrder: hold these
    Frames,                       ///< FramesOrder: move them
    TakeBack,                     ///< a particle set's number: return its particles
    DropParticles,                ///< a particle set's number
    // Answers.
    Block,       ///< BlockAnswer
    Failed,      ///< FailedAnswer
    MadeFrames,  ///< as HeldParticles::make_frames() says
    GivenBack,   ///< ParticlesOrder
};

struct FieldOrder {
    std::uint32_t field = 0;  ///< its number and that of its memory
    std::vector<std::byte> description;

    template <class Parts>
    void parts(Parts& with)
    {
        with(field, description);
    }
};

/// Order for a job of lines. field: its number with the service of the job.
struct LineJobOrder {
    std::uint32_t job = 0, field = 0;
    LineSettings settings;
    int threads = 0;
};

using LinesOrder = PartOrder<LinePart>;

/// A part of one program's particles. Particle sets are numbered as jobs are.
struct ParticlesOrder {
    std::uint32_t particle_set = 0, field = 0;
    ParticleState particles{0, false};

    template <class Parts>
    void parts(Parts& with)
    {
        ParticleState& p = particles;
        SeedTable& s = p.seeds;
        with(particle_set, field, p.count, p.age, p.seed, p.x, p.y, p.z, p.u, p.v, p.w, p.cursors, p.way,
             p.injection, p.place, s.x, s.y, s.z, s.u, s.v, s.w, s.s, s.cursors, s.usable);
    }
};

struct FramesOrder {
    std::uint32_t particle_set = 0;
    ParticleSettings settings;
    ByteOrder order = ByteOrder::Big;
    FrameBatch batch;

    template <class Parts>
    void parts(Parts& with)
    {
        with(particle_set, settings, order, batch);
    }
};

struct BlockAnswer {
    std::uint32_t job = 0;
    bool last = false;  ///< last of those that an order asked for
    LineBlock block;

    template <class Parts>
    void parts(Parts& with)
    {
        with(job, last, block.first_seed, block.lines, block.points, block.elapsed);
    }
};

}  // namespace farfield::compute
