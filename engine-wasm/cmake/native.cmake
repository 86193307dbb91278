# Libraries, tests, fuzzers and the command line for the machine that builds them.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Its linker takes a tenth of the time.
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=lld HAS_LLD)
  if(HAS_LLD)
    add_link_options(-fuse-ld=lld)
  endif()
endif()
if(AFTERIMAGE_SANITIZE)
  # `function` also checks C callbacks of the fuzzer's library, which are not built this way.
  add_compile_options(-O1 -gline-tables-only -fno-omit-frame-pointer
    -fsanitize=address,undefined -fno-sanitize=function -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
endif()
if(AFTERIMAGE_COVERAGE)
  add_compile_options(-O1 -fprofile-instr-generate -fcoverage-mapping)
  add_link_options(-fprofile-instr-generate)
endif()

find_package(Threads REQUIRED)
# The command line alone needs no GoogleTest.
find_package(GTest QUIET)

join_rooms(JOINED_TESTS "${TEST_ROOT}" ${TEST_SOURCES})

# One scheme, two builds: everything below exists traced and untraced.
function(add_flavour library traced tests command)
  add_library(${library} STATIC ${ENGINE_SOURCES})
  target_include_directories(${library} PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}")
  target_compile_definitions(${library} PUBLIC AFTERIMAGE_TRACED=${traced})
  target_precompile_headers(${library} PRIVATE ${COMMON_HEADERS})

  add_executable(${command} api/cli/main.cc)
  target_link_libraries(${command} PRIVATE ${library})

  if(GTest_FOUND)
    add_executable(${tests} ${JOINED_TESTS})
    target_include_directories(${tests} PRIVATE "${TEST_ROOT}")
    target_compile_definitions(${tests} PRIVATE ${TEST_DEFINITIONS})
    # GoogleTest's EXPECT_ macros hold an else of their own; the tests themselves need not be fast.
    target_compile_options(${tests} PRIVATE -O0 -Wno-dangling-else
      $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)
    target_precompile_headers(${tests} PRIVATE <gtest/gtest.h> ${COMMON_HEADERS})
    target_link_libraries(${tests} PRIVATE ${library} GTest::gtest_main Threads::Threads)
    add_test(NAME ${tests} COMMAND ${tests})
  endif()
endfunction()

# Prints the formats of files: a program of its own, so that it is compiled in seconds.
add_executable(afterimage_formats api/cli/formats.cc base/json/json_writer.cc)
target_include_directories(afterimage_formats PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")

add_flavour(engine_traced 1 engine_tests_traced afterimage_traced)
add_flavour(engine_untraced 0 engine_tests_untraced afterimage_fast)

# What the crash explorer finds takes minutes, so it is no part of the other tests.
get_filename_component(EXPLORE_ROOT "${CMAKE_CURRENT_SOURCE_DIR}/../tests/explore" ABSOLUTE)
file(GLOB EXPLORE_SOURCES CONFIGURE_DEPENDS "${EXPLORE_ROOT}/*.cc")
file(GLOB EXPLORE_FAMILIES CONFIGURE_DEPENDS "${EXPLORE_ROOT}/families/*.cc")
join_rooms(EXPLORE_FAMILIES "${EXPLORE_ROOT}" ${EXPLORE_FAMILIES})
if(GTest_FOUND AND NOT AFTERIMAGE_SANITIZE)
  add_executable(explore_tests ${EXPLORE_SOURCES} ${EXPLORE_FAMILIES})
  target_include_directories(explore_tests PRIVATE "${EXPLORE_ROOT}" "${TEST_ROOT}")
  target_compile_definitions(explore_tests PRIVATE ${TEST_DEFINITIONS})
  # What takes its time is the engine's.
  target_compile_options(explore_tests PRIVATE -O1 -Wno-dangling-else)
  target_precompile_headers(explore_tests PRIVATE <gtest/gtest.h> ${COMMON_HEADERS})
  target_link_libraries(explore_tests PRIVATE engine_traced GTest::gtest_main Threads::Threads)
  add_test(NAME explore_tests COMMAND explore_tests)
endif()

# A fuzzer sees which code an input reaches: the engine that it runs is compiled for that, its tests with it.
# To see what an input is compared with as well costs the tests of that engine much time.
if(AFTERIMAGE_SANITIZE)
  if(AFTERIMAGE_COMPARISONS)
    target_compile_options(engine_traced PRIVATE -fsanitize=fuzzer-no-link)
  else()
    target_compile_options(engine_traced PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table)
  endif()
  set(FUZZ_ROOT "${CMAKE_CURRENT_SOURCE_DIR}/../tests/fuzz")
  function(add_fuzzer target)
    list(TRANSFORM ARGN PREPEND "${FUZZ_ROOT}/" OUTPUT_VARIABLE sources)
    add_executable(${target} ${sources})
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${target} PRIVATE engine_traced)
  endfunction()
  add_fuzzer(recovery_fuzzer recovery_fuzzer.cc damage.cc)
  add_fuzzer(scenario_fuzzer scenario_fuzzer.cc json_mutator.cc)
  add_fuzzer(experiment_fuzzer experiment_fuzzer.cc json_mutator.cc)
  add_fuzzer(program_fuzzer program_fuzzer.cc program_mutator.cc)
  add_fuzzer(trace_fuzzer trace_fuzzer.cc)
endif()
