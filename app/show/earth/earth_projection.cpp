#include "app/show/earth/earth_projection.h"

#include <cmath>
#include <glm/trigonometric.hpp>
#include <proj.h>
#include <utility>

namespace farfield::app {
namespace {

struct DestroyContext {
    void operator()(PJ_CONTEXT* context) const { proj_context_destroy(context); }
};
struct DestroyObject {
    void operator()(PJ* object) const { proj_destroy(object); }
};
using ProjContext = std::unique_ptr<PJ_CONTEXT, DestroyContext>;
using ProjObject = std::unique_ptr<PJ, DestroyObject>;

/// Transformation from longitude, latitude and height above the ellipsoid; x is east and y north, whatever
/// the order of the system's axes.
ProjObject transformation_to(PJ_CONTEXT* context, PJ* system, bool may_guess)
{
    const ProjObject geodetic(proj_create(context, "EPSG:4979"));
    if (!geodetic || system == nullptr) return nullptr;
    const char* const options[] = {may_guess ? "ALLOW_BALLPARK=YES" : "ALLOW_BALLPARK=NO", nullptr};
    const ProjObject plain(proj_create_crs_to_crs_from_pj(context, geodetic.get(), system, nullptr, options));
    return plain ? ProjObject(proj_normalize_for_visualization(context, plain.get())) : nullptr;
}

/// Transformation from heights above the ellipsoid to heights above the geoid, at longitudes and latitudes in
/// radians; null where its grid is not installed.
ProjObject egm96(PJ_CONTEXT* context)
{
    return ProjObject(proj_create(context, "+proj=vgridshift +grids=egm96_15.gtx"));
}

glm::dvec3 transformed(PJ* by, const glm::dvec3& place, PJ_DIRECTION direction = PJ_FWD)
{
    const PJ_COORD to = proj_trans(by, direction, proj_coord(place.x, place.y, place.z, HUGE_VAL));
    return {to.xyz.x, to.xyz.y, to.xyz.z};
}

/// Height above the geoid, from degrees and metres above the ellipsoid.
double above_geoid(PJ* egm96, const glm::dvec3& geodetic)
{
    const glm::dvec2 radians = glm::radians(glm::dvec2(geodetic));
    return transformed(egm96, {radians, geodetic.z}).z;
}

}  // namespace

struct EarthProjection::Parts {
    ProjContext context;
    ProjObject to_system;
    ProjObject to_geoid;       ///< null: its grid is not installed
    bool has_heights = false;  ///< the system has heights

    /// Takes a system. Its vertical part counts only where PROJ has a transformation into it.
    void enter(PJ* system)
    {
        if (proj_get_type(system) == PJ_TYPE_COMPOUND_CRS) {
            to_system = transformation_to(context.get(), system, false);
            has_heights = to_system != nullptr;
            if (has_heights) return;
            const ProjObject level(proj_crs_get_sub_crs(context.get(), system, 0));
            to_system = transformation_to(context.get(), level.get(), true);
        } else {
            to_system = transformation_to(context.get(), system, true);
        }
    }
};

std::shared_ptr<const EarthProjection> EarthProjection::into(const std::string& system)
{
    auto parts = std::make_unique<Parts>();
    parts->context.reset(proj_context_create());
    if (!parts->context) return nullptr;
    proj_log_level(parts->context.get(), PJ_LOG_NONE);
    proj_context_set_enable_network(parts->context.get(), 0);
    const ProjObject crs(proj_create(parts->context.get(), system.c_str()));
    if (!crs || proj_is_crs(crs.get()) == 0) return nullptr;
    parts->to_geoid = egm96(parts->context.get());
    parts->enter(crs.get());
    if (!parts->to_system) return nullptr;
    return std::shared_ptr<const EarthProjection>(new EarthProjection(std::move(parts)));
}

EarthProjection::EarthProjection(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

EarthProjection::~EarthProjection() = default;

HeightRule EarthProjection::heights(const std::string& said, const model::Vertical& wish) const
{
    using enum HeightRule::Datum;
    HeightRule rule;
    if (wish.datum == model::Vertical::Datum::Offset)
        return {.datum = Offset, .offset_metres = wish.offset_metres};
    if (wish.datum == model::Vertical::Datum::Ellipsoid) return {.datum = Ellipsoid};
    if (!wish.datum && parts_->has_heights) return {.datum = OfSystem};
    if (!wish.datum && said == "ellipsoid") return {.datum = Ellipsoid};
    rule.is_assumed = !wish.datum && said.empty();
    rule.lacks_grid = parts_->to_geoid == nullptr;
    rule.datum = rule.lacks_grid ? Ellipsoid : Egm96;
    return rule;
}

glm::dvec3 EarthProjection::place_of(const model::Geodetic& place, const HeightRule& heights) const
{
    const glm::dvec3 geodetic(place.longitude_degrees, place.latitude_degrees, place.height_metres);
    glm::dvec3 to = transformed(parts_->to_system.get(), geodetic);
    switch (heights.datum) {
    case HeightRule::Datum::OfSystem:
        break;
    case HeightRule::Datum::Egm96:
        to.z = above_geoid(parts_->to_geoid.get(), geodetic);
        break;
    case HeightRule::Datum::Ellipsoid:
        to.z = place.height_metres;
        break;
    case HeightRule::Datum::Offset:
        to.z = place.height_metres + heights.offset_metres;
        break;
    }
    return to;
}

std::optional<model::LongitudeLatitude> EarthProjection::on_earth(glm::dvec2 place) const
{
    const glm::dvec3 at = transformed(parts_->to_system.get(), {place, 0.0}, PJ_INV);
    if (!std::isfinite(at.x) || !std::isfinite(at.y)) return std::nullopt;
    return model::LongitudeLatitude{at.x, at.y};
}

double EarthProjection::geoid_metres(const model::LongitudeLatitude& at) const
{
    if (!parts_->to_geoid) return 0.0;
    const double below =
        above_geoid(parts_->to_geoid.get(), {at.longitude_degrees, at.latitude_degrees, 0.0});
    return std::isfinite(below) ? -below : 0.0;
}

const char* HeightRule::words() const
{
    switch (datum) {
    case Datum::OfSystem:
        return "heights as it has them";
    case Datum::Egm96:
        return is_assumed ? "heights taken to be above the geoid (EGM96)" : "heights above the geoid (EGM96)";
    case Datum::Offset:
        return "heights above the ellipsoid, moved by an offset";
    case Datum::Ellipsoid:
        break;
    }
    return lacks_grid
               ? "heights above the ellipsoid, up to 100 m apart from the geoid's: the grid of EGM96 is not "
                 "installed"
               : "heights above the ellipsoid";
}

}  // namespace farfield::app
