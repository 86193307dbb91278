// The layout of REWIND's logs in NVM: the part that a heap engine (scheme/shared/heap/layout.h)
// leaves to its library. There is one log, or one for each of several threads (section 5.3).
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LAYOUT_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LAYOUT_H_

#include "scheme/shared/heap/layout.h"

namespace afterimage::rewind {

using heap::Address;
using heap::kWord;
using heap::StoreWord;

// The place of one log: a word that says which of two list headers is in use, and an area of nodes
// of the list with their parts, and records, a line each. The first log has the library's word and
// its two lines; each other has three lines of its own before its area.
struct LogSpace {
  Address in_use = heap::kLibraryAt;
  Address headers[2] = {heap::kLibraryLines[0], heap::kLibraryLines[1]};
  Address area = heap::kLibraryArea;
  uint32_t number = 0;  // of `logs`, from 0
  uint32_t logs = 1;

  static constexpr uint32_t kOwnLines = 3;
  // Returns the bytes of `logs` logs whose areas are `bytes` long.
  static constexpr uint64_t BytesOf(uint32_t logs, uint64_t bytes) {
    return logs * bytes + uint64_t{logs - 1} * kOwnLines * kLineBytes;
  }
  static constexpr LogSpace Of(uint32_t number, uint32_t logs, uint64_t bytes) {
    LogSpace space;
    space.number = number;
    space.logs = logs;
    if (number == 0) return space;
    space.in_use = static_cast<Address>(heap::kLibraryArea + BytesOf(number, bytes));
    space.headers[0] = space.in_use + kLineBytes;
    space.headers[1] = space.headers[0] + kLineBytes;
    space.area = space.headers[1] + kLineBytes;
    return space;
  }

  bool IsHeader(uint64_t word) const { return word == headers[0] || word == headers[1]; }
  // Return numbers that no other log gives: the nth LSN, from 1, and a word of the header in the
  // interface. Numbers below `logs` are no LSNs.
  uint64_t Lsn(uint64_t n) const { return n * logs + number; }
  uint64_t CountOf(uint64_t lsn) const { return lsn / logs; }
  uint32_t HeaderItem(uint32_t at) const { return (number * kLineBytes + at) / kWord; }
  // Returns its item, which comes behind the header's words.
  uint32_t InUseItem() const { return HeaderItem(kLineBytes - kWord); }
};

// The category of the log's own work.
inline constexpr Category kWork = Category::kLogWork;

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LAYOUT_H_
