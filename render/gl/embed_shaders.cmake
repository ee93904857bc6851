# cmake -DOUTPUT=file.cpp -DFOLDER=shaders -DFILES=a.vert,b.frag -P embed_shaders.cmake
# Writes a source file that holds the texts of the files and defines shader_source().
string(REPLACE "," ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
    file(READ "${FOLDER}/${file}" text)
    string(APPEND entries "    {\"${file}\", R\"glsl(${text})glsl\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from the files of shaders/ by render/gl/embed_shaders.cmake.
#include \"render/gl/shader_sources.h\"

#include <stdexcept>
#include <string>

namespace farfield::render {
namespace {

struct Entry {
    std::string_view file;
    std::string_view text;
};

constexpr Entry entries[] = {
${entries}};

}  // namespace

std::string_view shader_source(std::string_view file)
{
    for (const Entry& entry : entries)
        if (entry.file == file) return entry.text;
    throw std::invalid_argument(\"no shader '\" + std::string(file) + \"' is built in\");
}

}  // namespace farfield::render
")
