// L5 - number formats that devices have peaks for.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace gangway::cost {

/// A number format, and the unit that works on it where a device has two.
enum class data_type {
    fp64,        ///< vector units
    fp64_matrix, ///< matrix units
    fp32,        ///< vector units
    tf32,        ///< the rest: matrix units, sums in FP32 or INT32
    bf16,
    fp16,
    fp16_acc16, ///< FP16 with sums in FP16: twice as fast on GeForce
    fp8,
    fp8_acc16, ///< FP8 with sums in FP16
    fp6,
    fp4,
    int8,
    int4
};

/// Names of data types in the order of the enumeration.
inline constexpr std::array<std::string_view, 13> data_type_names{"fp64", "fp64_matrix", "fp32", "tf32",      "bf16",
                                                                  "fp16", "fp16_acc16",  "fp8",  "fp8_acc16", "fp6",
                                                                  "fp4",  "int8",        "int4"};

[[nodiscard]] constexpr std::string_view to_text(data_type t) {
    return data_type_names[static_cast<std::size_t>(t)];
}

/// The format of a name, as `to_text` writes it.
[[nodiscard]] constexpr std::optional<data_type> data_type_named(std::string_view name) {
    for (std::size_t i = 0; i < data_type_names.size(); ++i)
        if (data_type_names[i] == name) return static_cast<data_type>(i);
    return std::nullopt;
}

/// Bytes that one number takes in memory.
[[nodiscard]] constexpr double bytes_each(data_type t) {
    switch (t) {
    case data_type::fp64:
    case data_type::fp64_matrix:
        return 8.0;
    case data_type::fp32:
    case data_type::tf32:
        return 4.0;
    case data_type::bf16:
    case data_type::fp16:
    case data_type::fp16_acc16:
        return 2.0;
    case data_type::fp8:
    case data_type::fp8_acc16:
    case data_type::int8:
        return 1.0;
    case data_type::fp6:
        return 0.75;
    case data_type::fp4:
    case data_type::int4:
        return 0.5;
    }
    return 0.0;
}

} // namespace gangway::cost
