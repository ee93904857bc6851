#pragma once

#include "compute_node/node/datasets/memory_budget.h"
#include "compute_node/node/datasets/opened.h"
#include "compute_node/ranks/ranks.h"
#include "compute_node/terrain/gdal/raster_verdicts.h"
#include "compute_node/terrain/terrain.h"
#include "compute_node/terrain/tree/void_tree.h"
#include "model/data/terrain_info.h"
#include "net/message/control_messages.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace farfield::node {

/// A terrain as viewers get it: its local frame runs in metres east and north from the middle of its posts.
struct OpenTerrain {
    std::optional<MemoryBudget::Reservation> memory;  ///< first member: released after all others
    terrain::Terrain terrain;
    glm::dvec2 middle{0.0};                        ///< middle of the posts, in the terrain's coordinates
    std::shared_ptr<terrain::ViewHelpers> others;  ///< processes that hold a copy; null: none
    std::string files_state;                       ///< fingerprint_of() its files when they were opened

    /// True while the terrain is as its files are now, and can be read.
    [[nodiscard]] bool is_current() const;
    /// A place of the local frame in the terrain's coordinates.
    [[nodiscard]] glm::dvec3 place_of(const std::array<double, 3>& local) const;
    /// Position of a column and row in the local frame; fractions are between two posts.
    [[nodiscard]] glm::dvec2 local_of(glm::dvec2 post) const;
    /// Column and row of a place of the local frame.
    [[nodiscard]] glm::dvec2 post_of(glm::dvec2 local) const;

    /// The tree of holes, built once, at the first call. Threads: any.
    [[nodiscard]] std::shared_ptr<const terrain::VoidTree> holes() const;

private:
    mutable std::once_flag holes_looked_for_;
    mutable std::shared_ptr<const terrain::VoidTree> holes_;
};

/// Opens terrains once for all sessions, as Opened says, however they are spelled: those below the data
/// folders, and the built-in ones. Threads: any.
class OpenTerrains {
public:
    static constexpr std::size_t max_entries = 20'000;  ///< files and folders that list() visits

    /// memory: of all open terrains together; other parts may count theirs in it. cache: settings of the
    /// files that terrains are mapped from, of which at most max_terrain_bytes are kept in memory; built-in
    /// terrains are wholly held in memory. ranks: get the terrains that are opened; or null.
    OpenTerrains(const std::vector<std::filesystem::path>& data_folders, std::shared_ptr<MemoryBudget> memory,
                 const terrain::CacheSettings& cache = {}, compute::Ranks* ranks = nullptr);

    /// The list of terrains, not complete where the folders hold more than max_entries together, or others
    /// eight levels deep. Files that cannot be terrains are "other", with the reason; the ending decides on
    /// files not looked into yet, beyond RasterVerdicts::max_looks in a call.
    [[nodiscard]] model::TerrainList list() const;
    /// Opens a terrain. The log tells the progress of reading. Throws net::RpcError, NotFound where
    /// there is no such terrain or no memory for it, and std::runtime_error where it cannot be
    /// read, or `cancel` is asked to stop. Errors and the terrain's notes name files as viewers
    /// name them.
    [[nodiscard]] std::shared_ptr<const OpenTerrain> open(const std::string& name,
                                                          const std::stop_token& cancel = {});
    /// Path of a file below one of the folders. what: its expected kind, for the message. Throws
    /// net::RpcError, NotFound. Links may lead outside: the caller checks that when it opens the file.
    [[nodiscard]] std::string file_of(const std::string& name, const char* what) const;
    [[nodiscard]] const std::vector<std::filesystem::path>& data_folders() const { return folders_; }
    /// The data folders, and that of the caches: viewers must not learn their paths.
    [[nodiscard]] const std::vector<std::filesystem::path>& own_folders() const { return own_folders_; }

private:
    [[nodiscard]] std::string key_of(const std::string& name) const;
    void reserve(OpenTerrain& terrain, terrain::CacheSettings& cache, const std::string& name,
                 std::uint64_t bytes) const;
    [[nodiscard]] std::shared_ptr<const OpenTerrain> read(const std::string& name,
                                                          const std::stop_token& unwanted) const;

    std::vector<std::filesystem::path> folders_;  ///< canonical
    std::vector<std::filesystem::path> own_folders_;
    std::shared_ptr<MemoryBudget> memory_;
    terrain::CacheSettings cache_;
    compute::Ranks* ranks_;
    Opened<OpenTerrain> opened_{1};
    mutable terrain::RasterVerdicts verdicts_;
};

/// The answer of terrain.open.
[[nodiscard]] model::TerrainDescription describe(const OpenTerrain& terrain);

}  // namespace farfield::node
