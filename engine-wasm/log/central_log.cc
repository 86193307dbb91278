#include "log/central_log.h"

#include <algorithm>

#include "base/digest.h"
#include "log/log_writing.h"

namespace afterimage {
namespace {

// A flush goes to the device in pieces of at most this size.

}  // namespace

uint32_t MasterChecksum(LogMaster master) {
  master.checksum = 0;
  Digest digest;
  digest.Bytes(&master, sizeof master);
  return static_cast<uint32_t>(digest.Value());
}

CentralLog::CentralLog(Arena& arena, const MachineProfile& machine, File& file,
                       const CentralLogParams& params, const LogLabels& labels)
    : arena_(arena),
      file_(file),
      params_(params),
      labels_(labels),
      record_ns_(machine.instructions_ns(Price::kPathLogRecord)),
      copy_line_ns_(machine[Price::kCopyLine]),
      read_line_ns_(machine[Price::kDramRead]),
      latch_costs_(LatchCostsOf(machine)),
      latch_(latch_costs_,
             params.insert == InsertForm::kLatch ? HandsOver::kToWhoExecutes : HandsOver::kInQueue),
      flush_latch_(latch_costs_),
      waiters_latch_(latch_costs_),
      buffer_(arena, params.buffer_bytes) {
  AI_CHECK(params.partition_bytes % Block() == 0 && params.buffer_bytes % Block() == 0);
  chunk_ = static_cast<uint8_t*>(arena.Allocate(std::min(MostWritten(), params.buffer_bytes)));
  block_ = static_cast<uint8_t*>(arena.Allocate(Block()));
}

void CentralLog::Format() {
  LogMaster master;
  master.magic = kMagic;
  master.first_lsn = master.epoch_lsn = kFirstLsn;
  master.partition_bytes = params_.partition_bytes;
  master.partitions = params_.partitions;
  master.epoch = epoch_;
  master.checksum = MasterChecksum(master);
  file_.Format(0, &master, sizeof master);
  open_ = true;
}

uint64_t CentralLog::FileOffset(Lsn lsn) const {
  const uint64_t place = lsn / params_.partition_bytes % params_.partitions;
  return 2 * uint64_t{Block()} + place * params_.partition_bytes + lsn % params_.partition_bytes;
}

uint64_t CentralLog::Room() const {
  // The rest of the partition that is being filled may be lost to padding.
  const uint64_t total = uint64_t{params_.partitions} * params_.partition_bytes;
  const uint64_t used = claimed_ - first_ / params_.partition_bytes * params_.partition_bytes;
  return used < total ? total - used : 0;
}

bool CentralLog::HasRoomInBuffer(uint32_t bytes) const {
  const auto rest =
      params_.partition_bytes - static_cast<uint32_t>(claimed_ % params_.partition_bytes);
  const uint32_t skipped = rest < bytes ? rest : 0;
  return HasBufferRoom(skipped + bytes + sizeof(RecordHeader));
}

Lsn CentralLog::Behind(Lsn lsn, uint32_t size, bool pad) const {
  const Lsn next_partition = (lsn / params_.partition_bytes + 1) * params_.partition_bytes;
  const Lsn next = pad ? next_partition : lsn + size;
  // Returns the next partition if not even a header fits behind the record.
  return next % params_.partition_bytes + sizeof(RecordHeader) > params_.partition_bytes
             ? next_partition
             : next;
}

// --- The buffer ----------------------------------------------------------------------------------

void CentralLog::Put(Lsn lsn, RecordHeader header, Bytes before, Bytes after) {
  static constexpr uint8_t kZeros[8] = {};
  header.lsn = lsn;
  header.epoch = static_cast<uint16_t>(epoch_);
  header.checksum = RecordChecksum(header, before, after);
  buffer_.Write(lsn, &header, sizeof header);
  Lsn at = lsn + sizeof header;
  if (before.size > 0) buffer_.Write(at, before.data, before.size);
  at += before.size;
  if (after.size > 0) buffer_.Write(at, after.data, after.size);
  at += after.size;
  if (at % 8 != 0) buffer_.Write(at, kZeros, static_cast<uint32_t>(8 - at % 8));
}

bool CentralLog::MakeRoom(uint32_t bytes) {
  const auto rest =
      params_.partition_bytes - static_cast<uint32_t>(claimed_ % params_.partition_bytes);
  if (rest < bytes) {
    // The padding goes through the buffer as the record does, which may not hold both at once.
    if (!HasBufferRoom(rest)) return false;
    RecordHeader pad;
    pad.kind = RecordKind::kPad;
    Put(claimed_, pad, {}, {});
    claimed_ = Behind(claimed_, 0, true);
  }
  // Behind the record there may be place for less than a header.
  return HasBufferRoom(bytes + sizeof(RecordHeader));
}

Task<Lsn> CentralLog::Insert(Thread& thread, RecordHeader header, Bytes before, Bytes after,
                             Transaction* txn) {
  const Time start = thread.now();
  const uint32_t bytes = header.size();
  thread.Execute(Category::kLogWork, record_ns_);
  Claim* claim;
  const Lsn lsn = co_await TakeSpace(thread, bytes, &claim);
  // A thread that loses its core here keeps all later records from the flusher.
  if (decoupled()) co_await Timeslice(thread);
  thread.Charge(Category::kLogWork, (bytes + 63) / 64 * copy_line_ns_);
  co_await Ordered(thread);
  thread.At({labels_.copy, labels_.buffer_structure, static_cast<uint32_t>(lsn)});
  co_await Note(thread, EventKind::kLogInsert,
                {.tier = Tier::kDram,
                 .address = BufferAddress(lsn),
                 .size = bytes,
                 .a = static_cast<uint32_t>(header.kind)});
  Put(lsn, header, before, after);
  if (txn) {
    txn->Logged(lsn);
    const bool ends = header.kind == RecordKind::kCommit || header.kind == RecordKind::kAbort;
    if (ends) txn->end_lsn = lsn;
  }
  ++counters_.records;
  counters_.bytes += bytes;
  const bool last = --claim->copying == 0;  // of a group: it lets the flusher have all of it
  if (decoupled() && last) {
    const Where place{labels_.release, labels_.buffer_structure, static_cast<uint32_t>(claim->lsn)};
    thread.At(place);
    // A mutation lets the flusher have what lies before as well, copied or not.
    const bool in_order = thread.Does(labels_.release);
    while (in_order && oldest_ != claim) {
      co_await Sleep(thread, claim->turn, WaitFor::kLatch, 0, 0, Category::kLogContention,
                     WhileBlocked::kSpinsOn);
    }
    thread.At(place);
    co_await Note(thread, EventKind::kStep);
  }
  if (last) Publish(thread, *claim);
  if (!decoupled()) co_await Latch::Release(thread, latch_);
  counters_.insert_ns += thread.now() - start;
  co_return lsn;
}

CentralLog::Claim* CentralLog::GroupFor(uint32_t bytes) {
  // The complete group must fit, and others before it.
  const uint32_t most = std::min(params_.buffer_bytes, params_.partition_bytes) / 4;
  for (Claim*& group : groups_) {
    if (!group) {
      group = new (arena_.AllocatePooled(sizeof(Claim))) Claim();
      return group;
    }
    if (group->bytes + bytes <= most) return group;
  }
  return nullptr;
}

Task<Lsn> CentralLog::TakeSpace(Thread& thread, uint32_t bytes, Claim** claim) {
  Claim* mine = nullptr;
  if (consolidated()) {
    co_await Ordered(thread);
    if (latch_.held()) mine = GroupFor(bytes);
  }
  if (!mine) mine = new (arena_.AllocatePooled(sizeof(Claim))) Claim();
  *claim = mine;
  const uint32_t before = mine->bytes;
  mine->bytes += bytes;
  if (++mine->copying > 1 && consolidated()) {
    co_await Step(thread,
                  {labels_.join, labels_.buffer_structure, static_cast<uint32_t>(claimed_)});
    while (mine->lsn == kNoLsn) {
      co_await Sleep(thread, mine->members, WaitFor::kLatch, 0, 0, Category::kLogContention,
                     WhileBlocked::kSpinsOn);
    }
    co_return mine->lsn + before;
  }
  mine->txn = thread.txn();
  for (;;) {
    thread.At({labels_.latch, labels_.buffer_structure, static_cast<uint32_t>(claimed_)});
    co_await Latch::Acquire(thread, latch_, Category::kLogContention);
    co_await Ordered(thread);
    for (Claim*& group : groups_) {
      if (group == mine) group = nullptr;  // nobody joins it any more
    }
    const bool closed = flush_.under_way() && params_.flush_holds_latch;
    if (!closed && MakeRoom(mine->bytes)) break;
    co_await Latch::Release(thread, latch_);
    if (closed) {
      co_await flush_.End(thread, WaitFor::kLatch, Category::kLogContention);
      continue;
    }
    ++counters_.full_stalls;
    thread.At({labels_.full, labels_.buffer_structure, static_cast<uint32_t>(claimed_)});
    co_await Note(thread, EventKind::kLogSpaceWait, {.flags = kFlagWait});
    co_await AwaitRelease(thread);
    co_await Flush(thread);
  }
  const Lsn lsn = claimed_;
  mine->lsn = lsn;
  claimed_ = mine->end = Behind(lsn, mine->bytes, false);
  // The rest of the partition is zeros if no header fits behind the record.
  if (mine->end != lsn + mine->bytes) ClearBuffer(lsn + mine->bytes, mine->end);
  (oldest_ ? youngest_->next : oldest_) = mine;
  youngest_ = mine;
  if (!decoupled()) co_return lsn;
  co_await Step(thread, {labels_.claim, labels_.buffer_structure, static_cast<uint32_t>(lsn)});
  mine->members.WakeAll(thread.kernel(), thread.now() + latch_costs_.hand_off_ns);
  co_await Latch::Release(thread, latch_);
  co_return lsn;
}

void CentralLog::Publish(Thread& thread, Claim& claim) {
  Claim** link = &oldest_;
  Claim* before = nullptr;
  for (; *link != &claim; link = &before->next) before = *link;
  *link = claim.next;
  if (youngest_ == &claim) youngest_ = before;
  released_ = std::max(released_, claim.end);
  const Time time = thread.now() + latch_costs_.hand_off_ns;
  if (oldest_) oldest_->turn.WakeAll(thread.kernel(), time);
  released_more_.WakeAll(thread.kernel(), thread.now());
  arena_.Recycle(&claim, sizeof(Claim));
}

Task<void> CentralLog::AwaitReleased(Thread& thread, Lsn lsn) {
  co_await Ordered(thread);
  while (released_ <= lsn)
    co_await Sleep(thread, released_more_, WaitFor::kPersister, 0, 0, Category::kLogIo);
}

void CentralLog::ClearBuffer(Lsn from, Lsn to) {
  static constexpr uint8_t kZeros[sizeof(RecordHeader)] = {};
  buffer_.Write(from, kZeros, static_cast<uint32_t>(to - from));
}

// --- Making it durable ---------------------------------------------------------------------------

Task<void> CentralLog::Force(Thread& thread, Lsn lsn) {
  co_await Ordered(thread);
  while (durable_lsn() <= lsn) {
    co_await AwaitRelease(thread);
    co_await Flush(thread);
  }
}

Task<void> CentralLog::AwaitDurable(Thread& thread, Lsn lsn, bool pipelined) {
  co_await Ordered(thread);
  thread.set_free_switch(pipelined);
  while (durable_lsn() <= lsn) {
    co_await flush_.End(thread, WaitFor::kPersister, Category::kLogIo);
    // A flush wakes all waiting threads, whatever they wait for: each takes the mutex and looks
    // again (Shore-MT, log_core::flush).
    co_await Latch::Acquire(thread, waiters_latch_, Category::kLogContention);
    co_await Latch::Release(thread, waiters_latch_);
  }
  thread.set_free_switch(false);
}

Task<void> CentralLog::Flush(Thread& thread, Time pause) {
  const bool wrote = co_await flush_.Flush(
      thread, FlushLatch(), released_, {labels_.write, labels_.file_structure, 0}, pause,
      [&](Lsn from, Lsn to) { return WriteOut(thread, from, to); });
  if (!wrote) co_return;
  ++counters_.flushes;
  Forget();
}

// Writes complete blocks, none across the end of a partition.
Task<DevicePlace> CentralLog::WriteOut(Thread& thread, Lsn from, Lsn to) {
  from = BlockFloor(from);
  const Lsn end = (to + Block() - 1) / Block() * Block();
  while (from < end) {
    const Lsn partition_end = (from / params_.partition_bytes + 1) * params_.partition_bytes;
    const auto part =
        static_cast<uint32_t>(std::min({end - from, partition_end - from, Lsn{MostWritten()}}));
    // Behind the last record the block keeps what is there, which is of an older lap or zeros.
    std::memset(chunk_, 0, part);
    buffer_.Read(from, chunk_, static_cast<uint32_t>(std::min<Lsn>(part, to - from)));
    thread.At({labels_.write, labels_.file_structure, static_cast<uint32_t>(from)});
    if (in_parts()) {
      const auto data = static_cast<uint32_t>(std::min<Lsn>(part, to - from));
      const auto to_wrap =
          static_cast<uint32_t>(params_.buffer_bytes - from % params_.buffer_bytes);
      const LogParts parts(std::min(data, to_wrap), data, part);
      co_await parts.Write(thread, file_, FileOffset(from), chunk_);
    } else {
      co_await file_.Write(thread, Category::kLogIo, FileOffset(from), chunk_, part);
    }
    from += part;
  }
  if (Syncs()) co_await file_.Sync(thread, Category::kLogIo);
  co_return file_.PlaceOf(FileOffset(to - 1));
}

// Frees memory of the buffer: durable records may be overwritten, and old ones need no memory.
void CentralLog::Forget() {
  // Records that lie more than a buffer behind have been overwritten: their places hold newer
  // records.
  if (claimed_ > params_.buffer_bytes)
    buffered_from_ = std::max(buffered_from_, claimed_ - params_.buffer_bytes);
  const Lsn keep = BlockFloor(durable_lsn() > kRetained ? durable_lsn() - kRetained : 0);
  if (buffered_from_ >= keep) return;
  buffer_.Discard(buffered_from_, keep);
  buffered_from_ = keep;
}

Task<void> CentralLog::WriteMaster(Thread& thread, Lsn checkpoint, Lsn first, uint16_t label) {
  LogMaster master;
  master.magic = kMagic;
  master.sequence = ++master_sequence_;
  master.checkpoint_lsn = checkpoint;
  master.first_lsn = first;
  master.epoch_lsn = epoch_lsn_;
  master.partition_bytes = params_.partition_bytes;
  master.partitions = params_.partitions;
  master.epoch = epoch_;
  master.checksum = MasterChecksum(master);
  std::memset(block_, 0, Block());
  std::memcpy(block_, &master, sizeof master);
  thread.At({label != 0 ? label : labels_.master, labels_.master_structure,
             static_cast<uint32_t>(master.sequence % 2)});
  co_await file_.Write(thread, Category::kLogIo, master.sequence % 2 * Block(), block_, Block());
  if (Syncs()) co_await file_.Sync(thread, Category::kLogIo);
  const Lsn old = first_;
  co_await Note(
      thread, EventKind::kTruncate,
      {.tier = file_.tier(), .a = static_cast<uint32_t>(old), .b = static_cast<uint32_t>(first)});
  for (uint64_t partition = PartitionOf(old); partition < PartitionOf(first); ++partition) {
    file_.Discard(FileOffset(partition * params_.partition_bytes), params_.partition_bytes);
  }
  first_ = first;
}

}  // namespace afterimage
