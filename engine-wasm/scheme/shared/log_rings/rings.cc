#include "scheme/shared/log_rings/rings.h"

#include <algorithm>
#include <cstring>

namespace afterimage::distributed {

Rings::Rings(const EngineContext& context, const RingParams& params, File* partitions, Dram& dram)
    : kernel_(context.kernel),
      arena_(context.arena),
      nvm_(context.devices.nvm),
      dram_(dram),
      params_(params),
      schema_(context.schema),
      tail_first_(kTraced && (context.mutations >> kOwnMutation & 1)),
      record_ns_(context.machine.instructions_ns(Price::kPathLogRecord)),
      copy_line_ns_(context.machine[Price::kCopyLine]),
      dram_line_ns_(context.machine[Price::kDramRead]),
      rings_(ArenaAllocator<Ring*>(context.arena)) {
  for (uint32_t i = 0; i < params.logs; ++i) {
    rings_.push_back(arena_.New<Ring>(nvm_, First(params.logs) + i * params.ring_bytes,
                                      params.ring_bytes, LatchCostsOf(context.machine)));
    rings_[i]->change_bytes = RoundUp(sizeof(RecordHeader) + 2 * params.image_bytes);
    rings_[i]->slack = params.structure_slack;
  }
  group_commit_ = &kernel_.AddThread(ThreadKind::kDaemon, {"group commit", "组提交线程"});
  if (!partitions) return;
  archive_ = arena_.New<RingArchive>(context, params.archive, *partitions);
  for (Ring* ring : rings_) archive_->Add(*ring);
}

void Rings::Format() {
  const uint64_t super[2] = {kMagic, uint64_t{params_.ring_bytes} << 32 | params_.logs};
  nvm_.Format(0, super, sizeof super);
}

void Rings::Start() {
  kernel_.Spawn(*group_commit_, GroupCommit(*group_commit_));
  if (archive_) archive_->Start();
}

void Rings::Stop(Thread& thread) {
  stopping_ = true;
  group_work_.WakeAll(kernel_, thread.now());
  if (archive_) archive_->Stop(thread);
}

// --- Transactions --------------------------------------------------------------------------------

Rings::TxnLog* Rings::TakeTxnLog() {
  if (!free_txn_logs_) return arena_.New<TxnLog>(arena_);
  TxnLog* log = free_txn_logs_;
  free_txn_logs_ = log->next_free;
  return log;
}

void Rings::Open(Thread& thread, Transaction& txn) {
  TxnLog* log = TakeTxnLog();
  log->log = thread.id() % params_.logs;
  log->buffers = params_.undo_bytes > 0 && !txn.system;
  txn.log = log;
}

void Rings::Reopen(Transaction& txn, const RecordHeader& header) {
  TxnLog* log = TakeTxnLog();
  log->log = header.log;
  txn.log = log;
}

void Rings::Close(Transaction& txn) {
  TxnLog& log = LogOf(txn);
  rings_[log.log]->Release(log.reserved);
  log.places.clear();
  log.buffers = false;
  log.buffer_used = 0;
  log.buffered.clear();
  log.next_free = free_txn_logs_;
  free_txn_logs_ = &log;
  txn.log = nullptr;
}

bool Rings::TryReserve(Transaction& txn, uint32_t changes) {
  TxnLog& log = LogOf(txn);
  return rings_[log.log]->TryReserve(log.reserved, changes);
}

bool Rings::HasRoom(const Transaction& txn, uint32_t image_bytes) const {
  return rings_[LogOf(txn).log]->HasRoom(image_bytes);
}

uint32_t Rings::RecordCount(const Transaction& txn) const {
  return static_cast<uint32_t>(LogOf(txn).places.size());
}

Task<bool> Rings::ReadBack(Thread& thread, const Transaction& txn, uint32_t i, RecordHeader* header,
                           uint8_t* images) {
  const TxnLog& log = LogOf(txn);
  if (i < log.buffered.size()) {
    const uint8_t* record = dram_.At(log.buffered[i]);
    std::memcpy(header, record, sizeof *header);
    std::memcpy(images, record + sizeof *header, header->bytes() - sizeof *header);
    thread.Charge(Category::kLogWork, RoundUp(header->bytes()) / kLineBytes * dram_line_ns_);
    co_return true;
  }
  co_await rings_[log.log]->Read(thread, log.places[i], header, images);
  co_return true;
}

// --- Inserting -----------------------------------------------------------------------------------

Lsn Rings::NextGsn(const Ring& ring, uint32_t log, const Transaction& txn,
                   const RecordHeader& header) const {
  Lsn after = std::max(ring.clock, txn.last_lsn);
  const Frame* frame = header.changes_page() ? engine_->pool().Lookup(header.page) : nullptr;
  if (frame) after = std::max(after, engine_->pool().View(frame).page_lsn());
  const Lsn n = params_.logs;
  return after + 1 + (log + n - (after + 1) % n) % n;
}

Task<Lsn> Rings::Append(Thread& thread, Transaction& txn, RecordHeader header, Bytes before,
                        Bytes after) {
  const Time start = thread.now();
  TxnLog& mine = LogOf(txn);
  Ring& ring = *rings_[mine.log];
  const uint32_t bytes = RoundUp(header.bytes());
  // Logged already, if not durable: it need only be made so.
  const Lsn rests_on = early_commits_->LatestRecord(txn.depends_on);
  if (rests_on != kNoLsn && thread.Does(kInsertRests))
    co_await PersistUpTo(thread, rests_on, {kInsertRests, kInsertRestsFence});
  thread.Execute(Category::kLogWork, record_ns_);
  thread.At({kInsertLatch, kAnchors, 2 * mine.log + 1});
  co_await Latch::Acquire(thread, ring.latch, Category::kLogContention);
  co_await Ordered(thread);
  AI_CHECK(ring.tail - ring.head + bytes <= params_.ring_bytes);
  header.log = static_cast<uint8_t>(mine.log);
  header.place = ring.tail;
  header.gsn = NextGsn(ring, mine.log, txn, header);
  thread.At({kInsertGsn, kRecords, static_cast<uint32_t>(header.gsn)});
  co_await Note(thread, EventKind::kLogInsert,
                {.tier = Tier::kNvm,
                 .address = ring.At(ring.tail),
                 .size = header.bytes(),
                 .a = static_cast<uint32_t>(header.kind)});
  ring.clock = header.gsn;
  if (!ring.record) ring.record = static_cast<uint8_t*>(arena_.Allocate(kMostRecordBytes));
  std::memset(ring.record, 0, bytes);
  std::memcpy(ring.record, &header, sizeof header);
  if (before.size > 0) std::memcpy(ring.record + sizeof header, before.data, before.size);
  if (after.size > 0)
    std::memcpy(ring.record + sizeof header + before.size, after.data, after.size);
  if (tail_first_) {
    thread.set_broken(true);
    co_await StoreTail(thread, mine.log, header.place + bytes);
    co_await WriteRecord(thread, mine.log, header, bytes);
    thread.set_broken(false);
  } else {
    co_await WriteRecord(thread, mine.log, header, bytes);
    co_await StoreTail(thread, mine.log, header.place + bytes);
  }
  co_await Ordered(thread);
  ring.tail += bytes;
  ring.last_gsn = header.gsn;
  if (params_.durable_cache) {
    MarkDurable(ring, ring.tail, header.gsn);
    co_await Note(
        thread, EventKind::kLogDurable,
        {.tier = Tier::kNvm, .address = TailAt(mine.log), .a = static_cast<uint32_t>(header.gsn)});
  }
  mine.places.push_back(header.place);
  ring.Use(mine.reserved, bytes);
  ++counters_.records;
  counters_.bytes += header.bytes();
  if (archive_) archive_->Grown(thread, ring);
  co_await Latch::Release(thread, ring.latch);
  if (mine.buffers) co_await Buffer(thread, mine, header, before, after);
  counters_.insert_ns += thread.now() - start;
  co_return header.gsn;
}

uint16_t Rings::ReadLine(const Transaction& txn, uint32_t i) const {
  return i < LogOf(txn).buffered.size() ? kAbortBuffer : kAbortRead;
}

// The first records of the transaction, as many as there is room for; the log has them all.
Task<void> Rings::Buffer(Thread& thread, TxnLog& mine, const RecordHeader& header, Bytes before,
                         Bytes after) {
  const uint32_t bytes = RoundUp(header.bytes());
  const bool gaps = mine.buffered.size() + 1 < mine.places.size();
  if (gaps || header.kind != Kind::kUpdate || mine.buffer_used + bytes > params_.undo_bytes)
    co_return;
  if (mine.buffer == 0) mine.buffer = dram_.Allocate(params_.undo_bytes);
  const Address at = mine.buffer + mine.buffer_used;
  uint8_t* record = dram_.At(at);
  std::memcpy(record, &header, sizeof header);
  if (before.size > 0) std::memcpy(record + sizeof header, before.data, before.size);
  if (after.size > 0) std::memcpy(record + sizeof header + before.size, after.data, after.size);
  mine.buffer_used += bytes;
  mine.buffered.push_back(at);
  thread.Charge(Category::kLogWork, bytes / kLineBytes * copy_line_ns_);
  co_await Step(thread, {kInsertUndo, kUndoBuffers, static_cast<uint32_t>(header.gsn)});
  co_await Ordered(thread);  // the caller wakes others at this time
}

// The tail could become durable before the record without a fence here.
Task<void> Rings::WriteRecord(Thread& thread, uint32_t log, const RecordHeader& header,
                              uint32_t bytes) {
  Ring& ring = *rings_[log];
  const auto key = static_cast<uint32_t>(header.gsn);
  thread.At({kInsertCopy, kRecords, key});
  co_await ring.Store(thread, header.place, ring.record, bytes);
  if (params_.durable_cache) co_return;
  thread.At({kInsertBack, kRecords, key});
  co_await ring.WriteBack(thread, header.place, bytes);
  thread.At({kInsertFence, kRecords, key});
  co_await nvm_.Fence(thread, Category::kLogWork);
}

Task<void> Rings::StoreTail(Thread& thread, uint32_t log, uint64_t tail) {
  thread.At({kInsertTail, kAnchors, 2 * log + 1});
  co_await nvm_.Store(thread, Category::kLogWork, TailAt(log), &tail, sizeof tail, Access::kShared);
}

// --- Durability ----------------------------------------------------------------------------------

bool Rings::AnyLags(Lsn gsn) const {
  return std::any_of(rings_.begin(), rings_.end(),
                     [&](const Ring* ring) { return Lags(*ring, gsn); });
}

void Rings::MarkDurable(Ring& ring, uint64_t place, Lsn gsn) {
  ring.durable = std::max(ring.durable, place);
  ring.durable_gsn = std::max(ring.durable_gsn, gsn);
}

// Its records are certain already; what is missing is the tail behind them.
Task<void> Rings::PersistTransaction(Thread& thread, Transaction& txn, PersistLines lines) {
  const TxnLog& mine = LogOf(txn);
  Ring& ring = *rings_[mine.log];
  co_await Ordered(thread);
  if (mine.places.empty() || mine.places.back() < ring.durable) co_return;
  const uint64_t place = ring.tail;
  const Lsn gsn = ring.last_gsn;
  thread.At({lines.first, kAnchors, 2 * mine.log + 1});
  co_await nvm_.Clwb(thread, Category::kLogWork, TailAt(mine.log), sizeof place, Access::kShared);
  thread.At({lines.second, kAnchors, 2 * mine.log + 1});
  co_await nvm_.Fence(thread, Category::kLogWork);
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kLogDurable,
                {.tier = Tier::kNvm, .address = TailAt(mine.log), .a = static_cast<uint32_t>(gsn)});
  MarkDurable(ring, place, gsn);
  group_done_.WakeAll(kernel_, thread.now());
}

Task<void> Rings::PersistUpTo(Thread& thread, Lsn gsn, PersistLines lines) {
  uint64_t places[kMostLogs] = {};
  Lsn gsns[kMostLogs] = {};
  bool any = false;
  for (uint32_t i = 0; i < params_.logs; ++i) {
    co_await Ordered(thread);
    if (!Lags(*rings_[i], gsn)) continue;
    any = true;
    places[i] = rings_[i]->tail;
    gsns[i] = rings_[i]->last_gsn;
    thread.At({lines.first, kAnchors, 2 * i + 1});
    co_await nvm_.Clwb(thread, Category::kLogWork, TailAt(i), sizeof(uint64_t), Access::kShared);
  }
  if (!any) co_return;
  thread.At({lines.second, kAnchors, 0});
  co_await nvm_.Fence(thread, Category::kLogWork);
  co_await Ordered(thread);
  for (uint32_t i = 0; i < params_.logs; ++i) MarkDurable(*rings_[i], places[i], gsns[i]);
  group_done_.WakeAll(kernel_, thread.now());
}

Task<void> Rings::PersistPage(Thread& thread, PageId, Lsn page_lsn) {
  return PersistUpTo(thread, page_lsn, kGateLines);
}

// Passive group commit: other transactions make their logs durable when they commit; the daemon
// does it for logs without commits. A log in which everything is durable delays no commit.
Task<void> Rings::AwaitOthers(Thread& thread, Lsn gsn) {
  thread.At({kCommitPassive, kAnchors, 0});
  for (;;) {
    co_await Ordered(thread);
    if (!AnyLags(gsn)) co_return;
    co_await Note(thread, EventKind::kStep);
    // Others may have come in between: whoever made the last of it durable woke only those who
    // slept then.
    if (!AnyLags(gsn)) co_return;
    awaited_ = std::max(awaited_, gsn);
    group_work_.WakeAll(kernel_, thread.now());
    co_await Sleep(thread, group_done_, WaitFor::kPersister, 0, 0, Category::kLogIo);
  }
}

Task<void> Rings::GroupCommit(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (!AnyLags(awaited_)) {
      if (stopping_) co_return;
      co_await Sleep(thread, group_work_, WaitFor::kWork);
      continue;
    }
    co_await Step(thread, {kDaemonPause, kAnchors, 0});
    co_await Delay(thread, params_.pause_ns, WaitFor::kWork, Category::kWait);
    co_await PersistUpTo(thread, awaited_, {kDaemonTail, kDaemonFence});
  }
}

}  // namespace afterimage::distributed
