// The persistent heap of REWIND: blocks of complete lines, one behind the other, each with a header
// word for its length and its use. The first word that is no header (0) ends the carved part.
//
// The allocator needs no log of its own. A block's state is one word, which changes like any other
// word of a transaction: taking a block logs "free -> in use" as an update, so rolling back returns
// it; freeing one is the paper's deferred de-allocation (section 4.3): a DELETE record, and the
// word changes after the commit. So state and links change together, and a crash between taking a
// block and linking it leaks nothing. Lists of free blocks are in DRAM only; recovery reads the
// headers again.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_PERSISTENT_HEAP_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_PERSISTENT_HEAP_H_

#include "scheme/shared/heap/layout.h"

namespace afterimage::heap {

class PersistentHeap {
 public:
  // The structure that the blocks' content belongs to, and the length of its items that lead there
  // from outside of the heap; for the interface.
  struct Contents {
    uint16_t structure = 0;
    uint32_t root_item_bytes = kWord;
    bool past_cache = true;  // headers of new blocks are
  };
  PersistentHeap(Arena& arena, Nvm& nvm, const MachineProfile& machine, Contents contents);

  static constexpr uint64_t Header(uint32_t lines, bool used) {
    return kBlockMagic << 48 | uint64_t{used} << 32 | lines;
  }
  // Returns the header word that the log writes to make a block used or free.
  uint64_t HeaderOf(Address block, bool used) const { return Header(LinesOf(block), used); }

  // An empty heap at [from, to): nothing is carved.
  void Open(Address from, Address to);
  // Before the run: a used block, without cost. 0 where there is no room, on the device or in the
  // memory of this build.
  Address Format(uint32_t lines);
  // A free block for the caller alone, 0 where there is no room. Its header is durable and says so.
  Task<Address> Take(Thread& thread, uint32_t lines);
  // Returns a block: its header is durably free, and no log record refers to it any more.
  void GiveBack(Address block);
  // Finds blocks by their headers; adds the lines read. False where the headers are damaged.
  bool Scan(uint64_t* lines_read);

  // True where a block of this heap may start here and its header is one. Any address will do.
  bool IsBlock(uint64_t address) const;
  // Return the state in a header; a transaction's own may still wait for its log records.
  static bool SaysUsed(uint64_t header) { return (header >> 32 & 1) != 0; }
  bool InUse(Address block) const { return SaysUsed(nvm_.LoadWord(block)); }
  uint32_t LinesOf(Address block) const { return static_cast<uint32_t>(nvm_.LoadWord(block)); }
  Address begin() const { return from_; }
  Address end() const { return to_; }
  // Returns the place at which the next block will be carved.
  Address top() const { return top_; }
  uint32_t blocks() const { return blocks_; }
  // Returns the number of blocks in use.
  uint32_t CountUsed() const;
  // Returns the number of blocks that can be taken without carving.
  uint32_t CountFree() const;
#if AFTERIMAGE_WATCHES_READS
  // True where each block that can be taken without carving is free, and is listed once.
  bool ListsAgree() const;
#endif
  uint16_t contents() const { return contents_.structure; }
  // Returns the item that a word of the database belongs to; for the interface.
  Where PlaceOf(uint16_t label, Address word) const;

 private:
  static constexpr uint64_t kBlockMagic = 0xb10c;

  void NoteBlock(Address block, uint32_t lines);

  Arena& arena_;
  Nvm& nvm_;
  ArenaVector<Address>* free_[kMaxBlockLines + 1];  // by lines, the last one given back first
  Latch carving_;
  Address from_ = 0;
  Address top_ = 0;
  Address to_ = 0;
  uint32_t blocks_ = 0;
  Contents contents_;
  ArenaVector<bool> starts_;  // traced: the lines at which blocks start, from `from_` on
};

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_PERSISTENT_HEAP_H_
