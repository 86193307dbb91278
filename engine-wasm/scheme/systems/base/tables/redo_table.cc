#include "scheme/systems/base/tables/redo_table.h"

#include "scheme/systems/base/story.h"
#include "scheme/systems/base/words.h"

namespace afterimage::base {

RedoTable::RedoTable(Arena& arena, Nvm& nvm, const MachineProfile& machine, const Layout& layout)
    : nvm_(nvm),
      layout_(layout),
      latches_(layout.buckets, Latch(LatchCostsOf(machine)), ArenaAllocator<Latch>(arena)),
      cut_(ArenaAllocator<Made>(arena)) {}

PageHeader RedoTable::LoadPage(Address at) const {
  PageHeader header;
  nvm_.Load(at, &header, sizeof header);
  return header;
}

Record RedoTable::LoadRecord(Address at) const {
  Record record;
  nvm_.Load(at, &record, sizeof record);
  return record;
}

// --- Appending -----------------------------------------------------------------------------------

RedoTable::Place RedoTable::Find(Thread& thread, PageId page) {
  const uint32_t bucket = layout_.BucketOf(page);
  nvm_.ChargeLoad(thread, Category::kLogWork, layout_.BucketAt(bucket), 8);
  for (uint64_t at = Bucket(bucket); at != 0;) {
    nvm_.ChargeLoad(thread, Category::kLogWork, at, sizeof(PageHeader));
    const PageHeader header = LoadPage(at);
    if (header.page == page) return {at, header.last, false};
    at = header.next;
  }
  return {};
}

Task<Address> RedoTable::MakeHeader(Thread& thread, PageId page, const Made& first, uint64_t next) {
  co_await Ordered(thread);
  if (pages_ == layout_.pages) co_return 0;  // a mutation has lost one: there is one a page
  const Address place = layout_.PageAt(pages_++);
  PageHeader header;
  header.next = next;
  header.page = page;
  header.start_lsn = header.end_lsn = first.lsn;
  header.first = header.last = first.at;
  thread.At({kRedoPage, kRedoRecords, HeaderKey(page)});
  co_await nvm_.StoreAndClwb(thread, Category::kLogWork, place, &header, sizeof header,
                             Access::kPrivate);
  co_return place;
}

StoreWord RedoTable::StoreStart(Thread& thread, PageId page, const Place& place, Lsn start) {
  return {thread,
          nvm_,
          place.header + offsetof(PageHeader, start_lsn),
          start,
          {kRedoStart, kRedoRecords, HeaderKey(page)},
          Access::kPrivate};
}

StoreWord RedoTable::StoreLink(Thread& thread, PageId page, const Place& place,
                               const Made& record) {
  const Address at = place.fresh            ? layout_.BucketAt(layout_.BucketOf(page))
                     : place.starts_chain() ? place.header + offsetof(PageHeader, first)
                                            : place.last + offsetof(Record, link);
  return {thread,
          nvm_,
          at,
          place.fresh ? place.header : record.at,
          {kRedoLink, kRedoRecords, static_cast<uint32_t>(record.lsn)},
          // Other buckets have words in the same line.
          place.fresh ? Access::kShared : Access::kPrivate};
}

StoreWords<2> RedoTable::NoteEnd(Thread& thread, Address header, uint64_t last, Lsn end_lsn,
                                 Where where) {
  static_assert(offsetof(PageHeader, last) == offsetof(PageHeader, end_lsn) + 8);
  return {thread,          nvm_,  header + offsetof(PageHeader, end_lsn),
          {end_lsn, last}, where, Access::kPrivate};
}

Latch::Acquire RedoTable::LatchBucket(Thread& thread, PageId page) {
  thread.At({kRedoFind, kRedoRecords, HeaderKey(page)});
  return {thread, latches_[layout_.BucketOf(page)], Category::kLogContention};
}

Latch::Release RedoTable::UnlatchBucket(Thread& thread, PageId page) {
  return {thread, latches_[layout_.BucketOf(page)]};
}

// A header is durable before the bucket leads to it, and leads to the record when it does.
Task<void> RedoTable::Append(Thread& thread, PageId page, const Made& record) {
  co_await LatchBucket(thread, page);
  co_await Step(thread, {kRedoFind, kRedoRecords, HeaderKey(page)});
  Place place = Find(thread, page);
  co_await nvm_.AwaitReads(thread);
  if (place.fresh) {
    place.header = co_await MakeHeader(thread, page, record, Bucket(layout_.BucketOf(page)));
    co_await Settle(thread, nvm_, {kRedoPageFence, kRedoRecords, HeaderKey(page)});
  }
  if (place.starts_chain()) co_await StoreStart(thread, page, place, record.lsn);
  if (place.header != 0) co_await StoreLink(thread, page, place, record);
  co_await Settle(thread, nvm_, {kRedoFence, kRedoRecords, static_cast<uint32_t>(record.lsn)},
                  Access::kPrivate);
  if (!place.fresh) {
    co_await NoteEnd(thread, place.header, record.at, record.lsn,
                     {kRedoEnd, kRedoRecords, HeaderKey(page)});
  }
  co_await UnlatchBucket(thread, page);
}

// --- Cutting -------------------------------------------------------------------------------------

// The cut part is still there, in its order, until the first pointer is durable: a power cut leaves
// the longer chain or the shorter one.
Task<void> RedoTable::CutChain(Thread& thread, Address at, Lsn limit) {
  const PageHeader header = LoadPage(at);
  uint64_t first = header.first;
  Lsn start = header.start_lsn;
  while (first != 0) {
    co_await nvm_.Read(thread, Category::kLogWork, first, sizeof(Record));
    const Record record = LoadRecord(first);
    start = record.lsn;
    if (record.lsn >= limit) break;
    cut_.push_back({first, record.bytes(), record.lsn});
    first = record.link;
  }
  if (first == header.first) co_return;
  const Where where{kCheckpointCut, kRedoRecords, HeaderKey(header.page)};
  co_await StoreWord(thread, nvm_, at + offsetof(PageHeader, first), first, where,
                     Access::kPrivate);
  if (first == 0)
    co_await NoteEnd(thread, at, 0, header.end_lsn, where);
  else
    co_await StoreWord(thread, nvm_, at + offsetof(PageHeader, start_lsn), start, where,
                       Access::kPrivate);
}

Task<void> RedoTable::Cut(Thread& thread, const Lsn* limits, RecordHeap& heap) {
  for (uint32_t bucket = 0; bucket < layout_.buckets; ++bucket) {
    thread.At({kCheckpointCut, kRedoRecords, 0});
    if (bucket % (kLineBytes / 8) == 0)
      co_await nvm_.Read(thread, Category::kLogWork, layout_.BucketAt(bucket), kLineBytes);
    if (Bucket(bucket) == 0) continue;
    co_await Latch::Acquire(thread, latches_[bucket], Category::kLogContention);
    co_await Ordered(thread);
    for (uint64_t at = Bucket(bucket); at != 0; at = LoadPage(at).next) {
      co_await nvm_.Read(thread, Category::kLogWork, at, sizeof(PageHeader));
      co_await CutChain(thread, at, limits[LoadPage(at).page]);
    }
    if (!cut_.empty()) {
      co_await Settle(thread, nvm_, {kCheckpointCutFence, kRedoRecords, 0});
      co_await Ordered(thread);
      for (const Made& record : cut_) heap.Give(record.at, record.bytes);
      cut_.clear();
    }
    co_await Latch::Release(thread, latches_[bucket]);
  }
}

Task<void> RedoTable::Empty(Thread& thread) {
  for (uint32_t bucket = 0; bucket < layout_.buckets; ++bucket) {
    if (Bucket(bucket) == 0) continue;
    co_await StoreWord(thread, nvm_, layout_.BucketAt(bucket), 0,
                       {kRecoverEmpty, kRedoRecords, bucket}, Access::kShared);
  }
  co_await Settle(thread, nvm_, {kRecoverEmptyFence, kRedoRecords, 0});
  pages_ = 0;
}

// --- Recovery ------------------------------------------------------------------------------------

Task<void> RedoTable::Repair(Thread& thread, Address at, const PageHeader& found, uint64_t last,
                             Lsn end_lsn) {
  if (found.last == last && found.end_lsn == end_lsn) co_return;
  co_await NoteEnd(thread, at, last, end_lsn,
                   {kRecoverRepair, kRedoRecords, HeaderKey(found.page)});
}

void RedoTable::Found(Address at) {
  const auto i = static_cast<uint32_t>((at - layout_.PageAt(0)) / kLineBytes);
  if (i >= pages_) pages_ = i + 1;
}

}  // namespace afterimage::base
