// Slotted pages in memory of their own, and changes to them.
#ifndef AFTERIMAGE_TESTS_SUPPORT_PAGES_H_
#define AFTERIMAGE_TESTS_SUPPORT_PAGES_H_

#include <vector>

#include "db/pages/slotted_page.h"

namespace afterimage::page_test {

// A page in memory of its own.
struct OwnPage {
  BlockPool pool;
  Arena arena{pool};
  PagedBytes memory;
  SlottedPage page;

  explicit OwnPage(uint32_t size) : memory(arena, size), page(PageView(memory, 0, size)) {
    page.Format(7);
  }
};

inline std::vector<uint8_t> BytesOf(const PageView& page) {
  std::vector<uint8_t> bytes(page.size());
  page.Read(0, bytes.data(), page.size());
  return bytes;
}

inline bool ApplyInsert(SlottedPage& page, SlotId slot, Key key, const Value& value) {
  Change change;
  change.kind = ChangeKind::kInsert;
  change.slot = slot;
  change.key = key;
  change.after = {value.bytes, value.size};
  return page.Apply(change);
}

inline bool ApplyErase(SlottedPage& page, SlotId slot, Key key, const Value& value) {
  Change change;
  change.kind = ChangeKind::kErase;
  change.slot = slot;
  change.key = key;
  change.before = {value.bytes, value.size};
  return page.Apply(change);
}

inline bool ApplyUpdate(SlottedPage& page, SlotId slot, Key key, uint32_t offset, const void* data,
                        uint32_t size) {
  Change change;
  change.slot = slot;
  change.key = key;
  change.offset = static_cast<uint16_t>(offset);
  change.after = {static_cast<const uint8_t*>(data), size};
  return page.Apply(change);
}

}  // namespace afterimage::page_test

#endif  // AFTERIMAGE_TESTS_SUPPORT_PAGES_H_
