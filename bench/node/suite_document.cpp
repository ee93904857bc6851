#include "bench/node/suite_document.h"

#include "compute_node/particles/particle_kernel.h"

namespace farfield::node {

nlohmann::json suite_document(const model::Suite& suite)
{
    return model::suite_json(suite, {{"simd", compute::kernel_target()}});
}

}  // namespace farfield::node
