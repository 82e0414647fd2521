// Scrooge beside an independent mixed-integer solver: GLPK on the formulation with binary choices and start times.
#include "plan_scrooge_testing.hpp"

#include <doctest/doctest.h>
#include <glpk.h>

#include <initializer_list>
#include <optional>
#include <utility>

using namespace scrooge_testing;

namespace {

/// A mixed-integer program of GLPK's, built row by row.
class program {
  public:
    program() : p_{glp_create_prob()} { glp_term_out(GLP_OFF); }
    program(program const&) = delete;
    program& operator=(program const&) = delete;
    ~program() { glp_delete_prob(p_); }

    int column(int kind, double cost, double upper = -1.0) {
        int const c = glp_add_cols(p_, 1);
        glp_set_col_kind(p_, c, kind);
        if (kind != GLP_BV) glp_set_col_bnds(p_, c, upper >= 0.0 ? GLP_DB : GLP_LO, 0.0, upper);
        glp_set_obj_coef(p_, c, cost);
        return c;
    }
    /// sum of coefficient * column, at least `bound` (GLP_LO), at most (GLP_UP), or equal (GLP_FX).
    void row(int type, double bound, std::vector<std::pair<int, double>> const& terms) {
        int const r = glp_add_rows(p_, 1);
        glp_set_row_bnds(p_, r, type, bound, bound);
        std::vector<int> at{0};
        std::vector<double> value{0.0};
        for (auto const& [c, v] : terms) {
            at.push_back(c);
            value.push_back(v);
        }
        glp_set_mat_row(p_, r, static_cast<int>(terms.size()), at.data(), value.data());
    }
    std::optional<double> minimum() {
        glp_iocp how;
        glp_init_iocp(&how);
        how.msg_lev = GLP_MSG_OFF;
        how.presolve = GLP_ON;
        how.tol_obj = 1e-9;
        int const status = glp_intopt(p_, &how);
        if (status == GLP_ENOPFS || status == GLP_ENODFS || glp_mip_status(p_) == GLP_NOFEAS) return std::nullopt;
        REQUIRE(status == 0);
        REQUIRE(glp_mip_status(p_) == GLP_OPT);
        return glp_mip_obj_val(p_);
    }

  private:
    glp_prob* p_;
};

enum class pays { fractions, machines, shared };

std::optional<double> by_glpk(graph const& g, pays how) {
    program p;
    std::vector<int> start;
    std::vector<std::vector<std::pair<int, double>>> seconds(g.models.size());
    std::vector<std::vector<std::pair<int, double>>> on_type(g.types.size());
    for (std::size_t m = 0; m < g.models.size(); ++m) {
        start.push_back(p.column(GLP_CV, 0.0));
        std::vector<std::pair<int, double>> one;
        for (std::size_t t = 0; t < g.types.size(); ++t)
            for (std::size_t k = 0; k < g.models[m].on[t].size(); ++k) {
                double const n = load(g, m, {t, k});
                int const x = p.column(GLP_BV, how == pays::fractions ? n * g.types[t].cost : 0.0);
                one.push_back({x, 1.0});
                seconds[m].push_back({x, g.models[m].on[t][k].latency.value()});
                if (how == pays::machines) {
                    int const machines = p.column(GLP_IV, g.types[t].cost);
                    p.row(GLP_LO, 0.0, {{machines, 1.0}, {x, -n}});
                }
                on_type[t].push_back({x, -n});
            }
        p.row(GLP_FX, 1.0, one);
    }
    if (how == pays::shared)
        for (std::size_t t = 0; t < g.types.size(); ++t) {
            double const at_most = static_cast<double>(g.types[t].at_most);
            on_type[t].push_back({p.column(GLP_IV, g.types[t].cost, at_most > 1e6 ? -1.0 : at_most), 1.0});
            p.row(GLP_LO, 0.0, on_type[t]);
        }
    for (auto const& e : g.edges) {
        auto terms = seconds[e.from];
        for (auto& t : terms) t.second = -t.second;
        terms.push_back({start[e.to], 1.0});
        terms.push_back({start[e.from], -1.0});
        p.row(GLP_LO, 0.0, terms);
    }
    for (std::size_t m = 0; m < g.models.size(); ++m) {
        auto terms = seconds[m];
        terms.push_back({start[m], 1.0});
        p.row(GLP_UP, g.limit.value(), terms);
    }
    return p.minimum();
}

} // namespace

TEST_CASE("GLPK: 200 graphs, fractions and machines") {
    std::mt19937 r{11};
    int solved = 0;
    for (int i = 0; i < 200; ++i) {
        CAPTURE(i);
        auto const types = 1 + static_cast<std::size_t>(i % 2);
        auto const g = random_graph(r, 2 + r() % 4, types == 1 ? 5 : 3, types, .4);
        for (auto const how : {pays::fractions, pays::machines}) {
            auto const want = by_glpk(g, how);
            auto const o = solve(g, how == pays::fractions ? charge::fractions : charge::machines);
            REQUIRE((o.is == verdict::optimal) == want.has_value());
            if (!want) continue;
            ++solved;
            CHECK(o.best.cost == doctest::Approx(*want).epsilon(1e-6));
        }
    }
    CHECK(solved > 250);
}

TEST_CASE("GLPK: 200 graphs on shared machines") {
    std::mt19937 r{12};
    int solved = 0;
    for (int i = 0; i < 200; ++i) {
        CAPTURE(i);
        auto const types = 1 + static_cast<std::size_t>(i % 2);
        auto g = random_graph(r, 2 + r() % 4, types == 1 ? 5 : 3, types, .4);
        if (i % 4 == 3)
            for (auto& t : g.types) t.at_most = static_cast<std::int64_t>(1 + r() % 6);
        auto const want = by_glpk(g, pays::shared);
        auto const o = solve_shared(g).result;
        REQUIRE((o.is == verdict::optimal) == want.has_value());
        if (!want) continue;
        ++solved;
        CHECK(o.best.cost == doctest::Approx(*want).epsilon(1e-6));
    }
    CHECK(solved > 100);
}

TEST_CASE("GLPK: the graphs of the authors' code") {
    CHECK(*by_glpk(dag2(), pays::fractions) == doctest::Approx(10.9));
    CHECK(*by_glpk(dag2(), pays::machines) == doctest::Approx(12));
    for (double const limit : {.1, .2, .25, .3, .4, .7, 1.0}) {
        CHECK(*by_glpk(dag1(limit), pays::fractions) == doctest::Approx(solve(dag1(limit)).best.cost));
        CHECK(*by_glpk(dag1(limit), pays::machines) == doctest::Approx(solve(dag1(limit), charge::machines).best.cost));
    }
    CHECK(!by_glpk(dag1(.099), pays::fractions));
}
