#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace farfield::compute {

struct FoamTime {
    double seconds = 0.0;
    std::string name;  ///< of its folder: "0.25"
};

/// A mesh of its own with its fields: of one region, and of one processor where the case is decomposed.
struct FoamPart {
    std::filesystem::path root;  ///< where its folders of times and "constant" lie
    std::string region;          ///< "" for the only one, or the main one
    std::size_t block = 0;       ///< of files that hold those of several processors ("processors4")

    [[nodiscard]] std::filesystem::path constant() const { return root / "constant" / region; }
    [[nodiscard]] std::filesystem::path at(const FoamTime& time) const { return root / time.name / region; }
};

/// A case of OpenFOAM: what its folders say, before a file is read.
struct FoamCase {
    std::filesystem::path folder;
    std::vector<FoamTime> times;  ///< ascend; those that have U, if any has
    std::vector<FoamPart> parts;
    std::vector<std::string> remarks;

    /// Where a file of a part's mesh lies at a time: the last one of that time or before it, or else that in
    /// "constant". file: "points".
    [[nodiscard]] std::filesystem::path mesh_file(const FoamPart& part, std::size_t time,
                                                  const std::string& file) const;
    /// A sentence on how the mesh changes after the first time; empty where it does not.
    [[nodiscard]] std::string remark_on_changes() const;
};

/// The folder of a case that a name stands for: the folder, a .foam file in it, or its system/controlDict.
[[nodiscard]] std::filesystem::path foam_case_folder(const std::filesystem::path& name);

/// Finds times and parts. Throws std::runtime_error: one line that names the case, the expected and the
/// found.
[[nodiscard]] FoamCase find_foam_case(const std::filesystem::path& name);

/// Files of a case, by name alone: those of its meshes, and the fields of its first and its last time. Links
/// that lead out of the case's folder are left out. None where there is no case.
[[nodiscard]] std::vector<std::filesystem::path> foam_case_files(const std::filesystem::path& name);

}  // namespace farfield::compute
