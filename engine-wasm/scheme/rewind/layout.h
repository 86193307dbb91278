// Where REWIND's log keeps things in NVM: what a heap engine (scheme/heap/layout.h) leaves to its
// library. The library's word is the list header in use, its lines are the two headers; its area
// has nodes of the list with what belongs to each, and records, a line each.
#ifndef AFTERIMAGE_SCHEME_REWIND_LAYOUT_H_
#define AFTERIMAGE_SCHEME_REWIND_LAYOUT_H_

#include "scheme/heap/layout.h"

namespace afterimage::rewind {

using heap::Address;
using heap::kWord;
using heap::StoreWord;

inline constexpr Address kLogAt = heap::kLibraryAt;
inline constexpr const Address (&kHeaders)[2] = heap::kLibraryLines;
inline constexpr Address kLogArea = heap::kLibraryArea;

// What the log spends is booked to this.
inline constexpr Category kWork = Category::kLogWork;

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_REWIND_LAYOUT_H_
