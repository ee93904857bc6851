// Sessions with lines and without particles, from which no frame comes.
#include <string>

#include "tests/app/run_program.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using farfield::app::test::run_program;
using farfield::test::TemporaryFolder;

TEST_CASE("farfield --quit-after-frames: a session of lines without particles ends once they are drawn",
          "[files]")
{
    const TemporaryFolder folder;
    std::string flow = "# vtk DataFile Version 3.0\nf\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 3 3\n"
                       "ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 27\nVECTORS U float\n";
    for (int n = 0; n < 27; ++n) flow += "1 0 0\n";
    folder.write("flow.vtk", flow);
    const std::string begin = R"({"farfield": 1, "files": ["flow.vtk"],
        "data": {"flow": {"kind": "dataset", "name": "flow.vtk"}}, "layers": {)";
    for (const char* layers : {R"("a": {"kind": "lines"})", R"("a": {"kind": "lines", "rakes": []})",
                               R"("a": {"kind": "lines", "rakes": []},
                                  "b": {"kind": "particles", "rakes": []})"}) {
        const auto viewer =
            run_program({FARFIELD_PROGRAM, "--open", folder.write("s.farfield", begin + layers + "}}"),
                         "--quit-after-frames", "2"});
        CAPTURE(layers, viewer.errors);
        CHECK(viewer.exit_code == 0);
    }
}
