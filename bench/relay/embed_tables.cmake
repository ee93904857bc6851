# cmake -DOUTPUT=file.cpp -DFOLDER=assets/bench/bundles_1997 -DFILES=a.tsv,b.tsv -P embed_tables.cmake
# Writes a source file that holds the texts of the files and defines published_texts().
string(REPLACE "," ";" files "${FILES}")
set(entries "")
foreach(file IN LISTS files)
    file(READ "${FOLDER}/${file}" text)
    string(REGEX REPLACE "\\.tsv$" "" name "${file}")
    string(APPEND entries "    {\"${name}\", R\"tsv(${text})tsv\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from the files of assets/bench/ by bench/relay/embed_tables.cmake.
#include \"bench/relay/published_tables.h\"

namespace farfield::net::relay {
namespace {

constexpr PublishedText texts[] = {
${entries}};

}  // namespace

std::span<const PublishedText> published_texts()
{
    return texts;
}

}  // namespace farfield::net::relay
")
