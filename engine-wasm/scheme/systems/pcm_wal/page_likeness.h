// The content of slots whose pages are unchanged since the database was made: those pages' first
// form, from its source. An extent of 4 KB overlaps two slots at most; its likeness is the number
// of the page in the first of them, plus one, and above it that of the second's.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PAGE_LIKENESS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PAGE_LIKENESS_H_

#include <algorithm>

#include "scheme/shared/pcm_slots/layout.h"
#include "tier/nvm/nvm.h"

namespace afterimage::pcm_wal {

class PageLikeness final : public LikenessSource {
 public:
  // `pages` gives the pages one behind the other. REQUIRES: the layout has slots for pages only,
  // and they are larger than an extent.
  PageLikeness(const pcm::Layout& layout, const ByteSource& pages)
      : pages_(pages),
        first_(layout.Slot(0)),
        slot_bytes_(layout.PageSlotBytes()),
        page_bytes_(layout.page_bytes) {}
  static bool Suits(const pcm::Layout& layout) {
    return layout.small == 0 && layout.PageSlotBytes() > PagedBytes::kExtentBytes;
  }

  // The slot holds the page from now on, with few changes: says so of each extent that it meets.
  // REQUIRES: the NVM's likenesses are those of this layout.
  static void Liken(Nvm& nvm, const pcm::Layout& layout, uint32_t slot, PageId page) {
    constexpr uint32_t kExtent = PagedBytes::kExtentBytes;
    const uint64_t from = layout.Slot(slot), to = from + layout.PageSlotBytes();
    for (uint64_t base = from / kExtent * kExtent; base < to; base += kExtent) {
      // The extent's first slot, or its second?
      const uint32_t shift = slot == 0 || from <= base ? 0 : 32;
      const auto at = static_cast<Address>(base);
      const uint64_t others = nvm.LikenessOf(at) & ~(uint64_t{0xffffffff} << shift);
      nvm.Liken(at, others | (uint64_t{page} + 1) << shift);
    }
  }

  void Generate(uint64_t likeness, uint64_t address, uint32_t size, uint8_t* out) const override {
    const uint64_t base = address / PagedBytes::kExtentBytes * PagedBytes::kExtentBytes;
    while (size > 0) {
      if (address < first_) {
        const auto part = static_cast<uint32_t>(std::min<uint64_t>(size, first_ - address));
        std::memset(out, 0, part);
        Go(part, &address, &size, &out);
        continue;
      }
      const auto slot = static_cast<uint32_t>((address - first_) / slot_bytes_);
      const auto offset = static_cast<uint32_t>((address - first_) % slot_bytes_);
      const uint32_t end = kHeader + page_bytes_;
      const uint64_t page = likeness >> (slot == FirstSlot(base) ? 0 : 32) & 0xffffffff;
      const bool inside = page != 0 && offset >= kHeader && offset < end;
      const uint32_t limit = inside ? end : offset < kHeader ? kHeader : slot_bytes_;
      const uint32_t part = std::min(size, limit - offset);
      if (inside)
        pages_.Generate((page - 1) * page_bytes_ + offset - kHeader, part, out);
      else
        std::memset(out, 0, part);
      Go(part, &address, &size, &out);
    }
  }

 private:
  static constexpr uint32_t kHeader = sizeof(pcm::SlotHeader);
  static void Go(uint32_t part, uint64_t* address, uint32_t* size, uint8_t** out) {
    *address += part;
    *size -= part;
    *out += part;
  }
  // The first slot that the extent at `base` meets.
  uint32_t FirstSlot(uint64_t base) const {
    return base < first_ ? 0 : static_cast<uint32_t>((base - first_) / slot_bytes_);
  }

  const ByteSource& pages_;
  uint64_t first_;
  uint32_t slot_bytes_;
  uint32_t page_bytes_;
};

}  // namespace afterimage::pcm_wal

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PAGE_LIKENESS_H_
