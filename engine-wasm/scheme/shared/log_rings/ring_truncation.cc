// Truncation of the rings: the clocks of all logs are brought together so that a checkpoint knows
// which records are older; heads move past records that are not needed any more.
#include <algorithm>

#include "scheme/shared/log_rings/rings.h"

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
    cuts[i] = rings_[i]->Cut(thread, head);
    co_await nvm_.AwaitReads(thread);
    if (cuts[i] == rings_[i]->head) continue;
    any = true;
    if (archive_) {
      co_await Step(thread, {kCheckpointArchive, kFile, i});
      co_await archive_->Await(thread, i, cuts[i]);
    }
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

}  // namespace afterimage::distributed
