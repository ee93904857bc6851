#include <sstream>

#include "model/document/document.h"
#include "model/fields/description.h"
#include "model/layers/boundary_kind.h"
#include "model/layers/entity_kind.h"
#include "model/layers/glyph_kind.h"
#include "model/layers/isosurface_kind.h"
#include "model/layers/line_kind.h"
#include "model/layers/overlay_kind.h"
#include "model/layers/particle_kind.h"
#include "model/layers/sight_kind.h"
#include "model/layers/slice_kind.h"
#include "model/layers/terrain_kind.h"
#include "model/layers/vortex_core_kind.h"
#include "model/styles/terrain_style.h"
#include "model/styles/viewshed_style.h"
#include "tests/catch.h"
#include "tests/temporary_folder.h"

using namespace farfield;

namespace {

/// That the page has each row of a table, with a further column of meanings.
void check_rows(const std::string& table)
{
    static const auto page = farfield::test::read_text(FARFIELD_SOURCE_DIR "/docs/scripts.md");
    std::istringstream rows(table);
    for (std::string row; std::getline(rows, row);) {
        INFO(row);
        CHECK(page.find("\n" + row) != std::string::npos);
    }
}

}  // namespace

TEST_CASE("docs/scripts.md: the tables of documents are those of the field lists", "[document]")
{
    check_rows(model::table_of<model::DataSource>());
    check_rows(model::table_of<model::Transform>());
    check_rows(model::table_of<model::Layer>());
    check_rows(model::table_of<model::SceneSettings>());
    check_rows(model::table_of<model::Shown>());
    check_rows(model::table_of<model::Clock>());
    check_rows(model::table_of<model::Camera>());
    check_rows(model::table_of<model::CameraKey>());
    check_rows(model::table_of<model::Output>());
}

TEST_CASE("docs/scripts.md: the tables of styles are those of the field lists", "[document]")
{
    check_rows(model::table_of<model::ParticleStyle>());
    check_rows(model::table_of<model::LineStyle>());
    check_rows(model::table_of<model::TerrainStyle>());
    check_rows(model::table_of<model::ViewshedStyle>());
    check_rows(model::table_of<model::SliceStyle>());
    check_rows(model::table_of<model::IsosurfaceStyle>());
    check_rows(model::table_of<model::BoundaryStyle>());
    check_rows(model::table_of<model::GlyphStyle>());
    check_rows(model::table_of<model::EntityStyle>());
}

TEST_CASE("docs/scripts.md: the tables of parameters are those of the field lists", "[document]")
{
    check_rows(model::table_of<model::TerrainLayerParams>());
    check_rows(model::table_of<model::SightLayerParams>());
    check_rows(model::table_of<model::OverlayLayerParams>());
    check_rows(model::table_of<model::SliceLayerParams>());
    check_rows(model::table_of<model::IsosurfaceLayerParams>());
    check_rows(model::table_of<model::BoundaryLayerParams>());
    check_rows(model::table_of<model::VortexCoreLayerParams>());
}
