#pragma once

#include "compute_node/datasets/dataset.h"
#include "compute_node/datasets/time_series.h"
#include "compute_node/fields/field_reader.h"

#include <memory>
#include <string>
#include <vector>

namespace farfield::node {

/// Protects the inputs: throws std::runtime_error where `out` is one of the dataset's files, under any name.
void check_not_read(const std::string& out, const compute::DatasetFiles& files);

/// Opens a dataset that a user names on the command line: a file, wherever it is; "GRID+SOLUTION" (PLOT3D);
/// or a built-in field. velocity: as for open_dataset(). Throws std::runtime_error as open_dataset() does.
[[nodiscard]] compute::Dataset open_named(const std::string& name, const std::string& velocity,
                                          const compute::FieldReader& reader, std::size_t time_step = 0);

/// Files of a dataset that a user names: as compute::files_named() has them, or, for a pattern with a star
/// that is no file's name, 'run/flow_*.vti', those of the series, as a node has it. Throws std::runtime_error
/// where a pattern has no file.
[[nodiscard]] compute::DatasetFiles named_files(const std::vector<std::string>& names,
                                                const std::string& velocity,
                                                const std::shared_ptr<const compute::FieldReader>& reader);

/// Throws std::runtime_error where several names are not files of time steps: NetCDF, GRIB, or numbered VTK.
void check_are_steps(const std::vector<std::string>& names);

/// Throws std::runtime_error for the name of a file that is not there, with one beside it that may have been
/// meant. Names that stand for several files, and built-in ones, pass.
void check_present(const std::string& name);

/// A reader of a user's files in another process, so that a library's crash over a damaged file is an error
/// like any other. All files of this machine may be read, and none written.
[[nodiscard]] std::shared_ptr<compute::FieldReader> reader_for_commands();

/// Datasets of the words of a command. A PLOT3D grid and its solution are joined to one, also as two words:
/// neither is read alone. A word that names an existing file is that file, also "analytic:cell".
[[nodiscard]] std::vector<std::string> join_plot3d(const std::vector<std::string>& names);

}  // namespace farfield::node
