#version 330 core

out float up;

// One triangle that covers the picture.
void main()
{
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    up = corner.y * 0.5 + 0.5;
    gl_Position = vec4(corner, 0.0, 1.0);
}
