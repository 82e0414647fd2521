# Compiles SOURCE with COMPILER and passes only where that fails with the expected sentence as the first error.
cmake_minimum_required(VERSION 3.25)
file(STRINGS ${SOURCE} first_line LIMIT_COUNT 1)
if(NOT first_line MATCHES "^// expect: (.+)$")
    message(FATAL_ERROR "${SOURCE}: the first line must be `// expect: <text>`")
endif()
set(expected "${CMAKE_MATCH_1}")

execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${COMPILER} -std=c++20 -fsyntax-only -I ${INCLUDE} ${SOURCE}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
    message(FATAL_ERROR "${SOURCE} compiles, but must be refused with: ${expected}")
endif()

string(REGEX MATCH "[^\n]*error: [^\n]*" first_error "${output}")
string(FIND "${first_error}" "${expected}" position)
if(position EQUAL -1)
    message(NOTICE "the first error must say: ${expected}\nit says: ${first_error}\n--- the whole output:\n${output}")
    message(FATAL_ERROR "${SOURCE}: refused, but not with the expected sentence")
endif()
message(STATUS "refused: ${first_error}")
