#include "app/layers/table.h"

#include "model/layers/layer_kinds.h"
#include "tests/catch.h"

using namespace farfield;

TEST_CASE("make_layer: makes a layer of every kind that a document may have, and of no other", "[layers]")
{
    const app::Stage stage{.cpu_reads = true};
    for (const model::LayerKind& kind : model::layer_kinds()) {
        INFO(kind.name);
        CHECK_NOTHROW(app::make_layer(kind.name, stage, model::Use::Window));
    }
    CHECK_THROWS_WITH(app::make_layer("smoke", stage, model::Use::Window),
                      "there is no kind of layer 'smoke'");
}
