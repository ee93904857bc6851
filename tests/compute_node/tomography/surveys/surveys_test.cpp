#include "compute_node/tomography/surveys/mine.h"
#include "compute_node/tomography/surveys/survey.h"
#include "compute_node/tomography/surveys/survey_files.h"
#include "compute_node/tomography/surveys/unified_format.h"
#include "tests/catch.h"
#include "tests/compute_node/error_of.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace farfield::tomography;
using farfield::compute::testing::contains;
using farfield::compute::testing::error_of;

namespace {

/// Two sources and five receivers along x.
SurveyBuilder ten_data()
{
    SurveyBuilder builder;
    for (int s = 0; s < 2; ++s)
        for (int r = 0; r < 5; ++r) builder.add({0.0, 0.0, s}, {10.0 + r, 0.0, 0.0}, 0.01 + 0.001 * r, 0.0);
    return builder;
}

const std::string unified = R"(4 # sensors
#x z
0 -1
10 -2
20 -3
30 -4
12
#s g t err
1 2 0.5 0.01
1 3 1.0 0.01
1 4 1.5 0.01
2 1 0.5 0.01
2 3 0.5 0.01
2 4 1.0 0.01
3 1 1.0 0.01
3 2 0.5 0.01
3 4 0.5 0.01
4 1 1.5 0.01
4 2 1.0 0.01
1 2 0.7 0.01
)";

}  // namespace

TEST_CASE("SurveyBuilder::finish: averages data of one pair and counts them", "[tomography]")
{
    SurveyBuilder builder = ten_data();
    builder.add({0.0, 0.0, 0.0}, {10.0, 0.0, 0.0}, 0.03, 0.0);
    const Survey survey = builder.finish("t.csv");
    CHECK(survey.sources.size() == 2);
    CHECK(survey.receivers.size() == 5);
    CHECK(survey.data.size() == 10);
    CHECK(survey.data.front().time == Approx(0.02));
    CHECK(survey.duplicates == 1);
}

TEST_CASE("SurveyBuilder::finish: refuses few data and a single source", "[tomography]")
{
    SurveyBuilder few, single;
    few.add({0, 0, 0}, {1, 0, 0}, 0.1, 0.0);
    for (int r = 0; r < 10; ++r) single.add({0, 0, 0}, {1.0 + r, 0, 0}, 0.1, 0.0);
    CHECK(contains(error_of([&] { (void)few.finish("t.csv"); }),
                   "'t.csv': expected at least 10 data, found 1"));
    CHECK(
        contains(error_of([&] { (void)single.finish("t.csv"); }), "expected at least two sources, found 1"));
}

TEST_CASE("SurveyBuilder::finish: leaves faulty times out, also of averages", "[tomography]")
{
    SurveyBuilder builder = ten_data();
    builder.add({0.0, 0.0, 0.0}, {10.0, 0.0, 0.0}, std::numeric_limits<double>::quiet_NaN(), 0.0);
    builder.add({0.0, 0.0, 1.0}, {20.0, 0.0, 0.0}, 0.001, 0.0);
    const Survey survey = builder.finish("t.csv", 5000.0);
    CHECK(survey.data.size() == 10);
    CHECK(survey.data.front().time == Approx(0.01));
    CHECK(survey.duplicates == 0);
    CHECK(count_of(survey, Fault::NotPositive) == 1);
    REQUIRE(count_of(survey, Fault::TooFast) == 1);
    CHECK(survey.receivers[survey.faulty.back().datum.receiver] == glm::dvec3{20.0, 0.0, 0.0});
}

TEST_CASE("SurveyBuilder::finish: more than a fifth of faulty times are an error", "[tomography]")
{
    SurveyBuilder builder = ten_data();
    for (int n = 0; n < 2; ++n) builder.add({0, 0, 0}, {30.0 + n, 0, 0}, 0.0, 0.0);
    CHECK(builder.finish("t.csv").faulty.size() == 2);
    builder.add({0, 0, 0}, {40, 0, 0}, -1.0, 0.0);
    CHECK(
        contains(error_of([&] { (void)builder.finish("t.csv"); }),
                 "'t.csv': expected at most 20 % of faulty times, found 3 of 13 (3 not above 0, 0 too fast"));
}

TEST_CASE("SurveyBuilder::finish: the order of the rows leaves no trace", "[tomography]")
{
    struct Row {
        glm::dvec3 source, receiver;
        double time, sigma;
    };
    std::mt19937 random{17};
    std::uniform_real_distribution<double> share{0.0, 1.0};
    std::vector<Row> rows;
    for (int s = 0; s < 4; ++s)
        for (int r = 0; r < 5; ++r)
            for (int again = 0; again < 3; ++again)  // averaged, of different sigmas
                rows.push_back(
                    {{s % 2, 3.0 - s, 0.0}, {9.0 - r, 0.0, r}, 0.01 + share(random), share(random)});
    rows.front().time = std::numeric_limits<double>::quiet_NaN();
    const auto survey_of = [](const std::vector<Row>& all) {
        SurveyBuilder builder;
        for (const Row& row : all) builder.add(row.source, row.receiver, row.time, row.sigma);
        return builder.finish("t.csv");
    };
    const Survey one = survey_of(rows);
    for (int n = 0; n < 5; ++n) {
        std::ranges::shuffle(rows, random);
        const Survey other = survey_of(rows);
        REQUIRE(other.sources == one.sources);
        REQUIRE(other.receivers == one.receivers);
        REQUIRE(other.data.size() == one.data.size());
        std::size_t differ = 0;
        for (std::size_t d = 0; d < one.data.size(); ++d) {
            const Datum &a = one.data[d], &b = other.data[d];
            differ +=
                a.source != b.source || a.receiver != b.receiver || a.time != b.time || a.sigma != b.sigma
                    ? 1
                    : 0;
        }
        CHECK(differ == 0);
        CHECK(other.faulty.size() == 1);
    }
}

TEST_CASE("read_survey: a CSV file needs its header, for columns may stand in any order", "[tomography]")
{
    const farfield::test::TemporaryFolder folder;
    std::string rows;
    for (int n = 0; n < 12; ++n) rows += "0," + std::to_string(n) + ",0,9,9,9,0.1\n";
    const std::string bare = folder.write("bare.csv", rows);
    CHECK(contains(error_of([&] { (void)read_survey(bare, {}); }),
                   "line 1: expected a column 'sx', found none"));
}

TEST_CASE("read_survey: a last line without an end is remarked on", "[tomography]")
{
    const farfield::test::TemporaryFolder folder;
    std::string rows = "sx,sy,sz,rx,ry,rz,t\n";
    for (int n = 0; n < 12; ++n) rows += "0," + std::to_string(n) + ",0,9,9,9,0.125\n";
    CHECK(read_survey(folder.write("whole.csv", rows), {}).remarks.empty());
    const Survey cut = read_survey(folder.write("cut.csv", rows.substr(0, rows.size() - 3)), {});
    REQUIRE(cut.remarks.size() == 1);
    CHECK(contains(cut.remarks.front(), "Line 13, the last one, has no end"));
    std::string fields = unified;
    CHECK(read_survey(folder.write("whole.sgt", fields), {}).remarks.empty());
    fields.pop_back();
    CHECK(read_survey(folder.write("cut.sgt", fields), {}).remarks.size() == 1);
}

TEST_CASE("read_unified: reads pyGIMLi's sensors and data", "[tomography]")
{
    std::istringstream text{unified};
    const Survey survey = read_unified(text, "line.sgt", {.seconds = 1e-3});
    REQUIRE(survey.data.size() == 11);
    CHECK(survey.duplicates == 1);
    CHECK(survey.sources[0] == glm::dvec3{0.0, 0.0, -1.0});
    CHECK(survey.receivers[survey.data[1].receiver] == glm::dvec3{20.0, 0.0, -3.0});
    CHECK(survey.data[0].time == Approx(0.6e-3));
    CHECK(survey.data[0].sigma == Approx(0.01e-3));
}

TEST_CASE("read_unified: data that are not valid are left out, and other columns named", "[tomography]")
{
    std::string fields = unified;
    fields.replace(fields.find("#s g t err"), 10, "#s g t err valid phase");
    for (std::size_t at = fields.find(" 0.01\n"), n = 0; at != std::string::npos;
         at = fields.find(" 0.01\n", at + 1), ++n)
        fields.insert(at + 5, n == 1 ? " 0 9" : " 1 9");
    std::istringstream text{fields};
    const Survey survey = read_unified(text, "line.sgt", {});
    CHECK(survey.data.size() == 10);  // without the second of 12, and two of one pair
    REQUIRE(survey.remarks.size() == 2);
    CHECK(contains(survey.remarks[0], "1 data are left out"));
    CHECK(contains(survey.remarks[1], "columns phase are passed over"));
}

TEST_CASE("SurveyBuilder::finish: a survey whose sources are its receivers is refused", "[tomography]")
{
    SurveyBuilder builder;
    for (int n = 0; n < 12; ++n) builder.add({n, 0.0, 0.0}, {n, 0.0, 0.0}, 0.1, 0.0);
    CHECK(contains(error_of([&] { (void)builder.finish("t.csv"); }), "each source lies at its receiver"));
}

TEST_CASE("read_unified: names the line of a sensor that is not there", "[tomography]")
{
    std::istringstream text{"2\n0 0\n1 0\n10\n#s g t\n1 3 0.1\n"};
    CHECK(contains(error_of([&] { (void)read_unified(text, "line.sgt", {}); }),
                   "'line.sgt', line 6: expected a sensor from 1 to 2, found 3"));
}

TEST_CASE("read_survey: finds the columns of a CSV file by their names", "[tomography]")
{
    const farfield::test::TemporaryFolder folder;
    const auto file = folder.path() / "t.csv";
    std::ofstream out{file};
    out << "t,rx,ry,rz,shot,sz,sy,sx\n";
    for (int s = 0; s < 2; ++s)
        for (int r = 0; r < 5; ++r) out << 10 + r << ',' << r << ",0,5," << s << ",2,1," << s << '\n';
    out.close();
    const Survey survey = read_survey(file, {.seconds = 1e-3, .z_down = true});
    REQUIRE(survey.data.size() == 10);
    CHECK(survey.sources[1] == glm::dvec3{1.0, 1.0, -2.0});
    CHECK(survey.receivers[4] == glm::dvec3{4.0, 0.0, -5.0});
    CHECK(survey.data[3].time == Approx(0.013));
}

TEST_CASE("read_survey: a time may be nan, a place may not", "[tomography]")
{
    const farfield::test::TemporaryFolder folder;
    std::string rows = "sx,sy,sz,rx,ry,rz,t\n";
    for (int n = 0; n < 10; ++n) rows += "0," + std::to_string(n) + ",0,9,9,9,0.1\n";
    const std::string gap = folder.write("gap.csv", rows + "0,0,0,8,8,8,nan\n");
    CHECK(read_survey(gap, {}).faulty.size() == 1);
    const std::string bad = folder.write("bad.csv", rows + "0,0,nan,8,8,8,0.1\n");
    CHECK(contains(error_of([&] { (void)read_survey(bad, {}); }), "line 12: expected finite numbers"));
}

TEST_CASE("Mine: galleries are slow, rock is fast, and its sensors are where they are stated", "[tomography]")
{
    const Mine mine{1};
    CHECK(mine.velocity({40.0, 16.0, 32.0}) == 1500.0);
    CHECK(mine.velocity({48.0, 32.0, 24.0}) == 1500.0);  // the middle of the ramp
    CHECK(mine.velocity({48.0, 60.0, 44.0}) > 4500.0);
    CHECK(Mine::axis_distance({50.0, 16.0, 37.0}) == Approx(5.0));
    const Survey survey = Mine::sensors();
    CHECK(survey.sources.size() == 60);
    CHECK(survey.receivers.size() == 40);
    CHECK(survey.sources.front() == glm::dvec3{10.0, 16.0, 34.0});
    CHECK(survey.receivers.back() == glm::dvec3{88.0, 56.0, 1.0});
    CHECK(Mine::lattice(1.0).nodes == glm::ivec3{97, 65, 49});
}
