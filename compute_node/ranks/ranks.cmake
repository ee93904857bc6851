# Included by compute_node/CMakeLists.txt: paths begin there.

# The processes that mpirun starts together. Nothing else knows MPI.
add_library(farfield_ranks STATIC ranks/launcher.cpp ranks/rank_tasks.cpp)
farfield_compile_in_unity(farfield_ranks)
add_library(farfield::ranks ALIAS farfield_ranks)
target_link_libraries(farfield_ranks PUBLIC farfield::compute farfield::terrain PRIVATE farfield_build_flags fmt::fmt)
if(FARFIELD_WITH_MPI AND MPI_C_FOUND)
    target_sources(farfield_ranks PRIVATE
        ranks/worker_rank.cpp
        ranks/root_rank.cpp
        ranks/mpi_world.cpp
        ranks/communicator.cpp
        ranks/remote_particles.cpp
        ranks/shared_terrains.cpp
        ranks/tracing_worker.cpp)
    # No C++ bindings, which MPI has dropped.
    target_compile_definitions(farfield_ranks PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
    target_link_libraries(farfield_ranks PRIVATE MPI::MPI_C OpenMP::OpenMP_CXX Threads::Threads)
else()
    message(STATUS "farfield: without MPI; a node is one process")
    target_sources(farfield_ranks PRIVATE ranks/without_mpi.cpp)
endif()

# Fields in blocks, one a rank. Knows messages, but not MPI.
set(block_kernels
    ranks/blocks/kernels/block_samples.cpp
    ranks/blocks/kernels/deferred_kernel.cpp
    ranks/blocks/kernels/resident_lines.cpp)
add_library(farfield_blocks STATIC
    ${block_kernels}
    ranks/blocks/block_field.cpp
    ranks/blocks/block_lines.cpp
    ranks/blocks/block_opener.cpp
    ranks/blocks/block_root.cpp
    ranks/blocks/block_worker.cpp
    ranks/blocks/coarse_lattice.cpp
    ranks/blocks/dataset_block.cpp
    ranks/blocks/lattice_blocks.cpp
    ranks/blocks/lattice_source.cpp
    ranks/blocks/split_lines.cpp)
farfield_compile_in_unity(farfield_blocks ${block_kernels})
add_library(farfield::blocks ALIAS farfield_blocks)
target_compile_options(farfield_blocks PRIVATE ${FARFIELD_OLDEST_PROCESSOR})
if(FARFIELD_FEW_TARGETS)
    target_compile_definitions(farfield_blocks PRIVATE FARFIELD_FEW_TARGETS)
endif()
if(FARFIELD_SANITIZE)
    # As of the kernels above.
    set_source_files_properties(${block_kernels} PROPERTIES COMPILE_OPTIONS "-fno-sanitize=undefined")
endif()
target_link_libraries(farfield_blocks
    PUBLIC farfield::compute farfield::ranks
    PRIVATE farfield_build_flags fmt::fmt OpenMP::OpenMP_CXX PkgConfig::HWY)

# First arrivals of surveys, traced by ranks. Knows messages, but not MPI.
add_library(farfield_tomography_ranks STATIC
    ranks/tomography/arrival_root.cpp
    ranks/tomography/arrival_worker.cpp)
farfield_compile_in_unity(farfield_tomography_ranks)
add_library(farfield::tomography_ranks ALIAS farfield_tomography_ranks)
target_link_libraries(farfield_tomography_ranks
    PUBLIC farfield::ranks farfield::tomography
    PRIVATE farfield_build_flags fmt::fmt OpenMP::OpenMP_CXX)
