#include "scheme/systems/scm_logging/log.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace afterimage::scm_logging {

using wal::Kind;
using wal::Mark;

namespace {

bool Broken(const EngineContext& context, Mutation mutation) {
  return kTraced && (context.mutations >> mutation & 1);
}

}  // namespace

ScmLog::ScmLog(const EngineContext& context, const LogParams& params, File* archive)
    : arena_(context.arena),
      nvm_(context.devices.nvm),
      params_(params),
      schema_(context.schema),
      mark_first_(Broken(context, kMarkFirst)),
      end_born_whole_(Broken(context, kCommitBeforeWhole)),
      hole_is_the_end_(Broken(context, kHoleEndsLog)),
      lap_unchecked_(Broken(context, kLapUnchecked)),
      record_ns_(context.machine.instructions_ns(Price::kPathLogRecord)),
      ring_(nvm_, kFirst, params.log_bytes),
      latch_(LatchCostsOf(context.machine)),
      open_(ArenaAllocator<Unsure>(context.arena)) {
  nvm_.NameHot(kHead, kFirst - kHead);
  ring_.change_bytes = LogRing::RoundUp(sizeof(RecordHeader) + 2 * params.image_bytes);
  // The record that ends it; and one that a power cut leaves unfinished and recovery makes again.
  ring_.end_bytes = kLineBytes + ring_.change_bytes;
  ring_.slack = params.structure_slack;
  ring_.head = ring_.tail = ring_.durable = ring_.archived = forgotten_ = kFirstPlace;
  if (!archive) return;
  archive_ = arena_.New<RingArchive>(context, params.archive, *archive);
  archive_->Add(ring_);
}

void ScmLog::Format() {
  const uint64_t super[2] = {kMagic, params_.log_bytes};
  const uint64_t anchors[2] = {kFirstPlace, kFirstPlace};
  nvm_.Format(0, super, sizeof super);
  nvm_.Format(kHead, anchors, sizeof anchors);
  known_ = true;
}

void ScmLog::Start() {
  if (archive_) archive_->Start();
}

void ScmLog::Stop(Thread& thread) {
  if (archive_) archive_->Stop(thread);
}

// --- Transactions --------------------------------------------------------------------------------

ScmLog::TxnLog* ScmLog::TakeTxnLog() {
  if (!free_txn_logs_) return arena_.New<TxnLog>(arena_);
  TxnLog* log = free_txn_logs_;
  free_txn_logs_ = log->next_free;
  return log;
}

void ScmLog::Open(Thread&, Transaction& txn) { txn.log = TakeTxnLog(); }

void ScmLog::Reopen(Transaction& txn, const RecordHeader&) { txn.log = TakeTxnLog(); }

void ScmLog::Close(Transaction& txn) {
  TxnLog& log = LogOf(txn);
  ring_.Release(log.reserved);
  log.places.clear();
  // No commit waits for the mark of an abort record.
  std::erase_if(open_, [&](const Unsure& unsure) { return unsure.owner == &log; });
  NoteDurable();
  log.next_free = free_txn_logs_;
  free_txn_logs_ = &log;
  txn.log = nullptr;
}

bool ScmLog::TryReserve(Transaction& txn, uint32_t changes) {
  return ring_.TryReserve(LogOf(txn).reserved, changes);
}

uint32_t ScmLog::RecordCount(const Transaction& txn) const {
  return static_cast<uint32_t>(LogOf(txn).places.size());
}

Task<bool> ScmLog::ReadBack(Thread& thread, const Transaction& txn, uint32_t i,
                            RecordHeader* header, uint8_t* images) {
  co_await ring_.Read(thread, LogOf(txn).places[i], header, images);
  co_return true;
}

// --- Making a record -----------------------------------------------------------------------------

Task<Lsn> ScmLog::Append(Thread& thread, Transaction& txn, RecordHeader header, Bytes before,
                         Bytes after) {
  const Time start = thread.now();
  TxnLog& mine = LogOf(txn);
  const uint32_t bytes = LogRing::RoundUp(header.bytes());
  const bool ends = !header.changes_page();
  thread.Execute(Category::kLogWork, record_ns_);
  thread.At({wal::kInsertLatch, wal::kAnchors, 0});
  co_await Latch::Acquire(thread, latch_, Category::kLogContention);
  co_await Ordered(thread);
  AI_CHECK(ring_.tail - ring_.head + bytes <= ring_.bytes);
  header.place = ring_.tail;
  header.gsn = LsnAt(header.place);
  const bool born_whole = end_born_whole_ && ends;
  header.log = static_cast<uint8_t>(born_whole ? Mark::kWhole : Mark::kUnfinished);
  thread.At({wal::kInsertGsn, wal::kRecords, static_cast<uint32_t>(header.gsn)});
  co_await Note(thread, EventKind::kLogInsert,
                {.tier = Tier::kNvm,
                 .address = ring_.At(header.place),
                 .size = header.bytes(),
                 .a = static_cast<uint32_t>(header.kind)});
  const Which earlier = {.marks = marks_, .owner = &mine};
  open_.push_back({header.place, &mine, ends ? kNoPage : header.page});
  thread.set_broken(born_whole);
  co_await WriteHeader(thread, header);
  thread.set_broken(false);
  co_await Ordered(thread);
  ring_.tail += bytes;
  Settle(earlier);
  mine.places.push_back(header.place);
  ring_.Use(mine.reserved, bytes);
  ++counters_.records;
  counters_.bytes += header.bytes();
  if (archive_) archive_->Grown(thread, ring_);
  co_await Latch::Release(thread, latch_);
  thread.set_broken(mark_first_ && !ends);
  if (mark_first_) co_await StoreMark(thread, header);
  if (!ends) co_await WriteImages(thread, mine, header, before, after);
  thread.set_broken(false);
  if (!mark_first_) co_await StoreMark(thread, header);
  counters_.insert_ns += thread.now() - start;
  co_return header.gsn;
}

// No record may be put behind a header that a power cut could remove: recovery would see the log's
// end there. The word with the place comes last: stores to a line become durable in their order.
Task<void> ScmLog::WriteHeader(Thread& thread, const RecordHeader& header) {
  const Address at = ring_.At(header.place);
  const auto key = static_cast<uint32_t>(header.gsn);
  RecordHeader without = header;
  without.place = 0;
  thread.At({wal::kInsertHeader, wal::kRecords, key});
  co_await nvm_.Store(thread, Category::kLogWork, at, &without, sizeof without, Access::kPrivate);
  thread.At({wal::kInsertPlace, wal::kRecords, key});
  co_await nvm_.Store(thread, Category::kLogWork, at + offsetof(RecordHeader, place), &header.place,
                      sizeof header.place, Access::kPrivate);
  thread.At({wal::kInsertHeaderBack, wal::kRecords, key});
  co_await nvm_.Clwb(thread, Category::kLogWork, at, sizeof header, Access::kPrivate);
  thread.At({wal::kInsertHeaderFence, wal::kRecords, key});
  co_await nvm_.Fence(thread, Category::kLogWork);
}

Task<void> ScmLog::WriteImages(Thread& thread, TxnLog& mine, const RecordHeader& header,
                               Bytes before, Bytes after) {
  const uint32_t size = LogRing::RoundUp(header.bytes()) - static_cast<uint32_t>(sizeof header);
  if (size == 0) co_return;
  if (!mine.images) mine.images = static_cast<uint8_t*>(arena_.Allocate(wal::kMostRecordBytes));
  std::memset(mine.images, 0, size);
  if (before.size > 0) std::memcpy(mine.images, before.data, before.size);
  if (after.size > 0) std::memcpy(mine.images + before.size, after.data, after.size);
  const auto key = static_cast<uint32_t>(header.gsn);
  const uint64_t place = header.place + sizeof header;
  thread.At({wal::kInsertCopy, wal::kRecords, key});
  co_await ring_.Store(thread, place, mine.images, size);
  thread.At({wal::kInsertBack, wal::kRecords, key});
  co_await ring_.WriteBack(thread, place, size);
  thread.At({wal::kInsertFence, wal::kRecords, key});
  co_await nvm_.Fence(thread, Category::kLogWork);
}

// The header's last word, with the mark in it.
Task<void> ScmLog::StoreMark(Thread& thread, RecordHeader header) {
  constexpr uint32_t kWord = sizeof header - 8;
  static_assert(offsetof(RecordHeader, log) >= kWord);
  header.log = static_cast<uint8_t>(Mark::kWhole);
  uint64_t word = 0;
  std::memcpy(&word, reinterpret_cast<const uint8_t*>(&header) + kWord, sizeof word);
  const Address at = ring_.At(header.place) + kWord;
  const auto key = static_cast<uint32_t>(header.gsn);
  thread.At({wal::kInsertMark, wal::kRecords, key});
  co_await nvm_.Store(thread, Category::kLogWork, at, &word, sizeof word, Access::kShared);
  const auto stored = std::find_if(open_.begin(), open_.end(), [&](const Unsure& unsure) {
    return unsure.place == header.place;
  });
  stored->mark = ++marks_;
  thread.At({wal::kInsertMarkBack, wal::kRecords, key});
  co_await nvm_.Clwb(thread, Category::kLogWork, at, sizeof word, Access::kShared);
}

// --- Durability ----------------------------------------------------------------------------------

bool ScmLog::Any(const Which& which) const {
  return std::any_of(open_.begin(), open_.end(),
                     [&](const Unsure& unsure) { return which.Is(unsure); });
}

void ScmLog::Settle(const Which& which) {
  std::erase_if(open_, [&](const Unsure& unsure) { return which.Is(unsure); });
  NoteDurable();
}

void ScmLog::NoteDurable() {
  ring_.durable = ring_.tail;
  for (const Unsure& unsure : open_) ring_.durable = std::min(ring_.durable, unsure.place);
}

// Its own thread has written its marks back, and waits for the last one.
Task<void> ScmLog::PersistTransaction(Thread& thread, Transaction& txn, PersistLines lines) {
  const TxnLog& mine = LogOf(txn);
  co_await Ordered(thread);
  const Which own = {.marks = marks_, .owner = &mine};
  if (!Any(own)) co_return;
  const auto gsn = static_cast<uint32_t>(LsnAt(mine.places.back()));
  thread.At({lines.first, wal::kRecords, gsn});
  co_await nvm_.Fence(thread, Category::kLogWork);
  co_await Ordered(thread);
  Settle(own);
  co_await Note(thread, EventKind::kLogDurable,
                {.tier = Tier::kNvm, .address = ring_.At(mine.places.back()), .a = gsn});
}

// Threads write their marks back, and wait for that with their next record only.
Task<void> ScmLog::PersistPage(Thread& thread, PageId page, Lsn) {
  const Which which = {.marks = marks_, .page = page};
  if (!Any(which)) co_return;
  for (uint64_t next = 0;;) {
    uint64_t place = ~uint64_t{0};
    for (const Unsure& unsure : open_) {
      if (unsure.place >= next && which.Is(unsure)) place = std::min(place, unsure.place);
    }
    if (place == ~uint64_t{0}) break;
    thread.At({wal::kGateTail, wal::kRecords, static_cast<uint32_t>(LsnAt(place))});
    co_await nvm_.Clwb(thread, Category::kLogWork, ring_.At(place), sizeof(RecordHeader),
                       Access::kShared);
    next = place + 1;
  }
  thread.At({wal::kGateFence, wal::kRecords, 0});
  co_await nvm_.Fence(thread, Category::kLogWork);
  co_await Ordered(thread);
  Settle(which);
}

// --- The head ------------------------------------------------------------------------------------

Task<void> ScmLog::Truncate(Thread& thread, Lsn head) {
  return MoveHead(thread, head,
                  {wal::kCheckpointHead, wal::kCheckpointHeadBack, wal::kCheckpointFence});
}

// Recovery is alone, and its last records are not needed any more, complete or not.
Task<void> ScmLog::Empty(Thread& thread) {
  open_.clear();
  NoteDurable();
  return MoveHead(thread, ~Lsn{0}, {wal::kRecoverHead, wal::kRecoverHeadBack, wal::kRecoverFence});
}

// Records that the head passes are archived first, and overwritten only when the head is durable.
// It passes no record that is being made.
Task<void> ScmLog::MoveHead(Thread& thread, Lsn head, HeadLines lines) {
  co_await Ordered(thread);
  const uint64_t anchors[2] = {ring_.Cut(thread, head), ring_.head};
  co_await nvm_.AwaitReads(thread);
  if (anchors[0] == ring_.head) co_return;
  if (archive_) {
    const bool waits = thread.Does(wal::kCheckpointArchive);
    co_await Step(thread, {wal::kCheckpointArchive, wal::kFile, 0});
    if (waits) co_await archive_->Await(thread, 0, anchors[0]);
  }
  thread.At({lines.head, wal::kAnchors, 0});
  if (archive_) {
    co_await nvm_.Store(thread, Category::kLogWork, kFrom, &anchors[1], sizeof anchors[1],
                        Access::kShared);
  }
  co_await nvm_.Store(thread, Category::kLogWork, kHead, anchors, sizeof anchors[0],
                      Access::kShared);
  thread.At({lines.head_back, wal::kAnchors, 0});
  co_await nvm_.Clwb(thread, Category::kLogWork, kHead, sizeof anchors, Access::kShared);
  thread.At({lines.fence, wal::kAnchors, 0});
  co_await nvm_.Fence(thread, Category::kLogWork);
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kTruncate,
                {.tier = Tier::kNvm,
                 .a = static_cast<uint32_t>(anchors[1]),
                 .b = static_cast<uint32_t>(anchors[0])});
  ring_.head = anchors[0];
  if (!archive_) co_return;
  archive_->Forget(0, forgotten_, anchors[1]);
  forgotten_ = anchors[1];
}

}  // namespace afterimage::scm_logging
