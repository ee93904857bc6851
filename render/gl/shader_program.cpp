#include "render/gl/shader_program.h"

#include "render/gl/shader_sources.h"

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <vector>

#include <epoxy/gl.h>
#include <glm/gtc/type_ptr.hpp>

namespace farfield::render {
namespace {

/// The text of a stage with its includes in place, and the files by their numbers in #line.
struct Resolved {
    std::string text;
    std::vector<std::string> files;
};

/// The file named by a line `#include "file"`; empty for any other line.
std::string_view included_file(std::string_view line)
{
    constexpr std::string_view keyword = "#include \"";
    if (!line.starts_with(keyword)) return {};
    line.remove_prefix(keyword.size());
    return line.substr(0, line.find('"'));
}

Resolved resolve_includes(const ShaderStage& stage)
{
    Resolved resolved{.text = {}, .files = {stage.name}};
    std::istringstream lines(stage.text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (const std::string_view file = included_file(line); !file.empty()) {
            resolved.text += "#line 1 " + std::to_string(resolved.files.size()) + "\n";
            resolved.text += shader_source(file);
            resolved.text += "#line " + std::to_string(number + 1) + " 0\n";
            resolved.files.emplace_back(file);
        } else {
            resolved.text += line + "\n";
        }
    }
    return resolved;
}

/// Replaces the file's number in the driver's words by its name. Drivers say "0:12(5): error" (Mesa), "0(12)
/// : error" (NVIDIA) or "ERROR: 0:12:" (others): the number of the file first, then the line.
std::string with_file_name(std::string_view line, const std::vector<std::string>& files)
{
    constexpr std::string_view prefix = "ERROR: ";
    std::string_view rest = line;
    if (rest.starts_with(prefix)) rest.remove_prefix(prefix.size());
    std::size_t file = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), file);
    const auto digits = static_cast<std::size_t>(end - rest.data());
    if (error != std::errc{} || file >= files.size() || digits >= rest.size()) return std::string(line);
    if (rest[digits] != ':' && rest[digits] != '(') return std::string(line);
    return files[file] + ":" + std::string(rest.substr(digits + 1));
}

std::string with_file_names(const std::string& log, const std::vector<std::string>& files)
{
    std::istringstream lines(log);
    std::string line, named;
    while (std::getline(lines, line)) named += "\n  " + with_file_name(line, files);
    return named;
}

template <typename Getter>
std::string log_of(GlId id, Getter get_log)
{
    std::string log(4096, '\0');
    GLsizei length = 0;
    get_log(id, static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    return log;
}

void compile(GlId shader, const ShaderStage& stage)
{
    const Resolved resolved = resolve_includes(stage);
    const char* text = resolved.text.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_FALSE)
        throw std::runtime_error("cannot compile shader '" + stage.name +
                                 "':" + with_file_names(log_of(shader, glGetShaderInfoLog), resolved.files));
}

ShaderStage embedded(std::string_view file)
{
    return {.name = std::string(file), .text = std::string(shader_source(file))};
}

}  // namespace

ShaderProgram::ShaderProgram(std::string_view vertex_file, std::string_view fragment_file)
    : ShaderProgram(embedded(vertex_file), embedded(fragment_file))
{}

ShaderProgram::ShaderProgram(const ShaderStage& vertex, const ShaderStage& fragment)
    : program_(GlHandle<GlKind::Program>::create())
{
    const auto vertex_shader = GlHandle<GlKind::VertexShader>::create();
    const auto fragment_shader = GlHandle<GlKind::FragmentShader>::create();
    compile(vertex_shader.id(), vertex);
    compile(fragment_shader.id(), fragment);
    glAttachShader(program_.id(), vertex_shader.id());
    glAttachShader(program_.id(), fragment_shader.id());
    glLinkProgram(program_.id());
    GLint linked = GL_FALSE;
    glGetProgramiv(program_.id(), GL_LINK_STATUS, &linked);
    if (linked == GL_FALSE)
        throw std::runtime_error("cannot link shaders '" + vertex.name + "' and '" + fragment.name +
                                 "':\n  " + log_of(program_.id(), glGetProgramInfoLog));
    glDetachShader(program_.id(), vertex_shader.id());
    glDetachShader(program_.id(), fragment_shader.id());
}

void ShaderProgram::use() const
{
    glUseProgram(program_.id());
}

int ShaderProgram::uniform(const char* name) const
{
    return glGetUniformLocation(program_.id(), name);
}

void set_uniform(int location, int value)
{
    glUniform1i(location, value);
}

void set_uniform(int location, float value)
{
    glUniform1f(location, value);
}

void set_uniform(int location, glm::vec2 value)
{
    glUniform2fv(location, 1, glm::value_ptr(value));
}

void set_uniform(int location, glm::vec3 value)
{
    glUniform3fv(location, 1, glm::value_ptr(value));
}

void set_uniform(int location, const glm::mat4& value)
{
    glUniformMatrix4fv(location, 1, GL_FALSE, glm::value_ptr(value));
}

}  // namespace farfield::render
