#include "net/terrain_info.h"

namespace farfield::net {

Json to_json(const TerrainEntry& entry)
{
    return {{"name", entry.name}, {"kind", entry.kind}};
}

Json to_json(const TerrainDescription& terrain)
{
    const EyePose& pose = terrain.suggested_pose;
    return {{"terrain", terrain.terrain},
            {"format", terrain.format},
            {"posts", terrain.posts},
            {"post_metres", terrain.post_metres},
            {"heights", terrain.heights},
            {"holes", terrain.holes},
            {"bounds", {{"min", terrain.bounds[0]}, {"max", terrain.bounds[1]}}},
            {"crs", terrain.crs},
            {"geographic", terrain.geographic},
            {"origin", terrain.origin},
            {"metres_per_unit", terrain.metres_per_unit},
            {"suggested",
             {{"eye", pose.eye}, {"heading", pose.heading}, {"pitch", pose.pitch}, {"hfov", pose.hfov}}},
            {"remarks", terrain.remarks}};
}

}  // namespace farfield::net
