#include "compute_node/commands/slice_cut.h"

#include "compute_node/commands/options/series_option.h"
#include "compute_node/datasets/series_field.h"
#include "compute_node/node/data/program_scalars.h"
#include "compute_node/node/datasets/whole_dataset.h"
#include "compute_node/node/programs/planes/slice.h"
#include "model/geometry/byte_access.h"
#include "model/geometry/point.h"
#include "model/programs/program_answer.h"

#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

namespace farfield::node {

namespace {

/// Memory for a frame, aligned as the buffers of a stream are.
class FrameBuffer {
public:
    explicit FrameBuffer(std::size_t bytes)
        : bytes_{bytes}, memory_{static_cast<std::byte*>(::operator new(bytes, alignment))}
    {}
    [[nodiscard]] std::span<std::byte> span() const { return {memory_.get(), bytes_}; }

private:
    static constexpr std::align_val_t alignment{64};
    struct Free {
        void operator()(std::byte* memory) const { ::operator delete(memory, alignment); }
    };
    std::size_t bytes_;
    std::unique_ptr<std::byte, Free> memory_;
};

compute::SliceValues values_in(std::span<const std::byte> payload, std::string scalar)
{
    const auto preamble = model::decode_slice_preamble(payload);
    if (!preamble) throw std::logic_error("the slice that was made is none");
    compute::SliceValues slice{.scalar = std::move(scalar),
                               .width = preamble->width,
                               .height = preamble->height,
                               .origin = model::vec_of(preamble->origin),
                               .edge_u = model::vec_of(preamble->edge_u),
                               .edge_v = model::vec_of(preamble->edge_v),
                               .values = {}};
    slice.values.reserve(std::size_t{slice.width} * slice.height);
    for (std::size_t at = model::slice_preamble_bytes; at < payload.size(); at += sizeof(float))
        slice.values.push_back(model::load_big<float>(payload.data() + at));
    return slice;
}

}  // namespace

compute::SliceValues cut_slice(compute::TimeSeries series, const model::SliceParams& params, int threads,
                               const std::stop_token& cancel)
{
    net::ProgramStart start;
    start.slot_bytes = model::slice_payload_bytes(model::max_slice_pixels);
    start.params = model::write(params);
    const auto dataset = std::make_shared<const WholeDataset>(std::move(series));
    SliceProgram program{dataset, start, threads};
    const std::stop_callback interrupt{cancel, [&program] { program.interrupt(); }};
    const auto answer = program.answer();
    const FrameBuffer buffer{answer.frame_bytes};
    const std::span<std::byte> slots = buffer.span();
    net::Made made;
    const net::Making making = program.make({&slots, 1}, {&made, 1});
    if (cancel.stop_requested() || !std::holds_alternative<net::Frames>(making))
        throw std::runtime_error("interrupted; nothing was written");
    const compute::FieldSource cut = dataset->chosen(scalar_alone(params.scalar), nullptr);
    note_left_out(compute::remark_on_left_out(*dataset->series(), *cut.field));
    return values_in(made.payload, model::read_answer<model::ProgramAnswer>(answer.members).scalar.name);
}

}  // namespace farfield::node
