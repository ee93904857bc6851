#pragma once

#include "compute_node/ranks/ranks.h"
#include "compute_node/tomography/arrivals/arrival_helpers.h"
#include "model/figures/figure.h"

#include <string>
#include <vector>

namespace farfield::node {

/// encode.big and encode.native: million particle-steps a second of the same kernel with either byte order,
/// one step a frame; encode.big_over_native: time over time, run by run.
[[nodiscard]] model::Suite bench_encode();

/// trace.FIELD.GRID.SEEDS.threadsN: million particle-steps a second of 200 steps of 0.01, for one thread, two
/// and all: cell (uniform), adaptive (Dormand-Prince over the same time), unsteady, curvilinear, unstructured
/// (tetrahedra) and hexahedra. .frames: each step a frame of the program particles, written big-endian.
/// .error: the largest distance from a binary64 reference on the same nodes. trace.memory: the most memory
/// held. only: names of figures to measure begin with it; empty: all are measured.
[[nodiscard]] model::Suite bench_trace(const std::string& only = {});

/// ray.raster, ray.blocked and ray.vector, each .threadsN: seconds of the ray-trace benchmark of 1997, for
/// one thread and all; ray.vector_over_raster.threadsN: how many times as fast, run by run;
/// ray.thesis.frames_predicted: those that the thesis's rule derives from ray.raster on all threads;
/// ray.thesis.frames_measured: small_view_rates(). The notes hold the thesis's table. Source: Decato, Naval
/// Postgraduate School 1997, appendix C. Throws std::runtime_error when the rays take another number of steps
/// than 50 million.
[[nodiscard]] model::Suite bench_ray();

/// Measures the opening of datasets that another process reads over that of those read in this one.
[[nodiscard]] model::Suite bench_open();
/// open.file: milliseconds to read a dataset's times and first step in this process, once, with nothing read
/// before; open.file.cpu: processor time of all threads, which other load does not change. Throws
/// std::runtime_error as the reader does.
[[nodiscard]] model::Suite bench_open_file(const std::string& dataset);

/// terrain.build.POSTS: seconds to make a tree of heights in memory, on all threads;
/// terrain.bytes_per_post.POSTS; terrain.view.POSTS.WIDTHxHEIGHT.CAMERA.threadsN: million rays a second of
/// exact views, for one thread and all, and .detail1.threadsN with a pixel's detail; terrain.frames...: the
/// same as pictures a second, for views that a moving viewer shows.
/// only: as for bench_trace(); 8192 posts are measured only when it names them.
[[nodiscard]] model::Suite bench_terrain(const std::string& only = {});

/// tomography.eikonal.128.sources16.threadsN: seconds a source in v = 2000 + 2 z over 1 km, and .error, the
/// root mean square of the errors (s); tomography.rays.128: rays a second on one thread;
/// tomography.inversion.mine.threadsN and tomography.34x576.threadsN: seconds of whole inversions.
/// only: as for bench_trace().
[[nodiscard]] model::Suite bench_tomography(const std::string& only = {});

/// Exact pictures a second of 256 x 256 pixels, camera low over 1024 x 1024 posts, on all threads; one sample
/// for each run.
[[nodiscard]] std::vector<double> small_view_rates();

/// volume.surface.GRID.NODES.threadsN: milliseconds from a field's bricks to the last byte of the payload of
/// the surface |v| = 0.8 of the flow `cell`, with normals, for one thread and all; .triangles: their number;
/// volume.slice.oblique and .axis.NODES.512x512.threadsN: the same of a slice, from the call to the last
/// byte; volume.boundary.outer.tets.64: milliseconds to find the outside of a mesh; volume.answer...:
/// bench_answers(). only: as for bench_trace().
[[nodiscard]] model::Suite bench_volume(const std::string& only = {});
/// Adds the figures of slices. only: as for bench_trace().
void bench_slices(model::Suite& suite, const std::string& only);
/// Adds figures of a client over loopback of a node in this process, on all threads: volume.answer.256,
/// milliseconds from a moved isovalue to the last byte of the surface, and .coarse, of its first, coarse
/// answer; volume.answer.slice.512: answers a second of a plane that is dragged. only: as for bench_trace().
void bench_answers(model::Suite& suite, const std::string& only);

/// For ranks started by mpirun: trace.FIELD.GRID.SEEDS.ranksN, the same lines by one rank and by all N, of
/// one thread each, and ranksN_over_ranks1, how many times as fast.
[[nodiscard]] model::Suite bench_trace_ranks(compute::Ranks& ranks);

/// For ranks started by mpirun: tomography.inversion.mine and tomography.34x576, each .ranks1 and .ranksN,
/// seconds by rank 0 and by all `ranks`, of one thread each, and .ranksN_over_ranks1, how many times as fast.
/// only: as for bench_trace().
[[nodiscard]] model::Suite bench_tomography_ranks(tomography::ArrivalHelpers& helpers, int ranks,
                                                  const std::string& only = {});

}  // namespace farfield::node
