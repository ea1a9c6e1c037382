# Headers, library, command line tool, and what find_package(torsor) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/torsor)

install(TARGETS torsor EXPORT torsor-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET torsor_cli)
  install(TARGETS torsor_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT torsor-targets NAMESPACE torsor:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/torsor-config.cmake.in
  ${PROJECT_BINARY_DIR}/torsor-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/torsor-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/torsor-config.cmake ${PROJECT_BINARY_DIR}/torsor-config-version.cmake
  DESTINATION ${package_dir})
