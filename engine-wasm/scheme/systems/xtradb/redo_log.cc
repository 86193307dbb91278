#include "scheme/systems/xtradb/redo_log.h"

#include "scheme/systems/xtradb/story.h"

namespace afterimage::xtradb {

RedoLog::RedoLog(Arena& arena, const MachineProfile& machine, File& file,
                 const RedoLogParams& params)
    : arena_(arena),
      file_(file),
      params_(params),
      blocks_(params.blocks),
      record_ns_(machine.instructions_ns(Price::kPathLogRecord)),
      copy_line_ns_(machine[Price::kCopyLine]),
      latch_(LatchCostsOf(machine)),
      buffer_(arena, params.buffer_bytes),
      group_(blocks_.first_lsn()),
      inserted_(group_),
      flush_(group_) {
  AI_CHECK(params.file_bytes % blocks_.bytes == 0);
  chunk_bytes_ = std::min(kChunkBytes, (params.buffer_bytes / blocks_.room() + 2) * blocks_.bytes);
  chunk_ = static_cast<uint8_t*>(arena.Allocate(chunk_bytes_));
}

void RedoLog::Format() {
  checkpoint_ = {};
  checkpoint_.magic = kMagic;
  checkpoint_.lsn = blocks_.first_lsn();
  checkpoint_.number = 1;
  checkpoint_.checksum = ChecksumOf(checkpoint_);
  file_.Format(PlaceOf(checkpoint_.number), &checkpoint_, sizeof checkpoint_);
}

uint64_t RedoLog::Room() const {
  if (params_.laps_itself) return params_.file_bytes;
  // The block that is being filled may not reach the one in which redo begins.
  const uint64_t used = inserted_ - blocks_.BlockOf(checkpoint_.lsn) + blocks_.bytes;
  return used < params_.file_bytes ? params_.file_bytes - used : 0;
}

// --- The buffer ----------------------------------------------------------------------------------

Task<void> RedoLog::Open(Thread& thread, uint32_t bytes) {
  const Time start = thread.now();
  for (;;) {
    thread.At({kLogLatch, kLogBuffer, static_cast<uint32_t>(inserted_)});
    co_await Latch::Acquire(thread, latch_, Category::kLogContention);
    co_await Ordered(thread);
    if (HasBufferRoom(bytes)) break;
    co_await Latch::Release(thread, latch_);
    thread.At({kLogFull, kLogBuffer, static_cast<uint32_t>(inserted_)});
    co_await Note(thread, EventKind::kLogSpaceWait, {.flags = kFlagWait});
    co_await Flush(thread);
  }
  open_ = true;
  group_ = inserted_;
  group_start_ = start;
}

Task<Lsn> RedoLog::Put(Thread& thread, LogRecord record, Bytes after) {
  const uint32_t bytes = record.bytes();
  thread.Execute(Category::kLogWork, record_ns_);
  thread.Charge(Category::kLogWork, (bytes + 63) / 64 * copy_line_ns_);
  co_await Ordered(thread);
  const Lsn lsn = inserted_;
  AI_CHECK(HasBufferRoom(bytes));
  thread.At({kLogCopy, kLogBuffer, static_cast<uint32_t>(lsn)});
  co_await Note(
      thread, EventKind::kLogInsert,
      {.tier = Tier::kDram, .address = BufferAddress(lsn), .size = bytes, .a = record.change});
  buffer_.Write(blocks_.PositionOf(lsn), &record, sizeof record);
  if (after.size > 0)
    buffer_.Write(blocks_.PositionOf(blocks_.Behind(lsn, sizeof record)), after.data, after.size);
  inserted_ = blocks_.Behind(lsn, bytes);
  last_ = lsn;
  ++counters_.records;
  counters_.bytes += bytes;
  co_return lsn;
}

Task<void> RedoLog::Close(Thread& thread) {
  co_await Ordered(thread);
  LogRecord record;
  buffer_.Read(blocks_.PositionOf(last_), &record, sizeof record);
  record.flags |= LogRecord::kLast;
  buffer_.Write(blocks_.PositionOf(last_), &record, sizeof record);
  const Time start = group_start_;
  open_ = false;
  co_await Latch::Release(thread, latch_);
  counters_.insert_ns += thread.now() - start;
}

// --- Making it durable ---------------------------------------------------------------------------

Task<void> RedoLog::Force(Thread& thread, Lsn lsn) {
  co_await Ordered(thread);
  while (durable_lsn() <= lsn) co_await Flush(thread);
}

Task<void> RedoLog::Flush(Thread& thread) {
  const bool wrote =
      co_await flush_.Flush(thread, latch_, inserted_, {kFlushWrite, kLogFile, 0}, 0,
                            [&](Lsn from, Lsn to) { return WriteOut(thread, from, to); });
  if (wrote) ++counters_.flushes;
}

Task<void> RedoLog::Persist(Thread& thread) {
  if (!file_.durable_on_write()) co_await file_.Sync(thread, Category::kLogIo);
}

void RedoLog::PutBlock(Lsn lsn, Lsn to, uint8_t* block) const {
  BlockHeader header;
  header.number = static_cast<uint32_t>(lsn / blocks_.bytes);
  header.checkpoint = checkpoint_.number;
  header.bytes = static_cast<uint16_t>(std::min<Lsn>(to - blocks_.BlockOf(lsn), blocks_.end()));
  std::memset(block, 0, blocks_.bytes);
  std::memcpy(block, &header, sizeof header);
  buffer_.Read(blocks_.PositionOf(blocks_.BlockOf(lsn) + kBlockHead), block + kBlockHead,
               header.bytes - kBlockHead);
  const uint32_t checksum = ChecksumOf(block, blocks_.end());
  std::memcpy(block + blocks_.end(), &checksum, sizeof checksum);
}

Task<DevicePlace> RedoLog::WriteOut(Thread& thread, Lsn from, Lsn to) {
  Lsn block = blocks_.BlockOf(from);
  // A block that has only just begun is written, too: a checkpoint may begin there, and what an
  // earlier life left in its place would pass for what follows.
  while (block < to) {
    const uint64_t place = FileOffset(block);
    uint32_t bytes = 0;
    while (block < to && bytes < chunk_bytes_ && place + bytes < FileBytes(params_)) {
      PutBlock(block, to, chunk_ + bytes);
      bytes += blocks_.bytes;
      block += blocks_.bytes;
    }
    thread.At({kFlushWrite, kLogFile, static_cast<uint32_t>(from)});
    co_await file_.Write(thread, Category::kLogIo, place, chunk_, bytes);
  }
  co_await Persist(thread);
  co_return file_.PlaceOf(FileOffset(to));
}

// Room grows, and blocks have the new number, only once the checkpoint is durable.
Task<void> RedoLog::WriteCheckpoint(Thread& thread, Lsn lsn) {
  Checkpoint next = checkpoint_;
  next.lsn = lsn;
  ++next.number;
  next.checksum = ChecksumOf(next);
  auto* block = static_cast<uint8_t*>(arena_.AllocatePooled(blocks_.bytes));
  std::memset(block, 0, blocks_.bytes);
  std::memcpy(block, &next, sizeof next);
  thread.At({kCheckpointBlock, kCheckpoints, next.number % 2});
  co_await file_.Write(thread, Category::kLogIo, PlaceOf(next.number), block, blocks_.bytes);
  arena_.Recycle(block, blocks_.bytes);
  co_await Persist(thread);
  co_await Note(thread, EventKind::kTruncate,
                {.tier = file_.tier(),
                 .a = static_cast<uint32_t>(checkpoint_.lsn),
                 .b = static_cast<uint32_t>(lsn)});
  checkpoint_ = next;
}

// --- Restart -------------------------------------------------------------------------------------

bool RedoLog::IsWhole(const Checkpoint& checkpoint) const {
  const uint64_t at = checkpoint.lsn % blocks_.bytes;
  return checkpoint.magic == kMagic && checkpoint.checksum == ChecksumOf(checkpoint) &&
         at >= kBlockHead && at < blocks_.end() && checkpoint.lsn < EventQueue::kTimeLimit;
}

Task<bool> RedoLog::ReadCheckpoint(Thread& thread) {
  bool found = false;
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(blocks_.bytes));
  for (uint32_t i = 0; i < 2; ++i) {
    thread.At({kRecoverCheckpoint, kCheckpoints, i});
    co_await file_.Read(thread, Category::kLogIo, PlaceOf(i), bytes, blocks_.bytes);
    Checkpoint checkpoint;
    std::memcpy(&checkpoint, bytes, sizeof checkpoint);
    const bool whole = IsWhole(checkpoint);
    co_await Note(thread, EventKind::kCheck,
                  {.tier = file_.tier(),
                   .address = file_.address(PlaceOf(i)),
                   .size = sizeof checkpoint,
                   .a = whole ? 1u : 0u});
    if (!whole || (found && checkpoint.number < checkpoint_.number)) continue;
    checkpoint_ = checkpoint;
    found = true;
  }
  arena_.Recycle(bytes, blocks_.bytes);
  if (found) {
    scan_ = arena_.New<LogParser>(arena_, blocks_, checkpoint_.lsn, params_.page_bytes,
                                  params_.page_limit, params_.keeps_halves);
  }
  co_return found;
}

Task<bool> RedoLog::Next(Thread& thread, Group* group) {
  const auto most = static_cast<uint32_t>(std::min<uint64_t>(kWindowBytes, params_.file_bytes));
  if (!window_) window_ = static_cast<uint8_t*>(arena_.Allocate(most));
  for (;;) {
    const LogParser::Result result = scan_->Take(group);
    if (result != LogParser::Result::kNeedsBlock) {
      // Everything that has been read is durable: pages that hold it may go home meanwhile.
      inserted_ = scan_->end();
      flush_.Found(inserted_);
      co_return result == LogParser::Result::kGroup;
    }
    const uint64_t at = FileOffset(scan_->next_block());
    thread.At({kRecoverScan, kLogFile, static_cast<uint32_t>(scan_->next_block())});
    if (at < window_from_ || at + blocks_.bytes > window_from_ + window_bytes_) {
      window_from_ = at;
      window_bytes_ = static_cast<uint32_t>(std::min<uint64_t>(most, FileBytes(params_) - at));
      co_await file_.Read(thread, Category::kLogIo, at, window_, window_bytes_);
    }
    scan_->Feed(window_ + (at - window_from_));
  }
}

Task<void> RedoLog::Continue(Thread& thread) {
  file_.Peek(FileOffset(inserted_), chunk_, blocks_.bytes);
  const Lsn from = blocks_.BlockOf(inserted_) + kBlockHead;
  buffer_.Write(blocks_.PositionOf(from), chunk_ + kBlockHead,
                static_cast<uint32_t>(inserted_ - from));
  const bool renumbers = thread.Does(kRecoverNumber);
  co_await Step(thread, {kRecoverNumber, kCheckpoints, 0});
  if (renumbers) co_await WriteCheckpoint(thread, checkpoint_.lsn);
  const bool cuts = thread.Does(kRecoverTail);
  co_await Step(thread, {kRecoverTail, kLogFile, static_cast<uint32_t>(inserted_)});
  if (!cuts) co_return;
  PutBlock(inserted_, inserted_, chunk_);
  thread.At({kRecoverTail, kLogFile, static_cast<uint32_t>(inserted_)});
  co_await file_.Write(thread, Category::kLogIo, FileOffset(inserted_), chunk_, blocks_.bytes);
  co_await Persist(thread);
}

}  // namespace afterimage::xtradb
