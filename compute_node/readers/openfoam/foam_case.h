#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

struct FoamTime {
    double seconds = 0.0;
    std::string name;  ///< name of its folder: "0.25"
};

/// A mesh with its fields: of one region and, where the case is decomposed, of one processor.
struct FoamPart {
    std::filesystem::path root;  ///< parent of its folders of times and of "constant"
    std::string region;          ///< "" for the only region, or the main one
    std::size_t block = 0;       ///< index in files with several processors' blocks ("processors4")

    [[nodiscard]] std::filesystem::path constant() const { return root / "constant" / region; }
    [[nodiscard]] std::filesystem::path at(const FoamTime& time) const { return root / time.name / region; }
};

/// The contents of a case of OpenFOAM by its folders, before a file is read.
struct FoamCase {
    std::filesystem::path folder;
    std::vector<FoamTime> times;       ///< ascending; only times with U, if any has it
    std::vector<FoamTime> mesh_times;  ///< ascending; all, as a mesh may be written without fields
    std::vector<FoamPart> parts;
    std::vector<std::string> remarks;

    /// Path of a file of a part's mesh at a time: the latest one of that time or before it, or else that in
    /// "constant". file: "points".
    [[nodiscard]] std::filesystem::path mesh_file(const FoamPart& part, std::size_t time,
                                                  const std::string& file) const;
    /// A sentence on how the mesh changes after the first time; empty where it does not.
    [[nodiscard]] std::string remark_on_changes() const;
};

/// The folder of a case that a name stands for: the folder, a .foam file in it, or its system/controlDict.
[[nodiscard]] std::filesystem::path foam_case_folder(const std::filesystem::path& name);

/// Finds times and parts of a case. Throws std::runtime_error: one line with the case, the expected and the
/// found.
[[nodiscard]] FoamCase find_foam_case(const std::filesystem::path& name);

/// Files of a case, by name alone: those of its meshes, and the fields of its first and its last time. Links
/// out of the case's folder are left out. Empty where there is no case.
[[nodiscard]] std::vector<std::filesystem::path> foam_case_files(const std::filesystem::path& name);

}  // namespace farfield::compute
