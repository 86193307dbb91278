# The engine's modules for the page, `module_<flavour>`, and the engine's own tests in WebAssembly.
if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  message(FATAL_ERROR "em++ must be of Emscripten 3.1 or newer.")
endif()
set(AFTERIMAGE_MODULES "${CMAKE_CURRENT_SOURCE_DIR}/../web/engine/generated" CACHE PATH
  "Where the page finds the modules")
# A stepping instance should stay small: its whole memory is copied at every image.
set(AFTERIMAGE_INITIAL_MEMORY 4194304 CACHE STRING "Bytes of memory with which an instance begins")
# A measured run of a published size may need this much; a stepping one is refused long before.
set(MAXIMUM_MEMORY 2147483648)
set(STACK_BYTES 262144)
set(STACK_SETTING STACK_SIZE)
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.25)
  set(STACK_SETTING TOTAL_STACK)  # it was renamed
endif()

# What the linker exports is what the C header declares.
file(STRINGS api/c_api.h exports REGEX "^AI_EXPORT ")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS api/c_api.h)
list(TRANSFORM exports REPLACE "^.*[ *](ai_[a-z_0-9]+)\\(.*$" "_\\1")
list(JOIN exports "," EXPORTS)

execute_process(COMMAND em-config BINARYEN_ROOT
  OUTPUT_VARIABLE BINARYEN_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# What JavaScript gives to the module, and adds to it.
set(HOST_LIBRARY "${CMAKE_CURRENT_SOURCE_DIR}/api/host.js")
set(MODULE_ADDITIONS "${CMAKE_CURRENT_SOURCE_DIR}/api/module.js")

# FLAGS of the compiler and DEFINES; LINK: how far the linker goes for speed or size; LAST: what the
# optimizer does to what was linked. ALONE: without the headers that are compiled once for all
# sources, so that each must include what it uses.
function(add_module flavour)
  cmake_parse_arguments(MODULE "ALONE" "" "FLAGS;DEFINES;LINK;LAST" ${ARGN})
  set(engine engine_${flavour})
  add_library(${engine} OBJECT ${ENGINE_SOURCES})
  target_include_directories(${engine} PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}")
  target_compile_definitions(${engine} PUBLIC ${MODULE_DEFINES} AFTERIMAGE_MEMORY_BYTES=${MAXIMUM_MEMORY})
  target_compile_definitions(${engine} PRIVATE NDEBUG)
  target_compile_options(${engine} PRIVATE ${MODULE_FLAGS})
  if(NOT MODULE_ALONE)
    target_precompile_headers(${engine} PRIVATE ${COMMON_HEADERS})
  endif()

  set(linked linked_${flavour})
  add_executable(${linked} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${engine}>)
  set_target_properties(${linked} PROPERTIES
    LINKER_LANGUAGE CXX OUTPUT_NAME ${engine} SUFFIX .mjs LINK_DEPENDS "${HOST_LIBRARY};${MODULE_ADDITIONS}")
  target_link_options(${linked} PRIVATE ${MODULE_LINK} --no-entry
    "SHELL:--js-library ${HOST_LIBRARY}" "SHELL:--post-js ${MODULE_ADDITIONS}"
    -sMODULARIZE=1
    -sEXPORT_ES6=1
    # Adding `node` breaks ES modules there: Node passes `wasmBinary` instead.
    -sENVIRONMENT=web,worker
    -sALLOW_MEMORY_GROWTH=1
    -sINITIAL_MEMORY=${AFTERIMAGE_INITIAL_MEMORY}
    -sMAXIMUM_MEMORY=${MAXIMUM_MEMORY}
    -s${STACK_SETTING}=${STACK_BYTES}
    -sFILESYSTEM=0
    -sASSERTIONS=0
    # Nothing may need 'unsafe-eval'.
    -sDYNAMIC_EXECUTION=0
    -sMALLOC=emmalloc
    -sEXPORTED_FUNCTIONS=${EXPORTS}
    -sEXPORTED_RUNTIME_METHODS=HEAPU8
    -sINCOMING_MODULE_JS_API=wasmBinary,locateFile,instantiateWasm)
  if(MODULE_LAST)
    set(wasm "${CMAKE_CURRENT_BINARY_DIR}/${engine}.wasm")
    add_custom_command(TARGET ${linked} POST_BUILD VERBATIM
      COMMAND "${BINARYEN_ROOT}/bin/wasm-opt" ${MODULE_LAST} ${wasm} -o ${wasm})
  endif()

  set(made "${AFTERIMAGE_MODULES}/${engine}.mjs")
  add_custom_command(OUTPUT "${made}" "${AFTERIMAGE_MODULES}/${engine}.wasm" VERBATIM
    COMMAND ${CMAKE_COMMAND} -E make_directory "${AFTERIMAGE_MODULES}"
    COMMAND ${CMAKE_COMMAND} -DFROM=$<TARGET_FILE:${linked}> -DTO=${made}
      -P "${CMAKE_CURRENT_SOURCE_DIR}/cmake/publish.cmake"
    DEPENDS ${linked} cmake/publish.cmake)
  add_custom_target(module_${flavour} ALL DEPENDS "${made}" "${AFTERIMAGE_MODULES}/${engine}.wasm")
endfunction()

# The traced one comes with the first page, so it must be small; the others must be fast: the same
# with the crash explorer, and the untraced one.
add_module(traced ALONE
  FLAGS -Os
  DEFINES AFTERIMAGE_TRACED=1 AFTERIMAGE_EXPLORER=0 AFTERIMAGE_WHOLE=0
  # Further rounds of the linker's optimizer take off a hundredth.
  LINK -Oz "-sBINARYEN_EXTRA_PASSES=-Oz,-Oz"
  # What the linker does last undoes a part of that; functions that are called often get short
  # numbers. Half a hundredth together.
  LAST --reorder-functions -Oz)
add_module(explore FLAGS -O3 DEFINES AFTERIMAGE_TRACED=1 LINK -O3)
add_module(fast FLAGS -O3 DEFINES AFTERIMAGE_TRACED=0 LINK -O3)

# The engine's tests, run by Node: all of them, for either flavour, or those of the layers in which
# WebAssembly can differ (`portable`): pointers and sizes of 32 bits, rounding, memory that grows, a stack of its
# own. That systems and workloads do the same there is compared by digests
# (tests/contract/native_wasm.test.ts).
find_path(GTEST_SOURCE src/gtest-all.cc HINTS $ENV{GTEST_SOURCE} /usr/src/googletest/googletest
  NO_CMAKE_FIND_ROOT_PATH)
if(NOT GTEST_SOURCE)
  return()
endif()
set(TEST_FLAGS -O1 -Wno-dangling-else -Wno-unknown-warning-option)
# No threads, no child processes: death tests leave themselves out.
set(TEST_DEFINES GTEST_HAS_PTHREAD=0)
add_library(googletest OBJECT EXCLUDE_FROM_ALL "${GTEST_SOURCE}/src/gtest-all.cc" "${GTEST_SOURCE}/src/gtest_main.cc")
target_include_directories(googletest SYSTEM PUBLIC "${GTEST_SOURCE}/include" PRIVATE "${GTEST_SOURCE}")
target_compile_options(googletest PRIVATE -w ${TEST_FLAGS})
target_compile_definitions(googletest PUBLIC ${TEST_DEFINES})

set(PORTABLE_SOURCES ${TEST_SOURCES})
list(FILTER PORTABLE_SOURCES INCLUDE REGEX "/tests/engine/(base|sim|tier|db|log|persistency|support)/")
join_rooms(PORTABLE_SOURCES "${TEST_ROOT}" ${PORTABLE_SOURCES})
join_rooms(TEST_SOURCES "${TEST_ROOT}" ${TEST_SOURCES})
set(TEST_ENVIRONMENT "${CMAKE_CURRENT_SOURCE_DIR}/../tests/engine/support/wasm_environment.js")

function(add_browser_tests name flavour)
  add_executable(${name} EXCLUDE_FROM_ALL ${ARGN})
  target_include_directories(${name} PRIVATE "${TEST_ROOT}")
  target_compile_definitions(${name} PRIVATE ${TEST_DEFINITIONS})
  target_compile_options(${name} PRIVATE ${TEST_FLAGS})
  target_precompile_headers(${name} PRIVATE <gtest/gtest.h> ${COMMON_HEADERS})
  target_link_libraries(${name} PRIVATE engine_${flavour} googletest)
  math(EXPR stack "2 * ${STACK_BYTES}")
  set_target_properties(${name} PROPERTIES SUFFIX .cjs LINK_DEPENDS "${HOST_LIBRARY};${TEST_ENVIRONMENT}")
  target_link_options(${name} PRIVATE -O1
    "SHELL:--js-library ${HOST_LIBRARY}" "SHELL:--pre-js ${TEST_ENVIRONMENT}"
    -sENVIRONMENT=node
    # Tests read scenario files and write a report.
    -sNODERAWFS=1
    -sEXIT_RUNTIME=1
    -sALLOW_MEMORY_GROWTH=1
    # As in the modules.
    -sMALLOC=emmalloc
    # Older versions would fetch the module from a path, which Node refuses.
    -sWASM_ASYNC_COMPILATION=0
    # Twice the engine's: GoogleTest has frames of its own.
    -s${STACK_SETTING}=${stack})
  add_test(NAME ${name} COMMAND node $<TARGET_FILE:${name}>)
endfunction()

add_browser_tests(engine_tests_portable explore ${PORTABLE_SOURCES})
add_browser_tests(engine_tests_traced explore ${TEST_SOURCES})
add_browser_tests(engine_tests_untraced fast ${TEST_SOURCES})
