#include "compute_node/tomography/inversion/normal_equations.h"

namespace farfield::tomography {

namespace {

constexpr int most_steps = 200;
constexpr double tolerance = 1e-4;

/// matrix x, in binary64.
Eigen::VectorXd times(const SparseMatrix& matrix, const Eigen::VectorXd& x)
{
    Eigen::VectorXd product(matrix.rows());
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
        double sum = 0.0;
        for (SparseMatrix::InnerIterator entry(matrix, row); entry; ++entry)
            sum += double{entry.value()} * x[entry.col()];
        product[row] = sum;
    }
    return product;
}

/// Adds factor x transpose of matrix x y.
void add_transposed(const SparseMatrix& matrix, const Eigen::VectorXd& y, double factor, Eigen::VectorXd& sum)
{
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
        const double scaled = factor * y[row];
        if (scaled == 0.0) continue;
        for (SparseMatrix::InnerIterator entry(matrix, row); entry; ++entry)
            sum[entry.col()] += double{entry.value()} * scaled;
    }
}

/// The stacked residuals: of the data, the roughness and the damping, each with its factor.
struct Stacked {
    Eigen::VectorXd data, smooth, damp;

    [[nodiscard]] double square() const
    {
        return data.squaredNorm() + smooth.squaredNorm() + damp.squaredNorm();
    }
};

Stacked image_of(const DampedProblem& p, const Eigen::VectorXd& x)
{
    return {times(p.data, x), p.alpha * times(p.smooth, x), p.damp * x};
}

Eigen::VectorXd normal_residual(const DampedProblem& p, const Stacked& r)
{
    Eigen::VectorXd sum = p.damp * r.damp;
    add_transposed(p.data, r.data, 1.0, sum);
    add_transposed(p.smooth, r.smooth, p.alpha, sum);
    return sum;
}

}  // namespace

Eigen::VectorXd solve_damped(const DampedProblem& problem)
{
    const Eigen::Index n = problem.data.cols();
    Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
    Stacked r{problem.rhs, -problem.alpha * times(problem.smooth, problem.offset), x};
    Eigen::VectorXd s = normal_residual(problem, r), p = s;
    double gamma = s.squaredNorm();
    const double enough = tolerance * tolerance * gamma;
    for (int step = 0; step < most_steps && gamma > enough; ++step) {
        const Stacked q = image_of(problem, p);
        const double length = gamma / q.square();
        x += length * p;
        r.data -= length * q.data;
        r.smooth -= length * q.smooth;
        r.damp -= length * q.damp;
        s = normal_residual(problem, r);
        const double next = s.squaredNorm();
        p = s + next / gamma * p;
        gamma = next;
    }
    return x;
}

}  // namespace farfield::tomography
