// Compaction (section 3.3): where long transactions keep nearly empty buckets in the list, the
// pointers move to a new, dense list, and one store turns to it. Records stay where they are.
#include "scheme/systems/rewind/lists/bucket_list.h"
#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

// Returns whether few of the taken cells are in use, and a copy has room and takes fewer buckets.
bool BucketList::WorthCompacting() const {
  const uint32_t buckets = list_.count() - free_buckets_.available();
  uint32_t live = 0;
  for (Address bucket = list_.head(); bucket != 0; bucket = list_.Next(bucket))
    live += counts_[list_.NumberOf(bucket)];
  const uint32_t need = (live + params_.bucket_records - 1) / params_.bucket_records;
  if (need == 0 || need >= buckets || need > free_buckets_.available()) return false;
  const uint32_t taken = (buckets - 1) * params_.bucket_records + next_;
  return uint64_t{live} * 100 < uint64_t{taken} * params_.compact_percent;
}

Task<uint32_t> BucketList::CopyTo(Thread& thread, Address header) {
  ArenaVector<uint64_t> cells{ArenaAllocator<uint64_t>(arena_)};
  for (Found at = First(); at.place != 0; at = Next(at.place)) {
    co_await nvm_.Read(thread, kWork, at.place, (at.lines - 1) * kLineBytes);
    cells.push_back(RecordAt(at.place));
  }
  ArenaVector<Address> buckets{ArenaAllocator<Address>(arena_)};
  for (size_t i = 0; i < cells.size(); i += params_.bucket_records)
    buckets.push_back(list_.NodeNumber(free_buckets_.Take()));
  in_transit_ = static_cast<uint32_t>(buckets.size());
  uint32_t last = 0;
  ArenaVector<uint64_t> image{ArenaAllocator<uint64_t>(arena_)};
  for (size_t b = 0; b < buckets.size(); ++b) {
    const size_t first = b * params_.bucket_records;
    const auto count =
        static_cast<uint32_t>(std::min<size_t>(cells.size() - first, params_.bucket_records));
    image.assign(StrideOf(params_) / kWord, 0);
    image[kNodeNextAt / kWord] = b + 1 < buckets.size() ? buckets[b + 1] : 0;
    image[kNodePriorAt / kWord] = b > 0 ? buckets[b - 1] : 0;
    image[kElementAt / kWord] = AtomicList::ElementOf(buckets[b]);
    if (batch()) image[kIndexAt / kWord] = count;
    std::copy_n(cells.begin() + static_cast<ptrdiff_t>(first), count,
                image.begin() + kLineBytes / kWord);
    thread.At({kCompactBucket, kLogBuckets, buckets[b]});
    co_await nvm_.NtStore(thread, kWork, buckets[b], image.data(), StrideOf(params_),
                          Access::kShared);
    CountOf(buckets[b]) = count;
    last = count;
  }
  const uint64_t flushed = nvm_.LoadWord(FlushedWord());
  const uint64_t words[] = {buckets.front(), buckets.back(), 0, 0, 0, flushed};
  static_assert(sizeof words == kHeaderLineBytes);
  thread.At({kCompactHeader, kListHeader, space_.HeaderItem(0)});
  co_await nvm_.NtStore(thread, kWork, header, words, sizeof words, Access::kShared);
  thread.At({kCompactFence, kListHeader, space_.HeaderItem(0)});
  co_await nvm_.Fence(thread, kWork);
  co_return last;
}

#if AFTERIMAGE_WATCHES_READS
ArenaVector<uint64_t> BucketList::Said() const {
  ArenaVector<uint64_t> said{ArenaAllocator<uint64_t>(arena_)};
  said.push_back(nvm_.LoadWord(FlushedWord()));
  for (Found at = First(); at.place != 0; at = Next(at.place)) said.push_back(RecordAt(at.place));
  return said;
}
#endif

Task<void> BucketList::Compact(Thread& thread, bool latched) {
  if (params_.compact_percent == 0) co_return;
  co_await AcquireLatch(thread, latched);
  thread.At({kCompactBucket, kLogBuckets, 0});
  // A thread that has taken a cell fills it without the latch.
  co_await Ordered(thread);
  while (unwritten_ > 0) {
    co_await Sleep(thread, written_, WaitFor::kLatch, 0, 0, Category::kLogContention,
                   WhileBlocked::kSpins);
  }
  AI_NATIVE_CHECK(unwritten_ == 0);
  co_await FlushGroup(thread);
  if (WorthCompacting()) {
    const Address header = OtherHeader();
#if AFTERIMAGE_WATCHES_READS
    const ArenaVector<uint64_t> said = Said();
#endif
    ArenaVector<Address> old{ArenaAllocator<Address>(arena_)};
    for (Address bucket = list_.head(); bucket != 0; bucket = list_.Next(bucket))
      old.push_back(bucket);
    const bool early = Mutated(kSwitchBeforeCopies);
    thread.set_broken(early);
    if (early) co_await Switch(thread, kCompactSwitch, header);
    const uint32_t last = co_await CopyTo(thread, header);
    if (!early) co_await Switch(thread, kCompactSwitch, header);
    thread.set_broken(false);
    co_await Ordered(thread);
    list_.Open(header);
    tail_ = list_.tail();
    next_ = readable_ = last;
    in_transit_ = 0;
#if AFTERIMAGE_WATCHES_READS
    AI_CHECK(Said() == said);  // the same records, and the same to be redone
#endif
    for (const Address bucket : old) free_buckets_.GiveBack(list_.NumberOf(bucket));
  }
  co_await ReleaseLatch(thread, latched);
}

}  // namespace afterimage::rewind
