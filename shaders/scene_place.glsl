// Where a drawing's own positions are in the scene. Lattices are read by texels and blended here: filters of textures
// have 8 bits between two texels.

uniform vec3 place_offset;       // where there is no lattice: scene = offset + scale x own
uniform vec3 place_scale;
uniform sampler2D place_nodes;   // x, y, a height that is added, and whether the node has a place
uniform vec4 place_lattice;      // own x, y of the first node; nodes a unit of x, of y; 0: there is none
uniform vec2 place_turn;         // so much x is a turn, 0: none; x in the middle
uniform float place_height;      // of z, before the node's height is added
uniform sampler2D ground_nodes;  // heights, and whether the node has one
uniform vec4 ground_lattice;     // likewise, in the scene; 0: no ground is known
uniform float above_ground;      // so high above the ground all lies; below 0: where its own heights are; -2: and only
                                 // what is above the ground has a place
uniform bool below_ground;       // only what is below the ground has a place

struct LatticeCell {
    ivec2 lowest;
    vec2 part;
    bool is_there;
};

LatticeCell cell_of(vec2 at, ivec2 size)
{
    ivec2 lowest = clamp(ivec2(floor(at)), ivec2(0), size - 2);
    vec2 part = at - vec2(lowest);
    return LatticeCell(lowest, part, all(greaterThanEqual(part, vec2(0.0))) && all(lessThanEqual(part, vec2(1.0))));
}

vec4 blended_nodes(vec4 a, vec4 b, vec4 c, vec4 d, vec2 part) { return mix(mix(a, b, part.x), mix(c, d, part.x), part.y); }

// Height above the datum, and 1 where it is known.
vec2 ground_at(vec2 place)
{
    if (ground_lattice.z == 0.0) return vec2(0.0);
    LatticeCell cell = cell_of((place - ground_lattice.xy) * ground_lattice.zw, textureSize(ground_nodes, 0));
    if (!cell.is_there) return vec2(0.0);
    vec4 found = blended_nodes(texelFetch(ground_nodes, cell.lowest, 0), texelFetch(ground_nodes, cell.lowest + ivec2(1, 0), 0),
                               texelFetch(ground_nodes, cell.lowest + ivec2(0, 1), 0), texelFetch(ground_nodes, cell.lowest + ivec2(1, 1), 0),
                               cell.part);
    return found.y > 0.999 ? found.xy : vec2(0.0);
}

LatticeCell own_cell(vec2 own)
{
    float x = own.x;
    if (place_turn.x > 0.0) x -= place_turn.x * floor((x - place_turn.y) / place_turn.x + 0.5);
    return cell_of((vec2(x, own.y) - place_lattice.xy) * place_lattice.zw, textureSize(place_nodes, 0));
}

// w: 1, or 0 where it has no place in the scene.
vec4 scene_place(vec3 own)
{
    vec4 place = vec4(place_offset + place_scale * own, 1.0);
    if (place_lattice.z != 0.0) {
        LatticeCell cell = own_cell(own.xy);
        vec4 found = blended_nodes(texelFetch(place_nodes, cell.lowest, 0), texelFetch(place_nodes, cell.lowest + ivec2(1, 0), 0),
                                   texelFetch(place_nodes, cell.lowest + ivec2(0, 1), 0), texelFetch(place_nodes, cell.lowest + ivec2(1, 1), 0),
                                   cell.part);
        if (!cell.is_there || found.w < 0.999) return vec4(0.0);
        place = vec4(found.xy, place_height * own.z + found.z, 1.0);
    }
    if (above_ground >= 0.0) place.z = max(ground_at(place.xy).x, 0.0) + above_ground;
    if (below_ground || above_ground == -2.0) {
        vec2 ground = ground_at(place.xy);
        if ((ground.y > 0.0 && place.z <= ground.x) != below_ground) return vec4(0.0);
    }
    return place;
}

// How x and y of the scene grow with x and y of the drawing's own.
mat2 scene_growth(vec2 own)
{
    if (place_lattice.z == 0.0) return mat2(place_scale.x, 0.0, 0.0, place_scale.y);
    LatticeCell cell = own_cell(own);
    vec2 a = texelFetch(place_nodes, cell.lowest, 0).xy;
    vec2 along_x = texelFetch(place_nodes, cell.lowest + ivec2(1, 0), 0).xy - a;
    vec2 along_y = texelFetch(place_nodes, cell.lowest + ivec2(0, 1), 0).xy - a;
    return mat2(along_x * place_lattice.z, along_y * place_lattice.w);
}

// A vector of the drawing's own, as it is in the scene.
vec3 scene_vector(vec2 own, vec3 vector)
{
    if (place_lattice.z == 0.0) return place_scale * vector;
    return vec3(scene_growth(own) * vector.xy, place_height * vector.z);
}

// The same of what stands upright on a surface; of any length.
vec3 scene_normal(vec2 own, vec3 normal)
{
    if (place_lattice.z == 0.0) return normal / place_scale;
    return vec3(transpose(inverse(scene_growth(own))) * normal.xy, normal.z / place_height);
}
