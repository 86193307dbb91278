// The home of a database whose pages are on a disk, with a cache of pages in PCM in front of it: a
// page that leaves DRAM goes there (PCMLogging, TKDE 2015, figure 1b).
//
// A cached page is in a slot for pages (scheme/shared/pcm_slots/layout.h): with its number, so that
// recovery knows what each slot holds, and it counts when the slot's bit is set, which comes when
// all of it is durable. A page that comes anew gets another slot, and the one before is freed once
// the new one counts; of two that count the one that was written later is the page. A daemon writes
// to the disk what the disk does not have, the least recently used page first, and pages that it
// has make room for others.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PAGE_CACHE_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PAGE_CACHE_H_

#include "base/age_list.h"
#include "base/buffer_list.h"
#include "base/flat_map.h"
#include "db/pages/page_store.h"
#include "scheme/shared/pcm_slots/slots.h"
#include "scheme/systems/pcm_wal/page_likeness.h"

namespace afterimage::pcm_wal {

struct CacheParams {
  uint32_t slots = 16;
  uint32_t unit_bytes = 64;
  bool unchanged = false;  // takes pages that nobody has changed, too
  uint32_t high = 990;     // thousandths of the slots that the disk does not have, from which on
  uint32_t low = 975;      // they are written back, until there are no more than these
};

struct CacheCounters {
  uint64_t hits = 0;     // pages read from PCM
  uint64_t written = 0;  // to the disk
  uint64_t waits = 0;    // for a slot
  Time wait_ns = 0;
};

class PageCache final : public DatabaseHome {
 public:
  PageCache(const EngineContext& context, const CacheParams& params, PageStore& disk);
  static pcm::Layout LayoutOf(const CacheParams& params, uint32_t page_bytes);

  // Start and stop the daemon that writes back. A recovery runs without it: a thread that needs a
  // slot writes back then.
  void Start();
  void Stop(Thread& thread);

  // --- DatabaseHome ---
  bool one_place() const override { return false; }
  Task<void> ReadPage(Thread& thread, PageId page) override;
  Task<void> WritePage(Thread& thread, PageId page, const uint8_t* bytes) override;
  Task<void> Sync(Thread&) override { co_return; }
  bool durable_on_write() const override { return true; }
  bool Keeps(PageId page) const override;
  Task<void> KeepPage(Thread& thread, PageId page) override;
  void Peek(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const override;
  uint32_t page_count() const override { return disk_.page_count(); }
  void FormatPage(PageId page, const uint8_t* bytes) override { disk_.FormatPage(page, bytes); }
  void SetSource(const ByteSource* source) override;
  void Warm() override { disk_.Warm(); }
  // Repairs the disk's pages, finds those in PCM, and frees what a newer one replaces.
  Task<bool> Repair(Thread& thread) override;
  RecordWrites record_writes() const override { return disk_.record_writes(); }
  Tier tier() const override { return disk_.tier(); }
  Address address(PageId page) const override { return disk_.address(page); }
  void PeekDurable(PageId page, uint32_t size, uint8_t* out) const override {
    disk_.PeekDurable(page, size, out);
  }
  void PeekNewest(PageId page, uint32_t size, uint8_t* out) const override {
    disk_.PeekNewest(page, size, out);
  }

  void Format() { slots_.Format(); }
  const CacheCounters& counters() const { return counters_; }
  // Slots, and those of them that hold a page or are about to.
  uint32_t slots() const { return params_.slots; }
  uint32_t used_slots() const { return slots_.used_pages(); }
  // Shows the slots, and the table that finds pages in them.
  void Describe(Inspector& inspector) const;
  // Checks what must hold of the slots.
  void CheckStructures(StructureCheck& check) const;
#if AFTERIMAGE_WATCHES_READS
  // As StorageEngine::CheckMemory says.
  void CheckMemory(StructureCheck& check) const;
  // As StorageEngine::CheckAnytime says.
  void CheckAnytime(StructureCheck& check) const;
#endif
  void AddFormats(SlotsOnDevice* formats) const;

 private:
  // A page that is in PCM, or is about to be.
  struct Entry {
    PageId page = 0;
    uint32_t slot = pcm::kNowhere;
    uint64_t seq = 0;        // of what is there: two forms of a page may be in one slot in turn
    bool dirty = false;      // the disk does not have it
    bool busy = false;       // it is being put into a slot or taken out of one
    bool writing = false;    // it is on its way to the disk
    uint64_t used = 0;       // when, as a number
    Entry* older = nullptr;  // by their latest use, those that have a slot
    Entry* newer = nullptr;
    Entry* older_alike = nullptr;  // the same, those that are dirty as well, or are not either
    Entry* newer_alike = nullptr;
  };

  Entry* Find(PageId page) const {
    Entry* const* found = pages_.Find(page);
    return found ? *found : nullptr;
  }
  Entry& Get(PageId page);
  // The page has just been put into its slot, or read from it.
  void Use(Entry& entry, bool dirty);
  void PutOut(Entry& entry);
  // The disk has it now.
  void MakeClean(Entry& entry);
  AgeList<Entry, &Entry::older_alike, &Entry::newer_alike>& Alike(bool dirty) {
    return dirty ? dirty_ : clean_;
  }
  // Returns the least recently used page that no thread is busy with: one that the disk has, or has
  // not.
  Entry* Oldest(bool dirty) const;
  bool DirtyAbove(uint32_t mark) const;
  // Puts a page into its slot. REQUIRES: no thread is busy with the page, and the caller has taken
  // the slot.
  Task<void> Put(Thread& thread, Entry& entry, const uint8_t* bytes, uint32_t slot, bool dirty);
  // May wait, and write pages back meanwhile. REQUIRES: the caller is not busy with a page.
  Task<uint32_t> TakeSlot(Thread& thread);
  // Stores the slot's content as a few lines that differ from the page's first form; this saves the
  // host's memory.
  void Liken(uint32_t slot, PageId page);
  Task<void> FreeSlot(Thread& thread, uint32_t slot, pcm::StoreLabels labels);
  // Its bit is clear.
  void GiveSlot(Thread& thread, uint32_t slot);
  Task<void> WriteBack(Thread& thread, Entry& entry);
  Task<void> Run(Thread& thread);

  Kernel& kernel_;
  Arena& arena_;
  CacheParams params_;
  PageStore& disk_;
  uint32_t page_bytes_;
  uint32_t mutations_;
  pcm::Slots slots_;
  FlatMap<Entry*> pages_;
  ArenaVector<Entry*> all_;  // in the order in which they first came
  AgeList<Entry, &Entry::older, &Entry::newer> cached_;
  // The oldest page of either kind is sought, and nearly all may be of the other.
  AgeList<Entry, &Entry::older_alike, &Entry::newer_alike> dirty_;
  AgeList<Entry, &Entry::older_alike, &Entry::newer_alike> clean_;
  uint64_t uses_ = 0;
  uint32_t waiting_ = 0;
  uint64_t next_seq_ = 1;
  CacheCounters counters_;
  Thread& thread_;
  BufferList buffers_;  // of pages
  uint8_t* piece_;      // that is being written back
  bool started_ = false;
  bool stopping_ = false;
  bool writing_back_ = false;
  WaitQueue work_;
  WaitQueue room_;
  WaitQueue changed_;
};

}  // namespace afterimage::pcm_wal

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_PCM_WAL_PAGE_CACHE_H_
