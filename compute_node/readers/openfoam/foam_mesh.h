#pragma once

#include "compute_node/readers/openfoam/foam_lists.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

/// Faces on the mesh's outside: "inlet" of type "patch", "hull" of type "wall".
struct FoamPatch {
    std::string name, type;
    std::uint32_t first_face = 0, faces = 0;
};

/// What a folder polyMesh holds. Every face has an owner, from which it points away; those inside the mesh
/// have a neighbour too.
struct FoamMesh {
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    FoamFaces faces;
    std::vector<std::uint32_t> owner;      ///< [faces], numbers of cells
    std::vector<std::uint32_t> neighbour;  ///< [faces], or none
    std::size_t cells = 0;
    std::vector<FoamPatch> patches;
};

struct FoamPoints {
    std::vector<glm::dvec3> places;
    bool binary32 = false;  ///< so they are in the file
};

/// Reads "points" of a mesh. block: of a file that holds those of several processors. Throws
/// std::runtime_error: one line that names the file, the expected and the found; where there are more than
/// max_nodes, before it reads them.
[[nodiscard]] FoamPoints read_foam_points(const std::filesystem::path& file, std::size_t block,
                                          std::uint64_t max_nodes);

/// Reads "faces", "owner", "neighbour" and "boundary" of a folder. block: as above. points: how many the mesh
/// has. Throws as above; all numbers in the mesh are those of points and cells.
[[nodiscard]] FoamMesh read_foam_mesh(const std::filesystem::path& folder, std::size_t block,
                                      std::size_t points);

/// Number of cells of a mesh by its files "owner" and "neighbour". Throws as above.
[[nodiscard]] std::size_t count_foam_cells(const std::filesystem::path& owner,
                                           const std::filesystem::path& neighbour, std::size_t block);

}  // namespace farfield::compute
