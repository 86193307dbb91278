// REWIND's hybrid list (section 3.3): the atomic list's elements are buckets, arrays of cells that
// point at records. Appending fills a cell, which was zero, with one store; removing marks it as a
// gap; a bucket of gaps leaves the list by the list's own removal.
//
// Optimized: each cell is durable before its append returns. The next cell is known in DRAM only;
// recovery finds it behind the last that is not zero.
//
// Batch: pointers of a group of records are held and stored together, in complete lines. A word of
// the bucket, its index, says how many cells recovery may trust, and moves only behind the fence
// that makes them durable.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_BUCKET_LIST_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_BUCKET_LIST_H_

#include "scheme/systems/rewind/lists/log_list.h"
#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

struct BucketParams {
  uint32_t records = 0;         // that the log can hold, at least
  uint32_t bucket_records = 0;  // cells of a bucket
  uint32_t group = 0;           // records whose pointers are stored together; 0: Optimized
  uint32_t compact_percent = 0;
  bool of_tree = false;  // its records are about words of the log's tree
};

class BucketList final : public ChainedList {
 public:
  static constexpr uint32_t kMostCells = 4096;
  static constexpr uint32_t kMostGroup = 32;
  // The content of a cell that is no longer in use.
  static constexpr uint64_t kGap = 1;
  // The place of the index in a bucket's node, in Batch.
  static constexpr uint32_t kIndexAt = 24;

  // A bucket fills and another one empties, so there are two at least.
  static constexpr uint32_t BucketsOf(const BucketParams& params) {
    const uint32_t buckets = (params.records + params.bucket_records - 1) / params.bucket_records;
    return buckets < 2 ? 2 : buckets;
  }
  static constexpr uint32_t StrideOf(const BucketParams& params) {
    return kLineBytes + (params.bucket_records * kWord + kLineBytes - 1) / kLineBytes * kLineBytes;
  }
  static constexpr uint64_t BytesOf(const BucketParams& params) {
    const uint64_t buckets = BucketsOf(params);
    return buckets * StrideOf(params) + buckets * params.bucket_records * kLineBytes;
  }

  // The buckets begin with the area, the records behind them.
  BucketList(const EngineContext& context, const LogSpace& space, const BucketParams& params,
             bool checkpoints);

  void OpenEmpty(Address header) override;
  Task<bool> Recover(Thread& thread, Address header) override;
  // After Recover, of a list that is to be used on: one that is all gaps makes room again.
  Task<void> RemoveEmpty(Thread& thread);
  uint32_t FreePlaces() const override;
  uint32_t FreeRecords() const override { return free_records_.available(); }
  Task<Appended> Append(Thread& thread, const LogRecord& record, Urgency urgency) override;
  Task<void> Persist(Thread& thread) override;
  Found First() const override;
  Found Last() const override;
  Found Next(Place place) const override;
  Found Prior(Place place) const override;
  Walked WholeWalk() const override;
  Address RecordAt(Place place) const override {
    return static_cast<Address>(nvm_.LoadWord(place));
  }
  Task<void> Remove(Thread& thread, Place place, bool latched) override;
  Task<void> Settle(Thread& thread, bool latched) override;
  Task<void> Compact(Thread& thread, bool latched) override;
  void Describe(Inspector& inspector, ArenaVector<Address>* records) const override;

 private:
  bool batch() const { return params_.group > 0; }
  uint16_t RecordStructure() const override;
  Address CellAt(Address bucket, uint32_t i) const {
    return AtomicList::ElementOf(bucket) + i * kWord;
  }
  Address BucketOf(Place cell) const { return list_.NodeNumber(list_.NumberOf(cell)); }
  uint32_t IndexOf(Place cell) const {
    return (cell - AtomicList::ElementOf(BucketOf(cell))) / kWord;
  }
  // True for a record's line. Any word will do.
  bool IsRecord(uint64_t word) const {
    return word >= records_ && word - records_ < uint64_t{capacity_} * kLineBytes &&
           word % kLineBytes == 0;
  }
  uint32_t SlotOf(Address record) const { return (record - records_) / kLineBytes; }
  // Cells of the bucket that a walk may read.
  uint32_t CellsOf(Address bucket) const {
    return bucket == tail_ ? readable_ : params_.bucket_records;
  }
  Found FirstFrom(Address bucket, uint32_t i, uint32_t lines) const;
  Found LastBefore(Address bucket, uint32_t i, uint32_t lines) const;
  // The first cells of a bucket: how many of them lead to records, and the first of those.
  struct Led {
    uint32_t records = 0;
    uint32_t first = 0;
  };
  Led LedFrom(Address bucket, uint32_t cells) const;
  uint32_t& CountOf(Address bucket) { return counts_[list_.NumberOf(bucket)]; }
  uint16_t NodeStructure() const override { return kLogBuckets; }
  uint32_t NameOf(Address node) const override { return node; }
  void DescribeCells(Inspector& inspector, Address bucket, ArenaVector<Address>* records) const;
  bool Mutated(uint32_t mutation) const { return (mutations_ >> mutation) & 1; }

  // All with the latch held.
  Task<void> Grow(Thread& thread);
  Task<void> RemoveBucket(Thread& thread, Address bucket);
  Task<void> FlushGroup(Thread& thread);
  // Fills the cell without it: by the pointer's one store.
  Task<void> Fill(Thread& thread, Place cell, Address record, uint32_t name);

  // --- bucket_recovery.cc ---
  bool ReadBucket(Address bucket, ArenaVector<uint8_t>* used);
  Task<void> ZeroBehindIndex(Thread& thread);

  // --- bucket_compact.cc ---
  bool WorthCompacting() const;
#if AFTERIMAGE_WATCHES_READS
  // What a walk finds, and what redo need not do: compaction changes neither.
  ArenaVector<uint64_t> Said() const;
#endif
  // Returns how many cells of the last bucket the copy takes.
  Task<uint32_t> CopyTo(Thread& thread, Address header);

  BucketParams params_;
  Address records_;  // their lines, behind the buckets
  uint32_t mutations_;
  Address tail_ = 0;         // the bucket that appends fill
  uint32_t next_ = 0;        // its next cell
  uint32_t readable_ = 0;    // cells of it that are durable (Batch) or taken (Optimized)
  uint32_t underway_ = 0;    // appends that have not taken their cell yet
  uint32_t unwritten_ = 0;   // cells that are taken and not durable (Optimized)
  uint32_t in_transit_ = 0;  // buckets that have left the free ones and are not in the list yet
  uint64_t appended_ = 0;
  ArenaVector<Address> group_;    // records whose cells are kept back (Batch)
  ArenaVector<uint32_t> counts_;  // cells of each bucket that are in use
  FreeNumbers free_buckets_;
  FreeNumbers free_records_;
  struct Removed {
    Place cell;
    Address record;
  };
  ArenaVector<Removed> removed_;  // until they settle
  WaitQueue written_;
};

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_LISTS_BUCKET_LIST_H_
