# The exported targets, one for each set of dependencies, and how they are installed.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(gangway_package_dir ${CMAKE_INSTALL_DATADIR}/cmake/gangway)

# gangway_add_target(NAME HEADERS h... LINK t...): target gangway::NAME in an export set of its own, so that
# an installed gangway is found where the dependencies of one component are not.
function(gangway_add_target name)
    cmake_parse_arguments(arg "" "" "HEADERS;LINK" ${ARGN})
    if(name STREQUAL "gangway")
        set(target gangway)
    else()
        set(target gangway_${name})
    endif()
    add_library(${target} INTERFACE)
    add_library(gangway::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    target_sources(${target} INTERFACE FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${arg_HEADERS})
    target_compile_features(${target} INTERFACE cxx_std_20)
    target_link_libraries(${target} INTERFACE ${arg_LINK})
    install(TARGETS ${target} EXPORT gangway-${name} FILE_SET HEADERS)
    install(EXPORT gangway-${name} NAMESPACE gangway:: DESTINATION ${gangway_package_dir}
        FILE gangway-${name}-targets.cmake)
endfunction()

set(include_dir ${PROJECT_SOURCE_DIR}/include/gangway)
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${include_dir}/*.hpp)
file(GLOB_RECURSE trace_headers CONFIGURE_DEPENDS ${include_dir}/trace/*.hpp)
file(GLOB_RECURSE cost_headers CONFIGURE_DEPENDS ${include_dir}/cost/*.hpp)
list(REMOVE_ITEM headers ${trace_headers} ${cost_headers})

gangway_add_target(gangway HEADERS ${headers})

find_package(nlohmann_json 3.11 QUIET)
if(trace_headers AND nlohmann_json_FOUND)
    gangway_add_target(trace HEADERS ${trace_headers} LINK gangway nlohmann_json::nlohmann_json)
endif()

if(cost_headers)
    find_package(Eigen3 3.4 QUIET)
    find_package(range-v3 QUIET) # without a version: its config accepts the exact one only
    if(Eigen3_FOUND AND range-v3_FOUND)
        gangway_add_target(cost HEADERS ${cost_headers} LINK gangway Eigen3::Eigen range-v3::range-v3)
    endif()
endif()

configure_package_config_file(cmake/gangway-config.cmake.in gangway-config.cmake
    INSTALL_DESTINATION ${gangway_package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(gangway-config-version.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gangway-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/gangway-config-version.cmake
    DESTINATION ${gangway_package_dir})

# The .pc file finds the headers from where it stands, so that an installed tree can be moved.
set(pc_dir ${CMAKE_INSTALL_DATADIR}/pkgconfig)
file(RELATIVE_PATH pc_to_include /${pc_dir} /${CMAKE_INSTALL_INCLUDEDIR})
configure_file(cmake/gangway.pc.in gangway.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/gangway.pc DESTINATION ${pc_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
