#include "scheme/shared/pcm_slots/slots.h"

#include <algorithm>
#include <cstring>

namespace afterimage::pcm {

Slots::Slots(const EngineContext& context, const Layout& layout, SlotStructures structures,
             const Relocation& relocation, bool plain_bits)
    : arena_(context.arena),
      nvm_(context.devices.nvm),
      layout_(layout),
      structures_(structures),
      taken_(layout.slots(), 0, ArenaAllocator<uint8_t>(context.arena)),
      small_(context.arena, 0, layout.small),
      pages_(context.arena, layout.small, layout.pages),
      relocation_(relocation),
      plain_bits_(plain_bits) {
  nvm_.NameHot(layout.List(0), layout.places * layout.PlaceBytes());
}

namespace {
struct Super {
  uint64_t magic, slots, units;
};
Super SuperOf(const Layout& layout) {
  return {kMagic, uint64_t{layout.small} << 32 | layout.pages,
          uint64_t{layout.places} << 48 | uint64_t{layout.unit_bytes} << 32 | layout.transactions};
}
}  // namespace

void Slots::Format() {
  const Super super = SuperOf(layout_);
  nvm_.Format(Layout::kSuper, &super, sizeof super);
}

bool Slots::Open() {
  Super there, own = SuperOf(layout_);
  nvm_.Load(Layout::kSuper, &there, sizeof there);
  const uint64_t place = nvm_.LoadWord(Layout::kPlace);
  if (std::memcmp(&there, &own, sizeof own) != 0 || place >= layout_.places) return false;
  place_ = static_cast<uint32_t>(place);
  return true;
}

// --- Which are free ------------------------------------------------------------------------------

FreePlaces& Slots::PlacesOf(Region& region, uint32_t count) {
  for (FreePlaces* places : region.places) {
    if (places->count() == count) return *places;
  }
  region.places.push_back(
      arena_.New<FreePlaces>(arena_, taken_.data() + region.from, region.slots, count));
  return *region.places.back();
}

uint32_t Slots::TakeOf(Region& region, uint32_t count) {
  if (region.used + count > region.slots) return kNowhere;
  const FreePlaces& places = PlacesOf(region, count);
  const uint32_t place = places.From(region.next / count % places.places());
  if (place == FreePlaces::kNone) return kNowhere;
  region.next = (place + 1) * count % region.slots;
  MarkTaken(region, region.from + place * count, count);
  return region.from + place * count;
}

void Slots::MarkTaken(Region& region, uint32_t first, uint32_t count) {
  std::fill_n(taken_.begin() + first, count, uint8_t{1});
  region.used += count;
  for (FreePlaces* places : region.places) places->OnTaken(first - region.from, count);
}

uint32_t Slots::Take(uint32_t count) { return TakeOf(small_, count); }

uint32_t Slots::scattered() const {
  const FreePlaces* longest = nullptr;
  for (const FreePlaces* places : small_.places) {
    if (!longest || places->count() > longest->count()) longest = places;
  }
  const uint32_t fits = longest ? longest->free() * longest->count() : 0;
  return longest ? small_.slots - small_.used - fits : 0;
}

uint32_t Slots::TakePage() { return TakeOf(pages_, 1); }

void Slots::Give(uint32_t first, uint32_t count) {
  Region& region = RegionOf(first);
  std::fill_n(taken_.begin() + first, count, uint8_t{0});
  region.used -= count;
  for (FreePlaces* places : region.places) places->OnGiven(first - region.from, count);
}

bool Slots::Occupy(uint32_t first, uint32_t count) {
  Region& region = RegionOf(first);
  const auto begin = taken_.begin() + first;
  if (count > region.from + region.slots - first ||
      std::any_of(begin, begin + count, [](uint8_t taken) { return taken != 0; }))
    return false;
  MarkTaken(region, first, count);
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

// The word belongs to all writers of its 64 slots: its bits are set and cleared by locked
// operations.
Task<void> Slots::SetBit(Thread& thread, uint32_t first, StoreLabels labels) {
  if (relocation_.every > 0) co_await Enter(thread);
  thread.At({labels.store, structures_.slots, first});
  if (plain_bits_)
    co_await StoreBit(thread, first);
  else
    co_await nvm_.SetBits(thread, Category::kLogWork, WordAt(first), Layout::Bit(first));
  thread.At({labels.back, structures_.slots, first});
  co_await nvm_.Clflush(thread, Category::kLogWork, WordAt(first), kAtomBytes, Access::kShared);
  if (relocation_.every > 0) co_await Leave(thread);
}

// The word as it was, with one bit more: what others change meanwhile is lost.
Task<void> Slots::StoreBit(Thread& thread, uint32_t first) {
  co_await Ordered(thread);
  const uint64_t word = nvm_.LoadWord(WordAt(first)) | Layout::Bit(first);
  co_await nvm_.Read(thread, Category::kLogWork, WordAt(first), kAtomBytes);
  thread.set_broken(true);
  co_await nvm_.Store(thread, Category::kLogWork, WordAt(first), &word, sizeof word,
                      Access::kShared);
  thread.set_broken(false);
}

Task<void> Slots::ClearBit(Thread& thread, uint32_t first, StoreLabels labels) {
  if (relocation_.every > 0) co_await Enter(thread);
  thread.At({labels.store, structures_.slots, first});
  co_await nvm_.ClearBits(thread, Category::kLogWork, WordAt(first), Layout::Bit(first));
  thread.At({labels.back, structures_.slots, first});
  co_await nvm_.Clflush(thread, Category::kLogWork, WordAt(first), kAtomBytes, Access::kShared);
  if (relocation_.every > 0) co_await Leave(thread);
}

Task<void> Slots::SetActive(Thread& thread, uint32_t entry, uint64_t xid, StoreLabels labels) {
  if (relocation_.every > 0) co_await Enter(thread);
  thread.At({labels.store, structures_.active, entry});
  co_await nvm_.StoreAndFlush(thread, Category::kLogWork, ActiveAt(entry), &xid, sizeof xid,
                              Access::kShared, {labels.back, structures_.active, entry});
  if (relocation_.every > 0) co_await Leave(thread);
}

// --- Relocation ----------------------------------------------------------------------------------

Task<void> Slots::Enter(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (!moving_) break;
    co_await Sleep(thread, moved_, WaitFor::kLatch, 0, 0, Category::kLogWork);
  }
  ++inside_;
}

Task<void> Slots::Leave(Thread& thread) {
  co_await Ordered(thread);
  if (--inside_ == 0 && moving_) empty_.WakeAll(thread.kernel(), thread.now());
  if (++stores_ < relocation_.every || moving_) co_return;
  moving_ = true;
  const Where outer = thread.where();
  co_await Relocate(thread);
  thread.At(outer);
}

// The old place keeps what it has until the pointer is durable: a power cut leaves either.
Task<void> Slots::Relocate(Thread& thread) {
  while (inside_ > 0) co_await Sleep(thread, empty_, WaitFor::kLatch, 0, 0, Category::kLogWork);
  AI_NATIVE_CHECK(moving_ && inside_ == 0);
  const uint32_t to = (place_ + 1) % layout_.places;
  thread.set_broken(relocation_.pointer_first);
  if (relocation_.pointer_first) co_await PointTo(thread, to);
  co_await CopyTo(thread, to);
  if (!relocation_.pointer_first) co_await PointTo(thread, to);
  thread.set_broken(false);
  co_await Ordered(thread);
  AI_NATIVE_CHECK(inside_ == 0 && to == (place_ + 1) % layout_.places);
  place_ = to;
  stores_ = 0;
  ++relocations_;
  moving_ = false;
  moved_.WakeAll(thread.kernel(), thread.now());
}

Task<void> Slots::CopyTo(Thread& thread, uint32_t place) {
  const uint32_t size = layout_.HotBytes();
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(size));
  thread.At({relocation_.copy.store, structures_.active, 0});
  co_await nvm_.Read(thread, Category::kLogWork, layout_.List(place_), size);
  nvm_.Load(layout_.List(place_), bytes, size);
  co_await nvm_.StoreAndFlush(thread, Category::kLogWork, layout_.List(place), bytes, size,
                              Access::kShared, {relocation_.copy.back, structures_.active, 0});
  arena_.Recycle(bytes, size);
}

Task<void> Slots::PointTo(Thread& thread, uint64_t place) {
  thread.At({relocation_.pointer.store, structures_.active, layout_.entries()});
  co_await nvm_.StoreAndFlush(thread, Category::kLogWork, Layout::kPlace, &place, sizeof place,
                              Access::kShared,
                              {relocation_.pointer.back, structures_.active, layout_.entries()});
}

void Slots::AddFormats(SlotsOnDevice* formats) const {
  formats->transactions = layout_.transactions;
  formats->small = layout_.small;
  formats->pages = layout_.pages;
  formats->unit_bytes = layout_.unit_bytes;
  formats->page_bytes = layout_.page_bytes;
  formats->places = layout_.places;
  formats->used_small = used();
  formats->used_pages = used_pages();
}

SlotHeader Slots::Header(uint32_t first) const {
  SlotHeader header;
  nvm_.Load(layout_.Slot(first), &header, sizeof header);
  return header;
}

}  // namespace afterimage::pcm
