// Non-negative least squares against all active sets and against its optimality conditions.
#include "cost_dvfs_testing.hpp"

#include <gangway/cost/dvfs/relative_fit.hpp>

using namespace gangway::cost;
using dvfs_testing::draw;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

MatrixXd random_matrix(draw& random, Index rows, Index columns, double low) {
    MatrixXd a(rows, columns);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j) a(i, j) = random(low, 1.0);
    return a;
}

/// The least residual over every set of columns whose plain least squares has no negative weight.
double least_residual(MatrixXd const& a, VectorXd const& b) {
    double best = b.norm();
    for (unsigned set = 1; set < (1U << a.cols()); ++set) {
        std::vector<Index> columns;
        for (Index c = 0; c < a.cols(); ++c)
            if ((set >> c & 1U) != 0) columns.push_back(c);
        MatrixXd part(a.rows(), static_cast<Index>(columns.size()));
        for (std::size_t c = 0; c < columns.size(); ++c) part.col(static_cast<Index>(c)) = a.col(columns[c]);
        VectorXd const x = part.colPivHouseholderQr().solve(b);
        if ((x.array() >= 0.0).all()) best = std::min(best, (part * x - b).norm());
    }
    return best;
}

void check_optimal(MatrixXd const& a, VectorXd const& b, nnls_solution const& s) {
    REQUIRE(s.converged);
    REQUIRE((s.x.array() >= 0.0).all());
    VectorXd const gradient = a.transpose() * (b - a * s.x);
    double const scale = a.norm() * b.norm();
    for (Index c = 0; c < a.cols(); ++c) {
        CHECK(gradient[c] <= 1e-10 * scale);
        if (s.x[c] > 0.0) CHECK(std::abs(gradient[c]) <= 1e-10 * scale);
    }
    CHECK(s.residual == doctest::Approx((a * s.x - b).norm()).epsilon(1e-9));
}

} // namespace

TEST_CASE("nnls: as good as the best of all active sets") {
    draw random{1};
    for (int trial = 0; trial < 2000; ++trial) {
        Index const columns = 1 + static_cast<Index>(random.below(6));
        Index const rows = 1 + static_cast<Index>(random.below(10));
        MatrixXd const a = random_matrix(random, rows, columns, trial % 2 == 0 ? 0.0 : -1.0);
        VectorXd const b = random_matrix(random, rows, 1, -1.0);
        auto const s = nnls(a, b);
        check_optimal(a, b, s);
        CHECK(s.residual <= least_residual(a, b) + 1e-9);
    }
}

TEST_CASE("nnls: optimality conditions on larger problems") {
    draw random{2};
    for (int trial = 0; trial < 40; ++trial) {
        Index const columns = 10 + static_cast<Index>(random.below(30));
        Index const rows = 5 + static_cast<Index>(random.below(60));
        MatrixXd const a = random_matrix(random, rows, columns, -1.0);
        VectorXd const b = random_matrix(random, rows, 1, -1.0);
        check_optimal(a, b, nnls(a, b));
    }
}

TEST_CASE("nnls: units of a column do not matter") {
    draw random{3};
    for (int trial = 0; trial < 200; ++trial) {
        MatrixXd const a = random_matrix(random, 8, 3, 0.0);
        VectorXd const b = random_matrix(random, 8, 1, 0.0);
        MatrixXd scaled = a;
        scaled.col(1) *= 1e27;
        scaled.col(2) *= 1e-9;
        auto const x = nnls(a, b).x;
        auto const y = nnls(scaled, b).x;
        CHECK(y[0] == doctest::Approx(x[0]).epsilon(1e-8));
        CHECK(y[1] * 1e27 == doctest::Approx(x[1]).epsilon(1e-8));
        CHECK(y[2] * 1e-9 == doctest::Approx(x[2]).epsilon(1e-8));
    }
}

TEST_CASE("nnls: corner cases") {
    MatrixXd a(3, 2);
    a << 1, 0, 1, 0, 1, 0; // a column of zeros
    VectorXd b(3);
    b << 1, 2, 3;
    auto s = nnls(a, b);
    CHECK(s.x[0] == doctest::Approx(2.0));
    CHECK(s.x[1] == 0.0);
    CHECK(s.active == std::vector<Index>{0});

    s = nnls(a, -b); // all weights would be negative
    CHECK(s.x.isZero());
    CHECK(s.active.empty());
    CHECK(s.residual == doctest::Approx(b.norm()));

    s = nnls(a, VectorXd::Zero(3));
    CHECK(s.x.isZero());

    MatrixXd twins(3, 3); // the same column twice, and a sum of both
    twins << 1, 1, 2, 2, 2, 4, 3, 3, 6;
    s = nnls(twins, b);
    CHECK(s.converged);
    CHECK(s.residual == doctest::Approx(0.0).epsilon(1e-12));
    CHECK(s.x[0] + s.x[1] + 2.0 * s.x[2] == doctest::Approx(1.0));

    s = nnls(MatrixXd(3, 0), b);
    CHECK(s.x.size() == 0);
}

TEST_CASE("condition: of columns scaled to one length") {
    MatrixXd a(2, 2);
    a << 1, 1e9, 0, 1e9; // 45 degrees apart: singular values sqrt(1 + cos), sqrt(1 - cos)
    double const cosine = std::sqrt(0.5);
    CHECK(condition_of(a, {0, 1}) == doctest::Approx(std::sqrt((1.0 + cosine) / (1.0 - cosine))));
    CHECK(condition_of(a, {0}) == 1.0);
    CHECK(condition_of(MatrixXd::Identity(3, 3), {0, 1, 2}) == doctest::Approx(1.0));
    CHECK(condition_of(MatrixXd::Ones(2, 2), {0, 1}) > 1e15);
}

TEST_CASE("relative fit: small and large measurements count alike") {
    MatrixXd const ones = MatrixXd::Ones(2, 1);
    VectorXd measured(2);
    measured << 1.0, 100.0;
    // min (w - 1)^2 + (w / 100 - 1)^2: w = (1 + 1/100) / (1 + 1/10000)
    auto const f = fit_relative(ones, measured);
    double const w = 1.01 / 1.0001;
    CHECK(f.weights[0] == doctest::Approx(w));
    CHECK(f.errors[0] == doctest::Approx(w - 1.0));
    CHECK(f.errors[1] == doctest::Approx(w / 100.0 - 1.0));
    CHECK(f.mean_error == doctest::Approx((w - 1.0 + 1.0 - w / 100.0) / 2.0));
    CHECK(f.worst_error == doctest::Approx(1.0 - w / 100.0));
}
