#include "model/geometry/slice_plane.h"

namespace farfield::model {

namespace {

void expect_member(bool is_there, const std::string& path, const char* name, const char* expected)
{
    if (!is_there) throw FieldError(path + "." + name, expected, "nothing");
}

void refuse_member(bool is_there, const std::string& path, const char* name)
{
    if (is_there) throw FieldError(path + "." + name, "belongs to another form of plane");
}

}  // namespace

void SlicePlane::check(const SlicePlane& plane, const std::string& path)
{
    const bool is_parallelogram = plane.edge_u || plane.edge_v;
    if (!plane.axis && !is_parallelogram && !plane.normal)
        throw FieldError(path,
                         "'axis' and 'position', 'origin', 'edge_u' and 'edge_v', or 'origin' and 'normal'",
                         "none of these");
    if (plane.axis)
        expect_member(plane.position.has_value(), path, "position", "a number");
    else
        expect_member(plane.origin.has_value(), path, "origin", "three numbers");
    if (is_parallelogram) {
        expect_member(plane.edge_u.has_value(), path, "edge_u", "three numbers");
        expect_member(plane.edge_v.has_value(), path, "edge_v", "three numbers");
    }
    refuse_member(!plane.axis && plane.position, path, "position");
    refuse_member(plane.axis && plane.origin, path, "origin");
    refuse_member(plane.axis && is_parallelogram, path, "edge_u");
    refuse_member((plane.axis || is_parallelogram) && plane.normal, path, "normal");
    refuse_member(!plane.normal && plane.up, path, "up");
}

}  // namespace farfield::model
