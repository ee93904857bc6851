"""Which folder may include what, and which library is used where. docs/architecture.md gives the reasons.

A row's name that ends in "/" means the sources of that folder alone; without it, the folder and all below that have
no row of their own. A folder may include itself. The same holds for what a row names.
"""

TOPS = ["model", "net", "render", "compute_node", "app"]

GRIDS = "compute_node/support compute_node/grids"
FIELDS = GRIDS + " compute_node/fields model/fields"
READERS = FIELDS + " model/files compute_node/readers/common"
VOLUMES = FIELDS + " compute_node/volumes/ model/geometry"
LINES = "compute_node/lines"
TRACING = FIELDS + " compute_node/lines compute_node/particles compute_node/seeding model/rakes model/geometry"
HEIGHTS = "compute_node/support compute_node/terrain/heights"
TREE = HEIGHTS + " compute_node/terrain/tree"
CASTING = TREE + " ".join(
    ["", *(f"compute_node/terrain/{folder}" for folder in ("cache", "fractal", "gdal", "rays"))]) + " model/geometry"
WAVES = "compute_node/support compute_node/tomography/lattices"
RANKS = TRACING + " compute_node/datasets compute_node/terrain compute_node/ranks/"
NODE_DATA = RANKS + " compute_node/readers compute_node/seeding compute_node/volumes model net/message net/session"
SHOW = "app/link app/show render net model"
LAYERS = SHOW + " app/layers app/document"
VIEW = LAYERS + " app/viewer/widgets app/viewer/session"

MAY_INCLUDE = {
    "model/fields": "",
    "model/files": "",
    "model/csv": "",
    "model/calendar": "",
    "model/geometry": "model/fields",
    "model/styles": "model/fields",
    "model/rakes": "model/fields model/geometry model/csv",
    "model/data": "model/fields model/geometry model/rakes",
    "model/programs": "model/fields model/geometry model/rakes model/styles model/data",
    "model/calls": "model/fields model/geometry model/rakes model/styles model/data model/programs",
    "model/document": "model/fields model/geometry model/rakes model/styles model/data model/programs",
    "model/layers": "model/fields model/geometry model/rakes model/styles model/data model/programs model/calls model/document",
    "net/message": "model/fields model/geometry",
    "net/dis": "net/message model/geometry",
    "net/transport": "net/message model/files",
    "net/recording": "net/message model/fields model/files",
    "net/session": "net/message model/fields model/files net/transport",
    "net/client": "net/message model/fields model/files net/transport",
    "net/relay/recording": "net/relay net/dis net/message net/recording model/fields model/files model/programs model/calls",
    "net/relay/sockets": "net/message model/fields net/transport",
    "net/relay/hosts": "net/message net/client net/relay/ net/relay/masks net/relay/sockets model/fields model/programs model/calls",
    "net/relay/masks": "",
    "net/relay/program": "net model",
    "net/relay/peers": "net/message net/session net/client net/transport net/relay/ model/fields model/programs",
    "net/relay/json": "net/message net/dis net/relay/ net/relay/sockets model/fields model/geometry model/programs",
    "net/relay/bench": "net model",
    "net/relay": "net/message net/relay/masks model/fields model/geometry model/programs",
    "render/gl": "",
    "render/scene": "model/geometry model/rakes model/styles",
    "render/primitives": "model/geometry model/rakes model/styles render/gl render/scene",
    "render/layers": "model/geometry model/rakes model/styles render/gl render/scene render/primitives",
    "render/": "model/geometry model/rakes model/styles render",
    "compute_node/support": "model/fields model/files model/csv",
    "compute_node/grids": "compute_node/support",
    "compute_node/fields": GRIDS,
    "compute_node/readers/common": FIELDS + " model/files",
    "compute_node/readers/nek5000": READERS,
    "compute_node/readers/netcdf": READERS + " model/calendar",
    "compute_node/readers/openfoam": READERS,
    "compute_node/readers/vtk": READERS + " compute_node/readers/netcdf",
    "compute_node/readers/ensight": READERS + " compute_node/readers/vtk",
    "compute_node/readers/grib": READERS + " compute_node/readers/netcdf",
    "compute_node/readers/ugrid": READERS + " compute_node/readers/netcdf",
    "compute_node/readers/fluent": READERS + " compute_node/readers/hdf5",
    "compute_node/readers/hdf5": READERS + " compute_node/readers/netcdf",
    "compute_node/readers/plot3d": READERS,
    "compute_node/readers/tecplot": READERS + " compute_node/readers/netcdf",
    "compute_node/readers/xdmf": READERS + " compute_node/readers/hdf5 compute_node/readers/vtk",
    "compute_node/readers/vtkhdf": READERS + " compute_node/readers/hdf5 compute_node/readers/vtk",
    "compute_node/readers/process": READERS + " compute_node/readers/",
    "compute_node/readers/": READERS + " compute_node/readers",
    "compute_node/datasets": FIELDS + " compute_node/readers/ model/data",
    "compute_node/lines": FIELDS,
    "compute_node/particles": FIELDS + " compute_node/lines model/rakes model/geometry",
    "compute_node/seeding": FIELDS + " compute_node/lines model/rakes model/geometry",
    "compute_node/kernels": FIELDS + " compute_node/lines compute_node/particles",
    "compute_node/volumes/kernels": VOLUMES,
    "compute_node/volumes/surfaces": VOLUMES + " compute_node/volumes/kernels model/programs",
    "compute_node/volumes/slices": VOLUMES + " compute_node/volumes/kernels",
    "compute_node/volumes/boundaries": VOLUMES + " compute_node/volumes/surfaces model/programs",
    "compute_node/volumes/": FIELDS,
    "compute_node/writers": "model/files compute_node/support compute_node/lines compute_node/readers/vtk compute_node/volumes/surfaces model/geometry",
    "compute_node/terrain/heights": "compute_node/support",
    "compute_node/terrain/tree": HEIGHTS,
    "compute_node/terrain/cache": TREE + " model/files",
    "compute_node/terrain/fractal": TREE,
    "compute_node/terrain/gdal": TREE + " model/files compute_node/readers/common compute_node/readers/netcdf",
    "compute_node/terrain/rays": TREE,
    "compute_node/terrain/": CASTING,
    "compute_node/terrain/sight": CASTING + " compute_node/terrain/",
    "compute_node/terrain/overlays": CASTING + " compute_node/terrain/",
    "compute_node/tomography/lattices": "",
    "compute_node/tomography/eikonal": WAVES,
    "compute_node/tomography/rays": WAVES + " compute_node/tomography/eikonal",
    "compute_node/tomography/arrivals": WAVES + "".join(
        f" compute_node/tomography/{folder}" for folder in ("eikonal", "rays", "surveys")),
    "compute_node/tomography/surveys": WAVES + " compute_node/tomography/eikonal model/csv model/rakes",
    "compute_node/tomography/files": WAVES + " compute_node/tomography/rays",
    "compute_node/tomography/models": FIELDS + " compute_node/tomography/lattices",
    "compute_node/tomography/results": WAVES + " compute_node/tomography model/fields model/files",
    "compute_node/tomography/runs": FIELDS + " compute_node/tomography",
    "compute_node/tomography/inversion": WAVES + " compute_node/tomography",
    "compute_node/ranks": RANKS,
    "compute_node/ranks/blocks": RANKS + " compute_node/kernels compute_node/readers/ compute_node/readers/netcdf",
    "compute_node/ranks/tomography": RANKS + " compute_node/tomography",
    "compute_node/node/datasets": NODE_DATA,
    "compute_node/node/jobs": NODE_DATA + " compute_node/node/datasets compute_node/tomography",
    "compute_node/node/data": NODE_DATA + " compute_node/node/datasets compute_node/node/jobs",
    "compute_node/node/programs": NODE_DATA + " compute_node/node/data compute_node/node/datasets compute_node/node/jobs",
    "compute_node/node/calls": NODE_DATA + " compute_node/node/data compute_node/node/datasets compute_node/node/jobs",
    "compute_node/node/turns": "compute_node/support net/message net/session",
    "compute_node/node/relay": "model net/message net/session net/client",
    "compute_node/node/": NODE_DATA + " compute_node/node net/recording",
    "compute_node/commands": "compute_node net model",
    "compute_node/bench": "compute_node net model",
    "compute_node/": "compute_node net model",
    "app/link": "net model",
    "app/document": "model",
    "app/own_node": "app/document net model",
    "app/sites": "app/document net model",
    "app/show": "app/link render net model",
    "app/layers": SHOW + " app/document",
    "app/viewer/widgets": LAYERS,
    "app/viewer/session": LAYERS,
    "app/viewer/view": VIEW,
    "app/viewer/controls": VIEW + " app/viewer/view app/own_node",
    "app/viewer/docks": VIEW + " app/viewer/view app/viewer/controls app/sites",
    "app/viewer/sharing": VIEW + " app/viewer/widgets app/viewer/session",
    "app/viewer/window": LAYERS + " app/viewer app/own_node",
    "app/play": LAYERS,
    "app/bench": "app/link app/own_node app/show app/layers net render model",
    "app/doctor": "app/show net model",
    "app/commands": "app net render model",
    "app/": "app net render model",
}

# A function, and the places of its calls.
CALLS = {
    "setToolTip": "app/viewer/widgets/foreign_text.cpp",  # reads words of others as HTML: Tip shows them as they are
}

# A library, identified by how its headers begin, and the places of its use: folders, files, or files up to a "*".
LIBRARIES = {
    "Q[A-Z][A-Za-z]+$|Qt": "app",
    "epoxy/|EGL/": "render",
    "boost/|openssl/": "net",
    "mpi.h": "compute_node/ranks/mpi_world.cpp",
    "gdal|ogr_|cpl_": "compute_node/terrain/gdal",
    "proj.h": "app/show/earth compute_node/datasets/reference_system.cpp compute_node/readers/netcdf/netcdf_direction.cpp net/relay/json/geoid.cpp",
    "vtk": "compute_node/readers/vtk compute_node/readers/ensight compute_node/readers/vtkhdf compute_node/readers/xdmf compute_node/writers",
    "netcdf.h": "compute_node/readers/netcdf",
    "hdf5.h": "compute_node/readers/hdf5",
    "eccodes.h": "compute_node/readers/grib",
    "zlib.h": "compute_node/readers/openfoam",
    "hwy/": "compute_node/fields/analytic_flow-inl.h compute_node/kernels compute_node/volumes/kernels compute_node/ranks/blocks/kernels compute_node/particles/particle_kernel.cpp "
            "compute_node/terrain/rays compute_node/terrain/sight compute_node/tomography/eikonal net/message "
            "compute_node/bench",
    "Eigen/": "compute_node/tomography/inversion",
    "CLI/": "compute_node/commands compute_node/main.cpp app/commands app/main.cpp net/relay/program net/relay/bench/command.cpp",
    "toml": "app/document app/sites",
    "fmt/": "net render compute_node app",
    "seccomp.h|linux/landlock": "compute_node/readers/process",
}
