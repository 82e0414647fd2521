// Python - one dict of a list, read key by key; every fault is a Python exception that names the place.
#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

namespace lesson {

namespace py = pybind11;

/// The most of anything that is counted: sums of them are far from what an integer holds.
inline constexpr std::int64_t most = std::int64_t{1} << 30;

class dict_reader {
  public:
    /// `place` is how messages name it, as `jobs[3]`; a key that is not in `known` is a misspelling.
    dict_reader(py::handle given, std::string place, std::initializer_list<char const*> known)
        : place_{std::move(place)} {
        if (!py::isinstance<py::dict>(given))
            throw py::type_error(place_ + " is " + shown(given) + ": a dict belongs there");
        dict_ = py::reinterpret_borrow<py::dict>(given);
        for (auto const& [key, value] : dict_) {
            auto const text = py::str(key).cast<std::string>();
            if (std::find(known.begin(), known.end(), text) != known.end()) continue;
            std::string all;
            for (char const* k : known) all += (all.empty() ? "'" : ", '") + std::string{k} + "'";
            throw py::value_error(place_ + " has an unknown key '" + text + "'; known: " + all);
        }
    }

    [[nodiscard]] bool has(char const* key) const { return dict_.contains(key) && !dict_[key].is_none(); }
    [[nodiscard]] std::string at(char const* key) const { return place_ + "['" + key + "']"; }
    [[nodiscard]] py::object value(char const* key) const {
        if (!dict_.contains(key)) throw py::value_error(place_ + " has no key '" + key + "'");
        return dict_[key];
    }

    [[nodiscard]] std::string text(char const* key) const {
        auto const v = value(key);
        if (!py::isinstance<py::str>(v)) throw py::type_error(at(key) + " is " + shown(v) + ": a str belongs there");
        return v.cast<std::string>();
    }
    [[nodiscard]] bool truth(char const* key, bool otherwise) const {
        if (!has(key)) return otherwise;
        auto const v = value(key);
        if (!py::isinstance<py::bool_>(v))
            throw py::type_error(at(key) + " is " + shown(v) + ": True or False belongs there");
        return v.cast<bool>();
    }
    [[nodiscard]] std::int64_t whole(char const* key, std::int64_t low, std::int64_t high = most) const {
        return whole_number(value(key), at(key), low, high);
    }
    [[nodiscard]] double number(char const* key) const { return finite(value(key), at(key)); }
    [[nodiscard]] double seconds(char const* key) const { return not_negative(value(key), at(key)); }
    [[nodiscard]] std::optional<double> maybe_seconds(char const* key) const {
        return has(key) ? std::optional{seconds(key)} : std::nullopt;
    }

    static std::int64_t whole_number(py::handle v, std::string const& place, std::int64_t low, std::int64_t high) {
        if (!PyIndex_Check(v.ptr()) || PyBool_Check(v.ptr()))
            throw py::type_error(place + " is " + shown(v) + ": a whole number belongs there");
        int overflow = 0;
        auto const as_int = py::reinterpret_steal<py::object>(PyNumber_Index(v.ptr()));
        auto const n = PyLong_AsLongLongAndOverflow(as_int.ptr(), &overflow);
        if (overflow != 0 || n < low || n > high)
            throw py::value_error(place + " is " + shown(v) + ": a number from " + std::to_string(low) + " to " +
                                  std::to_string(high) + " belongs there");
        return n;
    }
    static double finite(py::handle v, std::string const& place) {
        double const x = PyFloat_AsDouble(v.ptr());
        if (PyErr_Occurred()) {
            PyErr_Clear();
            throw py::type_error(place + " is " + shown(v) + ": a number belongs there");
        }
        if (!std::isfinite(x)) throw py::value_error(place + " is " + shown(v) + ": a finite number belongs there");
        return x;
    }

  private:
    static double not_negative(py::handle v, std::string const& place) {
        double const x = finite(v, place);
        if (x < 0.0) throw py::value_error(place + " is " + shown(v) + ": seconds from 0 belong there");
        return x;
    }
    static std::string shown(py::handle v) {
        return py::repr(v).cast<std::string>() + " (" + py::str(py::type::of(v).attr("__name__")).cast<std::string>() +
               ")";
    }

    py::dict dict_;
    std::string place_;
};

} // namespace lesson
