# Most of a compiler's time goes into the same headers again and again: a room is compiled as one
# source. So within a room names in unnamed namespaces must differ.

# Sets `out` to what is compiled of these sources: one file for each room, or with AFTERIMAGE_JOIN off
# the sources themselves. `root` is on the include path: paths in such a file begin there, so that a
# cache of compiled sources finds it in another clone, too. The rooms stand in the order of their
# paths, on which the size of what is linked depends.
function(join_rooms out root)
  if(NOT AFTERIMAGE_JOIN)
    set(${out} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  list(SORT ARGN)
  set(rooms)
  foreach(source IN LISTS ARGN)
    file(RELATIVE_PATH path "${root}" "${source}")
    get_filename_component(room "${path}" DIRECTORY)
    # A room is compiled with what lies in folders of its own.
    string(REGEX REPLACE
      "^(base|tier|db|run/file|scheme/contract|scheme/page_engine|scheme/(shared|systems)/[a-z_]+)/.*" "\\1"
      room "${room}")
    string(MAKE_C_IDENTIFIER "${room}" name)
    if(NOT DEFINED in_${name})
      list(APPEND rooms ${name})
    endif()
    list(APPEND in_${name} "${path}")
  endforeach()

  # Systems of one source are compiled together.
  foreach(name IN LISTS rooms)
    list(LENGTH in_${name} count)
    if(name MATCHES "^scheme_systems_" AND count EQUAL 1)
      list(APPEND in_scheme_systems ${in_${name}})
      list(REMOVE_ITEM rooms ${name})
    endif()
  endforeach()
  if(in_scheme_systems)
    list(APPEND rooms scheme_systems)
  endif()

  get_filename_component(folder "${root}" NAME)
  set(files)
  foreach(name IN LISTS rooms)
    list(TRANSFORM in_${name} REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE includes)
    list(JOIN includes "" text)
    set(file "${CMAKE_BINARY_DIR}/rooms/${folder}/${name}.cc")
    file(CONFIGURE OUTPUT "${file}" CONTENT "${text}" @ONLY)
    list(APPEND files "${file}")
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()
