#include "app/show/earth_frame.h"

#include <cmath>
#include <fmt/format.h>

#include "model/geometry/geographic_area.h"

namespace farfield::app {
namespace {

double the_short_way(double degrees)
{
    return degrees - model::full_turn_degrees * std::round(degrees / model::full_turn_degrees);
}

}  // namespace

std::shared_ptr<const EarthFrame> EarthFrame::over(const model::TerrainDescription& terrain)
{
    const bool is_unnamed = terrain.crs_wkt.empty() && terrain.geographic;  // its system is not sent
    auto system = EarthProjection::into(is_unnamed ? "EPSG:4326" : terrain.crs_wkt);
    if (!system) return nullptr;
    const std::string name = is_unnamed ? "degrees of the terrain" : terrain.crs;
    std::shared_ptr<EarthFrame> frame(new EarthFrame(std::move(system), name));
    frame->vertical_ = terrain.vertical;
    frame->heights_ = frame->system_->heights(terrain.vertical);
    frame->origin_ = {terrain.origin[0], terrain.origin[1]};
    frame->metres_per_unit_ = {terrain.metres_per_unit[0], terrain.metres_per_unit[1]};
    frame->crs_unit_ = terrain.crs_unit;
    frame->turns_ = terrain.geographic;
    return frame;
}

std::shared_ptr<const EarthFrame> EarthFrame::about(model::LongitudeLatitude middle)
{
    auto system =
        EarthProjection::into(fmt::format("+proj=tmerc +lat_0={:.9f} +lon_0={:.9f} +k=1 +x_0=0 +y_0=0 "
                                          "+datum=WGS84 +units=m +type=crs",
                                          middle.latitude_degrees, middle.longitude_degrees));
    if (!system) return nullptr;
    std::shared_ptr<EarthFrame> frame(
        new EarthFrame(std::move(system), fmt::format("a plane about {:.4f}, {:.4f}",
                                                      middle.longitude_degrees, middle.latitude_degrees)));
    frame->vertical_ = "geoid";
    frame->heights_ = frame->system_->heights(frame->vertical_);
    return frame;
}

glm::dvec3 EarthFrame::local_of(glm::dvec3 in_system) const
{
    glm::dvec2 from = crs_unit_ * glm::dvec2(in_system) - origin_;
    if (turns_) from.x = the_short_way(from.x);
    return {metres_per_unit_ * from, in_system.z};
}

double EarthFrame::turn_metres() const noexcept
{
    return turns_ ? model::full_turn_degrees * metres_per_unit_.x : 0.0;
}

SharedPlacement EarthFrame::entities(const model::Vertical& vertical) const
{
    // A copy: the placement outlives the frame that made it.
    const auto place_of = [frame = *this,
                           heights = system_->heights(vertical_, vertical)](glm::dvec3 geocentric) {
        return frame.local_of(frame.system_->place_of(model::geodetic_of(geocentric), heights));
    };
    const HeightRule heights = system_->heights(vertical_, vertical);
    std::string words = name_ + ", " + heights.words();
    if (heights.datum == HeightRule::Datum::Offset) words += fmt::format(" of {:g} m", heights.offset_metres);
    return std::make_shared<const EarthPlacement>(EarthPlacement{place_of, 1.0, std::move(words)});
}

glm::dvec3 EarthFrame::drawn(model::LongitudeLatitude at, double above_geoid) const
{
    // Heights above a geoid need no grid: the world's geoids differ by a metre or two.
    if (heights_.datum == HeightRule::Datum::Egm96 || heights_.lacks_grid) {
        constexpr HeightRule level{.datum = HeightRule::Datum::Ellipsoid};
        return local_of(system_->place_of({at.longitude_degrees, at.latitude_degrees, above_geoid}, level));
    }
    const double above_ellipsoid = above_geoid + system_->geoid_metres(at);
    return local_of(
        system_->place_of({at.longitude_degrees, at.latitude_degrees, above_ellipsoid}, heights_));
}

std::optional<model::Geodetic> EarthFrame::above_geoid_at(glm::dvec3 drawn) const
{
    const glm::dvec2 in_system = (glm::dvec2(drawn) / metres_per_unit_ + origin_) / crs_unit_;
    const auto at = system_->on_earth(in_system);
    if (!at) return std::nullopt;
    const double shift = this->drawn(*at, 0.0).z;
    return model::Geodetic{at->longitude_degrees, at->latitude_degrees, drawn.z - shift};
}

}  // namespace farfield::app
