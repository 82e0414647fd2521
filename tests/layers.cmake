# Checks the layers of the headers under ROOT/include/gangway: who includes whom, and what else. Run with cmake -P.
cmake_minimum_required(VERSION 3.25)

# The house from bottom to top: a header may include what stands before it in this list, and its own folder.
set(order config.hpp fwd.hpp quantity.hpp amounts.hpp model adapt rank queue capacity place admit clock
    policy.hpp node_reading.hpp front_order.hpp gang_table.hpp group_table.hpp shape_table.hpp slot_pool.hpp book.hpp decision.hpp pass.hpp scheduler.hpp decide.hpp forecast.hpp headroom.hpp explain.hpp bound.hpp describe.hpp gangway.hpp
    text runtime cost profile plan sim trace)
set(layers 0 0 1 1 2 2 3 3 3 3 3 3
    4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
    5 5 5 5 5 5 5)

# Folders of L3 know only these siblings.
set(siblings_of_queue rank)
set(siblings_of_admit capacity place)
set(siblings_of_place capacity)
set(l3 rank queue capacity place admit clock)

# L0-L4 stay cheap to include and start no stream, clock or thread.
set(refused iostream istream ostream fstream sstream iomanip chrono ranges regex functional thread mutex)
# What each folder of L5 may include from others.
set(third_party_of_cost "^(Eigen|range)/")
set(third_party_of_trace "^nlohmann/")

set(include_dir ${ROOT}/include/gangway)
set(failures 0)
function(fail file text)
    message(NOTICE "${file}: ${text}")
    math(EXPR n "${failures} + 1")
    set(failures ${n} PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE headers RELATIVE ${include_dir} ${include_dir}/*)
foreach(header IN LISTS headers)
    string(REGEX REPLACE "/.*$" "" place ${header}) # the folder, or the header itself where it stands at the top
    list(FIND order ${place} position)
    if(position EQUAL -1)
        fail(${header} "is in no layer: give `${place}` a place in tests/layers.cmake")
        continue()
    endif()
    list(GET layers ${position} layer)

    file(STRINGS ${include_dir}/${header} first_line LIMIT_COUNT 1)
    if(NOT first_line MATCHES "^// L${layer} - ." AND NOT place STREQUAL "gangway.hpp")
        fail(${header} "the first line must be `// L${layer} - <purpose>`")
    endif()

    file(STRINGS ${include_dir}/${header} lines REGEX "^[ \t]*#[ \t]*include")
    foreach(line IN LISTS lines)
        if(NOT line MATCHES "include[ \t]*([<\"])([^>\"]+)[>\"]")
            fail(${header} "cannot read: ${line}")
            continue()
        endif()
        set(bracket "${CMAKE_MATCH_1}")
        set(included ${CMAKE_MATCH_2})

        # Ours, as a path from include/gangway.
        set(ours "")
        if(included MATCHES "^gangway/(.*)$")
            set(ours ${CMAKE_MATCH_1})
        elseif(bracket STREQUAL "\"")
            cmake_path(GET header PARENT_PATH folder)
            cmake_path(SET ours NORMALIZE "${folder}/${included}")
            string(REGEX REPLACE "^/" "" ours ${ours})
        endif()

        if(ours)
            string(REGEX REPLACE "/.*$" "" target ${ours})
            list(FIND order ${target} target_position)
            if(NOT EXISTS ${include_dir}/${ours})
                fail(${header} "includes ${included}, which is not there")
            elseif(target STREQUAL place)
                # its own folder
            elseif(target_position EQUAL -1 OR target_position GREATER position)
                fail(${header} "includes ${ours}, which stands above it or in no layer")
            elseif(target IN_LIST l3 AND place IN_LIST l3 AND NOT target IN_LIST siblings_of_${place})
                fail(${header} "includes ${ours}: ${place}/ must not know its sibling ${target}/")
            elseif(ours MATCHES "(^|/)detail/")
                fail(${header} "includes ${ours}: detail/ is used inside its own folder only")
            endif()
        elseif(included IN_LIST refused AND layer LESS 5)
            fail(${header} "includes <${included}>, which L0-L4 do not")
        elseif(NOT included MATCHES "^[a-z_0-9]+$") # no standard header
            if(NOT DEFINED third_party_of_${place} OR NOT included MATCHES "${third_party_of_${place}}")
                fail(${header} "includes <${included}>, which is third-party or not C++")
            endif()
        endif()
    endforeach()
endforeach()

# An example is a stranger: nothing from inside.
file(GLOB_RECURSE examples RELATIVE ${ROOT} ${ROOT}/examples/*.cpp ${ROOT}/examples/*.hpp)
foreach(example IN LISTS examples)
    file(STRINGS ${ROOT}/${example} lines
        REGEX "^[ \t]*#[ \t]*include.*gangway/(.*/)?detail/|gangway::([a-z_]+::)*detail::")
    if(lines)
        fail(${example} "uses what a stranger could not: ${lines}")
    endif()
endforeach()

list(LENGTH headers count)
if(failures GREATER 0)
    message(FATAL_ERROR "${failures} broken rules in ${count} headers")
endif()
message(STATUS "${count} headers keep the layers")
