#include "compute_node/fields/field_at_time.h"

#include "tests/catch.h"
#include "tests/compute_node/swaying_series.h"

using namespace farfield::compute;
using namespace farfield::compute::testing;

TEST_CASE("sample_at: an unsteady field is linear between its slices and holds beyond them", "[fields]")
{
    // Times 0, 0.3, 0.5 and 0.8 with the scalars 0, 0.7, 1.4 and 2.1, each + x.
    const auto field = TimeSeries{"swaying", swaying_slices(GridForm::Uniform, 4)}.field({"", "s"});
    const glm::vec3 place{0.5F, -0.25F, 0.125F};
    CellCursor cursor;
    for (const auto& [time, expected] : {std::pair{-5.0F, 0.5},
                                         {0.0F, 0.5},
                                         {0.15F, 0.85},
                                         {0.3F, 1.2},
                                         {0.4F, 1.55},
                                         {0.8F, 2.6},
                                         {9.0F, 2.6}})
        CHECK(sample_at(*field, place, time, cursor)->scalar == Approx(expected).margin(1e-5));
    CHECK(sample_at(*field, place, 0.0F, cursor)->velocity == field->sample(place)->velocity);
}

TEST_CASE("sample_at: there is nothing where one of the two slices is invalid", "[fields]")
{
    const auto field = TimeSeries{"swaying", swaying_slices(GridForm::Uniform, 4)}.field({"", "s"});
    const glm::vec3 corner{1.6F, 1.6F, 0.0F};  // invalid at 0.5
    CellCursor cursor;
    CHECK(sample_at(*field, corner, 0.3F, cursor));
    CHECK_FALSE(sample_at(*field, corner, 0.4F, cursor));
    CHECK_FALSE(sample_at(*field, corner, 0.5F, cursor));
    CHECK_FALSE(sample_at(*field, corner, 0.6F, cursor));
    CHECK(sample_at(*field, corner, 0.8F, cursor));
    CHECK_FALSE(sample_at(*field, {9.0F, 0.0F, 0.0F}, 0.3F, cursor));
}
