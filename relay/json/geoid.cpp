#include "relay/json/geoid.h"

#include <cmath>
#include <memory>
#include <numbers>
#include <proj.h>

#include "relay/sockets/input_spec.h"

namespace farfield::net::relay {
namespace {

struct Grid {
    std::unique_ptr<PJ_CONTEXT, PJ_CONTEXT* (*)(PJ_CONTEXT*)> context{
        proj_context_create(), [](PJ_CONTEXT* made) { return proj_context_destroy(made), made; }};
    std::unique_ptr<PJ, PJ* (*)(PJ*)> shift{nullptr, proj_destroy};
};

}  // namespace

GeoidHeight egm96_height()
{
    auto grid = std::make_shared<Grid>();
    proj_log_level(grid->context.get(), PJ_LOG_NONE);
    proj_context_set_enable_network(grid->context.get(), 0);
    grid->shift.reset(proj_create(grid->context.get(), "+proj=vgridshift +grids=egm96_15.gtx"));
    if (!grid->shift)
        throw SpecError(
            "alt=geoid: PROJ's grid egm96_15.gtx of the geoid EGM96 is not installed; expected the "
            "package proj-data, or heights above the ellipsoid");
    return [grid](double longitude, double latitude) {
        constexpr double radians = std::numbers::pi / 180.0;
        const PJ_COORD on_ellipsoid = proj_coord(longitude * radians, latitude * radians, 0.0, HUGE_VAL);
        return -proj_trans(grid->shift.get(), PJ_FWD, on_ellipsoid).xyz.z;
    };
}

}  // namespace farfield::net::relay
