#pragma once

#include "model/figures/figure.h"

namespace farfield::node {

/// Makes suite_json() with "simd" beside the machine: the instruction set that kernels run with.
[[nodiscard]] nlohmann::json suite_document(const model::Suite& suite);

}  // namespace farfield::node
