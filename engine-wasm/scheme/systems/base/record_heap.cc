#include "scheme/systems/base/record_heap.h"

#include <algorithm>

#include "base/check.h"

namespace afterimage::base {

RecordHeap::RecordHeap(Arena& arena, const Layout& layout)
    : layout_(layout),
      used_(arena.NewArray<uint32_t>(layout.segments)),
      being_filled_(arena.NewArray<bool>(layout.segments)),
      free_(ArenaAllocator<uint32_t>(arena)),
      filling_(ArenaAllocator<Filling>(arena)) {
  EndSearch();
}

bool RecordHeap::TryReserve(uint32_t* reserved, uint32_t records, uint32_t spare) {
  if (free_segments() < reserved_ + records + spare) return false;
  reserved_ += records;
  *reserved += records;
  return true;
}

void RecordHeap::Release(uint32_t* reserved) {
  reserved_ -= *reserved;
  *reserved = 0;
}

RecordHeap::Filling& RecordHeap::FillingOf(ActorId thread, Kind kind) {
  const size_t i = size_t{thread} * 2 + (kind == Kind::kUndo ? 0 : 1);
  if (i >= filling_.size()) filling_.resize(i + 1);
  return filling_[i];
}

Address RecordHeap::Take(ActorId thread, Kind kind, uint32_t bytes, uint32_t* reserved,
                         bool* fresh) {
  const uint32_t size = WholeLines(bytes);
  AI_CHECK(size <= layout_.segment_bytes);
  Filling& filling = FillingOf(thread, kind);
  *fresh = filling.segment == kNone || filling.at + size > layout_.segment_bytes;
  if (*fresh) {
    if (free_.empty()) return 0;
    if (filling.segment != kNone) {
      being_filled_[filling.segment] = false;
      if (used_[filling.segment] == 0) free_.push_back(filling.segment);
    }
    filling = {free_.back(), 0};
    free_.pop_back();
    being_filled_[filling.segment] = true;
  }
  if (reserved && *reserved > 0) {
    --*reserved;
    --reserved_;
  }
  const Address at = At(filling.segment) + filling.at;
  filling.at += size;
  used_[filling.segment] += size;
  live_ += size;
  most_ = std::max(most_, live_);
  return at;
}

// A segment that a thread still fills begins anew once nothing is left in it.
void RecordHeap::Give(Address at, uint32_t bytes) {
  const uint32_t size = WholeLines(bytes), segment = SegmentOf(at);
  used_[segment] -= size;
  live_ -= size;
  if (used_[segment] > 0) return;
  if (!being_filled_[segment]) {
    free_.push_back(segment);
    return;
  }
  const auto filled = std::find_if(filling_.begin(), filling_.end(), [&](const Filling& filling) {
    return filling.segment == segment;
  });
  filled->at = 0;
}

void RecordHeap::Forget() {
  std::fill(used_, used_ + layout_.segments, 0u);
  std::fill(being_filled_, being_filled_ + layout_.segments, false);
  free_.clear();
  filling_.clear();
  live_ = 0;
  reserved_ = 0;
}

void RecordHeap::Found(Address at, uint32_t bytes) {
  used_[SegmentOf(at)] += WholeLines(bytes);
  live_ += WholeLines(bytes);
}

void RecordHeap::EndSearch() {
  free_.reserve(layout_.segments);
  for (uint32_t i = layout_.segments; i-- > 0;) {
    if (used_[i] == 0) free_.push_back(i);
  }
}

}  // namespace afterimage::base
