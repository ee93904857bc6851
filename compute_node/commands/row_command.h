#pragma once

#include "compute_node/commands/options/curvature_option.h"
#include "compute_node/commands/options/terrain_option.h"
#include "compute_node/support/csv/csv_transform.h"

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace farfield::node {

/// The common part of commands that transform rows of a CSV file into rows of another by a terrain.
struct RowCommand {
    TerrainOption terrain;
    std::string rows, out;  ///< CSV files
    CurvatureOption earth;
    int threads = 0;
};

/// Adds all options but that of the file of rows, whose description names the columns: the caller adds it.
void add_row_options(CLI::App& command, RowCommand& options);

/// Loads the terrain, answers all rows and writes them; shows its progress. A signal ends it with
/// std::runtime_error and no file. Throws what these steps throw. The result is an exit code.
int run_row_command(const RowCommand& options, const model::CsvColumns& columns,
                    const std::function<CsvTransform(const terrain::Terrain&)>& transform_with);

}  // namespace farfield::node
