# Emscripten's own toolchain file, found through em-config. Debian's Emscripten finds its JavaScript parser only
# by the NODE_PATH of the preset, which is harmless elsewhere.
execute_process(COMMAND em-config EMSCRIPTEN_ROOT
  OUTPUT_VARIABLE AFTERIMAGE_EMSCRIPTEN OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include("${AFTERIMAGE_EMSCRIPTEN}/cmake/Modules/Platform/Emscripten.cmake")
