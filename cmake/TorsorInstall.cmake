# Headers, library, command line tool with its manual page and completion, and what find_package(torsor) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/torsor)

install(TARGETS torsor EXPORT torsor-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET torsor_cli)
  install(TARGETS torsor_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(NOT CMAKE_CROSSCOMPILING)
    install(FILES ${torsor_tool_texts}/torsor.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${torsor_tool_texts}/torsor DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${torsor_tool_texts}/_torsor DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES ${torsor_tool_texts}/torsor.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endif()

# The studio's page, where scripts/build-studio has made it.
install(FILES ${PROJECT_SOURCE_DIR}/build/studio/studio.html DESTINATION ${CMAKE_INSTALL_DATADIR}/torsor OPTIONAL)

install(FILES ${torsor_sbom} DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT torsor-targets NAMESPACE torsor:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/torsor-config.cmake.in
  ${PROJECT_BINARY_DIR}/torsor-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/torsor-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/torsor-config.cmake ${PROJECT_BINARY_DIR}/torsor-config-version.cmake
  DESTINATION ${package_dir})
