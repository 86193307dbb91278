#include "scheme/systems/rewind/lists/bucket_list.h"

#include <algorithm>
#include <iterator>

#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

namespace {

// Lines of cells between two of them, not counting that of `from`.
uint32_t LinesBetween(uint32_t from, uint32_t to) {
  constexpr uint32_t kPerLine = kLineBytes / kWord;
  return from > to ? from / kPerLine - to / kPerLine : to / kPerLine - from / kPerLine;
}
}  // namespace

BucketList::BucketList(const EngineContext& context, const LogSpace& space,
                       const BucketParams& params, bool checkpoints)
    : ChainedList(context, space,
                  AtomicList(context.devices.nvm, space, StrideOf(params), BucketsOf(params),
                             AtomicList::Naming::kByAddress),
                  BucketsOf(params) * params.bucket_records, checkpoints),
      params_(params),
      records_(space.area + BucketsOf(params) * StrideOf(params)),
      mutations_(kTraced ? context.mutations : 0),
      group_(ArenaAllocator<Address>(context.arena)),
      counts_(BucketsOf(params), 0, ArenaAllocator<uint32_t>(context.arena)),
      free_buckets_(context.arena),
      free_records_(context.arena),
      removed_(ArenaAllocator<Removed>(context.arena)) {}

uint16_t BucketList::RecordStructure() const { return params_.of_tree ? kTreeRecords : kRecords; }

void BucketList::OpenEmpty(Address header) {
  list_.Open(header);
  tail_ = 0;
  next_ = readable_ = in_transit_ = 0;
  group_.clear();
  removed_.clear();
  for (uint32_t& count : counts_) count = 0;
  free_buckets_.Reset(list_.count());
  free_records_.Reset(capacity_);
}

uint32_t BucketList::FreePlaces() const {
  const uint32_t places = (free_buckets_.available() + in_transit_) * params_.bucket_records +
                          (tail_ == 0 ? 0 : params_.bucket_records - next_);
  return places > underway_ ? places - underway_ : 0;
}

// --- Walks ---------------------------------------------------------------------------------------

// A mutation may have bent the list: a walk passes no more buckets than there are.
Found BucketList::FirstFrom(Address bucket, uint32_t i, uint32_t lines) const {
  for (uint32_t passed = 0; bucket != 0 && passed <= list_.count(); ++passed) {
    const uint32_t from = i, cells = CellsOf(bucket);
    for (; i < cells; ++i) {
      const Place cell = CellAt(bucket, i);
      if (IsRecord(nvm_.LoadWord(cell))) return {cell, lines + LinesBetween(from, i) + 1};
    }
    lines += LinesBetween(from, cells);
    bucket = list_.Next(bucket);
    i = 0;
    lines += bucket != 0 ? 2 : 0;  // its node, and its first cells
  }
  return {0, lines};
}

Found BucketList::LastBefore(Address bucket, uint32_t i, uint32_t lines) const {
  for (uint32_t passed = 0; bucket != 0 && passed <= list_.count(); ++passed) {
    const uint32_t from = i;
    while (i-- > 0) {
      const Place cell = CellAt(bucket, i);
      if (IsRecord(nvm_.LoadWord(cell))) return {cell, lines + LinesBetween(from, i) + 1};
    }
    lines += LinesBetween(from, 0);
    bucket = list_.Prior(bucket);
    if (bucket == 0) break;
    i = CellsOf(bucket);
    lines += 2;
  }
  return {0, lines};
}

Found BucketList::First() const { return FirstFrom(list_.head(), 0, 2); }
Found BucketList::Last() const {
  const Address bucket = list_.tail();
  return LastBefore(bucket, bucket == 0 ? 0 : CellsOf(bucket), 2);
}
Found BucketList::Next(Place place) const {
  const uint32_t i = IndexOf(place);
  return FirstFrom(BucketOf(place), i + 1, LinesBetween(i, i + 1));
}
Found BucketList::Prior(Place place) const {
  return LastBefore(BucketOf(place), IndexOf(place), 0);
}

BucketList::Led BucketList::LedFrom(Address bucket, uint32_t cells) const {
  Led led;
  uint64_t words[512];
  for (uint32_t done = 0; done < cells; done += std::size(words)) {
    const auto count = std::min<uint32_t>(cells - done, std::size(words));
    nvm_.Load(CellAt(bucket, done), words, count * kWord);
    for (uint32_t i = 0; i < count; ++i) {
      if (IsRecord(words[i]) && led.records++ == 0) led.first = done + i;
    }
  }
  return led;
}

// Gaps take no step, and what they take of a line is the next step's: of each bucket the lines come
// to all of its cells, and its node and last cells; of the first, to those from its first record
// on.
Walked BucketList::WholeWalk() const {
  Walked walked;
  uint64_t passed = 0;
  Address bucket = list_.tail();
  for (uint32_t i = 0; bucket != 0 && i <= list_.count(); ++i, bucket = list_.Prior(bucket)) {
    const uint32_t cells = CellsOf(bucket);
    passed += 2 + LinesBetween(cells, 0);
    const Led led = LedFrom(bucket, cells);
    walked.records += led.records;
    if (led.records > 0) walked.lines = passed - LinesBetween(led.first, 0);
  }
  walked.lines += walked.records;
  return walked;
}

// --- Appending -----------------------------------------------------------------------------------

// The latch is for a cell only: the pointer is stored when it is released (section 4.7).
Task<void> BucketList::Fill(Thread& thread, Place cell, Address record, uint32_t name) {
  thread.At({kCellStore, kLogBuckets, cell});
  co_await StoreWord(thread, nvm_, kWork, cell, record);
  thread.At({kCellFence, kLogBuckets, cell});
  co_await nvm_.Fence(thread, kWork);
  Linked(record);
  thread.At({kCellFence, RecordStructure(), name});
  co_await Note(thread, params_.of_tree ? EventKind::kStep : EventKind::kLogDurable,
                {.tier = Tier::kNvm, .address = cell, .a = name});
  co_await Ordered(thread);
  --unwritten_;
  written_.WakeAll(thread.kernel(), thread.now());
}

Task<Appended> BucketList::Append(Thread& thread, const LogRecord& record, Urgency urgency) {
  if (FreePlaces() == 0) co_return Appended{};
  const auto name = static_cast<uint32_t>(record.lsn);
  const Address at = records_ + free_records_.Take() * kLineBytes;
  ++underway_;
  if (batch()) {
    // Each thread stores its own records: a group's fence is another thread's, and waits for that
    // thread's stores.
    thread.At({kGroupRecord, RecordStructure(), name});
    co_await nvm_.Store(thread, kWork, at, &record, sizeof record, Access::kShared);
    co_await nvm_.Clflush(thread, kWork, at, sizeof record, Access::kShared);
  } else {
    co_await WriteRecord(thread, at, record);
  }
  thread.At({kCellTake, RecordStructure(), name});
  co_await Latch::Acquire(thread, latch_, Category::kLogContention);
  if (tail_ == 0 || next_ == params_.bucket_records) co_await Grow(thread);
  --underway_;
  const Place cell = CellAt(tail_, next_++);
  ++CountOf(tail_);
  Appended appended{cell, 0, at};
  if (batch()) {
    appended.number = ++appended_;
    group_.push_back(at);
    thread.At({kCellTake, RecordStructure(), name});
    co_await Note(thread, EventKind::kLogInsert, {.address = cell, .a = name});
    const bool whole = next_ % params_.group == 0 || next_ == params_.bucket_records;
    const bool end = urgency != Urgency::kGrouped && !Mutated(kEndWaitsForGroup);
    if (whole || end) co_await FlushGroup(thread);
    if (urgency != Urgency::kKeepLatch) co_await Latch::Release(thread, latch_);
    co_return appended;
  }
  readable_ = next_;
  ++unwritten_;
  const bool keep = urgency == Urgency::kKeepLatch;
  if (!keep) co_await Latch::Release(thread, latch_);
  co_await Fill(thread, cell, at, name);
  co_return appended;
}

// Its cells are durably zero before the list leads to it.
Task<void> BucketList::Grow(Thread& thread) {
  static constexpr uint8_t kZeros[4096] = {};
  const Address full = tail_;
  const Address bucket = list_.NodeNumber(free_buckets_.Take());
  ++in_transit_;
  thread.At({kBucketZero, kLogBuckets, bucket});
  if (thread.Does(kBucketZero)) {
    const uint32_t bytes = StrideOf(params_);
    for (uint32_t done = 0; done < bytes; done += sizeof kZeros) {
      const uint32_t size = std::min<uint32_t>(bytes - done, sizeof kZeros);
      co_await nvm_.NtStore(thread, kWork, bucket + done, kZeros, size, Access::kShared);
    }
    thread.At({kBucketFence, kLogBuckets, bucket});
    co_await nvm_.Fence(thread, kWork);
  }
  co_await Step(thread, {kBucketAppend, kLogBuckets, bucket});
  co_await list_.Append(thread, bucket);
  --in_transit_;
  tail_ = bucket;
  next_ = readable_ = 0;
  CountOf(bucket) = 0;
  if (full != 0 && CountOf(full) == 0) co_await RemoveBucket(thread, full);
}

// --- Groups --------------------------------------------------------------------------------------

Task<void> BucketList::FlushGroup(Thread& thread) {
  const auto count = static_cast<uint32_t>(group_.size());
  if (count == 0) co_return;
  const Place first = CellAt(tail_, readable_);
  uint64_t cells[kMostGroup];
  std::copy(group_.begin(), group_.end(), cells);
  const uint64_t index = readable_ + count;
  thread.At({kGroupCells, kLogBuckets, first});
  co_await nvm_.NtStore(thread, kWork, first, cells, count * kWord, Access::kShared);
  thread.At({kGroupFence, kLogBuckets, tail_});
  co_await nvm_.Fence(thread, kWork);
  thread.At({kGroupIndex, kLogBuckets, tail_});
  co_await StoreWord(thread, nvm_, kWork, tail_ + kIndexAt, index);
  thread.At({kGroupIndexFence, kLogBuckets, tail_});
  co_await nvm_.Fence(thread, kWork);
  readable_ += count;
  group_.clear();
  for (uint32_t i = 0; i < count; ++i) {
    const LogRecord record = PlainRecord(static_cast<Address>(cells[i]));
    const TxnLabel own = thread.txn();
    thread.set_txn(record.label);
    thread.At({kGroupIndexFence, RecordStructure(), static_cast<uint32_t>(record.lsn)});
    co_await Note(
        thread, EventKind::kLogDurable,
        {.tier = Tier::kNvm, .address = first + i * kWord, .a = static_cast<uint32_t>(record.lsn)});
    thread.set_txn(own);
  }
  durable_ = appended_;
}

Task<void> BucketList::Persist(Thread& thread) {
  if (!batch()) co_return;
  thread.At({kGroupCells, kLogBuckets, tail_});
  co_await Latch::Acquire(thread, latch_, Category::kLogContention);
  co_await FlushGroup(thread);
  co_await Latch::Release(thread, latch_);
}

// --- Removing ------------------------------------------------------------------------------------

Task<void> BucketList::Remove(Thread& thread, Place place, bool latched) {
  removed_.push_back({place, RecordAt(place)});
  thread.At({kGapMark, kLogBuckets, place});
  co_await AcquireLatch(thread, latched);
  co_await StoreWord(thread, nvm_, kWork, place, kGap);
  co_await ReleaseLatch(thread, latched);
}

// Records' lines go to others only when no cell can lead to them any more.
Task<void> BucketList::Settle(Thread& thread, bool latched) {
  if (removed_.empty()) co_return;
  thread.At({kGapFence, kLogBuckets, 0});
  co_await nvm_.Fence(thread, kWork);
  co_await AcquireLatch(thread, latched);
  co_await Ordered(thread);
  for (size_t i = 0; i < removed_.size(); ++i) {
    const Address bucket = BucketOf(removed_[i].cell);
    free_records_.GiveBack(SlotOf(removed_[i].record));
    // The bucket that appends fill stays.
    if (--CountOf(bucket) == 0 && bucket != tail_) co_await RemoveBucket(thread, bucket);
  }
  removed_.clear();
  co_await ReleaseLatch(thread, latched);
}

Task<void> BucketList::RemoveBucket(Thread& thread, Address bucket) {
  co_await Step(thread, {kBucketRemove, kLogBuckets, bucket});
  co_await list_.Remove(thread, bucket);
  co_await Ordered(thread);
  free_buckets_.GiveBack(list_.NumberOf(bucket));
}

}  // namespace afterimage::rewind
