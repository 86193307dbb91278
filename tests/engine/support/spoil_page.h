// Damage below a page's checksum, wherever the pages live.
#ifndef AFTERIMAGE_TESTS_SUPPORT_SPOIL_PAGE_H_
#define AFTERIMAGE_TESTS_SUPPORT_SPOIL_PAGE_H_

#include "run/life/world.h"

namespace afterimage::testing_support {

// Changes a byte of a page at home, `from_end` before its end, and sets the checksum again. The
// world's engine must keep pages.
void SpoilPage(World& world, PageId page, uint32_t page_bytes, uint32_t from_end);

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_SPOIL_PAGE_H_
