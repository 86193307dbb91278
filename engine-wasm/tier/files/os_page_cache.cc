#include "tier/files/os_page_cache.h"

#include <algorithm>

#include "tier/files/disk_file.h"

namespace afterimage {
namespace {

constexpr Time kMillisecond = 1'000'000;

// get_dirty_limits: a limit below 5 % counts as 5 %; the background's is half of it at most, or
// below it.
constexpr uint64_t kLeastPercent = 5;

uint32_t PagesOf(uint64_t room, uint64_t percent) {
  return static_cast<uint32_t>(std::min<uint64_t>(room * percent / 100, ~uint32_t{0} - 1));
}

// writeback_set_ratelimit, sync_writeback_pages: one and a half times what all processors may dirty
// unseen, a 32nd of the memory, but 4 MB at most.
uint32_t OwnShare(uint64_t memory_pages, uint64_t cores) {
  const uint64_t unseen = std::clamp<uint64_t>(memory_pages / (cores * 32), 16, 1024);
  return static_cast<uint32_t>(unseen + unseen / 2);
}

}  // namespace

// Sleeps until it is woken; if pages are dirty, no longer than to the next wake-up.
class OsPageCache::Nap final : public OrderedOperation<OsPageCache::Nap> {
 public:
  Nap(Thread& thread, OsPageCache& cache, Flusher& flusher)
      : OrderedOperation(thread), cache_(cache), flusher_(flusher) {}
  Progress Step(Thread& thread) override {
    if (slept_) {
      flusher_.state = Flusher::kWorks;
      return Progress::kDone;
    }
    slept_ = true;
    if (cache_.stopping_) return Progress::kDone;
    thread.WillBlock(WaitFor::kWork, 0, 0, Category::kWait, WhileBlocked::kGivesUpCore);
    const bool timed = cache_.writeback_ns_ > 0 && cache_.HasDirty(*flusher_.disk);
    flusher_.state = timed ? Flusher::kNaps : Flusher::kIdle;
    if (!timed) return Progress::kBlocked;
    thread.set_wake_at(thread.now() + cache_.writeback_ns_);
    return Progress::kSleep;
  }

 private:
  OsPageCache& cache_;
  Flusher& flusher_;
  bool slept_ = false;
};

OsPageCache::OsPageCache(Kernel& kernel, Arena& arena, const MachineProfile& machine)
    : kernel_(kernel),
      arena_(arena),
      machine_(machine),
      writeback_ns_(machine[Price::kOsWritebackTime] * kMillisecond),
      expires_ns_(machine[Price::kOsDirtyExpires] * kMillisecond) {}

uint32_t OsPageCache::Join(DiskFile& file, const BlockDevice& disk, uint64_t pages) {
  AI_CHECK(member_count_ < kMostFiles && pages < ~uint32_t{0} - pages_);
  members_[member_count_++] = {&file, &disk, pages_};
  const uint32_t first = pages_;
  pages_ += static_cast<uint32_t>(pages);
  return first;
}

void OsPageCache::SetRoom(uint64_t bytes) {
  if (bytes == kAnyRoom) return;
  room_pages_ = bytes / kPageBytes;
  const uint64_t limit = std::max(machine_[Price::kOsDirtyRatio], kLeastPercent);
  limit_pages_ = PagesOf(room_pages_, limit);
  background_pages_ = PagesOf(room_pages_, machine_[Price::kOsDirtyBackground]);
  if (background_pages_ >= limit_pages_) background_pages_ = limit_pages_ / 2;
  own_share_ =
      OwnShare(machine_[Price::kOsMemory] * 1024 * 1024 / kPageBytes, machine_[Price::kCores]);
  // Pages never leave if all fit.
  if (pages_ > room_pages_) lists_ = arena_.New<PageLists>(arena_, pages_);
}

void OsPageCache::AddFlushers() {
  for (uint32_t i = 0; i < member_count_; ++i) {
    const auto has = [&](const Flusher& flusher) { return flusher.disk == members_[i].disk; };
    if (std::any_of(flushers_, flushers_ + flusher_count_, has)) continue;
    AI_CHECK(flusher_count_ < std::size(flushers_));
    Flusher& flusher = flushers_[flusher_count_++];
    flusher.disk = members_[i].disk;
    flusher.thread = &kernel_.AddThread(ThreadKind::kDaemon, {"kernel flusher", "内核刷写线程"});
  }
}

void OsPageCache::Stop(Thread& thread) {
  stopping_ = true;
  for (uint32_t i = 0; i < flusher_count_; ++i) {
    if (flushers_[i].begun) Wake(flushers_[i], thread.now());
  }
}

// --- Pages ---------------------------------------------------------------------------------------

void OsPageCache::Add(uint32_t page) {
  if (!lists_) return;
  lists_->Add(page);
  Shrink();
}

void OsPageCache::Shrink() {
  while (Full()) {
    const uint32_t page = lists_->TakeOldest();
    if (page == PageLists::kNone) return;
    uint32_t i = member_count_ - 1;
    while (members_[i].first > page) --i;
    members_[i].file->Leave(page - members_[i].first);
  }
}

Task<void> OsPageCache::MakeRoom(Thread& thread, Category category) {
  for (;;) {
    co_await Ordered(thread);
    Shrink();
    DiskFile* file = nullptr;
    for (uint32_t i = 0; i < member_count_ && !file; ++i) {
      if (members_[i].file->dirty_pages() > 0) file = members_[i].file;
    }
    if (!Full() || !file) co_return;
    co_await file->WriteRound(thread, category, kRoomRound, ~Time{0});
  }
}

// --- Flushers ------------------------------------------------------------------------------------

void OsPageCache::Dirtied(const BlockDevice& disk, Time now) {
  ++dirty_pages_;
  if (writeback_ns_ == 0 || stopping_) return;
  for (uint32_t i = 0; i < flusher_count_; ++i) {
    Flusher& flusher = flushers_[i];
    if (flusher.disk != &disk || flusher.state != Flusher::kIdle) continue;
    flusher.state = Flusher::kNaps;
    const Time due = now + writeback_ns_;
    if (flusher.begun)
      kernel_.WakeLater(*flusher.thread, due);
    else
      kernel_.SpawnAsleep(*flusher.thread, Flush(*flusher.thread, flusher), now, due);
    flusher.begun = true;
  }
}

// It may be awake already, and wait for a core.
void OsPageCache::Wake(Flusher& flusher, Time time) {
  if (flusher.state == Flusher::kWorks) return;
  flusher.state = Flusher::kWorks;
  if (!flusher.begun)
    kernel_.Spawn(*flusher.thread, Flush(*flusher.thread, flusher), time);
  else if (flusher.thread->blocked())
    kernel_.Wake(*flusher.thread, time);
  flusher.begun = true;
}

void OsPageCache::WakeFlushers(Thread& thread) {
  for (uint32_t i = 0; i < flusher_count_ && !stopping_; ++i) {
    if (HasDirty(*flushers_[i].disk)) Wake(flushers_[i], thread.now());
  }
}

bool OsPageCache::HasDirty(const BlockDevice& disk) const {
  const auto dirty = [&](const Member& m) { return m.disk == &disk && m.file->dirty_pages() > 0; };
  return std::any_of(members_, members_ + member_count_, dirty);
}

Task<void> OsPageCache::Flush(Thread& thread, Flusher& flusher) {
  for (;;) {
    co_await Ordered(thread);
    if (stopping_) co_return;
    flusher.state = Flusher::kWorks;
    if (writeback_ns_ > 0 && thread.now() >= flusher.last_old + writeback_ns_) {
      flusher.last_old = thread.now();
      if (thread.now() >= expires_ns_)
        co_await WriteOld(thread, *flusher.disk, thread.now() - expires_ns_);
    }
    co_await WriteToBackground(thread, *flusher.disk);
    co_await Nap(thread, *this, flusher);
  }
}

Task<void> OsPageCache::WriteOld(Thread& thread, const BlockDevice& disk, Time until) {
  for (uint32_t i = 0; i < member_count_; ++i) {
    if (members_[i].disk != &disk) continue;
    DiskFile& file = *members_[i].file;
    while (!stopping_ && file.oldest_dirty() <= until)
      co_await file.WriteRound(thread, Category::kDataIo, kFlusherRound, until);
  }
}

Task<void> OsPageCache::WriteToBackground(Thread& thread, const BlockDevice& disk) {
  for (uint32_t i = 0; i < member_count_; ++i) {
    if (members_[i].disk != &disk) continue;
    DiskFile& file = *members_[i].file;
    while (!stopping_ && OverBackground() && file.dirty_pages() > 0)
      co_await file.WriteRound(thread, Category::kDataIo, kFlusherRound, ~Time{0});
  }
}

}  // namespace afterimage
