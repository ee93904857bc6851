#pragma once

#include "compute_node/readers/openfoam/foam_lists.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// A group of faces on the mesh's outside: "inlet" of type "patch", "hull" of type "wall".
struct FoamPatch {
    std::string name, type;
    std::uint32_t first_face = 0, faces = 0;
};

/// The contents of a folder polyMesh. Every face has an owner, from which it points away; faces inside the
/// mesh have a neighbour too.
struct FoamMesh {
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    FoamFaces faces;
    std::vector<std::uint32_t> owner;      ///< [faces], indices of cells
    std::vector<std::uint32_t> neighbour;  ///< [faces], or none
    std::size_t cells = 0;
    std::vector<FoamPatch> patches;
};

struct FoamPoints {
    std::vector<glm::dvec3> places;
    bool binary32 = false;  ///< true: the file holds binary32
};

/// Reads "points" of a mesh. block: index, in a file with several processors' blocks. Throws
/// std::runtime_error: one line with the file, the expected and the found; where there are more than
/// max_nodes points, before it reads them.
[[nodiscard]] FoamPoints read_foam_points(const std::filesystem::path& file, std::size_t block,
                                          std::uint64_t max_nodes);

/// Reads "faces", "owner", "neighbour" and "boundary" of a folder. block: as above. points: number of the
/// mesh's points. Throws as above; all numbers in the mesh are valid indices of points and cells.
[[nodiscard]] FoamMesh read_foam_mesh(const std::filesystem::path& folder, std::size_t block,
                                      std::size_t points);

/// Number of cells of a mesh by its files "owner" and "neighbour". Throws as read_foam_points().
[[nodiscard]] std::size_t count_foam_cells(const std::filesystem::path& owner,
                                           const std::filesystem::path& neighbour, std::size_t block);

}  // namespace farfield::compute
