#include "scheme/distributed/rings.h"

#include <algorithm>
#include <cstring>

namespace afterimage::distributed {

Rings::Rings(const EngineContext& context, const RingParams& params, File* partitions, Dram& dram)
    : kernel_(context.kernel),
      arena_(context.arena),
      nvm_(context.devices.nvm),
      dram_(dram),
      params_(params),
      partitions_(partitions),
      schema_(context.schema),
      tail_first_(kTraced && (context.mutations >> kOwnMutation & 1)),
      record_ns_(context.machine.instructions_ns(Price::kPathLogRecord)),
      copy_line_ns_(context.machine[Price::kCopyLine]),
      dram_line_ns_(context.machine[Price::kDramRead]),
      rings_(ArenaAllocator<Ring*>(context.arena)) {
  for (uint32_t i = 0; i < params.logs; ++i) {
    rings_.push_back(arena_.New<Ring>(
        LatchCosts{context.machine[Price::kAtomic], context.machine[Price::kLineTransfer]}));
  }
  group_commit_ = &kernel_.AddThread(ThreadKind::kDaemon, {"group commit", "组提交线程"});
  if (partitions) archiver_ = &kernel_.AddThread(ThreadKind::kDaemon, {"log archiver", "日志归档"});
}

void Rings::Format() {
  const uint64_t super[2] = {kMagic, uint64_t{params_.ring_bytes} << 32 | params_.logs};
  nvm_.Format(0, super, sizeof super);
}

void Rings::Start() {
  kernel_.Spawn(*group_commit_, GroupCommit(*group_commit_));
  if (archiver_) kernel_.Spawn(*archiver_, Archiver(*archiver_));
}

void Rings::Stop(Thread& thread) {
  stopping_ = true;
  for (WaitQueue* queue : {&group_work_, &archive_work_}) queue->WakeAll(kernel_, thread.now());
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
  rings_[log.log]->reserved -= log.reserved;
  log.reserved = 0;
  log.places.clear();
  log.buffers = false;
  log.buffer_used = 0;
  log.buffered.clear();
  log.next_free = free_txn_logs_;
  free_txn_logs_ = &log;
  txn.log = nullptr;
}

uint64_t Rings::FreeBytes(const Ring& ring) const {
  const uint64_t used = ring.tail - ring.head + ring.reserved + params_.structure_slack;
  return used < params_.ring_bytes ? params_.ring_bytes - used : 0;
}

// Updates and their CLRs; and once the record that ends the transaction.
bool Rings::TryReserve(Transaction& txn, uint32_t changes) {
  TxnLog& log = LogOf(txn);
  const uint64_t need =
      uint64_t{2} * changes * ChangeBytes() + (log.reserved == 0 ? kLineBytes : 0);
  if (FreeBytes(*rings_[log.log]) < need) return false;
  log.reserved += need;
  rings_[log.log]->reserved += need;
  return true;
}

// Recovery may use up what was kept free for it.
bool Rings::HasRoom(const Transaction& txn, uint32_t image_bytes) const {
  const Ring& ring = *rings_[LogOf(txn).log];
  return ring.tail - ring.head + RoundUp(sizeof(RecordHeader) + image_bytes) <= params_.ring_bytes;
}

uint32_t Rings::RecordCount(const Transaction& txn) const {
  return static_cast<uint32_t>(LogOf(txn).places.size());
}

void Rings::Load(uint32_t log, uint64_t place, void* out, uint32_t size) const {
  const auto part = static_cast<uint32_t>(
      std::min<uint64_t>(size, params_.ring_bytes - place % params_.ring_bytes));
  nvm_.Load(At(log, place), out, part);
  if (part < size) nvm_.Load(At(log, 0), static_cast<uint8_t*>(out) + part, size - part);
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
  Load(log.log, log.places[i], header, sizeof *header);
  nvm_.ChargeLoad(thread, Category::kLogWork, header->bytes());
  const uint32_t bytes = header->bytes() - static_cast<uint32_t>(sizeof *header);
  if (bytes > 0) Load(log.log, log.places[i] + sizeof *header, images, bytes);
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
                 .address = At(mine.log, ring.tail),
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
  const uint64_t used = std::min<uint64_t>(mine.reserved, bytes);
  mine.reserved -= used;
  ring.reserved -= used;
  ++counters_.records;
  counters_.bytes += header.bytes();
  if (archiver_ && ring.tail - ring.archived >= params_.archive_after)
    archive_work_.WakeAll(kernel_, thread.now());
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

// Without a fence here the tail could become durable before the record does.
Task<void> Rings::WriteRecord(Thread& thread, uint32_t log, const RecordHeader& header,
                              uint32_t bytes) {
  const Ring& ring = *rings_[log];
  const auto key = static_cast<uint32_t>(header.gsn);
  const Address at = At(log, header.place);
  const auto part = static_cast<uint32_t>(
      std::min<Address>(bytes, First(params_.logs) + (log + 1) * params_.ring_bytes - at));
  thread.At({kInsertCopy, kRecords, key});
  co_await nvm_.Store(thread, Category::kLogWork, at, ring.record, part, Access::kPrivate);
  if (part < bytes) {
    co_await nvm_.Store(thread, Category::kLogWork, At(log, 0), ring.record + part, bytes - part,
                        Access::kPrivate);
  }
  if (params_.durable_cache) co_return;
  thread.At({kInsertBack, kRecords, key});
  co_await nvm_.Clwb(thread, Category::kLogWork, at, part, Access::kPrivate);
  if (part < bytes)
    co_await nvm_.Clwb(thread, Category::kLogWork, At(log, 0), bytes - part, Access::kPrivate);
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

// Passive group commit: others make their logs durable when they commit; for those who do not, the
// daemon does it. A log in which all is durable holds nobody up.
Task<void> Rings::AwaitOthers(Thread& thread, Lsn gsn) {
  thread.At({kCommitPassive, kAnchors, 0});
  for (;;) {
    co_await Ordered(thread);
    if (!AnyLags(gsn)) co_return;
    co_await Note(thread, EventKind::kStep);
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
