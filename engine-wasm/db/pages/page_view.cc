#include "db/pages/page_view.h"

#include <algorithm>

#include "base/digest.h"

namespace afterimage {

void PageView::Clear(PageId id, PageKind kind) {
  static constexpr uint8_t kZero[kMaxPageBytes] = {};
  Write(0, kZero, size_);
  Put<uint32_t>(8, id);
  Put<uint8_t>(kKindAt, static_cast<uint8_t>(kind));
}

uint32_t PageChecksum(const uint8_t* bytes, uint32_t size) {
  constexpr uint32_t kBehind = PageView::kChecksumAt + 4;
  Digest digest;
  digest.Bytes(bytes, PageView::kChecksumAt);
  digest.Bytes(bytes + kBehind, size - kBehind);
  const auto sum = static_cast<uint32_t>(digest.Value());
  return sum == 0 ? 1 : sum;
}

void SetPageChecksum(uint8_t* bytes, uint32_t size) {
  const uint32_t sum = PageChecksum(bytes, size);
  std::memcpy(bytes + PageView::kChecksumAt, &sum, sizeof sum);
}

bool PageChecksumHolds(const uint8_t* bytes, uint32_t size) {
  uint32_t sum = 0;
  std::memcpy(&sum, bytes + PageView::kChecksumAt, sizeof sum);
  if (sum == 0) return std::all_of(bytes, bytes + size, [](uint8_t byte) { return byte == 0; });
  return sum == PageChecksum(bytes, size);
}

}  // namespace afterimage
