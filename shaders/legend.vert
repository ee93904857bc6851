#version 330 core

uniform vec4 rectangle;  // left, top, width, height, device pixels, y down
uniform vec2 viewport;   // device pixels

out float up;

void main()
{
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 position = rectangle.xy + corner * rectangle.zw;
    up = 1.0 - corner.y;
    gl_Position = vec4(vec2(2.0, -2.0) * position / viewport + vec2(-1.0, 1.0), 0.0, 1.0);
}
