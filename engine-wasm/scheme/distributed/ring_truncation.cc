// Keeping the rings short: the clocks of all logs are brought together so that a checkpoint knows
// what is older; heads move past what nobody needs; cold log goes to partitions of a file before it
// is overwritten.
#include <algorithm>

#include "scheme/distributed/rings.h"

namespace afterimage::distributed {

bool Rings::WantsCheckpoint() const {
  return std::any_of(rings_.begin(), rings_.end(), [&](const Ring* ring) {
    return ring->tail - ring->head >= params_.checkpoint_bytes;
  });
}

// A Lamport clock may always be set forward. Behind this no log gives out a GSN up to the latest
// one.
Task<Lsn> Rings::BeginCheckpoint(Thread& thread) {
  Lsn latest = 0;
  for (const Ring* ring : rings_) latest = std::max(latest, ring->clock);
  for (uint32_t i = 0; i < params_.logs; ++i) {
    co_await Step(thread, {kCheckpointClocks, kAnchors, 2 * i + 1});
    co_await Latch::Acquire(thread, rings_[i]->latch, Category::kLogContention);
    rings_[i]->clock = std::max(rings_[i]->clock, latest);
    co_await Latch::Release(thread, rings_[i]->latch);
  }
  horizon_ = std::max(horizon_, latest + 1);
  co_return horizon_;
}

uint64_t Rings::Cut(Thread& thread, uint32_t log, Lsn head) {
  uint64_t place = rings_[log]->head;
  while (place < rings_[log]->durable) {
    RecordHeader header;
    Load(log, place, &header, sizeof header);
    nvm_.ChargeLoad(thread, Category::kLogWork, sizeof header);
    if (header.gsn >= head) break;
    place += RoundUp(header.bytes());
  }
  return place;
}

Task<void> Rings::Truncate(Thread& thread, Lsn head) {
  return MoveHeads(thread, head,
                   {kCheckpointTail, kCheckpointTailFence, kCheckpointHead, kCheckpointHeadBack,
                    kCheckpointFence});
}

Task<void> Rings::Empty(Thread& thread) {
  return MoveHeads(
      thread, ~Lsn{0},
      {kRecoverTail, kRecoverTailFence, kRecoverHead, kRecoverHeadBack, kRecoverFence});
}

// A durable head must not overtake the durable tail, and what it passes is overwritten only when it
// is durable.
Task<void> Rings::MoveHeads(Thread& thread, Lsn head, HeadLines lines) {
  co_await PersistUpTo(thread, ~Lsn{0}, {lines.tail, lines.tail_fence});
  uint64_t cuts[kMostLogs];
  bool any = false;
  for (uint32_t i = 0; i < params_.logs; ++i) {
    cuts[i] = Cut(thread, i, head);
    if (cuts[i] == rings_[i]->head) continue;
    any = true;
    if (partitions_) co_await AwaitArchive(thread, i, cuts[i]);
    thread.At({lines.head, kAnchors, 2 * i});
    co_await nvm_.Store(thread, Category::kLogWork, HeadAt(i), &cuts[i], sizeof cuts[i],
                        Access::kShared);
    if (params_.durable_cache) continue;
    thread.At({lines.head_back, kAnchors, 2 * i});
    co_await nvm_.Clwb(thread, Category::kLogWork, HeadAt(i), sizeof cuts[i], Access::kShared);
  }
  if (!any) co_return;
  thread.At({lines.fence, kAnchors, 0});
  if (!params_.durable_cache) co_await nvm_.Fence(thread, Category::kLogWork);
  co_await Ordered(thread);
  for (uint32_t i = 0; i < params_.logs; ++i) {
    if (cuts[i] == rings_[i]->head) continue;
    thread.At({lines.fence, kAnchors, 2 * i});
    co_await Note(thread, EventKind::kTruncate,
                  {.tier = Tier::kNvm,
                   .a = static_cast<uint32_t>(rings_[i]->head),
                   .b = static_cast<uint32_t>(cuts[i])});
    rings_[i]->head = cuts[i];
  }
}

// --- Archiving cold log --------------------------------------------------------------------------

Task<void> Rings::Archiver(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    bool any = false;
    for (uint32_t i = 0; i < params_.logs; ++i) {
      const Ring& ring = *rings_[i];
      const bool full = ring.tail - ring.archived >= params_.archive_after && !stopping_;
      const uint64_t limit = std::max(archive_wanted_[i], full ? ring.durable : 0);
      if (ring.archived >= limit) continue;
      any = true;
      co_await ArchiveTo(thread, i, limit);
    }
    if (any) continue;
    if (stopping_) co_return;
    co_await Sleep(thread, archive_work_, WaitFor::kWork);
  }
}

// For a checkpoint; once daemons have ended, or before they start, it archives by itself.
Task<void> Rings::AwaitArchive(Thread& thread, uint32_t log, uint64_t limit) {
  co_await Step(thread, {kCheckpointArchive, kFile, log});
  co_await Ordered(thread);
  archive_wanted_[log] = std::max(archive_wanted_[log], limit);
  archive_work_.WakeAll(kernel_, thread.now());
  while (rings_[log]->archived < limit) {
    if (thread.kind() == ThreadKind::kRecovery || archiver_->done()) {
      co_await ArchiveTo(thread, log, limit);
    } else {
      co_await Sleep(thread, archive_done_, WaitFor::kLogSpace);
    }
  }
}

// A log's partition is a ring of blocks: where a place goes is a function of the place, so nothing
// about it needs to be remembered. The block that the last archiving ended in is written again.
Task<void> Rings::ArchiveTo(Thread& thread, uint32_t log, uint64_t limit) {
  const uint32_t block = std::max(partitions_->block_bytes(), kLineBytes);
  if (!piece_) piece_ = static_cast<uint8_t*>(arena_.Allocate(kPiece));
  Ring& ring = *rings_[log];
  while (ring.archived < limit) {
    const uint64_t floor = ring.archived / block * block;
    const uint64_t lap_end = (floor / params_.archive_bytes + 1) * params_.archive_bytes;
    const uint64_t end = std::min({limit, floor + kPiece, lap_end});
    const uint64_t offset = ArchiveOffset(log, floor);
    const auto size = static_cast<uint32_t>((end - floor + block - 1) / block * block);
    std::memset(piece_, 0, size);
    thread.At({kArchiveCopy, kFile, log});
    if (floor < ring.archived)
      co_await partitions_->Read(thread, Category::kLogIo, offset, piece_, block);
    nvm_.ChargeLoad(thread, Category::kLogIo, static_cast<uint32_t>(end - ring.archived));
    Load(log, ring.archived, piece_ + (ring.archived - floor),
         static_cast<uint32_t>(end - ring.archived));
    thread.At({kArchiveWrite, kFile, log});
    co_await partitions_->Write(thread, Category::kLogIo, offset, piece_, size);
    co_await Ordered(thread);
    ring.archived = end;
  }
  if (!partitions_->durable_on_write()) {
    thread.At({kArchiveSync, kFile, log});
    co_await partitions_->Sync(thread, Category::kLogIo);
  }
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kBackup,
                {.tier = partitions_->tier(), .a = log, .b = static_cast<uint32_t>(limit)});
  archive_done_.WakeAll(kernel_, thread.now());
}

}  // namespace afterimage::distributed
