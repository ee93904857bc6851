// Time that a dataset takes to open: read by a process of its own, as a serving node does, over read in this
// one.
#include "bench/node/suites.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/readers/process/reader_processes.h"
#include "compute_node/support/elapsed_time.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <malloc.h>

namespace farfield::node {

namespace {

namespace fs = std::filesystem;

class OwnFolder {
public:
    OwnFolder()
    {
        std::string name = (fs::temp_directory_path() / "farfield-bench-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make '" + name + "'");
        path_ = name;
    }
    ~OwnFolder()
    {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;
    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

/// A VTK legacy file, binary, which is big-endian.
class LegacyFile {
public:
    LegacyFile(const fs::path& file, const char* kind) : out_{file, std::ios::binary}
    {
        out_ << "# vtk DataFile Version 3.0\nbench\nBINARY\nDATASET " << kind << "\n";
    }
    void text(const std::string& line) { out_ << line << "\n"; }
    void numbers(std::vector<std::uint32_t> words)
    {
        for (std::uint32_t& word : words) word = __builtin_bswap32(word);
        out_.write(reinterpret_cast<const char*>(words.data()),
                   static_cast<std::streamsize>(words.size() * sizeof(std::uint32_t)));
        out_ << "\n";
    }

private:
    std::ofstream out_;
};

std::uint32_t word(float value)
{
    return std::bit_cast<std::uint32_t>(value);
}

/// Three floats for each node of an n x n x n lattice, x fastest.
std::vector<std::uint32_t> lattice_vectors(std::uint32_t n,
                                           const std::function<float(std::uint32_t)>& component)
{
    std::vector<std::uint32_t> words;
    words.reserve(std::size_t{3} * n * n * n);
    for (std::uint32_t k = 0; k < n; ++k)
        for (std::uint32_t j = 0; j < n; ++j)
            for (std::uint32_t i = 0; i < n; ++i)
                for (const std::uint32_t index : {i, j, k}) words.push_back(word(component(index)));
    return words;
}

void write_lattice(const fs::path& path, std::uint32_t n)
{
    LegacyFile file{path, "STRUCTURED_POINTS"};
    file.text(
        fmt::format("DIMENSIONS {} {} {}\nORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA {}\nVECTORS velocity float",
                    n, n, n, n * n * n));
    file.numbers(lattice_vectors(n, [](std::uint32_t i) { return 0.5F * static_cast<float>(i); }));
}

void write_hexahedra(const fs::path& path, std::uint32_t n)
{
    LegacyFile file{path, "UNSTRUCTURED_GRID"};
    file.text(fmt::format("POINTS {} float", n * n * n));
    file.numbers(lattice_vectors(n, [](std::uint32_t i) { return static_cast<float>(i); }));
    std::vector<std::uint32_t> cells;
    const std::uint32_t y = n, z = n * n;
    for (std::uint32_t k = 0; k + 1 < n; ++k)
        for (std::uint32_t j = 0; j + 1 < n; ++j)
            for (std::uint32_t i = 0; i + 1 < n; ++i) {
                const std::uint32_t c = i + j * y + k * z;
                cells.insert(cells.end(),
                             {8, c, c + 1, c + y + 1, c + y, c + z, c + z + 1, c + z + y + 1, c + z + y});
            }
    const std::size_t count = cells.size() / 9;
    file.text(fmt::format("CELLS {} {}", count, cells.size()));
    file.numbers(std::move(cells));
    file.text(fmt::format("CELL_TYPES {}", count));
    constexpr std::uint32_t hexahedron = 12;
    file.numbers(std::vector<std::uint32_t>(count, hexahedron));
    file.text(fmt::format("POINT_DATA {}\nVECTORS velocity float", n * n * n));
    file.numbers(lattice_vectors(n, [](std::uint32_t i) { return 0.5F * static_cast<float>(i); }));
}

/// Times the reading of a dataset, with no memory that this process kept from the one before.
double milliseconds_to_read(const std::vector<fs::path>& files, const compute::FieldReader& reader,
                            compute::ReadAnswer& answer)
{
    compute::ReadRequest request{.what = compute::ReadRequest::What::Heading,
                                 .dataset = files.front().string(),
                                 .files = files,
                                 .max_nodes = compute::DatasetLimits{}.max_nodes};
    answer = {};
    malloc_trim(0);
    const auto begin = std::chrono::steady_clock::now();
    (void)reader.read(request);
    request.what = compute::ReadRequest::What::Step;
    answer = reader.read(request);
    return milliseconds_since(begin);
}

double milliseconds_to_build(const fs::path& file, compute::ReadAnswer answer)
{
    const auto begin = std::chrono::steady_clock::now();
    (void)compute::Dataset{file.string(), std::move(answer.data)}.field();
    return milliseconds_since(begin);
}

/// Adds the figures of a file. The work after reading is the same in either case, and varies more than
/// reading: it is measured once a run, and added to both.
void measure(const std::string& name, const fs::path& file, model::Suite& suite)
{
    constexpr int runs = 11;
    const compute::ReaderProcesses readers{{.data_folders = {file.parent_path()}}};
    const auto here = compute::reader_in_this_process();
    compute::ReadAnswer answer;
    for (const compute::FieldReader* reader :
         std::initializer_list<const compute::FieldReader*>{&readers, here.get()})
        (void)milliseconds_to_read({file}, *reader, answer);  // the file is in memory from here on
    std::vector<double> in_process, by_reader, ratio, more;
    for (int run = 0; run < runs; ++run) {
        const double in_reader = milliseconds_to_read({file}, readers, answer);
        const double in_here = milliseconds_to_read({file}, *here, answer);
        const double build = milliseconds_to_build(file, std::move(answer));
        in_process.push_back(in_here + build);
        by_reader.push_back(in_reader + build);
        ratio.push_back(by_reader.back() / in_process.back());
        more.push_back(in_reader - in_here);
    }
    suite.figures.push_back(model::figure_of(name + ".in_one_process", "ms", in_process));
    suite.figures.push_back(model::figure_of(name + ".by_reader", "ms", by_reader));
    suite.figures.push_back(model::figure_of(name + ".by_reader_over_in_one", "ratio", ratio));
    suite.figures.push_back(model::figure_of(name + ".by_reader_more", "ms", more));
}

}  // namespace

model::Suite bench_open_file(const std::string& dataset)
{
    const auto here = compute::reader_in_this_process();
    compute::ReadAnswer answer;
    const std::clock_t begin = std::clock();
    const double once = milliseconds_to_read(compute::files_of(dataset), *here, answer);
    const double of_cores = 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    model::Suite suite{"open", {}};
    suite.figures.push_back(model::figure_of("open.file", "ms", std::array{once}));
    suite.figures.push_back(model::figure_of("open.file.cpu", "ms", std::array{of_cores}));
    return suite;
}

model::Suite bench_open()
{
    constexpr std::uint32_t few = 4, lattice = 192, mesh = 100;
    const OwnFolder folder;
    model::Suite suite{"open", {}};
    write_lattice(folder.path() / "small.vtk", few);
    measure("open.small", folder.path() / "small.vtk", suite);
    write_lattice(folder.path() / "lattice.vtk", lattice);
    measure("open.lattice", folder.path() / "lattice.vtk", suite);
    write_hexahedra(folder.path() / "mesh.vtk", mesh);
    measure("open.mesh", folder.path() / "mesh.vtk", suite);
    return suite;
}

}  // namespace farfield::node
