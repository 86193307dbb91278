// The slots in NVM, with the bits that say which of them count, and the list of transactions that
// have not committed. What is free is known in DRAM, too: recovery reads it from the bits.
#ifndef AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_SLOTS_H_
#define AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_SLOTS_H_

#include "scheme/contract/scheme.h"
#include "scheme/shared/pcm_slots/free_places.h"
#include "scheme/shared/pcm_slots/layout.h"

namespace afterimage::pcm {

// Listing labels of a store and of its write-back.
struct StoreLabels {
  uint16_t store, back;
};

// The structures that stores belong to.
struct SlotStructures {
  uint16_t slots, active;
};

// The number of stores into list and bitmap after which they move to the next place; 0: they stay.
struct Relocation {
  uint64_t every = 0;
  StoreLabels copy{}, pointer{};
  bool pointer_first = false;  // a mutation
};

class Slots {
 public:
  // REQUIRES: where list and bitmap move, the layout has several places for them. With
  // `plain_bits`, a mutation, bits are not set by a locked operation.
  Slots(const EngineContext& context, const Layout& layout, SlotStructures structures,
        const Relocation& relocation = {}, bool plain_bits = false);

  const Layout& layout() const { return layout_; }
  // Slots that hold something, or are about to: of a unit each, and for pages.
  uint32_t used() const { return small_.used; }
  uint32_t used_pages() const { return pages_.used; }
  // Free slots of a unit that lie where none of the longest versions so far fits.
  uint32_t scattered() const;

  // Writes an empty list and bitmap, at no cost.
  void Format();
  // Finds list and bitmap; false where the super block is not that of this layout.
  bool Open();

  // --- Which are free, in DRAM ---
  // Takes `count` free slots of a unit side by side, at a multiple of `count`, so that versions of
  // one size leave no gaps. Returns the first, or kNowhere. It goes round: slots wear alike.
  uint32_t Take(uint32_t count);
  // The same for a page.
  uint32_t TakePage();
  void Give(uint32_t first, uint32_t count);
  // Notes that recovery has found something there. Returns false if another version has it.
  bool Occupy(uint32_t first, uint32_t count);

  bool taken(uint32_t slot) const { return taken_[slot] != 0; }

  // --- In NVM; each is durable on return ---
  Task<void> Write(Thread& thread, uint32_t first, const SlotHeader& header, const uint8_t* bytes,
                   StoreLabels labels);
  Task<void> SetBit(Thread& thread, uint32_t first, StoreLabels labels);
  Task<void> ClearBit(Thread& thread, uint32_t first, StoreLabels labels);
  // Puts the number into the entry; 0 takes out the one that is there.
  Task<void> SetActive(Thread& thread, uint32_t entry, uint64_t xid, StoreLabels labels);

  // --- Reading, at no cost ---
  // Where list and bitmap are now.
  Address ActiveAt(uint32_t entry) const { return layout_.Active(place_, entry); }
  Address WordAt(uint32_t slot) const { return layout_.Word(place_, slot); }
  uint64_t active(uint32_t entry) const { return nvm_.LoadWord(ActiveAt(entry)); }
  bool counts(uint32_t slot) const {
    return (nvm_.LoadWord(WordAt(slot)) & Layout::Bit(slot)) != 0;
  }
  uint64_t relocations() const { return relocations_; }
  // Lines that one writes: list, bitmap and pointer.
  uint32_t relocation_lines() const { return LineOf(layout_.HotBytes() + kLineBytes - 1) + 1; }
  SlotHeader Header(uint32_t first) const;
  // The bytes behind the header, `size` of them from `offset` on.
  void Load(uint32_t first, uint8_t* out, uint32_t size, uint32_t offset = 0) const {
    nvm_.Load(layout_.Slot(first) + sizeof(SlotHeader) + offset, out, size);
  }
  Nvm& nvm() const { return nvm_; }
#if AFTERIMAGE_WATCHES_READS
  // Counts again what is taken, as StorageEngine::CheckMemory says.
  void CheckMemory(StructureCheck& check) const;
  // The same as StorageEngine::CheckAnytime says.
  void CheckAnytime(StructureCheck& check) const;
  // Tells, by a look at each, if of the `slots` from `from` on `count` are free side by side, at a
  // multiple of `count`.
  bool HasFree(uint32_t from, uint32_t slots, uint32_t count) const;
#endif
  // Says how they are laid out, and how many are in use.
  void AddFormats(SlotsOnDevice* formats) const;

 private:
  Task<void> StoreBit(Thread& thread, uint32_t first);
  // Enclose each store into list or bitmap: no thread is in between while they move.
  Task<void> Enter(Thread& thread);
  Task<void> Leave(Thread& thread);
  Task<void> Relocate(Thread& thread);
  Task<void> CopyTo(Thread& thread, uint32_t place);
  Task<void> PointTo(Thread& thread, uint64_t place);
  // Slots of a unit each, or of a page.
  struct Region {
    Region(Arena& arena, uint32_t first, uint32_t count)
        : from(first), slots(count), places(ArenaAllocator<FreePlaces*>(arena)) {}
    uint32_t from;
    uint32_t slots;
    uint32_t used = 0;
    uint32_t next = 0;                // where the next one is looked for
    ArenaVector<FreePlaces*> places;  // for each number of slots that was asked for
  };
  Region& RegionOf(uint32_t first) { return first < layout_.small ? small_ : pages_; }
  FreePlaces& PlacesOf(Region& region, uint32_t count);
  uint32_t TakeOf(Region& region, uint32_t count);
  // Marks slots that are free as taken.
  void MarkTaken(Region& region, uint32_t first, uint32_t count);

  Arena& arena_;
  Nvm& nvm_;
  Layout layout_;
  SlotStructures structures_;
  ArenaVector<uint8_t> taken_;
  Region small_;
  Region pages_;
  Relocation relocation_;
  bool plain_bits_;
  uint32_t place_ = 0;
  uint64_t stores_ = 0;  // since list and bitmap have been there
  uint32_t inside_ = 0;  // threads that store into them
  bool moving_ = false;
  uint64_t relocations_ = 0;
  WaitQueue moved_;
  WaitQueue empty_;
};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_SLOTS_H_
