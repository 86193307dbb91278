// The operating system's page cache in one life of a machine, which serves all files on its disks:
// the number of pages for which the memory has room, and the kernel's threads that write dirty
// pages back, one for each disk. It follows Linux 2.6.32 (Documentation/sysctl/vm.txt,
// mm/page-writeback.c, fs/fs-writeback.c):
//
//   dirty pages of the room   0 ......... background ......... dirty ........ 100 %
//   a flusher writes          old pages   the oldest, until    likewise
//                             every 5 s   below
//   who dirties a page                    wakes the flusher    writes the oldest itself
//
// Nothing in it survives a power cut. Without a limit of memory there are no percentages of it, and
// no page leaves. A flusher sleeps until a page of its disk is dirty; a machine that recovers has
// none.
#ifndef AFTERIMAGE_TIER_FILES_OS_PAGE_CACHE_H_
#define AFTERIMAGE_TIER_FILES_OS_PAGE_CACHE_H_

#include "sim/latch.h"
#include "tier/files/page_lists.h"
#include "tier/prices/machine_profile.h"

namespace afterimage {

class BlockDevice;
class DiskFile;

class OsPageCache {
 public:
  static constexpr uint32_t kPageBytes = 4096;
  static constexpr uint64_t kAnyRoom = ~uint64_t{0};
  // The time after which a thread that waits for write-back looks again (congestion_wait).
  static constexpr Time kPatience = 100'000'000;

  // REQUIRES: all that it is given outlives it.
  OsPageCache(Kernel& kernel, Arena& arena, const MachineProfile& machine);

  // Takes a file of this many pages in, and returns the number of its first page here.
  uint32_t Join(DiskFile& file, const BlockDevice& disk, uint64_t pages);
  // Says how many bytes of memory there are for pages. REQUIRES: all files have joined, and none
  // has been read or written.
  void SetRoom(uint64_t bytes);
  // Adds a flusher for each disk of a file. REQUIRES: SetRoom.
  void AddFlushers();
  // The clients are done: the flushers end.
  void Stop(Thread& thread);

  // Note a file's report on a page: it is in memory, was used, may not leave for now.
  void Add(uint32_t page);
  void Use(uint32_t page) {
    if (lists_) lists_->Use(page);
  }
  void Hold(uint32_t page, bool held) {
    held ? ++held_pages_ : --held_pages_;
    if (lists_) lists_->Hold(page, held);
  }
  // A page of the disk has become dirty; or is on its way to it.
  void Dirtied(const BlockDevice& disk, Time now);
  void Cleaned() { --dirty_pages_; }

  // True where more pages are in memory than there is room for, since all are dirty.
  bool Full() const { return lists_ && lists_->size() > room_pages_; }
  // Writes dirty pages back until there is room, or all are on their way.
  Task<void> MakeRoom(Thread& thread, Category category);
  // Return whether a thread that dirties a page has to wake the flushers, or to write back itself.
  bool OverBackground() const { return dirty_pages_ > background_pages_; }
  bool OverLimit() const { return held_pages_ > limit_pages_; }
  void WakeFlushers(Thread& thread);
  // Returns how many pages a thread over the limit writes in a round.
  uint32_t own_share() const { return own_share_; }

  // True where it knows which pages are in memory: they may have to leave.
  bool keeps_lists() const { return lists_ != nullptr; }
  uint64_t room_pages() const { return room_pages_; }
  uint32_t dirty_pages() const { return dirty_pages_; }
  uint32_t flusher_count() const { return flusher_count_; }

 private:
  static constexpr uint32_t kMostFiles = 16;
  static constexpr uint32_t kNoLimit = ~uint32_t{0};
  // Pages of a round of a flusher (MAX_WRITEBACK_PAGES), and of one that makes room
  // (SWAP_CLUSTER_MAX).
  static constexpr uint32_t kFlusherRound = 1024;
  static constexpr uint32_t kRoomRound = 32;

  struct Member {
    DiskFile* file;
    const BlockDevice* disk;
    uint32_t first;
  };
  struct Flusher {
    enum State : uint8_t { kIdle, kNaps, kWorks };
    Thread* thread = nullptr;
    const BlockDevice* disk = nullptr;
    Time last_old = 0;  // when it looked for old pages last
    State state = kIdle;
    bool begun = false;
  };
  class Nap;

  Task<void> Flush(Thread& thread, Flusher& flusher);
  // Writes back the disk's pages that have been dirty since `until` or before.
  Task<void> WriteOld(Thread& thread, const BlockDevice& disk, Time until);
  Task<void> WriteToBackground(Thread& thread, const BlockDevice& disk);
  bool HasDirty(const BlockDevice& disk) const;
  void Shrink();
  void Wake(Flusher& flusher, Time time);

  Kernel& kernel_;
  Arena& arena_;
  const MachineProfile& machine_;
  Member members_[kMostFiles] = {};
  uint32_t member_count_ = 0;
  uint32_t pages_ = 0;  // of all files
  PageLists* lists_ = nullptr;
  uint64_t room_pages_ = ~uint64_t{0};
  uint32_t background_pages_ = kNoLimit;
  uint32_t limit_pages_ = kNoLimit;
  uint32_t own_share_ = 0;
  uint32_t dirty_pages_ = 0;  // and not on their way
  uint32_t held_pages_ = 0;   // those on their way included
  Flusher flushers_[2] = {};
  uint32_t flusher_count_ = 0;
  Time writeback_ns_;
  Time expires_ns_;
  bool stopping_ = false;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_TIER_FILES_OS_PAGE_CACHE_H_
