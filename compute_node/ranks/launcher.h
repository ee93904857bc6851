#pragma once

namespace farfield::compute {

/// Processes that mpirun (or another launcher of MPI programs) started with this one, itself included; 1
/// without a launcher. By the environment, so that a program without ranks never begins MPI.
[[nodiscard]] int launched_size();
/// Which of them this one is, from 0.
[[nodiscard]] int launched_rank();

}  // namespace farfield::compute
