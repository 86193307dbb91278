#include "support/spoil_page.h"

#include "scheme/page_engine/page_engine.h"

namespace afterimage::testing_support {

void SpoilPage(World& world, PageId page, uint32_t page_bytes, uint32_t from_end) {
  DatabaseHome& home = static_cast<PageEngine&>(world.engine()).home();
  uint8_t bytes[PageView::kMaxPageBytes];
  home.PeekDurable(page, page_bytes, bytes);
  bytes[page_bytes - from_end] ^= 1;
  SetPageChecksum(bytes, page_bytes);
  home.FormatPage(page, bytes);
}

}  // namespace afterimage::testing_support
