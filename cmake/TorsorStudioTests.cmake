# The studio's page in a browser, and its modules in Node: each apps/studio/test/<stem>_test.mjs is a test, skipped where
# scripts/build-studio has made no page. Nothing of it depends on the sanitizers.
if(TORSOR_SANITIZE OR NOT TARGET torsor_cli)
  return()
endif()
file(GLOB studio_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/studio/test/*_test.mjs)
foreach(source IN LISTS studio_tests)
  get_filename_component(stem ${source} NAME_WE)
  string(REGEX REPLACE "_test$" "" stem ${stem})
  add_test(NAME studio.${stem} COMMAND bash ${PROJECT_SOURCE_DIR}/scripts/test-studio ${source} $<TARGET_FILE:torsor_cli>)
  set_tests_properties(studio.${stem} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600 RUN_SERIAL ON)
endforeach()
