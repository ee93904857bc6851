"""Which library and which function is used where. docs/architecture.md gives the reasons; folders.txt has the folders.

Also the command line that the checks share: --root FOLDER, a line for each finding, exit code 1 when there is one.
"""
import argparse
from pathlib import Path

TOPS = ["model", "net", "relay", "render", "bench", "compute_node", "app"]

# A function, and the places of its calls.
CALLS = {
    "setToolTip": "app/viewer/widgets/foreign_text.cpp",  # reads words of others as HTML: Tip shows them as they are
}

# A library, identified by how its headers begin, and the places of its use: folders, files, or files up to a "*".
LIBRARIES = {
    "Q[A-Z][A-Za-z]+$|Qt": "app bench/display bench/link",
    "epoxy/|EGL/": "render bench/display",
    "boost/|openssl/": "net relay bench/link",
    "mpi.h": "compute_node/ranks/mpi_world.cpp",
    "gdal|ogr_|cpl_": "compute_node/terrain/gdal",
    "proj.h": "app/show/earth bench/display/entity_suite.cpp compute_node/datasets/dataset_info.cpp "
                "compute_node/readers/netcdf/netcdf_direction.cpp relay/json/geoid.cpp",
    "vtk": "compute_node/readers/vtk compute_node/readers/ensight compute_node/readers/vtkhdf compute_node/readers/xdmf compute_node/writers",
    "netcdf.h": "compute_node/readers/netcdf",
    "hdf5.h": "compute_node/readers/hdf5",
    "eccodes.h": "compute_node/readers/grib",
    "zlib.h": "compute_node/readers/openfoam",
    "hwy/": "compute_node/fields/analytic_flow-inl.h compute_node/kernels compute_node/volumes/kernels compute_node/ranks/blocks/kernels compute_node/particles/particle_kernel.cpp "
            "compute_node/terrain/rays compute_node/terrain/sight compute_node/tomography/eikonal net/message "
            "bench/node",
    "Eigen/": "compute_node/tomography/inversion",
    "CLI/": "compute_node/commands compute_node/main.cpp app/commands app/main.cpp relay/main.cpp relay/commands bench/relay/command.cpp",
    "toml": "app/document app/sites",
    "fmt/": "model/report net relay render bench compute_node app",
    "seccomp.h|linux/landlock": "compute_node/readers/process",
}


def report_findings(findings_below, description):
    """Prints what findings_below(root) found; returns the exit code of the check."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2], help="the folder with the sources")
    findings = findings_below(parser.parse_args().root)
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings")
    return 1 if findings else 0
