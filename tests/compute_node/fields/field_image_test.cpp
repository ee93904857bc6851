#include "compute_node/datasets/time_series.h"
#include "compute_node/fields/field_image.h"
#include "compute_node/support/archive.h"
#include "tests/catch.h"
#include "tests/compute_node/lines/traced.h"
#include "tests/compute_node/sampled_field.h"

#include <cstring>
#include <new>

using namespace farfield::compute;
using namespace farfield;
using namespace farfield::compute::testing;

namespace {

std::shared_ptr<std::byte> aligned_memory(std::size_t bytes)
{
    static constexpr std::align_val_t alignment{ArchiveWriter::alignment};
    return {static_cast<std::byte*>(::operator new(bytes, alignment)),
            [](std::byte* memory) { ::operator delete(memory, alignment); }};
}

std::shared_ptr<const Field> copy_of(const Field& field)
{
    return field_of(image_of(field, aligned_memory));
}

glm::dvec3 leaning(glm::dvec3 p)
{
    return {-p.y + 0.1 * p.z, p.x - 0.2 * p.z * p.y, 0.3 * p.x * p.y};
}

std::shared_ptr<const Field> gusty()
{
    const auto slice = [](double strength) {
        return [strength](const std::stop_token&) {
            return data_on(
                GridForm::Rectilinear, 7, [=](glm::dvec3 p) { return strength * leaning(p); },
                [](glm::dvec3 p) { return p.x; });
        };
    };
    return TimeSeries{"gusty", {{0.0, "a", slice(1.0)}, {1.0, "b", slice(2.0)}, {3.0, "c", slice(0.5)}}}
        .field({}, ~std::uint64_t{0});
}

LineSeeds some_seeds()
{
    LineSeeds seeds;
    for (int i = 0; i < 300; ++i) {
        const auto part = static_cast<float>(i) / 300.0F;
        seeds.add({3.8F * part - 1.9F, 0.4F, 1.1F - part, 0.1F});
    }
    return seeds;
}

void check_same_lines(const std::shared_ptr<const Field>& field)
{
    const auto copy = copy_of(*field);
    CHECK(copy->info().dataset == field->info().dataset);
    CHECK(copy->info().max_speed == field->info().max_speed);
    const auto traced = [](const std::shared_ptr<const Field>& through) {
        std::vector<glm::vec4> points;
        LineTracer{through, LineSettings{}}.trace(some_seeds(), [&](const LineBlock& block, auto&) {
            for (const Line& line : block.lines)
                for (std::size_t p = 0; p < line.points; ++p)
                    points.push_back(block.points[line.first_point + p]);
        });
        return points;
    };
    const auto expected = traced(field), found = traced(copy);
    REQUIRE(found.size() == expected.size());
    CHECK(found.size() > 1000);
    CHECK(std::memcmp(found.data(), expected.data(), found.size() * sizeof found[0]) == 0);
}

}  // namespace

TEST_CASE("field_of: lines through a field's image have the same bits, on every kind of grid", "[image]")
{
    check_same_lines(field_on(GridForm::Uniform, 9, leaning));
    check_same_lines(field_on(GridForm::Rectilinear, 9, leaning));
    check_same_lines(field_on(GridForm::Curvilinear, 9, leaning));
    check_same_lines(field_on(GridForm::Unstructured, 9, leaning));
    check_same_lines(open_analytic("analytic:cell").field());
    check_same_lines(gusty());
}

TEST_CASE("field_of: the field keeps the memory that its arrays lie in", "[image]")
{
    FieldImage image = image_of(*field_on(GridForm::Uniform, 5, rotation), aligned_memory);
    const std::weak_ptr<const std::byte> memory = image.arrays;
    auto field = field_of(image);
    image = {};
    CHECK_FALSE(memory.expired());
    CHECK(field->sample({0.0F, 1.0F, 0.0F})->velocity.x == -1.0F);
    field.reset();
    CHECK(memory.expired());
}

TEST_CASE("ArchiveReader: what is cut short is an error, not a read beyond the end", "[image]")
{
    ArchiveWriter writer;
    writer(std::string{"seven"}, 7);
    std::vector<std::byte> bytes = writer.take_bytes();
    bytes.resize(bytes.size() - 1);
    std::string text;
    int number = 0;
    ArchiveReader reader{bytes};
    CHECK_THROWS_AS(reader(text, number), std::runtime_error);
}
