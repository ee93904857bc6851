#include "compute_node/ranks/blocks/remote_sampling.h"

#include "compute_node/ranks/orders.h"

namespace farfield::compute {

void RemoteSampling::ask(int block, const std::vector<glm::vec3>& positions, SampleKind kind, float time)
{
    postman_.send(block, message_of(Order::Sample, SampleOrder{id_, cut_, kind, time, threads_, positions}));
}

std::vector<PlaceSample> RemoteSampling::answer(int block)
{
    return content_of<SampledAnswer>(answers_->take(block)).samples;
}

}  // namespace farfield::compute
