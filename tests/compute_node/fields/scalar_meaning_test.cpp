#include "compute_node/fields/scalar_meaning.h"

#include "tests/catch.h"

using namespace farfield::compute;

TEST_CASE("is_beside_field: names of coordinates are beside fields, however they are written", "[scalars]")
{
    for (const char* name : {"Points_0",
                             "Points:0",
                             "Points:Magnitude",
                             "Points_Magnitude",
                             "points.x",
                             "coordinates_X",
                             "CoordinateX",
                             "coords_1",
                             "x_coord",
                             "XCoord",
                             "Position:2",
                             "pos_z",
                             "xyz_0",
                             "X",
                             "X [ m ]",
                             "node_x",
                             "mesh2d_face_y",
                             "CellCenters_2",
                             "centroid_x",
                             "nav_lon",
                             "lat_rho",
                             "TLONG",
                             "Longitude (deg)",
                             "cell centre y",
                             "Point Coordinates:1",
                             "easting",
                             "grid_longitude",
                             "TCoords_0",
                             "Location_Z",
                             "Label",
                             "ZoneNo",
                             "basin",
                             "Area",
                             "BlockIdScalars",
                             "MPI_RANK",
                             "cell_area",
                             "areacello",
                             "NodeTag",
                             "gmsh:dim_tags",
                             "attribute",
                             "_Marker",
                             "material",
                             "bottom_index_node",
                             "Cx"}) {
        INFO(name);
        CHECK(is_beside_field(name));
    }
}

TEST_CASE("is_beside_field: fields with a part of such a name are none", "[scalars]")
{
    for (const char* name :
         {"p",           "T",      "u_x",         "velocity_0",     "xx",          "stress_xy",
          "alpha.water", "salt",   "latent_heat", "position_error", "composition", "coordination_number",
          "viewpoint",   "stage",  "voltage",     "attribution",    "dewpoint",    "center_temperature",
          "cell_t",      "Y_H2O",  "flat",        "longwave",       "pos_flux",    "grid_velocity",
          "magnitude",   "node_3", "z_w",         "mesh_quality"}) {
        INFO(name);
        CHECK_FALSE(is_beside_field(name));
    }
}
