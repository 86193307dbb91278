// A scheme describes its algorithms by listings in its own words, and the structures that it keeps.
#ifndef AFTERIMAGE_TRACE_LISTING_H_
#define AFTERIMAGE_TRACE_LISTING_H_

#include <cstdint>

#include "base/build.h"
#include "base/types.h"
#include "trace/event.h"

namespace afterimage {

struct ListingLine {
  uint16_t label;  // what the code announces (Where::label); from 1, unique within the scheme
  uint8_t indent;
  Text text;
  Text why;  // the rule that the line obeys
};

struct Listing {
  const char* id;
  Text title;
  const ListingLine* lines;
  uint32_t count;
};

// Returns the number of lines in an array.
template <uint32_t N>
constexpr Listing MakeListing(const char* id, Text title, const ListingLine (&lines)[N]) {
  return {id, title, lines, N};
}

// The part of a description that only a module that runs the system needs: empty if a module merely
// describes it (kWhole), so that an array of such parts takes no room there.
template <typename Part>
constexpr Part InWhole(const Part& part) {
  return kWhole ? part : Part{};
}

enum class Shape : uint8_t {
  kRing,
  kList,
  kChains,
  kTree,
  kTable,
  kPages,
  kBitmap,
  kKeyValue,
  kStates,
  kPlaces
};
inline constexpr const char* kShapeNames[] = {"ring",  "list",   "chains",    "tree",   "table",
                                              "pages", "bitmap", "key-value", "states", "places"};

// Events name a structure by 1 + its index in the scheme's list.
struct StructureInfo {
  const char* id;
  Text title;
  Tier tier;
  Shape shape;
  // The structure, by its id, of the tier below that receives the items; null if there is none. An
  // item that is a copy of one there has the same key.
  const char* below = nullptr;
  // The structure, by its id, of whose file an operating system keeps pages in memory here; null:
  // none. An item is a page, and its key the page's address on the device over kPageOfFile; what is
  // inside it has the keys and the addresses that it has there.
  const char* caches = nullptr;
  static constexpr uint32_t kPageOfFile = 4096;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TRACE_LISTING_H_
