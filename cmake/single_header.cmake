# Writes the umbrella header and all that it includes as one file:
#   cmake -DOUTPUT=<file> -P cmake/single_header.cmake
# Headers of gangway stand in the order of their inclusion, once each; those of the standard library on top.
cmake_minimum_required(VERSION 3.25)
if(NOT OUTPUT)
    message(FATAL_ERROR "usage: cmake -DOUTPUT=<file> -P cmake/single_header.cmake")
endif()
cmake_path(SET include_dir NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../include")

# Global properties collect what the recursion finds: body, done (our headers), system (all others).
function(append_header path)
    set_property(GLOBAL APPEND PROPERTY done ${path})
    file(READ ${include_dir}/${path} text)
    string(REPLACE "#pragma once\n" "" text "${text}")
    string(PREPEND text "\n// ---- ${path}\n")
    while(text MATCHES "\n[ \t]*#[ \t]*include[ \t]*([<\"])([^>\"\n]+)[>\"][^\n]*")
        set(line "${CMAKE_MATCH_0}")
        set(bracket "${CMAKE_MATCH_1}")
        set(name "${CMAKE_MATCH_2}")
        string(FIND "${text}" "${line}" position)
        string(SUBSTRING "${text}" 0 ${position} before)
        set_property(GLOBAL APPEND_STRING PROPERTY body "${before}")
        string(LENGTH "${line}" length)
        math(EXPR position "${position} + ${length}")
        string(SUBSTRING "${text}" ${position} -1 text)

        if(bracket STREQUAL "\"")
            cmake_path(GET path PARENT_PATH folder)
            cmake_path(SET name NORMALIZE "${folder}/${name}")
        endif()
        get_property(done GLOBAL PROPERTY done)
        if(NOT name MATCHES "^gangway/")
            set_property(GLOBAL APPEND PROPERTY system "#include <${name}>")
        elseif(NOT name IN_LIST done)
            append_header(${name})
        endif()
    endwhile()
    set_property(GLOBAL APPEND_STRING PROPERTY body "${text}")
endfunction()

append_header(gangway/gangway.hpp)
get_property(body GLOBAL PROPERTY body)
get_property(done GLOBAL PROPERTY done)
get_property(system GLOBAL PROPERTY system)
list(REMOVE_DUPLICATES system)
list(SORT system)
list(JOIN system "\n" system)
file(READ ${include_dir}/../LICENSE license)
string(REGEX REPLACE "\n+$" "" license "${license}")
string(REGEX REPLACE "\n([^\n])" "\n// \\1" license "${license}")
string(REPLACE "\n\n" "\n//\n" license "${license}")
string(REGEX REPLACE "\n\n\n+" "\n\n" body "${body}") # where includes stood

file(WRITE ${OUTPUT} "// gangway as one header, written by cmake/single_header.cmake: change the headers it was made from.
//
// ${license}
#pragma once

${system}
${body}")
list(LENGTH done count)
message(STATUS "${OUTPUT}: ${count} headers")
