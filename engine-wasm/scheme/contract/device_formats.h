// What a system says of the places and formats of its structures on the devices, for a walker that
// reads their bytes and shares nothing with the system but the documents of the formats.
#ifndef AFTERIMAGE_SCHEME_CONTRACT_DEVICE_FORMATS_H_
#define AFTERIMAGE_SCHEME_CONTRACT_DEVICE_FORMATS_H_

#include <cstdint>

#include "trace/event.h"

namespace afterimage {

// Pages one behind the other, as db/pages/page_view.h describes them.
struct PagesOnDevice {
  Tier tier = Tier::kNone;  // kNone: the system keeps no pages in such a row
  Address first = 0;
  uint32_t page_bytes = 0;
  uint32_t pages = 0;         // that fit there
  uint32_t hashed_pages = 0;  // of a hash file, besides the catalog; 0: heap pages under indexes
  // The device has the newest bytes of all pages: no page has changed since in DRAM. Else nothing
  // can be asked: a page that is newer in DRAM may be torn where it is.
  bool complete = false;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_CONTRACT_DEVICE_FORMATS_H_
