#include "tier/files/disk_file.h"

#include <algorithm>
#include <cstring>

#include "base/host_choices.h"

namespace afterimage {
namespace {
// Pages that lie side by side go to the disk as one request, up to this size.
constexpr uint32_t kMaxRunBytes = 128 * 1024;
constexpr uint64_t kAllLines = ~uint64_t{0};
}  // namespace

DiskFile::DiskFile(Arena& arena, const MachineProfile& machine, BlockDevice& disk, uint64_t base,
                   uint64_t size, OsPageCache* cache)
    : File(Tier::kDisk, disk.base() + base, size, disk.sector_bytes(),
           machine[Price::kOsPageCache] != 0 ? machine[Price::kFileTmpfsSync] : 0),
      arena_(arena),
      disk_(disk),
      base_(base),
      direct_ns_(machine[Price::kFileDirectCall]),
      call_ns_(machine[Price::kFileCachedCall]),
      page_ns_(machine[Price::kFilePage]),
      write_ns_(machine[Price::kFileWrite]),
      write_page_ns_(machine[Price::kFileWritePage]),
      sync_ns_(machine[Price::kFileCachedSync]),
      copy_line_ns_(machine[Price::kCopyLine]),
      max_dirty_(static_cast<uint32_t>(machine[Price::kOsDirtyPages])),
      journal_blocks_(static_cast<uint32_t>(JournalBytes(machine) / kPageBytes / kJournalCommits)),
      writer_(LatchCostsOf(machine)),
      pages_(arena),
      chosen_(ArenaAllocator<Page*>(arena)),
      round_(ArenaAllocator<uint64_t>(arena)) {
  AI_CHECK(base % disk.sector_bytes() == 0 && size % disk.sector_bytes() == 0 &&
           base + size + JournalBytes(machine) <= disk.size());
  AI_CHECK(kPageBytes % disk.sector_bytes() == 0);
  const uint64_t pages = (size + kPageBytes - 1) / kPageBytes;
  if (machine[Price::kOsPageCache] != 0) {
    resident_ = arena.NewArray<uint64_t>(static_cast<size_t>((pages + 63) / 64));
    cache_ = cache;
    if (cache) first_number_ = cache->Join(*this, disk, pages);
  }
  inode_.size = size_;
  if (journal_blocks_ > 0) journal_ = arena.NewArray<uint8_t>(size_t{journal_blocks_} * kPageBytes);
}

void DiskFile::Warm() {
  const uint64_t pages = (size_ + kPageBytes - 1) / kPageBytes;
  const uint64_t room = cache_ ? std::min(pages, cache_->room_pages()) : pages;
  const bool listed = cache_ && cache_->keeps_lists();
  for (uint64_t page = pages - room; cached() && page < pages; ++page) {
    if (listed || page % 64 != 0 || pages - page < 64) {
      SetResident(page);
    } else {
      resident_[page / 64] = ~uint64_t{0};
      page += 63;
    }
  }
}

// --- Calls -------------------------------------------------------------------------------------

Task<void> DiskFile::Read(Thread& thread, Category category, uint64_t offset, void* out,
                          uint32_t size) {
  const uint64_t from = At(offset, size);
  if (size == 0) co_return;
  if (!cached()) {
    thread.Charge(category, direct_ns_);
    co_await disk_.Read(thread, category, from, out, size);
    CountRead(size);
    co_return;
  }
  const uint64_t first = offset / kPageBytes, last = (offset + size - 1) / kPageBytes;
  thread.Charge(category, call_ns_ + (last - first + 1) * page_ns_);
  co_await Fill(thread, category, first, last);
  thread.Charge(category, (size + 63) / 64 * copy_line_ns_);
  co_await Ordered(thread);
  for (uint64_t page = first; cache_ && page <= last; ++page) cache_->Use(Number(page));
  if (out) Peek(offset, out, size);
  CountRead(size);
  if (cache_ && cache_->Full()) co_await cache_->MakeRoom(thread, category);
}

Task<void> DiskFile::Write(Thread& thread, Category category, uint64_t offset, const void* data,
                           uint32_t size) {
  return Copy(thread, category, offset, static_cast<const uint8_t*>(data), size, nullptr);
}

bool DiskFile::TakesLines(const Seals& seals) {
  // The bytes on their way are visible to all if events are recorded.
  if (kTraced || !cached() || !host_choices.pages_by_difference) return false;
  if (seals.block_bytes % kPageBytes != 0 || size_ % kPageBytes != 0) return false;
  seals_ = seals;
  if (!block_) block_ = static_cast<uint8_t*>(arena_.Allocate(seals.block_bytes));
  return true;
}

Task<void> DiskFile::WriteLines(Thread& thread, Category category, uint64_t offset,
                                const uint8_t* data, uint32_t size, const uint64_t* lines) {
  if constexpr (kTraced) return File::WriteLines(thread, category, offset, data, size, lines);
  return Copy(thread, category, offset, data, size, lines);
}

void DiskFile::AddHeldLines(uint64_t offset, uint32_t size, uint64_t* lines) const {
  for (uint32_t done = 0; !kTraced && done < size; done += kPageBytes) {
    Page* const* page = pages_.Find((offset + done) / kPageBytes);
    if (page) lines[done / kPageBytes] |= (*page)->lines;
  }
}

Task<void> DiskFile::Copy(Thread& thread, Category category, uint64_t offset, const uint8_t* data,
                          uint32_t size, const uint64_t* lines) {
  const uint64_t to = At(offset, size);
  if (size == 0) co_return;
  if (!cached()) {
    thread.Charge(category, direct_ns_);
    co_await disk_.Write(thread, category, to, data, size);
    CountWrite(size);
    co_return;
  }
  thread.Charge(category, call_ns_);
  co_await Latch::Acquire(thread, writer_, Contention(category));
  thread.Charge(category, write_ns_);
  copying_ = {offset, size, 0, data, lines};
  while (copying_.done < size) {
    const uint64_t at = offset + copying_.done, page = at / kPageBytes;
    const auto part = static_cast<uint32_t>(std::min(offset + size, (page + 1) * kPageBytes) - at);
    // A page that is written in part is read first.
    if (part < BytesOf(page)) co_await Fill(thread, category, page, page);
    thread.Charge(category, write_page_ns_ + (part + 63) / 64 * copy_line_ns_);
    co_await Ordered(thread);
    CopyPart(part, thread.now());
    if (cache_) cache_->Use(Number(page));
    inode_.changed = thread.now();
  }
  copying_ = Copying();
  CountWrite(size);
  if (cache_ && cache_->Full()) co_await cache_->MakeRoom(thread, category);
  if (cache_ && (cache_->OverBackground() || cache_->OverLimit()))
    co_await Balance(thread, category);
  co_await Latch::Release(thread, writer_);
  if (max_dirty_ > 0 && dirty_count_ > max_dirty_)
    co_await WriteBack(thread, category, dirty_count_ - max_dirty_);
}

void DiskFile::CopyPart(uint32_t part, Time now) {
  const uint64_t at = copying_.offset + copying_.done;
  const bool whole = part == BytesOf(at / kPageBytes);
  Page& page = Dirty(at / kPageBytes, now, whole);
  const uint8_t* data = copying_.data + copying_.done;
  if (!kTraced && copying_.lines) {
    const uint64_t lines = copying_.lines[copying_.done / kPageBytes];
    ForLineRuns(lines, [&](uint32_t from, uint32_t to) {
      std::memcpy(page.bytes + from, data + from, to - from);
    });
    page.lines |= lines;
    page.unsealed = at % seals_.block_bytes == 0;
  } else {
    AI_CHECK(kTraced || whole || page.lines == kAllLines);
    std::memcpy(page.bytes + at % kPageBytes, data, part);
    if constexpr (!kTraced) page.unsealed = page.unsealed && !whole;
    if constexpr (!kTraced) page.lines = kAllLines;
  }
  copying_.done += part;
}

Task<void> DiskFile::Sync(Thread& thread, Category category) {
  thread.Charge(category, cached() ? sync_ns_ : direct_ns_);
  if (journal_blocks_ > 0) co_await Latch::Acquire(thread, writer_, Contention(category));
  co_await Ordered(thread);
  ++counters_.syncs;
  if (cached()) co_await WriteBack(thread, category, ~uint32_t{0});
  if (journal_blocks_ > 0) {
    // A commit of the file system's journal, waited for (jbd2): the blocks, then the one that
    // commits.
    const uint32_t blocks = (journal_blocks_ - 1) * kPageBytes;
    const uint64_t at = CommitAt(journal_commits_++);
    FillJournal();
    const Where outer = thread.where();
    thread.At({outer.label, 0, 0});  // none of the file's own blocks
    if (blocks > 0) co_await disk_.Write(thread, category, at, journal_, blocks);
    co_await disk_.Write(thread, category, at + blocks, journal_ + blocks, kPageBytes);
    thread.At(outer);
  }
  co_await disk_.Flush(thread, category);
  if (journal_blocks_ > 0) co_await Latch::Release(thread, writer_);
}

void DiskFile::FillJournal() {
  const auto put = [&](uint32_t block, const auto& what) {
    std::memcpy(journal_ + size_t{block} * kPageBytes, &what, sizeof what);
  };
  JournalHeader header;
  header.sequence = journal_commits_;
  header.kind = JournalHeader::kDescriptor;
  if (journal_blocks_ > 1) put(0, header);
  if (journal_blocks_ > 2) put(1, inode_);
  header.kind = JournalHeader::kCommit;
  put(journal_blocks_ - 1, header);
}

Address DiskFile::JournalAddress(uint32_t block) const {
  uint64_t latest = journal_commits_ > 0 ? journal_commits_ - 1 : 0, sequence = 0;
  for (uint64_t n = 0; n < kJournalCommits && journal_commits_ == 0; ++n) {
    JournalHeader header;
    disk_.LoadDurable(CommitAt(n), &header, sizeof header);
    if (header.magic != JournalHeader::kMagic || header.sequence <= sequence) continue;
    latest = n;
    sequence = header.sequence;
  }
  return static_cast<Address>(disk_.base() + CommitAt(latest) + uint64_t{block} * kPageBytes);
}

DiskFile::PageState DiskFile::StateOf(uint64_t page) const {
  if (!resident(page)) return PageState::kAbsent;
  Page* const* held = pages_.Find(page);
  if (!held) return PageState::kClean;
  return (*held)->dirty ? PageState::kDirty : PageState::kLeaving;
}

void DiskFile::Peek(uint64_t offset, void* out, uint32_t size) {
  // Looking at the device decides what a power cut left open there, which the explorer follows.
  const bool device_first = kTraced || pages_.size() == 0;
  if (device_first) disk_.Peek(At(offset, size), out, size);
  const uint64_t end = offset + size;
  for (uint64_t at = offset; at < end && pages_.size() > 0;) {
    const uint64_t part_end = std::min(end, (at / kPageBytes + 1) * kPageBytes);
    const auto from = static_cast<uint32_t>(at % kPageBytes);
    const auto to = static_cast<uint32_t>(from + (part_end - at));
    uint8_t* part = static_cast<uint8_t*>(out) + (at - offset);
    Page* page = Find(at / kPageBytes);
    const bool held = page && (LinesOf(from, to) & ~page->lines) == 0;
    if (!device_first && !held) disk_.Peek(At(at, to - from), part, to - from);
    if (page) {
      if (!kTraced && from < seals_.at + seals_.bytes && to > seals_.at) Seal(*page);
      Overlay(*page, from, to, part);
    }
    at = part_end;
  }
}

void DiskFile::Overlay(const Page& page, uint32_t from, uint32_t to, uint8_t* out) {
  if constexpr (kTraced) {
    std::memcpy(out, page.bytes + from, to - from);
    return;
  }
  ForLineRuns(page.lines & LinesOf(from, to), [&](uint32_t run_from, uint32_t run_to) {
    run_from = std::max(run_from, from);
    std::memcpy(out + (run_from - from), page.bytes + run_from, std::min(run_to, to) - run_from);
  });
}

// If a call is copying the block, the rest of its bytes counts, too.
void DiskFile::Seal(Page& page) {
  if (kTraced || !page.unsealed) return;
  page.unsealed = false;
  const uint64_t block = page.index * kPageBytes;
  Peek(block, block_, seals_.block_bytes);
  const uint64_t copied = copying_.offset + copying_.done;
  if (copying_.lines && block >= copying_.offset && block < copied) {
    const uint64_t end = std::min(copying_.offset + copying_.size, block + seals_.block_bytes);
    for (uint64_t at = copied; at < end; at += kPageBytes) {
      const auto done = static_cast<uint32_t>(at - copying_.offset);
      ForLineRuns(copying_.lines[done / kPageBytes], [&](uint32_t from, uint32_t to) {
        std::memcpy(block_ + (at - block) + from, copying_.data + done + from, to - from);
      });
    }
  }
  seals_.make(block_, seals_.block_bytes);
  std::memcpy(page.bytes + seals_.at, block_ + seals_.at, seals_.bytes);
}

// Dirty pages go to the disk as they would have; what is there is forgotten by a later Discard.
void DiskFile::Discard(uint64_t offset, uint64_t size) { disk_.Discard(At(offset, size), size); }

// --- The page cache ----------------------------------------------------------------------------

// Reads what is not resident, as few requests as possible.
Task<void> DiskFile::Fill(Thread& thread, Category category, uint64_t first, uint64_t last) {
  co_await Ordered(thread);
  for (uint64_t page = first; page <= last; ++page) {
    if (Resident(page)) continue;
    uint64_t end = page;
    while (end < last && !Resident(end + 1)) ++end;
    const uint64_t offset = page * kPageBytes;
    const auto size = static_cast<uint32_t>(end * kPageBytes + BytesOf(end) - offset);
    latest_read_ = {page, end - page + 1, true};
    co_await disk_.Read(thread, category, base_ + offset, nullptr, size);
    latest_read_.coming = false;
    for (; page < end; ++page) SetResident(page);
    SetResident(end);
  }
}

DiskFile::Page& DiskFile::Dirty(uint64_t index, Time now, bool whole) {
  Page* page = Find(index);
  if (!page) {
    page = new (arena_.AllocatePooled(sizeof(Page))) Page();
    page->index = index;
    page->bytes = static_cast<uint8_t*>(arena_.AllocatePooled(kPageBytes));
    // After a power cut, looking at sectors decides them, which the explorer follows.
    if (kTraced || !whole) disk_.Peek(base_ + index * kPageBytes, page->bytes, BytesOf(index));
    if constexpr (!kTraced) page->lines = whole ? 0 : kAllLines;
    pages_[index] = page;
    if (cache_) cache_->Hold(Number(index), true);
    SetResident(index);
  }
  if (page->dirty) return *page;
  page->dirty = true;
  page->since = now;
  page->next = nullptr;
  page->previous = last_dirty_;
  (last_dirty_ ? last_dirty_->next : first_dirty_) = page;
  last_dirty_ = page;
  ++dirty_count_;
  if (cache_) cache_->Dirtied(disk_, now);
  return *page;
}

void DiskFile::Unlist(Page& page) {
  (page.previous ? page.previous->next : first_dirty_) = page.next;
  (page.next ? page.next->previous : last_dirty_) = page.previous;
  page.dirty = false;
  --dirty_count_;
  if (cache_) cache_->Cleaned();
}

uint32_t DiskFile::ChooseOldest(uint32_t limit) {
  chosen_.clear();
  while (first_dirty_ && chosen_.size() < limit) {
    Page* page = first_dirty_;
    Unlist(*page);
    chosen_.push_back(page);
  }
  std::sort(chosen_.begin(), chosen_.end(),
            [](const Page* a, const Page* b) { return a->index < b->index; });
  return static_cast<uint32_t>(chosen_.size());
}

// Neighbours from chosen_[from] on, copied: their pages may change while the disk writes.
DiskFile::Run DiskFile::NextRun(uint32_t from, uint32_t count) {
  uint32_t end = from + 1;
  while (end < count && chosen_[end]->index == chosen_[end - 1]->index + 1 &&
         (end - from + 1) * kPageBytes <= kMaxRunBytes)
    ++end;
  Run run;
  run.offset = chosen_[from]->index * kPageBytes;
  run.size = (end - from - 1) * kPageBytes + BytesOf(chosen_[end - 1]->index);
  if (!run_bytes_) {
    run_bytes_ = static_cast<uint8_t*>(arena_.Allocate(kMaxRunBytes));
    if (!kTraced) run_lines_ = arena_.NewArray<uint64_t>(kMaxRunBytes / kPageBytes);
  }
  for (uint32_t i = from; i < end; ++i) {
    Page& page = *chosen_[i];
    Seal(page);
    Overlay(page, 0, BytesOf(page.index), run_bytes_ + (i - from) * kPageBytes);
    if (kTraced) continue;
    run_lines_[i - from] = page.lines;
    run.in_lines = run.in_lines || page.lines != kAllLines;
  }
  return run;
}

void DiskFile::Finish(const Run& run) {
  for (uint64_t index = run.offset / kPageBytes; index * kPageBytes < run.offset + run.size;
       ++index) {
    Page* page = Find(index);
    if (page->dirty) continue;  // changed again meanwhile
    pages_.Erase(index);
    if (cache_) cache_->Hold(Number(index), false);
    arena_.Recycle(page->bytes, kPageBytes);
    arena_.Recycle(page, sizeof(Page));
  }
}

Task<void> DiskFile::WriteBack(Thread& thread, Category category, uint32_t limit) {
  co_await Ordered(thread);
  while (writing_back_) co_await Sleep(thread, writers_back_, WaitFor::kDevice, 0, 0, category);
  writing_back_ = true;
  const uint32_t count = ChooseOldest(limit);
  for (uint32_t at = 0; at < count;) {
    const Run run = NextRun(at, count);
    at += (run.size + kPageBytes - 1) / kPageBytes;
    co_await disk_.WriteLines(thread, category, base_ + run.offset, run_bytes_, run.size,
                              run.in_lines ? run_lines_ : nullptr);
    Finish(run);
  }
  writing_back_ = false;
  if (!writers_back_.empty()) writers_back_.WakeFirst(thread.kernel(), thread.now());
}

// --- Rounds --------------------------------------------------------------------------------------

Task<uint32_t> DiskFile::WriteRound(Thread& thread, Category category, uint32_t most, Time until) {
  co_await Ordered(thread);
  if (in_round_) {
    co_await SleepAtMost(thread, round_waiters_, OsPageCache::kPatience, WaitFor::kDevice,
                         category);
    co_return 0;
  }
  in_round_ = true;
  round_.clear();
  for (const Page* page = first_dirty_; page && page->since <= until && round_.size() < most;
       page = page->next)
    round_.push_back(page->index);
  std::sort(round_.begin(), round_.end());
  const uint32_t written = co_await WriteChosenRound(thread, category);
  in_round_ = false;
  // It may have been woken and found nothing left to write: then it is the next one's turn.
  if (!writing_back_ && !writers_back_.empty())
    writers_back_.WakeFirst(thread.kernel(), thread.now());
  round_waiters_.WakeAll(thread.kernel(), thread.now());
  co_return written;
}

// Pages are written one run at a time, so that a Sync that waits to write back can come in between.
Task<uint32_t> DiskFile::WriteChosenRound(Thread& thread, Category category) {
  uint32_t written = 0;
  for (uint32_t at = 0; at < round_.size();) {
    while (writing_back_) co_await Sleep(thread, writers_back_, WaitFor::kDevice, 0, 0, category);
    at = ChooseRun(at);
    const auto count = static_cast<uint32_t>(chosen_.size());
    if (count == 0) continue;
    writing_back_ = true;
    const Run run = NextRun(0, count);
    co_await disk_.WriteLines(thread, category, base_ + run.offset, run_bytes_, run.size,
                              run.in_lines ? run_lines_ : nullptr);
    Finish(run);
    written += count;
    writing_back_ = false;
    if (writers_back_.empty()) continue;
    writers_back_.WakeFirst(thread.kernel(), thread.now());
    co_await Sleep(thread, writers_back_, WaitFor::kDevice, 0, 0, category);
  }
  co_return written;
}

uint32_t DiskFile::ChooseRun(uint32_t from) {
  chosen_.clear();
  for (; from < round_.size(); ++from) {
    Page* page = Find(round_[from]);
    const bool goes_on = chosen_.empty() || (round_[from] == chosen_.back()->index + 1 &&
                                             (chosen_.size() + 1) * kPageBytes <= kMaxRunBytes);
    if (!goes_on) break;
    if (!page || !page->dirty) continue;  // others have written it meanwhile
    Unlist(*page);
    chosen_.push_back(page);
  }
  return from;
}

Task<void> DiskFile::Balance(Thread& thread, Category category) {
  const uint32_t share = cache_->own_share();
  uint32_t written = 0;
  co_await Ordered(thread);
  while (cache_->OverLimit() && dirty_count_ > 0 && written < share)
    written += co_await WriteRound(thread, category, share, ~Time{0});
  co_await Ordered(thread);
  if (cache_->OverBackground()) cache_->WakeFlushers(thread);
}

}  // namespace afterimage
