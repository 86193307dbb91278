# cmake -DFROM=engine.mjs -DTO=FOLDER/engine.mjs -P publish.cmake: puts a linked module where the
# page finds it. Its JavaScript comes last, at once: whoever watches for it then has both files.
file(READ "${FROM}" glue)
# Bundlers must not look for the .wasm by themselves: the client hands over its bytes.
string(REGEX REPLACE
  "new URL\\(([\"'][^\"']+\\.wasm[\"']), *import\\.meta\\.url\\)(\\.href|\\.toString\\(\\))" "\\1" glue "${glue}")
string(REGEX REPLACE "mjs$" "wasm" from_wasm "${FROM}")
string(REGEX REPLACE "mjs$" "wasm" to_wasm "${TO}")
file(COPY_FILE "${from_wasm}" "${to_wasm}.new")
file(RENAME "${to_wasm}.new" "${to_wasm}")
file(WRITE "${TO}.new" "${glue}")
file(RENAME "${TO}.new" "${TO}")
