#pragma once

/// Instruction sets that vector code is compiled for. Include it before any header of Highway.

// Sizeless vectors (SVE, RVV) cannot be members of a struct, which the samplers return; their machines have
// NEON. x86-64 processors have SSE4 at least. AVX3_DL adds to AVX3 only what neither floats nor indices need.
#define FARFIELD_NEVER (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3 | HWY_AVX3_DL)

// Under a sanitizer each target takes minutes to compile: one of each vector width stands for the rest.
#if defined(FARFIELD_FEW_TARGETS) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HWY_DISABLED_TARGETS (FARFIELD_NEVER | HWY_AVX3)
#else
#define HWY_DISABLED_TARGETS FARFIELD_NEVER
#endif
