# Most of a compiler's time goes into the same headers again and again: a room is compiled as one
# source. So within a room names in unnamed namespaces must differ.
set(CMAKE_UNITY_BUILD ${AFTERIMAGE_JOIN})
set(CMAKE_UNITY_BUILD_MODE GROUP)
foreach(source IN LISTS ENGINE_SOURCES TEST_SOURCES)
  get_filename_component(room "${source}" DIRECTORY)
  file(RELATIVE_PATH room "${CMAKE_CURRENT_SOURCE_DIR}/.." "${room}")
  string(REGEX REPLACE
    "^engine-wasm/(base|tier|db|run/file|scheme/contract|scheme/page_engine|scheme/(shared|systems)/[a-z_]+)/.*"
    "engine-wasm/\\1" room "${room}")
  # Systems of one source are compiled together.
  if(room MATCHES "^engine-wasm/scheme/systems/")
    file(GLOB_RECURSE in_room CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/../${room}/*.cc")
    list(LENGTH in_room count)
    if(count EQUAL 1)
      set(room engine-wasm/scheme/systems)
    endif()
  endif()
  string(MAKE_C_IDENTIFIER "${room}" group)
  set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}")
endforeach()
