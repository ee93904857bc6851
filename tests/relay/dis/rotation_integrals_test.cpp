#include "relay/dis/rotation_integrals.h"

#include <cmath>
#include <numbers>

#include "tests/catch.h"

using namespace farfield::net::dis;

namespace {

/// Integral of f over (0, 1) by Gauss-Legendre quadrature with 5 points in each of 64 parts.
template <typename F>
double integral(F&& f)
{
    constexpr int parts = 64;
    const double near = std::sqrt(5.0 - 2.0 * std::sqrt(10.0 / 7.0)) / 3.0;
    const double far = std::sqrt(5.0 + 2.0 * std::sqrt(10.0 / 7.0)) / 3.0;
    const double near_weight = (322.0 + 13.0 * std::sqrt(70.0)) / 900.0;
    const double far_weight = (322.0 - 13.0 * std::sqrt(70.0)) / 900.0;
    double sum = 0.0;
    for (int part = 0; part < parts; ++part) {
        const auto at = [&](double x) { return f((part + 0.5 + 0.5 * x) / parts); };
        sum += 128.0 / 225.0 * at(0.0) + near_weight * (at(near) + at(-near)) +
               far_weight * (at(far) + at(-far));
    }
    return sum / (2.0 * parts);
}

}  // namespace

TEST_CASE("rotation_integrals_of: at 0 they are those of a straight line, exactly", "[dis]")
{
    const RotationIntegrals at_rest = rotation_integrals_of(0.0), defaults;
    CHECK(at_rest.cosine == 1.0);
    CHECK(at_rest.turned_0 == 1.0);
    CHECK(at_rest.turned_1 == 0.5);
    CHECK(at_rest.turned_2 == defaults.turned_2);
    CHECK(at_rest.growing_0 == 0.5);
    CHECK(at_rest.growing_1 == defaults.growing_1);
    CHECK(at_rest.growing_2 == 0.125);
}

TEST_CASE("rotation_integrals_of: are the integrals that they stand for, by series and closed forms", "[dis]")
{
    for (const double x : {0.001, 0.3, 0.999, 1.0, 1.001, 3.0, 6.3, 40.0}) {
        const RotationIntegrals found = rotation_integrals_of(x);
        const auto near = [](double value) { return Approx(value).epsilon(1e-13).margin(1e-15); };
        // (1 - cos y) / x^2 with y = t x, without cancellation.
        const auto bent = [&](double t) { return 2.0 * std::pow(std::sin(t * x / 2.0) / x, 2.0); };
        CHECK(found.turned_0 == near(integral([&](double t) { return std::cos(t * x); })));
        CHECK(found.turned_1 == near(integral([&](double t) { return std::sin(t * x) / x; })));
        CHECK(found.turned_2 == near(integral([&](double t) { return bent(t); })));
        CHECK(found.growing_0 == near(integral([&](double t) { return t * std::cos(t * x); })));
        CHECK(found.growing_1 == near(integral([&](double t) { return t * std::sin(t * x) / x; })));
        CHECK(found.growing_2 == near(integral([&](double t) { return t * bent(t); })));
    }
}

TEST_CASE("turned_by: a quarter turn about z leads x to y", "[dis]")
{
    const glm::dvec3 turn{0.0, 0.0, std::numbers::pi / 2.0};
    const RotationIntegrals factors = rotation_integrals_of(glm::length(turn));
    CHECK(glm::distance(turned_by(factors, turn, {1.0, 0.0, 5.0}), {0.0, 1.0, 5.0}) < 1e-15);
}
