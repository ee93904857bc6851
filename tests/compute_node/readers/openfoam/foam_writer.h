#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace farfield::compute::testing {

/// How the files of a case are written.
struct FoamStyle {
    bool binary = false;
    int label_bytes = 4, scalar_bytes = 8;
    bool says_sizes = true;
    bool big_endian = false;
};

/// Writes cases of OpenFOAM after its own description of its files: boxes of cells of one unit, and meshes of
/// faces that are listed.
class FoamWriter {
public:
    using Place = std::array<double, 3>;
    using Faces = std::vector<std::vector<int>>;
    using Value = std::function<std::vector<double>(Place)>;

    explicit FoamWriter(FoamStyle style = {}) : style_{style} {}

    /// Points, faces, owner, neighbour and boundary of a box of cells from x = first to last, `side` cells
    /// wide along y and z; the whole outside is the patch "walls".
    void write_box(const std::filesystem::path& folder, int first, int last, int side) const
    {
        const int nx = last - first, points_x = nx + 1, points_y = side + 1;
        std::vector<Place> points;
        for (int z = 0; z <= side; ++z)
            for (int y = 0; y <= side; ++y)
                for (int x = 0; x <= nx; ++x) points.push_back({double(first + x), double(y), double(z)});
        const auto point = [&](int x, int y, int z) { return x + points_x * (y + points_y * z); };
        const auto cell = [&](int x, int y, int z) { return x + nx * (y + side * z); };
        Faces inner, outer;
        std::vector<int> inner_owner, outer_owner, neighbours;
        // A face points from a to b; -1 is the outside.
        const auto add = [&](int a, int b, std::vector<int> face) {
            if (a < 0 || b < 0) {
                outer.push_back(b < 0 ? face : std::vector<int>{face.rbegin(), face.rend()});
                outer_owner.push_back(b < 0 ? a : b);
                return;
            }
            inner.push_back(face);
            inner_owner.push_back(a);
            neighbours.push_back(b);
        };
        for (int z = 0; z <= side; ++z)
            for (int y = 0; y <= side; ++y)
                for (int x = 0; x <= nx; ++x) {
                    if (y < side && z < side)
                        add(x > 0 ? cell(x - 1, y, z) : -1, x < nx ? cell(x, y, z) : -1,
                            {point(x, y, z), point(x, y + 1, z), point(x, y + 1, z + 1), point(x, y, z + 1)});
                    if (x < nx && z < side)
                        add(y > 0 ? cell(x, y - 1, z) : -1, y < side ? cell(x, y, z) : -1,
                            {point(x, y, z), point(x, y, z + 1), point(x + 1, y, z + 1), point(x + 1, y, z)});
                    if (x < nx && y < side)
                        add(z > 0 ? cell(x, y, z - 1) : -1, z < side ? cell(x, y, z) : -1,
                            {point(x, y, z), point(x + 1, y, z), point(x + 1, y + 1, z), point(x, y + 1, z)});
                }
        const std::size_t first_outer = inner.size();
        inner.insert(inner.end(), outer.begin(), outer.end());
        inner_owner.insert(inner_owner.end(), outer_owner.begin(), outer_owner.end());
        write_mesh(folder, points, inner, inner_owner, neighbours);
        write(folder / "boundary", header("polyBoundaryMesh", false) +
                                       "1\n(\nwalls\n{\n type wall;\n nFaces " +
                                       std::to_string(outer.size()) + ";\n startFace " +
                                       std::to_string(first_outer) + ";\n}\n)\n");
    }

    void write_mesh(const std::filesystem::path& folder, const std::vector<Place>& points, const Faces& faces,
                    const std::vector<int>& owner, const std::vector<int>& neighbour) const
    {
        std::vector<double> numbers;
        for (const Place& p : points) numbers.insert(numbers.end(), p.begin(), p.end());
        write(folder / "points", header("vectorField", style_.binary) + list(numbers, 3));
        write(folder / "owner", header("labelList", style_.binary) + labels(owner));
        write(folder / "neighbour", header("labelList", style_.binary) + labels(neighbour));
        if (style_.binary) {
            std::vector<int> ends{0}, corners;
            for (const auto& face : faces) {
                corners.insert(corners.end(), face.begin(), face.end());
                ends.push_back(static_cast<int>(corners.size()));
            }
            write(folder / "faces", header("faceCompactList", true) + labels(ends) + labels(corners));
            return;
        }
        std::string text = header("faceList", false) + std::to_string(faces.size()) + "\n(\n";
        for (const auto& face : faces) {
            text += std::to_string(face.size()) + "(";
            for (const int corner : face) text += std::to_string(corner) + " ";
            text += ")\n";
        }
        write(folder / "faces", text + ")\n");
    }

    /// A field in the cells of such a box, by its value at their middles: of three numbers, or of one.
    void write_field(const std::filesystem::path& file, int first, int last, int side,
                     const Value& value) const
    {
        std::vector<double> values;
        for (int z = 0; z < side; ++z)
            for (int y = 0; y < side; ++y)
                for (int x = first; x < last; ++x)
                    for (const double number : value({x + 0.5, y + 0.5, z + 0.5})) values.push_back(number);
        const std::size_t width = value({0, 0, 0}).size();
        const std::string kind = width == 3 ? "volVectorField" : "volScalarField";
        write(file, header(kind, style_.binary) +
                        "dimensions [0 1 -1 0 0 0 0];\n\ninternalField nonuniform List<" +
                        (width == 3 ? "vector" : "scalar") + "> \n" + list(values, width) +
                        ";\n\nboundaryField\n{\n walls\n {\n  type noSlip;\n }\n}\n");
    }

    /// What is written in a field's place: "uniform (1 0 0)".
    void write_entry(const std::filesystem::path& file, const std::string& before,
                     const std::string& entry) const
    {
        write(file, header("volVectorField", false) + before +
                        "\ndimensions [0 1 -1 0 0 0 0];\ninternalField " + entry + ";\n");
    }

    [[nodiscard]] std::string header(const std::string& kind, bool binary) const
    {
        std::string text = "/*---*- C++ -*---*\\\n\\*---*/\nFoamFile\n{\n version 2.0;\n";
        text += std::string{" format "} + (binary ? "binary" : "ascii") + ";\n class " + kind + ";\n";
        if (binary && style_.says_sizes)
            text += std::string{" arch \""} + (style_.big_endian ? "MSB" : "LSB") +
                    ";label=" + std::to_string(8 * style_.label_bytes) +
                    ";scalar=" + std::to_string(8 * style_.scalar_bytes) + "\";\n";
        return text + "}\n// * * //\n\n";
    }

    static void write(const std::filesystem::path& file, const std::string& text)
    {
        std::filesystem::create_directories(file.parent_path());
        std::ofstream{file, std::ios::binary} << text;
    }

    /// Joins the files of the same name in folders of processors into those of one folder, as OpenFOAM's
    /// collated file handler writes them: of all blocks but the first without a header. The folders are
    /// removed.
    void collate(const std::vector<std::filesystem::path>& parts, const std::filesystem::path& into) const
    {
        namespace fs = std::filesystem;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator{parts.front()}) {
            if (!entry.is_regular_file()) continue;
            const fs::path name = fs::relative(entry.path(), parts.front());
            std::string text = header("decomposedBlockData", true);
            for (std::size_t n = 0; n < parts.size(); ++n) {
                std::ifstream in{parts[n] / name, std::ios::binary};
                std::string block{std::istreambuf_iterator<char>{in}, {}};
                if (n > 0) block.erase(0, block.find("}\n") + 2);
                text += "\n// Processor" + std::to_string(n) + "\n\n" + std::to_string(block.size()) + "\n(" +
                        block + ")\n";
            }
            write(into / name, text);
        }
        for (const fs::path& part : parts) fs::remove_all(part);
    }

private:
    template <class Number, class From>
    void append(std::string& bytes, From value) const
    {
        const auto number = static_cast<Number>(value);
        std::string raw(reinterpret_cast<const char*>(&number), sizeof(number));
        if (style_.big_endian) std::reverse(raw.begin(), raw.end());
        bytes += raw;
    }
    [[nodiscard]] std::string labels(const std::vector<int>& values) const
    {
        std::string text = std::to_string(values.size()) + "\n(";
        for (const int value : values) {
            if (!style_.binary)
                text += std::to_string(value) + "\n";
            else if (style_.label_bytes == 8)
                append<std::int64_t>(text, value);
            else
                append<std::int32_t>(text, value);
        }
        return text + ")\n";
    }
    [[nodiscard]] std::string list(const std::vector<double>& values, std::size_t width) const
    {
        const std::size_t count = values.size() / width;
        std::string text = std::to_string(count) + "\n(";
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (style_.binary) {
                if (style_.scalar_bytes == 8)
                    append<double>(text, values[i]);
                else
                    append<float>(text, values[i]);
                continue;
            }
            if (width > 1 && i % width == 0) text += "(";
            text += std::to_string(values[i]) + (width > 1 && i % width == width - 1 ? ")\n" : " ");
        }
        return text + ")\n";
    }

    FoamStyle style_;
};

}  // namespace farfield::compute::testing
