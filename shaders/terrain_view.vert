#version 330 core

out vec2 corner;  // from -1 at the left and the bottom to 1

// One triangle that covers the picture.
void main()
{
    corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    gl_Position = vec4(corner, 0.0, 1.0);
}
