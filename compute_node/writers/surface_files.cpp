#include "compute_node/support/atomic_text.h"
#include "compute_node/support/formats/known_formats.h"
#include "compute_node/writers/surface_writer.h"
#include "model/geometry/byte_access.h"

#include <fmt/format.h>
#include <glm/common.hpp>
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
    template <class T>
    void add(const glm::vec<3, T>& place)
    {
        for (int axis = 0; axis < 3; ++axis) add(place[axis]);
    }
    [[nodiscard]] std::string_view all() const { return text_; }

private:
    std::endian order_;
    std::string text_;
};

glm::dvec3 placed_at(const glm::vec4& vertex, glm::dvec3 origin)
{
    return origin + glm::dvec3{vertex};
}

void write_ply(AtomicText& file, const SurfaceMesh& mesh, glm::dvec3 origin)
{
    file.add(fmt::format("ply\nformat binary_big_endian 1.0\nelement vertex {}\n", mesh.vertices.size()));
    const bool is_far = origin != glm::dvec3{0.0};
    for (const char* name : {"x", "y", "z"})
        file.add(fmt::format("property {} {}\n", is_far ? "double" : "float", name));
    for (const char* name : {"nx", "ny", "nz", "s"}) file.add(fmt::format("property float {}\n", name));
    file.add(fmt::format("element face {}\nproperty list uchar uint vertex_indices\nend_header\n",
                         mesh.triangles.size()));
    Bytes bytes{std::endian::big};
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const glm::dvec3 place = placed_at(mesh.vertices[v], origin);
        if (is_far)
            bytes.add(place);
        else
            bytes.add(glm::vec3{place});
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
    const glm::dvec3 left_out = stl_origin(origin);
    std::string header = "farfield surface";
    if (left_out != glm::dvec3{0.0})
        header += fmt::format(", add {:.0f} {:.0f} {:.0f}", left_out.x, left_out.y, left_out.z);
    header.resize(stl_header_bytes, ' ');
    file.add(header);
    Bytes bytes{std::endian::little};
    bytes.add(static_cast<std::uint32_t>(mesh.triangles.size()));
    for (const auto& triangle : mesh.triangles) {
        const auto at = [&](std::size_t corner) {
            return glm::vec3{placed_at(mesh.vertices[triangle[corner]], origin - left_out)};
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

glm::dvec3 stl_origin(glm::dvec3 origin)
{
    return glm::round(origin);
}

void write_surface(const std::filesystem::path& file, const SurfaceMesh& mesh, const std::string& scalar_name,
                   glm::dvec3 origin)
{
    if (ending_of(file) == ".vtp") return write_surface_vtp(file, mesh, scalar_name, origin);
    AtomicText text{file};
    if (ending_of(file) == ".ply")
        write_ply(text, mesh, origin);
    else
        write_stl(text, mesh, origin);
    text.finish();
}

}  // namespace farfield::compute
