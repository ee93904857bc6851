# cmake -DOUTPUT=file.cpp -DFOLDER=assets/coastlines -P embed_coastlines.cmake
# Writes a source file that holds the texts of the folder.
set(functions "")
foreach(scale 110m 50m)
    file(READ "${FOLDER}/${scale}.txt" text)
    string(APPEND functions "
std::string_view coastlines_${scale}()
{
    return R\"lines(${text})lines\";
}
")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from the files of assets/coastlines by app/show/earth/embed_coastlines.cmake.
#include \"app/show/earth/coastline_texts.h\"

namespace farfield::app {
${functions}
}  // namespace farfield::app
")
