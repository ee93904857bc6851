#pragma once

#include "compute_node/readers/process/reader_processes.h"
#include "compute_node/support/archive.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute::testing {

/// A data folder, and beside it what nothing may read.
class ReaderFolder {
public:
    ReaderFolder()
    {
        std::filesystem::create_directory(data());
        folder_.write("secret", "canary-in-a-secret-file 1 2 3 4 5 6 7 8\n");
    }
    [[nodiscard]] std::filesystem::path data() const { return folder_ / "data"; }
    [[nodiscard]] std::filesystem::path secret() const { return folder_ / "secret"; }
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return data() / name; }
    std::filesystem::path write(const std::string& name, const std::string& text) const
    {
        return folder_.write("data/" + name, text);
    }
    /// A program in place of a reader.
    std::filesystem::path script(const std::string& lines) const
    {
        std::filesystem::path file = folder_.write("reader.sh", "#!/bin/sh\n" + lines);
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file;
    }
    [[nodiscard]] ReaderSettings settings() const
    {
        return {.program = FARFIELD_NODE, .data_folders = {data()}, .max_bytes = std::uint64_t{4} << 30U};
    }

private:
    farfield::test::TemporaryFolder folder_;
};

inline ReadRequest step_of(const std::vector<std::filesystem::path>& files, std::uint64_t time_step = 0)
{
    return {.what = ReadRequest::What::Step,
            .dataset = files.front().filename().string(),
            .files = files,
            .max_nodes = 100'000'000,
            .time_step = time_step};
}

inline ReadRequest times_asked(const std::vector<std::filesystem::path>& files)
{
    ReadRequest request = step_of(files);
    request.what = ReadRequest::What::Heading;
    return request;
}

/// All that an answer holds.
inline std::vector<std::byte> bytes_of(const ReadAnswer& answer)
{
    ArchiveWriter archive;
    archive(answer);
    std::vector<std::byte> bytes = archive.take_bytes();
    for (const auto& [array, offset] : archive.arrays())
        bytes.insert(bytes.end(), array.begin(), array.end());
    return bytes;
}

/// A 2 x 2 x 2 lattice with a velocity, as VTK writes it.
inline std::string small_vtk()
{
    std::string text =
        "# vtk DataFile Version 3.0\nsmall\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 2\n"
        "ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 8\nVECTORS velocity float\n";
    for (int node = 0; node < 8; ++node) text += "1 2 " + std::to_string(node) + "\n";
    return text;
}

}  // namespace farfield::compute::testing
