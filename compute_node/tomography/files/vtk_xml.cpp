#include "compute_node/tomography/files/vtk_xml.h"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace farfield::tomography {

namespace {

constexpr std::string_view byte_order =
    std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";

/// The raw data after the XML, and the elements that point into it.
class AppendedData {
public:
    /// type: as VTK names it.
    template <class Number>
    std::string add(std::string_view type, std::string_view name, int components,
                    const std::vector<Number>& values)
    {
        const std::size_t offset = bytes_.size();
        const std::uint64_t size = values.size() * sizeof(Number);
        append(&size, sizeof size);
        append(values.data(), size);
        return fmt::format("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
                           "offset=\"{}\"/>\n",
                           type, name, components, offset);
    }
    std::string add(const NamedArray& array)
    {
        return add("Float32", array.name, 1, std::vector<float>(array.values.begin(), array.values.end()));
    }

    /// type: of the data set; body: its elements.
    void write(AtomicText& out, std::string_view type, const std::string& body) const
    {
        out.add(fmt::format("<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"{}\" "
                            "header_type=\"UInt64\">\n{}<AppendedData encoding=\"raw\">\n_",
                            type, byte_order, body));
        out.add(bytes_);
        out.add("\n</AppendedData>\n</VTKFile>\n");
    }

private:
    void append(const void* data, std::size_t size)
    {
        if (size > 0) bytes_.append(static_cast<const char*>(data), size);
    }

    std::string bytes_;
};

}  // namespace

void add_image(AtomicText& out, const Lattice& lattice, std::span<const NamedArray> arrays)
{
    AppendedData data;
    const glm::ivec3 last = lattice.nodes - 1;
    const std::string extent = fmt::format("0 {} 0 {} 0 {}", last.x, last.y, last.z);
    std::string body = fmt::format(
        "<ImageData WholeExtent=\"{0}\" Origin=\"{1} {2} {3}\" Spacing=\"{4} {4} {4}\">\n<Piece "
        "Extent=\"{0}\">\n<PointData Scalars=\"{5}\">\n",
        extent, lattice.origin.x, lattice.origin.y, lattice.origin.z, lattice.spacing, arrays.front().name);
    for (const NamedArray& array : arrays) body += data.add(array);
    data.write(out, "ImageData", body + "</PointData>\n</Piece>\n</ImageData>\n");
}

void write_image(const std::filesystem::path& file, const Lattice& lattice,
                 std::span<const NamedArray> arrays)
{
    AtomicText out{file};
    add_image(out, lattice, arrays);
    out.finish();
}

void add_rays(AtomicText& out, std::span<const Ray* const> rays, std::span<const NamedArray> arrays)
{
    std::vector<double> points;
    std::vector<std::int64_t> connectivity, offsets;
    std::vector<NamedArray> kept(arrays.begin(), arrays.end());
    for (NamedArray& array : kept) array.values.clear();
    for (std::size_t n = 0; n < rays.size(); ++n) {
        if (rays[n]->points.empty()) continue;
        for (const glm::dvec3 at : rays[n]->points) {
            connectivity.push_back(static_cast<std::int64_t>(connectivity.size()));
            points.insert(points.end(), {at.x, at.y, at.z});
        }
        offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
        for (std::size_t a = 0; a < kept.size(); ++a) kept[a].values.push_back(arrays[a].values[n]);
    }
    AppendedData data;
    std::string body =
        fmt::format("<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"{}\" "
                    "NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n<CellData>\n",
                    connectivity.size(), offsets.size());
    for (const NamedArray& array : kept) body += data.add(array);
    body += "</CellData>\n<Points>\n" + data.add("Float64", "Points", 3, points) + "</Points>\n<Lines>\n";
    body += data.add("Int64", "connectivity", 1, connectivity) + data.add("Int64", "offsets", 1, offsets);
    data.write(out, "PolyData", body + "</Lines>\n</Piece>\n</PolyData>\n");
}

void write_rays(const std::filesystem::path& file, std::span<const Ray* const> rays,
                std::span<const NamedArray> arrays)
{
    AtomicText out{file};
    add_rays(out, rays, arrays);
    out.finish();
}

}  // namespace farfield::tomography
