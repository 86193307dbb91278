// Recovery of the hybrid list: the atomic list first, then what its buckets hold. Which cells are
// in use, and which one is next, was in DRAM only.
#include "scheme/systems/rewind/lists/bucket_list.h"
#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

// Reads a bucket. Optimized: a zero cell before the end is one that was taken and never filled.
// Batch: there is none, and cells behind the index do not count.
bool BucketList::ReadBucket(Address bucket, ArenaVector<uint8_t>* used) {
  const uint64_t index = batch() ? nvm_.LoadWord(bucket + kIndexAt) : 0;
  if (index > params_.bucket_records) return false;
  // A bucket is full before the next one comes.
  const bool last = list_.tail() == bucket;
  if (batch() && !last && index != params_.bucket_records) return false;
  const auto end = batch() ? static_cast<uint32_t>(index) : params_.bucket_records;
  uint32_t count = 0;
  for (uint32_t i = 0; i < end; ++i) {
    const uint64_t word = nvm_.LoadWord(CellAt(bucket, i));
    if (word == 0 && batch()) return false;
    if (word == 0) continue;
    if (last) next_ = i + 1;
    if (last && word == kGap && Mutated(kGapIsTheEnd)) {
      next_ = i;
      break;
    }
    if (word == kGap) continue;
    if (!IsRecord(word)) return false;
    uint8_t& here = (*used)[SlotOf(static_cast<Address>(word))];
    if (here != 0) return false;
    here = 1;
    ++count;
  }
  CountOf(bucket) = count;
  return true;
}

// A group that the power cut has torn. Its cells are zero again before anything is appended.
Task<void> BucketList::ZeroBehindIndex(Thread& thread) {
  bool any = false;
  thread.At({kRecoverBehindIndex, kLogBuckets, tail_});
  for (uint32_t i = next_; i < params_.bucket_records; ++i) {
    const Place cell = CellAt(tail_, i);
    if (nvm_.LoadWord(cell) == 0) continue;
    co_await StoreWord(thread, nvm_, kWork, cell, 0);
    any = true;
  }
  if (any) co_await nvm_.Fence(thread, kWork);
}

Task<bool> BucketList::Recover(Thread& thread, Address header) {
  list_.Open(header);
  const bool whole = co_await list_.Recover(thread);
  if (!whole) co_return false;
  tail_ = list_.tail();
  next_ = 0;
  ArenaVector<uint8_t> used(capacity_, 0, ArenaAllocator<uint8_t>(arena_));
  ArenaVector<uint8_t> listed(list_.count(), 0, ArenaAllocator<uint8_t>(arena_));
  bool sound = true;
  for (Address bucket = list_.head(); bucket != 0 && sound; bucket = list_.Next(bucket)) {
    listed[list_.NumberOf(bucket)] = 1;
    co_await nvm_.Read(thread, kWork, bucket, StrideOf(params_));
    sound = ReadBucket(bucket, &used);
    thread.At({kRecoverCells, kLogBuckets, bucket});
    co_await Note(
        thread, EventKind::kCheck,
        {.tier = Tier::kNvm, .address = bucket, .size = StrideOf(params_), .a = sound ? 1u : 0u});
  }
  if (!sound) co_return false;
  readable_ = next_;
  free_buckets_.ResetToNone(list_.count());
  free_records_.ResetToNone(capacity_);
  for (uint32_t i = list_.count(); i-- > 0;) {
    if (!listed[i]) free_buckets_.GiveBack(i);
  }
  for (uint32_t i = capacity_; i-- > 0;) {
    if (!used[i]) free_records_.GiveBack(i);
  }
  if (batch() && tail_ != 0) co_await ZeroBehindIndex(thread);
  co_return true;
}

// A crash may have come between the last gap of a bucket and its removal.
Task<void> BucketList::RemoveEmpty(Thread& thread) {
  for (Address bucket = list_.head(); bucket != 0;) {
    const Address next = list_.Next(bucket);
    if (CountOf(bucket) == 0 && bucket != tail_) co_await RemoveBucket(thread, bucket);
    bucket = next;
  }
}

}  // namespace afterimage::rewind
