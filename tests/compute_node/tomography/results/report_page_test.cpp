#include "compute_node/tomography/results/report_page.h"

#include "compute_node/tomography/results/report.h"
#include "compute_node/tomography/results/slice_picture.h"
#include "model/fields/base64.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/compute_node/tomography/inversion/straight_survey.h"
#include "tests/count_of.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

using namespace farfield::tomography;
using namespace farfield::tomography::testing;
using farfield::compute::testing::contains;
using farfield::test::count_of;

TEST_CASE("picture_of: a slice is a bitmap with the least value blue and the greatest red", "[tomography]")
{
    const Lattice lattice{{3, 2, 2}, glm::dvec3{0.0}, 1.0};
    const std::vector<double> values{0, 5, 10, 0, 0, 0, 10, 10, 10, 10, 10, 10};
    const std::vector<char> shown{1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1};
    const std::string uri = picture_of({2, 0, 0.0, 10.0}, lattice, values, shown);
    const std::string prefix = "data:image/bmp;base64,";
    REQUIRE(uri.starts_with(prefix));
    const auto bytes = farfield::model::from_base64(uri.substr(prefix.size()));
    REQUIRE(bytes.has_value());
    REQUIRE(bytes->size() == 54 + 2 * 12);  // rows of 9 bytes take 12
    const auto at = [&](std::size_t n) { return std::to_integer<int>((*bytes)[n]); };
    CHECK(at(0) == 'B');
    CHECK(at(18) == 3);
    CHECK(at(22) == 2);
    CHECK(at(54) > at(56));             // the first: more blue than red
    CHECK(at(54 + 6) < at(54 + 8));     // the third: more red than blue
    CHECK(at(54 + 12) == at(54 + 14));  // the fourth is grey
}

TEST_CASE("write_results: statics, L-curve, resolution test and page have their files", "[tomography]")
{
    const farfield::test::TemporaryFolder folder;
    Survey survey = straight_survey();
    for (Datum& datum : survey.data) datum.time *= datum.source < 12 ? 1.03 : 1.0;
    survey.faulty.push_back({{0, 0, -1.0, 0.0}, Fault::NotPositive});
    InversionSettings settings = straight_settings();
    settings.iterations = 2;
    settings.l_curve = 3;
    settings.statics = StaticTerms::Both;
    const InversionResult result = invert(straight_start(), survey, settings);
    ResultView view{result, survey, {}};
    view.resolution.push_back(
        test_resolution(result, survey, settings, {AnomalyPattern::Spikes, 30.0, 10.0}));
    write_results(folder.path(), view);
    std::ifstream statics{folder / "statics.csv"};
    std::string text{std::istreambuf_iterator<char>{statics}, {}};
    CHECK(count_of(text, "\n") == 1 + 25 + 25);
    std::ifstream curve{folder / "l_curve.csv"};
    text.assign(std::istreambuf_iterator<char>{curve}, {});
    CHECK(count_of(text, "\n") == 1 + 3);
    CHECK(std::filesystem::exists(folder / "spikes.vti"));
    const std::string page = report_page(view);
    CHECK(count_of(page, "<svg") == 5);  // misfit, roughness, L-curve, two histograms
    CHECK(count_of(page, "<img") == 15);
    CHECK_FALSE(contains(page, "http"));
    CHECK_FALSE(contains(page, "<script"));
    CHECK(report_of(view)["resolution"]["spikes"]["size"] == 30.0);
    CHECK(report_of(view)["faulty"]["not_above_0"] == 1);
}
