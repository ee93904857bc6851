#include "compute_node/tomography/inversion/normal_equations.h"

#include "compute_node/support/parallel.h"

#include <algorithm>
#include <cstdint>

namespace farfield::tomography {

namespace {

constexpr int most_steps = 3000;
constexpr double tolerance = 1e-6;

/// Product of matrix and x, in binary64.
Eigen::VectorXd times(const SparseMatrix& matrix, const Eigen::VectorXd& x, int threads)
{
    constexpr Eigen::Index rows_at_once = 256;
    Eigen::VectorXd product(matrix.rows());
    const auto fill = [&](std::int64_t block) -> std::uint64_t {
        const Eigen::Index begin = block * rows_at_once, end = std::min(begin + rows_at_once, matrix.rows());
        for (Eigen::Index row = begin; row < end; ++row) {
            double sum = 0.0;
            for (SparseMatrix::InnerIterator entry(matrix, row); entry; ++entry)
                sum += double{entry.value()} * x[entry.col()];
            product[row] = sum;
        }
        return 0;
    };
    parallel_sum((matrix.rows() + rows_at_once - 1) / rows_at_once, threads, fill);
    return product;
}

/// Adds the squares of a matrix's entries, column by column, times a factor.
void add_squares(const SparseMatrix& matrix, double factor, Eigen::VectorXd& sums)
{
    for (Eigen::Index e = 0; e < matrix.nonZeros(); ++e) {
        const double value = matrix.valuePtr()[e];
        sums[matrix.innerIndexPtr()[e]] += factor * value * value;
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

void subtract(Stacked& from, double factor, const Stacked& other)
{
    from.data -= factor * other.data;
    from.smooth -= factor * other.smooth;
    from.damp -= factor * other.damp;
}

/// The operator of a problem and its transpose.
class DampedOperator {
public:
    DampedOperator(const DampedProblem& problem, int threads)
        : p_{problem},
          data_transposed_{problem.data.transpose()},
          smooth_transposed_{problem.smooth.transpose()},
          threads_{threads}
    {}

    Eigen::VectorXd smooth(const Eigen::VectorXd& x) const
    {
        return p_.alpha * times(p_.smooth, x, threads_);
    }
    Stacked image(const Eigen::VectorXd& x) const
    {
        return {times(p_.data, x, threads_), smooth(x), p_.damp * x};
    }
    Eigen::VectorXd transposed(const Stacked& r) const
    {
        return times(data_transposed_, r.data, threads_) +
               p_.alpha * times(smooth_transposed_, r.smooth, threads_) + p_.damp * r.damp;
    }

    /// 1 over the diagonal of the normal equations; 1 where that is 0.
    Eigen::VectorXd inverse_diagonal() const
    {
        Eigen::VectorXd sums = Eigen::VectorXd::Constant(p_.data.cols(), p_.damp * p_.damp);
        add_squares(p_.data, 1.0, sums);
        add_squares(p_.smooth, p_.alpha * p_.alpha, sums);
        return sums.unaryExpr([](double sum) { return sum > 0.0 ? 1.0 / sum : 1.0; });
    }

private:
    const DampedProblem& p_;
    SparseMatrix data_transposed_, smooth_transposed_;
    int threads_;
};

}  // namespace

Eigen::VectorXd solve_damped(const DampedProblem& problem, int threads, const std::atomic<bool>* cancelled)
{
    const Eigen::Index n = problem.data.cols();
    Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
    const DampedOperator a{problem, threads};
    Stacked r{problem.rhs, -a.smooth(problem.offset), x};
    Eigen::VectorXd s = a.transposed(r);
    const double enough = tolerance * tolerance * s.squaredNorm();
    if (problem.guess.size() == n) {
        x = problem.guess;
        subtract(r, 1.0, a.image(x));
        s = a.transposed(r);
    }
    const Eigen::VectorXd scale = a.inverse_diagonal();
    Eigen::VectorXd z = scale.cwiseProduct(s), p = z;
    double gamma = s.dot(z);
    for (int step = 0; step < most_steps && s.squaredNorm() > enough && !is_set(cancelled); ++step) {
        const Stacked q = a.image(p);
        const double length = gamma / q.square();
        x += length * p;
        subtract(r, length, q);
        s = a.transposed(r);
        z = scale.cwiseProduct(s);
        const double next = s.dot(z);
        p = z + next / gamma * p;
        gamma = next;
    }
    return x;
}

}  // namespace farfield::tomography
