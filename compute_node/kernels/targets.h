// Which instruction sets the kernels are compiled for; to be included before anything of Highway.
#pragma once

// Sizeless vectors (SVE, RVV) cannot be members of a struct, which the samplers return; their machines have
// NEON or run the scalar target. SSSE3 alone is no longer found without SSE4.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3)
