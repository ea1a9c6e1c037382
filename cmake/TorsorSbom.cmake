# What the tool and the library are made of, as SPDX 2.3: torsor.spdx.json, installed beside the documentation. It has no
# date of its own, so that two builds of a commit are the same: that of SOURCE_DATE_EPOCH, or of the last commit.
set(torsor_sbom ${PROJECT_BINARY_DIR}/generated/torsor.spdx.json)
set(epoch $ENV{SOURCE_DATE_EPOCH})
set(commit unknown)
find_package(Git QUIET)
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} log -1 "--format=%H;%ct"
    OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(head)
    list(GET head 0 commit)
    if(NOT epoch)
      list(GET head 1 epoch)
    endif()
  endif()
endif()
if(NOT epoch)
  set(epoch 0)
endif()
set(ENV{SOURCE_DATE_EPOCH} ${epoch})
string(TIMESTAMP created "%Y-%m-%dT%H:%M:%SZ" UTC)

set(packages "")
set(relations "")
function(add_part id name version license)
  list(APPEND packages "    {\"SPDXID\": \"SPDXRef-${id}\", \"name\": \"${name}\", \"versionInfo\": \"${version}\", \"downloadLocation\": \"NOASSERTION\", \"licenseConcluded\": \"${license}\", \"licenseDeclared\": \"${license}\", \"copyrightText\": \"NOASSERTION\", \"filesAnalyzed\": false}")
  if(NOT id STREQUAL torsor)
    list(APPEND relations "    {\"spdxElementId\": \"SPDXRef-torsor\", \"relationshipType\": \"DEPENDS_ON\", \"relatedSpdxElement\": \"SPDXRef-${id}\"}")
  endif()
  set(packages "${packages}" PARENT_SCOPE)
  set(relations "${relations}" PARENT_SCOPE)
endfunction()
add_part(torsor torsor "${PROJECT_VERSION}" Apache-2.0)
add_part(eigen Eigen "${Eigen3_VERSION}" MPL-2.0)
add_part(yaml-cpp yaml-cpp "${yaml-cpp_VERSION}" MIT)
add_part(pugixml pugixml "${pugixml_VERSION}" MIT)
add_part(fmt fmt "${fmt_VERSION}" MIT)
add_part(zlib zlib "${ZLIB_VERSION_STRING}" Zlib)
if(TORSOR_APPS)
  add_part(cli11 CLI11 "${CLI11_VERSION}" BSD-3-Clause)
  add_part(nlohmann-json nlohmann-json "${nlohmann_json_VERSION}" MIT)
endif()
list(JOIN packages ",\n" packages)
list(JOIN relations ",\n" relations)
file(CONFIGURE OUTPUT ${torsor_sbom} @ONLY CONTENT [[{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "torsor-@PROJECT_VERSION@",
  "documentNamespace": "urn:torsor:@PROJECT_VERSION@:@commit@",
  "creationInfo": {"created": "@created@", "creators": ["Tool: @CMAKE_CXX_COMPILER_ID@-@CMAKE_CXX_COMPILER_VERSION@", "Tool: CMake-@CMAKE_VERSION@"]},
  "documentDescribes": ["SPDXRef-torsor"],
  "packages": [
@packages@
  ],
  "relationships": [
    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-torsor"},
@relations@
  ]
}
]])
