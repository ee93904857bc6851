#include "compute_node/support/atomic_text.h"
#include "compute_node/support/known_formats.h"
#include "compute_node/writers/surface_writer.h"
#include "model/geometry/byte_access.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string_view>

namespace farfield::compute {

namespace {

constexpr std::size_t stl_header_bytes = 80;

/// Numbers one after another, in one byte order.
class Bytes {
public:
    explicit Bytes(std::endian order) : order_{order} {}

    template <class T>
    void add(T number)
    {
        std::array<std::byte, sizeof(T)> bytes{};
        model::store_big(bytes.data(), number);
        if (order_ == std::endian::little) std::reverse(bytes.begin(), bytes.end());
        text_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    void add(glm::vec3 place)
    {
        for (int axis = 0; axis < 3; ++axis) add(place[axis]);
    }
    [[nodiscard]] std::string_view all() const { return text_; }

private:
    std::endian order_;
    std::string text_;
};

/// In binary32, as both formats have them.
glm::vec3 placed_at(const glm::vec4& vertex, glm::dvec3 origin)
{
    return glm::vec3{origin + glm::dvec3{vertex}};
}

void write_ply(AtomicText& file, const SurfaceMesh& mesh, glm::dvec3 origin)
{
    file.add(fmt::format("ply\nformat binary_big_endian 1.0\nelement vertex {}\n", mesh.vertices.size()));
    for (const char* name : {"x", "y", "z", "nx", "ny", "nz", "s"})
        file.add(fmt::format("property float {}\n", name));
    file.add(fmt::format("element face {}\nproperty list uchar uint vertex_indices\nend_header\n",
                         mesh.triangles.size()));
    Bytes bytes{std::endian::big};
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        bytes.add(placed_at(mesh.vertices[v], origin));
        bytes.add(mesh.normals[v]);
        bytes.add(mesh.vertices[v].w);
    }
    for (const auto& triangle : mesh.triangles) {
        bytes.add(std::uint8_t{3});
        for (const std::uint32_t corner : triangle) bytes.add(corner);
    }
    file.add(bytes.all());
}

void write_stl(AtomicText& file, const SurfaceMesh& mesh, glm::dvec3 origin)
{
    std::string header = "farfield surface";
    header.resize(stl_header_bytes, ' ');
    file.add(header);
    Bytes bytes{std::endian::little};
    bytes.add(static_cast<std::uint32_t>(mesh.triangles.size()));
    for (const auto& triangle : mesh.triangles) {
        const auto at = [&](std::size_t corner) {
            return placed_at(mesh.vertices[triangle[corner]], origin);
        };
        const glm::vec3 across = glm::cross(at(1) - at(0), at(2) - at(0));
        const float length = glm::length(across);
        bytes.add(length > 0.0F ? across / length : across);
        for (std::size_t corner = 0; corner < 3; ++corner) bytes.add(at(corner));
        bytes.add(std::uint16_t{0});
    }
    file.add(bytes.all());
}

}  // namespace

void check_surface_name(const std::filesystem::path& file)
{
    const std::string ending = ending_of(file);
    if (ending != ".vtp" && ending != ".ply" && ending != ".stl")
        throw std::runtime_error(
            fmt::format("--out: expected a file named .vtp, .ply or .stl, found '{}'", file.string()));
}

void write_surface(const std::filesystem::path& file, const SurfaceMesh& mesh, const std::string& scalar_name,
                   glm::dvec3 origin)
{
    check_surface_name(file);
    if (ending_of(file) == ".vtp") return write_surface_vtp(file, mesh, scalar_name, origin);
    AtomicText text{file};
    if (ending_of(file) == ".ply")
        write_ply(text, mesh, origin);
    else
        write_stl(text, mesh, origin);
    text.finish();
}

}  // namespace farfield::compute
