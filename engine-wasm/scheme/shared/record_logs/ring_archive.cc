#include "scheme/shared/record_logs/ring_archive.h"

#include <algorithm>
#include <cstring>

namespace afterimage::wal {

RingArchive::RingArchive(const EngineContext& context, const ArchiveParams& params, File& file)
    : kernel_(context.kernel),
      arena_(context.arena),
      file_(file),
      params_(params),
      rings_(ArenaAllocator<Archived>(context.arena)),
      daemon_(&kernel_.AddThread(ThreadKind::kDaemon, {"log archiver", "日志归档"})) {}

void RingArchive::Start() { kernel_.Spawn(*daemon_, Run(*daemon_)); }

void RingArchive::Stop(Thread& thread) {
  stopping_ = true;
  work_.WakeAll(kernel_, thread.now());
}

void RingArchive::Grown(Thread& thread, const LogRing& ring) {
  if (ring.tail - ring.archived >= params_.after) work_.WakeAll(kernel_, thread.now());
}

Task<void> RingArchive::Run(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    bool any = false;
    for (uint32_t i = 0; i < rings_.size(); ++i) {
      const LogRing& ring = *rings_[i].ring;
      const bool full = ring.tail - ring.archived >= params_.after && !stopping_;
      const uint64_t limit = std::max(rings_[i].wanted, full ? ring.durable : 0);
      if (ring.archived >= limit) continue;
      any = true;
      co_await ArchiveTo(thread, i, limit);
    }
    if (any) continue;
    if (stopping_) co_return;
    co_await Sleep(thread, work_, WaitFor::kWork);
  }
}

Task<void> RingArchive::Await(Thread& thread, uint32_t log, uint64_t limit) {
  co_await Ordered(thread);
  rings_[log].wanted = std::max(rings_[log].wanted, limit);
  work_.WakeAll(kernel_, thread.now());
  while (rings_[log].ring->archived < limit) {
    if (thread.kind() == ThreadKind::kRecovery || daemon_->done()) {
      co_await ArchiveTo(thread, log, limit);
    } else {
      co_await Sleep(thread, done_, WaitFor::kLogSpace);
    }
  }
}

void RingArchive::Forget(uint32_t log, uint64_t from, uint64_t to) {
  while (from < to) {
    const uint64_t part = std::min(to - from, params_.bytes - from % params_.bytes);
    file_.Discard(Offset(log, from), part);
    from += part;
  }
}

// The block that the last archiving ended in is written again.
Task<void> RingArchive::ArchiveTo(Thread& thread, uint32_t log, uint64_t limit) {
  const uint32_t block = std::max(file_.block_bytes(), kLineBytes);
  if (!piece_) piece_ = static_cast<uint8_t*>(arena_.Allocate(kPiece));
  LogRing& ring = *rings_[log].ring;
  uint64_t written = ring.archived;
  while (written < limit) {
    const uint64_t floor = written / block * block;
    const uint64_t lap_end = (floor / params_.bytes + 1) * params_.bytes;
    const uint64_t end = std::min({limit, floor + kPiece, lap_end});
    const uint64_t offset = Offset(log, floor);
    const auto size = static_cast<uint32_t>((end - floor + block - 1) / block * block);
    std::memset(piece_, 0, size);
    thread.At({kArchiveCopy, kFile, log});
    if (floor < written) co_await file_.Read(thread, Category::kLogIo, offset, piece_, block);
    const auto fresh = static_cast<uint32_t>(end - written);
    ring.ChargeLoad(thread, Category::kLogIo, written, fresh);
    co_await ring.nvm.AwaitReads(thread);
    ring.Load(written, piece_ + (written - floor), fresh);
    thread.At({kArchiveWrite, kFile, log});
    co_await file_.Write(thread, Category::kLogIo, offset, piece_, size);
    co_await Ordered(thread);
    written = end;
  }
  if (!file_.durable_on_write()) {
    thread.At({kArchiveSync, kFile, log});
    co_await file_.Sync(thread, Category::kLogIo);
  }
  co_await Ordered(thread);
  ring.archived = written;  // not before: the head moves up to there, durably
  co_await Note(thread, EventKind::kBackup,
                {.tier = file_.tier(), .a = log, .b = static_cast<uint32_t>(limit)});
  done_.WakeAll(kernel_, thread.now());
}

// --- For the interface ---------------------------------------------------------------------------

void RingArchive::PeekDurable(uint32_t log, uint64_t place, void* out, uint32_t size) const {
  const auto part =
      static_cast<uint32_t>(std::min<uint64_t>(size, params_.bytes - place % params_.bytes));
  file_.PeekDurable(Offset(log, place), out, part);
  if (part < size)
    file_.PeekDurable(Offset(log, place + part), static_cast<uint8_t*>(out) + part, size - part);
}

uint64_t RingArchive::ArchivedUpTo(uint32_t log, uint64_t head, uint64_t tail, uint32_t page_limit,
                                   RecordHeader* last) {
  const LogRing& ring = *rings_[log].ring;
  if (!LogRing::WholeLines(head) || tail < head || tail - head > ring.bytes) return 0;
  uint64_t place = head;
  while (place < tail) {
    RecordHeader header, there;
    ring.Load(place, &header, sizeof header);
    if (!Sane(header, page_limit) || header.place != place) break;
    if (place % params_.bytes + sizeof there > params_.bytes) break;
    file_.PeekNewest(Offset(log, place), &there, sizeof there);
    if (std::memcmp(&header, &there, sizeof header) != 0) break;
    *last = header;
    place += LogRing::RoundUp(header.bytes());
  }
  return place;
}

void RingArchive::Describe(Inspector& inspector, uint32_t log, const char* label, uint64_t head,
                           uint64_t tail, uint32_t page_limit, Numbers numbers) {
  static constexpr Text kArchived = {"archived up to position", "已归档至位置"};
  static constexpr Text kLast[] = {{"last GSN", "最后 GSN"}, {"last LSN", "最后 LSN"}};
  inspector.BeginItem(log, label, 0);
  RecordHeader last;
  const uint64_t archived = ArchivedUpTo(log, head, tail, page_limit, &last);
  inspector.TagNumber(kArchived, archived);
  if (last.gsn != kNoLsn) {
    inspector.Field({.name = kLast[static_cast<size_t>(numbers)],
                     .tier = file_.tier(),
                     .address = file_.address(Offset(log, last.place)),
                     .size = 8});
  }
  inspector.EndItem();
}

}  // namespace afterimage::wal
