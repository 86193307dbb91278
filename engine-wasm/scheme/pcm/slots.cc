#include "scheme/pcm/slots.h"

#include <algorithm>
#include <cstring>

namespace afterimage::pcm {

Slots::Slots(const EngineContext& context, const Layout& layout, SlotStructures structures)
    : arena_(context.arena),
      nvm_(context.devices.nvm),
      layout_(layout),
      structures_(structures),
      taken_(layout.slots(), 0, ArenaAllocator<uint8_t>(context.arena)) {}

namespace {
struct Super {
  uint64_t magic, slots, units;
};
Super SuperOf(const Layout& layout) {
  return {kMagic, uint64_t{layout.small} << 32 | layout.pages,
          uint64_t{layout.unit_bytes} << 32 | layout.transactions};
}
}  // namespace

void Slots::Format() {
  const Super super = SuperOf(layout_);
  nvm_.Format(Layout::kSuper, &super, sizeof super);
}

bool Slots::KnowsLayout() const {
  Super there, own = SuperOf(layout_);
  nvm_.Load(Layout::kSuper, &there, sizeof there);
  return std::memcmp(&there, &own, sizeof own) == 0;
}

// --- Which are free ------------------------------------------------------------------------------

uint32_t Slots::TakeOf(uint32_t from, uint32_t slots, uint32_t count, uint32_t* next) {
  const uint32_t places = slots / count;
  for (uint32_t i = 0; i < places; ++i) {
    const uint32_t place = (*next / count + i) % places;
    const auto first = taken_.begin() + from + place * count;
    if (std::any_of(first, first + count, [](uint8_t taken) { return taken != 0; })) continue;
    std::fill_n(first, count, uint8_t{1});
    *next = (place + 1) * count % slots;
    UsedAt(from) += count;
    return from + place * count;
  }
  return kNowhere;
}

uint32_t Slots::Take(uint32_t count) { return TakeOf(0, layout_.small, count, &next_); }

uint32_t Slots::TakePage() { return TakeOf(layout_.small, layout_.pages, 1, &next_page_); }

void Slots::Give(uint32_t first, uint32_t count) {
  std::fill_n(taken_.begin() + first, count, uint8_t{0});
  UsedAt(first) -= count;
}

bool Slots::Occupy(uint32_t first, uint32_t count) {
  const uint32_t end = first < layout_.small ? layout_.small : layout_.slots();
  const auto begin = taken_.begin() + first;
  if (count > end - first ||
      std::any_of(begin, begin + count, [](uint8_t taken) { return taken != 0; }))
    return false;
  std::fill_n(begin, count, uint8_t{1});
  UsedAt(first) += count;
  return true;
}

// --- In NVM --------------------------------------------------------------------------------------

Task<void> Slots::Write(Thread& thread, uint32_t first, const SlotHeader& header,
                        const uint8_t* bytes, StoreLabels labels) {
  const uint32_t size = sizeof header + header.bytes;
  auto* content = static_cast<uint8_t*>(arena_.AllocatePooled(size));
  std::memcpy(content, &header, sizeof header);
  if (header.bytes > 0) std::memcpy(content + sizeof header, bytes, header.bytes);
  thread.At({labels.store, structures_.slots, first});
  co_await nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.Slot(first), content, size,
                              Access::kPrivate, {labels.back, structures_.slots, first});
  arena_.Recycle(content, size);
}

// The word is shared by whoever writes one of its 64 slots: its bits are set and cleared by locked
// operations.
Task<void> Slots::SetBit(Thread& thread, uint32_t first, StoreLabels labels) {
  thread.At({labels.store, structures_.slots, first});
  co_await nvm_.SetBits(thread, Category::kLogWork, layout_.Word(first), Layout::Bit(first));
  thread.At({labels.back, structures_.slots, first});
  co_await nvm_.Clflush(thread, Category::kLogWork, layout_.Word(first), kAtomBytes,
                        Access::kShared);
}

Task<void> Slots::ClearBit(Thread& thread, uint32_t first, StoreLabels labels) {
  thread.At({labels.store, structures_.slots, first});
  co_await nvm_.ClearBits(thread, Category::kLogWork, layout_.Word(first), Layout::Bit(first));
  thread.At({labels.back, structures_.slots, first});
  co_await nvm_.Clflush(thread, Category::kLogWork, layout_.Word(first), kAtomBytes,
                        Access::kShared);
}

Task<void> Slots::SetActive(Thread& thread, uint32_t entry, uint64_t xid, StoreLabels labels) {
  thread.At({labels.store, structures_.active, entry});
  co_await nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.Active(entry), &xid, sizeof xid,
                              Access::kShared, {labels.back, structures_.active, entry});
}

SlotHeader Slots::Header(uint32_t first) const {
  SlotHeader header;
  nvm_.Load(layout_.Slot(first), &header, sizeof header);
  return header;
}

}  // namespace afterimage::pcm
