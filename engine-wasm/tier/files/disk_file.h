// A file on a disk. Without the operating system's page cache (price os.page_cache 0) requests go
// straight to the device: a Write is durable on return unless the disk has a volatile cache.
//
// With it a Write is a call and a copy into volatile pages. They reach the disk at a Sync,
// coalesced in the order of addresses; when the kernel's flusher writes them; or when too many are
// dirty: the writer then writes back the oldest itself (os_page_cache.h, which also says which
// pages stay resident). A Sync also commits the file system's journal, under the file's lock
// (os.journal_blocks): what it says is not read here, since places and sizes are fixed. Clean pages
// keep no bytes here, since theirs are the device's.
//
// A commit of the journal, a block each; with fewer blocks, those before the last one are missing:
//
//   | descriptor: which commit this is | inode | other blocks | the block that commits |
#ifndef AFTERIMAGE_TIER_FILES_DISK_FILE_H_
#define AFTERIMAGE_TIER_FILES_DISK_FILE_H_

#include "base/flat_map.h"
#include "tier/disk/block_device.h"
#include "tier/files/file.h"
#include "tier/files/os_page_cache.h"

namespace afterimage {

// The file system's data about a file: in the kernel's memory, and at the beginning of a block of
// the journal.
struct Inode {
  uint64_t changed = 0;  // when the file was written last
  uint64_t size = 0;
};

// The beginning of the journal's other blocks that say something.
struct JournalHeader {
  static constexpr uint32_t kMagic = 0xc03b3998;  // jbd2's, which is big-endian there
  enum Kind : uint32_t { kDescriptor = 1, kCommit = 2 };
  uint32_t magic = kMagic;
  uint32_t kind = 0;
  uint64_t sequence = 0;  // of the commit, from 1
};

class DiskFile final : public File {
 public:
  static constexpr uint32_t kPageBytes = OsPageCache::kPageBytes;

  // A file at [base, base + size) of the disk. REQUIRES: both are multiples of the sector. Behind
  // it lies the file system's journal, of JournalBytes. If pages are cached, `cache` is the cache
  // of all files; null means that there is none and the room is unlimited.
  DiskFile(Arena& arena, const MachineProfile& machine, BlockDevice& disk, uint64_t base,
           uint64_t size, OsPageCache* cache = nullptr);
  static uint64_t JournalBytes(const MachineProfile& machine) {
    return machine[Price::kOsPageCache] != 0
               ? machine[Price::kOsJournalBlocks] * kPageBytes * kJournalCommits
               : 0;
  }

  Task<void> Read(Thread& thread, Category category, uint64_t offset, void* out,
                  uint32_t size) override;
  Task<void> Write(Thread& thread, Category category, uint64_t offset, const void* data,
                   uint32_t size) override;
  bool TakesLines(const Seals& seals) override;
  Task<void> WriteLines(Thread& thread, Category category, uint64_t offset, const uint8_t* data,
                        uint32_t size, const uint64_t* lines) override;
  void AddHeldLines(uint64_t offset, uint32_t size, uint64_t* lines) const override;
  Task<void> Sync(Thread& thread, Category category) override;
  void Peek(uint64_t offset, void* out, uint32_t size) override;
  void PeekNewest(uint64_t offset, void* out, uint32_t size) override {
    disk_.LoadNewest(base_ + offset, out, size);
  }
  void PeekDurable(uint64_t offset, void* out, uint32_t size) const override {
    disk_.LoadDurable(base_ + offset, out, size);
  }
  bool durable_on_write() const override { return !cached() && disk_.durable_on_write(); }
  void SetSource(const ByteSource* source) override {
    disk_.set_source(arena_.New<RegionSource>(*source, base_, size_, disk_.source()));
  }
  void Format(uint64_t offset, const void* data, uint32_t size) override {
    disk_.Format(At(offset, size), data, size);
  }
  void Warm() override;
  void Discard(uint64_t offset, uint64_t size) override;

  bool cached() const { return resident_ != nullptr; }
  bool resident(uint64_t page) const { return Resident(page); }
  uint32_t dirty_pages() const { return dirty_count_; }
  // Returns when the page became dirty that has been so for longest; the end of time if none is.
  Time oldest_dirty() const { return first_dirty_ ? first_dirty_->since : ~Time{0}; }
  // Writes back the oldest of the pages that have been dirty since `until` or before, `most` of
  // them, in the order of addresses, and returns how many those were. A Sync may come in between.
  // Where another such round is under way it waits for its end instead, for a while.
  Task<uint32_t> WriteRound(Thread& thread, Category category, uint32_t most, Time until);
  // The page leaves the memory. REQUIRES: it is clean.
  void Leave(uint64_t page) { resident_[page / 64] &= ~(uint64_t{1} << (page % 64)); }
  // Functions for the interface, at no cost: the kernel's copies of the file, and the place of the
  // journal's latest commit, also on its way: one that an earlier life made if this one has made
  // none.
  const DiskFile* cached_file() const override { return cached() ? this : nullptr; }
  enum class PageState : uint8_t { kAbsent, kClean, kDirty, kLeaving };
  PageState StateOf(uint64_t page) const;
  // Pages that were read into the memory last, or are being read.
  struct Pages {
    uint64_t first = 0;
    uint64_t count = 0;
    bool coming = false;
  };
  const Pages& latest_read() const { return latest_read_; }
  const Inode& inode() const { return inode_; }
  uint32_t journal_blocks() const { return journal_blocks_; }
  // An address as events show it. REQUIRES: there is a journal.
  Address JournalAddress(uint32_t block) const;
  // Threads in the queue for the file.
  uint32_t waiting() const { return writer_.waiting(); }

 private:
  // The number of commits that fit into the journal, which is used in turn.
  static constexpr uint32_t kJournalCommits = 64;

  // A page with bytes that the device does not have yet.
  struct Page {
    uint64_t index = 0;
    Time since = 0;         // when it became dirty
    uint64_t lines = 0;     // those that are in `bytes`; the others are as on the device
    bool dirty = false;     // in the list; else on its way to the disk
    bool unsealed = false;  // begins a block whose seal has not been made
    Page* previous = nullptr;
    Page* next = nullptr;
    uint8_t* bytes = nullptr;
  };
  struct Run {
    uint64_t offset = 0;
    uint32_t size = 0;
    bool in_lines = false;  // of some pages only the lines of run_lines_
  };
  // A call that is copying its bytes: those before `done` are in the pages.
  struct Copying {
    uint64_t offset = 0;
    uint32_t size = 0;
    uint32_t done = 0;
    const uint8_t* data = nullptr;
    const uint64_t* lines = nullptr;  // null: all
  };

  uint64_t At(uint64_t offset, uint64_t size) const {
    AI_CHECK(offset <= size_ && size <= size_ - offset);
    return base_ + offset;
  }
  bool Resident(uint64_t page) const { return resident_[page / 64] >> (page % 64) & 1; }
  void SetResident(uint64_t page) {
    resident_[page / 64] |= uint64_t{1} << (page % 64);
    if (cache_) cache_->Add(Number(page));
  }
  uint32_t Number(uint64_t page) const { return first_number_ + static_cast<uint32_t>(page); }
  Page* Find(uint64_t index) {
    Page** found = pages_.Find(index);
    return found ? *found : nullptr;
  }
  // Returns the beginning of the n-th commit of the journal, on the disk.
  uint64_t CommitAt(uint64_t n) const {
    return base_ + size_ + n % kJournalCommits * journal_blocks_ * kPageBytes;
  }
  void FillJournal();
  // Bytes of the last page may be fewer.
  uint32_t BytesOf(uint64_t page) const {
    return static_cast<uint32_t>(std::min<uint64_t>(kPageBytes, size_ - page * kPageBytes));
  }
  // A Write where `lines` is null, else a WriteLines.
  Task<void> Copy(Thread& thread, Category category, uint64_t offset, const uint8_t* data,
                  uint32_t size, const uint64_t* lines);
  // Puts the next `part` bytes of the call into their page.
  void CopyPart(uint32_t part, Time now);
  // Returns the page, dirty from now on. If `whole` and it was clean, it has no lines: the caller
  // writes all that differ.
  Page& Dirty(uint64_t index, Time now, bool whole);
  // Copies [from, to) of the page to `out`, where the device's bytes are.
  static void Overlay(const Page& page, uint32_t from, uint32_t to, uint8_t* out);
  // Makes the seal of the block that begins with the page, where that has not been done.
  void Seal(Page& page);
  void Unlist(Page& page);
  Task<void> Fill(Thread& thread, Category category, uint64_t first, uint64_t last);
  Task<uint32_t> WriteChosenRound(Thread& thread, Category category);
  // Chooses adjacent pages of the round that are still dirty, from round_[from] on, and returns its
  // end.
  uint32_t ChooseRun(uint32_t from);
  // Makes a writer that dirties too much write back itself, after a write (balance_dirty_pages).
  Task<void> Balance(Thread& thread, Category category);
  // Writes back, in the order of addresses, all dirty pages or the oldest `limit`.
  Task<void> WriteBack(Thread& thread, Category category, uint32_t limit);
  uint32_t ChooseOldest(uint32_t limit);
  Run NextRun(uint32_t from, uint32_t count);
  void Finish(const Run& run);

  Arena& arena_;
  BlockDevice& disk_;
  OsPageCache* cache_ = nullptr;
  uint32_t first_number_ = 0;  // of its pages in the cache
  uint64_t base_;
  Time direct_ns_;
  Time call_ns_;
  Time page_ns_;
  Time write_ns_;
  Time write_page_ns_;
  Time sync_ns_;
  Time copy_line_ns_;
  uint32_t max_dirty_;
  uint32_t journal_blocks_;
  uint64_t journal_commits_ = 0;
  uint8_t* journal_ = nullptr;  // the blocks of a commit
  Inode inode_;
  Pages latest_read_;
  Latch writer_;
  uint64_t* resident_ = nullptr;  // a bit a page; null: no page cache
  FlatMap<Page*> pages_;
  Page* first_dirty_ = nullptr;  // in the order in which they became dirty
  Page* last_dirty_ = nullptr;
  uint32_t dirty_count_ = 0;
  // One thread writes back at a time.
  bool writing_back_ = false;
  WaitQueue writers_back_;
  ArenaVector<Page*> chosen_;
  ArenaVector<uint64_t> round_;  // pages of the round that is under way
  bool in_round_ = false;
  WaitQueue round_waiters_;
  uint8_t* run_bytes_ = nullptr;
  uint64_t* run_lines_ = nullptr;
  Seals seals_;               // none where no block needs one
  uint8_t* block_ = nullptr;  // that is being sealed
  Copying copying_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_FILES_DISK_FILE_H_
