#pragma once

#include "compute_node/support/atomic_text.h"
#include "compute_node/tomography/lattices/lattice.h"
#include "compute_node/tomography/rays/ray.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace farfield::tomography {

/// An array of a file; binary32 in the file.
struct NamedArray {
    std::string name;
    std::vector<double> values;
};

/// Writes arrays over the nodes of a lattice as VTK XML image data (.vti). arrays: each [nodes].
/// Throws std::runtime_error with the file's name when it cannot be written.
void write_image(const std::filesystem::path& file, const Lattice& lattice,
                 std::span<const NamedArray> arrays);
/// The same into a file that takes its name later.
void add_image(AtomicText& out, const Lattice& lattice, std::span<const NamedArray> arrays);

/// Writes rays as polylines of VTK XML poly data (.vtp). arrays: each [rays]; lost rays have no line, and
/// their values are left out. Throws as above.
void write_rays(const std::filesystem::path& file, std::span<const Ray* const> rays,
                std::span<const NamedArray> arrays);
/// The same into a file that takes its name later.
void add_rays(AtomicText& out, std::span<const Ray* const> rays, std::span<const NamedArray> arrays);

}  // namespace farfield::tomography
