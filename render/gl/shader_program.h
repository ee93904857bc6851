#pragma once

#include "render/gl/gl_handles.h"

#include <string>
#include <string_view>

#include <glm/glm.hpp>

namespace farfield::render {

/// The text of one shader stage and its name in errors.
struct ShaderStage {
    std::string name;
    std::string text;
};

/// A linked program of a vertex and a fragment stage.
/// A line `#include "file.glsl"` in a stage takes in that file of shaders/; included files include nothing.
/// Contexts: as GlHandle.
class ShaderProgram {
public:
    /// Links two files of shaders/. Throws std::runtime_error with file, line and the driver's words.
    ShaderProgram(std::string_view vertex_file, std::string_view fragment_file);
    ShaderProgram(const ShaderStage& vertex, const ShaderStage& fragment);

    void use() const;
    /// Location of a uniform; -1, which set_uniform() ignores, for one that the compiler removed.
    [[nodiscard]] int uniform(const char* name) const;
    [[nodiscard]] GlId id() const { return program_.id(); }

private:
    GlHandle<GlKind::Program> program_;
};

/// Sets a uniform of the program in use.
void set_uniform(int location, int value);
void set_uniform(int location, float value);
void set_uniform(int location, glm::vec2 value);
void set_uniform(int location, glm::vec3 value);
void set_uniform(int location, const glm::mat4& value);

}  // namespace farfield::render
