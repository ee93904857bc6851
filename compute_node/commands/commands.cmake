# The command lines wait for users and files: -O1. Few sources, so that CLI11 is compiled few times.
add_library(farfield_node_commands STATIC
    commands/bench.cpp
    commands/cast.cpp
    commands/info.cpp
    commands/rank_services.cpp
    commands/read_for_node.cpp
    commands/replay.cpp
    commands/row_command.cpp
    commands/serve.cpp
    commands/serving.cpp
    commands/sight.cpp
    commands/slice.cpp
    commands/surface.cpp
    commands/surface_cut.cpp
    commands/tomography.cpp
    commands/tomography_options.cpp
    commands/trace.cpp
    commands/traveltimes.cpp
    commands/view.cpp
    commands/viewshed.cpp
    commands/options/blanked_nodes.cpp
    commands/options/blocks_option.cpp
    commands/options/curvature_option.cpp
    commands/options/height_flags.cpp
    commands/options/lattice_option.cpp
    commands/options/named_dataset.cpp
    commands/options/number_list.cpp
    commands/options/one_process.cpp
    commands/options/series_option.cpp
    commands/options/split_option.cpp
    commands/options/out_option.cpp
    commands/options/terrain_option.cpp
    commands/options/tls_options.cpp
    commands/reports/build_progress.cpp
    commands/reports/folder_report.cpp
    commands/reports/folder_summary.cpp
    commands/reports/info_report.cpp
    commands/reports/row_progress.cpp
    commands/reports/terrain_report.cpp
    commands/reports/trace_progress.cpp
    commands/reports/utc_text.cpp)
target_compile_options(farfield_node_commands PRIVATE -O1)
farfield_compile_in_unity(farfield_node_commands)
target_link_libraries(farfield_node_commands PRIVATE
    farfield::blocks farfield::node_bench farfield::node_service farfield::ranks farfield::terrain farfield::tomography
    farfield::tomography_ranks farfield_build_flags CLI11::CLI11 OpenMP::OpenMP_CXX
    fmt::fmt nlohmann_json::nlohmann_json spdlog::spdlog)
