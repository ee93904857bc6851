#pragma once

#include "compute_node/node/datasets/whole_dataset.h"
#include "compute_node/node/programs/planes/slice.h"
#include "model/geometry/byte_access.h"
#include "tests/catch.h"
#include "tests/compute_node/node/programs/next_frame.h"
#include "tests/compute_node/sampled_field.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Frames of the programs `slice` and `glyphs`, decoded.
namespace farfield::node::cuts {

/// A program's frame.
struct Cut {
    model::SlicePreamble preamble;
    std::vector<float> values;

    [[nodiscard]] float at(std::uint32_t column, std::uint32_t row, std::uint32_t component = 0) const
    {
        return values[(row * preamble.width + column) * preamble.components + component];
    }
    [[nodiscard]] glm::dvec3 place(std::uint32_t column, std::uint32_t row) const
    {
        return model::vec_of(preamble.origin) +
               (column + 0.5) / preamble.width * model::vec_of(preamble.edge_u) +
               (row + 0.5) / preamble.height * model::vec_of(preamble.edge_v);
    }
};

inline net::ProgramStart start_of(const net::Json& params, std::uint64_t slot_bytes = 4 << 20)
{
    net::ProgramStart start;
    start.slot_bytes = slot_bytes;
    start.params = params;
    return start;
}

/// Nothing when the program is idle.
inline std::optional<Cut> next_cut(net::Program& program)
{
    std::vector<std::byte> buffer(4 << 20);
    const auto frame = next_frame(program, buffer);
    if (!frame) return std::nullopt;
    CHECK(frame->type == net::MessageType::Slice);
    const auto preamble = model::decode_slice_preamble(frame->payload);
    REQUIRE(preamble);
    Cut cut{*preamble, {}};
    for (std::size_t at = model::slice_preamble_bytes; at < frame->payload.size(); at += sizeof(float))
        cut.values.push_back(model::load_big<float>(frame->payload.data() + at));
    return cut;
}

inline std::shared_ptr<const compute::OpenDataset> opened_data(compute::GridData data)
{
    return std::make_shared<WholeDataset>(compute::TimeSeries{compute::Dataset{"test", std::move(data)}});
}

/// Parameters with one plane.
inline net::Json on(const net::Json& plane, net::Json params = net::Json::object())
{
    params["planes"] = net::Json::array({plane});
    return params;
}

/// Of the scalar "s".
inline net::Json of_scalar(net::Json params)
{
    params["scalar"] = "s";
    return params;
}

/// The first frame of a slice.
inline Cut cut(const std::shared_ptr<const compute::OpenDataset>& dataset, const net::Json& params,
               int threads = 1)
{
    SliceProgram program{dataset, start_of(params), threads};
    return *next_cut(program);
}

}  // namespace farfield::node::cuts
