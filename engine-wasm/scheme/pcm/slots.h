// The slots in NVM, with the bits that say which of them count, and the list of transactions that
// have not committed. What is free is known in DRAM, too: recovery reads it from the bits.
#ifndef AFTERIMAGE_SCHEME_PCM_SLOTS_H_
#define AFTERIMAGE_SCHEME_PCM_SLOTS_H_

#include "scheme/pcm/layout.h"
#include "scheme/scheme.h"

namespace afterimage::pcm {

// Listing labels of a store and of its write-back.
struct StoreLabels {
  uint16_t store, back;
};

// The structures that stores belong to.
struct SlotStructures {
  uint16_t slots, active;
};

class Slots {
 public:
  Slots(const EngineContext& context, const Layout& layout, SlotStructures structures);

  const Layout& layout() const { return layout_; }
  // Slots that hold something, or are about to: of a unit each, and for pages.
  uint32_t used() const { return used_[0]; }
  uint32_t used_pages() const { return used_[1]; }

  // Writes an empty list and bitmap, at no cost.
  void Format();
  // False where the super block is not that of this layout.
  bool KnowsLayout() const;

  // --- Which are free, in DRAM ---
  // Takes `count` free slots of a unit side by side, at a multiple of `count`, so that versions of
  // one size leave no gaps. Returns the first, or kNowhere. It goes round: slots wear alike.
  uint32_t Take(uint32_t count);
  // The same for a page.
  uint32_t TakePage();
  void Give(uint32_t first, uint32_t count);
  // Recovery has found something there. False where somebody else has it.
  bool Occupy(uint32_t first, uint32_t count);

  // --- In NVM; each is durable on return ---
  Task<void> Write(Thread& thread, uint32_t first, const SlotHeader& header, const uint8_t* bytes,
                   StoreLabels labels);
  Task<void> SetBit(Thread& thread, uint32_t first, StoreLabels labels);
  Task<void> ClearBit(Thread& thread, uint32_t first, StoreLabels labels);
  // Puts the number into the entry; 0 takes out the one that is there.
  Task<void> SetActive(Thread& thread, uint32_t entry, uint64_t xid, StoreLabels labels);

  // --- Reading, at no cost ---
  uint64_t active(uint32_t entry) const { return nvm_.LoadWord(layout_.Active(entry)); }
  bool counts(uint32_t slot) const {
    return (nvm_.LoadWord(layout_.Word(slot)) & Layout::Bit(slot)) != 0;
  }
  SlotHeader Header(uint32_t first) const;
  // The bytes behind the header, `size` of them.
  void Load(uint32_t first, uint8_t* out, uint32_t size) const {
    nvm_.Load(layout_.Slot(first) + sizeof(SlotHeader), out, size);
  }
  Nvm& nvm() const { return nvm_; }

 private:
  // Takes `count` of the slots from `from` on, of which there are `slots`.
  uint32_t TakeOf(uint32_t from, uint32_t slots, uint32_t count, uint32_t* next);
  uint32_t& UsedAt(uint32_t first) { return used_[first < layout_.small ? 0 : 1]; }

  Arena& arena_;
  Nvm& nvm_;
  Layout layout_;
  SlotStructures structures_;
  ArenaVector<uint8_t> taken_;
  uint32_t next_ = 0;
  uint32_t next_page_ = 0;
  uint32_t used_[2] = {};
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_PCM_SLOTS_H_
