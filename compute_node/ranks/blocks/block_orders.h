#pragma once

#include "compute_node/fields/distributed_field.h"
#include "compute_node/ranks/blocks/dataset_block.h"
#include "compute_node/ranks/blocks/line_migration.h"
#include "compute_node/ranks/tracing_orders.h"

#include <cstdint>
#include <string>
#include <vector>

/// The messages between ranks that hold a field in blocks: tasks and results. Rank i holds block i.
namespace farfield::compute {

inline constexpr KindRange block_kinds{48, 64};

enum class BlockOrder : int {
    Open = block_kinds.first,  ///< OpenOrder: read your block of this dataset
    Drop,                      ///< a field's number: drop its block
    Job,                       ///< LineJobOrder: lines will come
    EndJob,                    ///< a job's number: cancels the rest of it
    Migrate,                   ///< MigrateOrder: these lines go on in your block; from any rank to any other
    Sample,                    ///< SampleOrder
    // Answers.
    Opened,   ///< OpenedAnswer
    Pieces,   ///< PiecesAnswer
    Sampled,  ///< SampledAnswer
    Failed,   ///< FailedAnswer
};

struct OpenOrder {
    std::uint32_t field = 0;
    DatasetFiles dataset;
    FieldChoice choice;

    template <class Parts>
    void parts(Parts& with)
    {
        with(field, dataset, choice.vector, choice.scalar);
    }
};

struct OpenedAnswer {
    std::uint32_t field = 0;
    std::string failure;  ///< empty: the block is there
    BlockSummary summary;

    template <class Parts>
    void parts(Parts& with)
    {
        with(field, failure, summary);
    }
};

struct MigrateOrder {
    std::uint32_t job = 0;
    std::vector<MigratingLine> lines;

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

/// An order for samples. asker: number of the asking program, counted like jobs.
struct SampleOrder {
    std::uint32_t asker = 0, field = 0;
    SampleRule rule = SampleRule::Kernel;
    float time = 0.0F;
    int threads = 0;
    std::vector<glm::vec3> positions;

    template <class Parts>
    void parts(Parts& with)
    {
        with(asker, field, rule, time, threads, positions);
    }
};

struct SampledAnswer {
    std::uint32_t asker = 0;
    std::vector<PointSample> samples;

    template <class Parts>
    void parts(Parts& with)
    {
        with(asker, samples);
    }
};

}  // namespace farfield::compute
