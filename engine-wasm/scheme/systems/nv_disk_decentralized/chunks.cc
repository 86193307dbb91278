#include "scheme/systems/nv_disk_decentralized/chunks.h"

#include <algorithm>

#include "base/digest.h"
#include "log/log_writing.h"

namespace afterimage::distributed {

uint32_t ChecksumOf(ChunkHeader header, const uint8_t* records) {
  header.checksum = 0;
  Digest digest;
  digest.Bytes(&header, sizeof header);
  digest.Bytes(records, header.bytes - sizeof header);
  return static_cast<uint32_t>(digest.Value());
}

Chunks::Chunks(const EngineContext& context, const ChunkParams& params, Dram& dram, File& file)
    : arena_(context.arena),
      dram_(dram),
      file_(file),
      machine_(context.machine),
      params_(params),
      schema_(context.schema),
      commit_first_(kTraced && (context.mutations >> kOwnMutation & 1)),
      record_ns_(context.machine.instructions_ns(Price::kPathLogRecord)),
      end_latch_(LatchCostsOf(context.machine)),
      chunks_(ArenaAllocator<Chunk>(context.arena)),
      open_(ArenaAllocator<uint64_t>(context.arena)) {
  AI_CHECK(params.partition_bytes % Block() == 0);
}

// --- Private buffers -----------------------------------------------------------------------------

void Chunks::Open(Thread&, Transaction& txn) {
  uint32_t size_class = 0;
  while (size_class < kSizeClasses && !free_[size_class]) ++size_class;
  Buffer* buffer = size_class < kSizeClasses ? free_[size_class] : arena_.New<Buffer>(arena_);
  if (size_class < kSizeClasses) free_[size_class] = buffer->newer;
  ++buffer->life;
  buffer->rests_on = 0;
  buffer->changes = 0;
  buffer->label = txn.label;
  buffer->older = newest_;
  buffer->newer = nullptr;
  (newest_ ? newest_->newer : oldest_) = buffer;
  newest_ = buffer;
  txn.log = buffer;
}

void Chunks::Reopen(Transaction& txn, const RecordHeader&) {
  // The buffer is taken when there is something to log.
  txn.log = nullptr;
}

void Chunks::Close(Transaction& txn) {
  Buffer& buffer = BufferOf(txn);
  (buffer.older ? buffer.older->newer : oldest_) = buffer.newer;
  (buffer.newer ? buffer.newer->older : newest_) = buffer.older;
  txn.log = nullptr;
  reserved_ -= buffer.reserved;
  buffer.reserved = 0;
  ++buffer.life;
  if (buffer.writing) return;  // somebody is still at it, whom its transaction did not wait for
  for (const Entry& entry : buffer.entries) {
    if (entry.at >= buffer.durable) unwritten_ -= ChunkBytes(entry.bytes);
  }
  buffer.used = buffer.durable = 0;
  buffer.entries.clear();
  buffer.newer = free_[buffer.size_class];
  free_[buffer.size_class] = &buffer;
}

// Updates and their CLRs, should each have to be written alone; once the record that ends the
// transaction, and the place of a chunk of its rollback that a crash leaves half written.
bool Chunks::TryReserve(Transaction& txn, uint32_t changes) {
  Buffer& buffer = BufferOf(txn);
  const uint32_t before = buffer.changes == 0 ? 0 : RollbackBytes(buffer.changes);
  const uint64_t need = uint64_t{2} * changes * ChangeBytes() +
                        (buffer.changes == 0 ? ChangeBytes() : 0) +
                        RollbackBytes(buffer.changes + changes) - before;
  if (Room() < reserved_ + params_.structure_slack + need) return false;
  buffer.changes += changes;
  buffer.reserved += need;
  reserved_ += need;
  return true;
}

// Recovery may use up what was kept free for it.
bool Chunks::HasRoom(const Transaction&, uint32_t image_bytes) const {
  return Room() >= unwritten_ + ChunkBytes(sizeof(RecordHeader) + image_bytes);
}

void Chunks::Grow(Buffer& buffer, uint32_t bytes) {
  if (buffer.dram != 0 && buffer.used + bytes <= kSmallest << buffer.size_class) return;
  const Address old = buffer.dram;
  while (buffer.used + bytes > kSmallest << buffer.size_class) ++buffer.size_class;
  AI_CHECK(buffer.size_class < kSizeClasses);
  buffer.dram = dram_.Allocate(kSmallest << buffer.size_class);
  if (buffer.used > 0) std::memcpy(dram_.At(buffer.dram), dram_.At(old), buffer.used);
}

void Chunks::Put(Buffer& buffer, const RecordHeader& header, Bytes before, Bytes after) {
  uint8_t* to = dram_.At(buffer.dram) + buffer.used;
  const uint32_t bytes = Aligned(header.bytes());
  std::memset(to, 0, bytes);
  std::memcpy(to, &header, sizeof header);
  if (before.size > 0) std::memcpy(to + sizeof header, before.data, before.size);
  if (after.size > 0) std::memcpy(to + sizeof header + before.size, after.data, after.size);
  buffer.entries.push_back(
      {header.gsn, header.changes_page() ? header.page : ~PageId{0}, buffer.used, bytes});
  buffer.used += bytes;
  unwritten_ += ChunkBytes(bytes);
}

Task<Lsn> Chunks::Append(Thread& thread, Transaction& txn, RecordHeader header, Bytes before,
                         Bytes after) {
  const Time start = thread.now();
  Buffer& mine = BufferOf(txn);
  mine.rests_on = std::max<uint64_t>(mine.rests_on, txn.depends_on);
  co_await Step(thread, {kBufferGsn, kRecords, static_cast<uint32_t>(next_gsn_)});
  const bool elsewhere = counter_at_ && counter_at_ != &thread;
  counter_at_ = &thread;
  header.gsn = next_gsn_++;
  thread.Charge(Category::kLogContention,
                machine_[Price::kAtomic] + (elsewhere ? machine_[Price::kLineTransfer] : 0));
  thread.Execute(Category::kLogWork, record_ns_ + machine_.copy_ns(header.bytes()));
  co_await Ordered(thread);
  Grow(mine, Aligned(header.bytes()));
  thread.At({kBufferPut, kRecords, static_cast<uint32_t>(header.gsn)});
  co_await Note(thread, EventKind::kLogInsert,
                {.tier = Tier::kDram,
                 .address = mine.dram + mine.used,
                 .size = header.bytes(),
                 .a = static_cast<uint32_t>(header.kind)});
  Put(mine, header, before, after);
  ++counters_.records;
  counters_.bytes += header.bytes();
  counters_.insert_ns += thread.now() - start;
  co_return header.gsn;
}

uint32_t Chunks::RecordCount(const Transaction& txn) const {
  return static_cast<uint32_t>(BufferOf(txn).entries.size());
}

Task<bool> Chunks::ReadBack(Thread& thread, const Transaction& txn, uint32_t i,
                            RecordHeader* header, uint8_t* images) {
  const Buffer& buffer = BufferOf(txn);
  const uint8_t* from = dram_.At(buffer.dram) + buffer.entries[i].at;
  std::memcpy(header, from, sizeof *header);
  std::memcpy(images, from + sizeof *header, header->bytes() - sizeof *header);
  thread.Charge(Category::kLogWork,
                (header->bytes() + kLineBytes - 1) / kLineBytes * machine_[Price::kDramRead]);
  co_return true;
}

// --- Chunks --------------------------------------------------------------------------------------

uint32_t Chunks::PieceEnd(const Buffer& buffer, uint32_t from) const {
  uint32_t end = from;
  for (const Entry& entry : buffer.entries) {
    if (entry.at < from) continue;
    if (end > from && RoundUp(sizeof(ChunkHeader) + entry.at + entry.bytes - from) > MostChunk())
      break;
    end = entry.at + entry.bytes;
  }
  return end;
}

Task<void> Chunks::MakeDurable(Thread& thread, Buffer& buffer, uint64_t life, uint32_t upto) {
  for (;;) {
    co_await Ordered(thread);
    if (buffer.life != life || buffer.durable >= upto) co_return;
    if (buffer.writing) {
      co_await Sleep(thread, buffer.waiters, WaitFor::kPersister, 0, 0, Category::kLogIo);
      continue;
    }
    if (early_commits_->AnyUpTo(buffer.rests_on) && thread.Does(kChunkRests)) {
      co_await Step(thread,
                    {kChunkRests, kRecords, static_cast<uint32_t>(buffer.entries.back().gsn)});
      co_await early_commits_->Await(thread, buffer.rests_on);
      continue;
    }
    const uint32_t to = PieceEnd(buffer, buffer.durable);
    buffer.writing = true;
    co_await WriteChunk(thread, buffer, buffer.durable, to);
    buffer.durable = to;
    buffer.writing = false;
    buffer.waiters.WakeAll(thread.kernel(), thread.now());
  }
}

// A place at the end of the log, block by block; near enough to the oldest chunk that is not
// durable.
Task<uint64_t> Chunks::TakePlace(Thread& thread, uint32_t bytes, Lsn latest) {
  thread.At({kChunkReserve, kFile, static_cast<uint32_t>(latest)});
  for (;;) {
    co_await Latch::Acquire(thread, end_latch_, Category::kLogContention);
    co_await Ordered(thread);
    if (open_.empty() || end_ + bytes - open_.front() <= Window()) break;
    co_await Latch::Release(thread, end_latch_);
    co_await Sleep(thread, open_done_, WaitFor::kPersister, 0, 0, Category::kLogContention);
  }
  co_await Note(thread, EventKind::kStep);
  AI_CHECK(bytes <= Room());
  const uint64_t place = end_;
  end_ += bytes;
  open_.push_back(place);
  chunks_.push_back({place, latest});
  co_await Latch::Release(thread, end_latch_);
  co_return place;
}

// The end of the file may come in between.
Task<void> Chunks::WriteAt(Thread& thread, uint64_t place, const uint8_t* bytes, uint32_t data,
                           uint32_t size) {
  const auto part = static_cast<uint32_t>(std::min<uint64_t>(size, Total() - place % Total()));
  if (kWhole && params_.writing.in_parts && part == size) {
    const LogParts parts(data, data, size);
    co_await parts.Write(thread, file_, Offset(place), bytes);
    co_return;
  }
  co_await file_.Write(thread, Category::kLogIo, Offset(place), bytes, part);
  if (part < size)
    co_await file_.Write(thread, Category::kLogIo, Offset(0), bytes + part, size - part);
}

Task<void> Chunks::WriteChunk(Thread& thread, Buffer& buffer, uint32_t from, uint32_t to) {
  const Where outer = thread.where();
  ChunkHeader header;
  header.magic = kMagic;
  header.bytes = static_cast<uint32_t>(sizeof header) + to - from;
  const uint32_t size = RoundUp(header.bytes);
  Lsn latest = 0;
  uint64_t most = 0, records = 0;
  for (const Entry& entry : buffer.entries) {
    if (entry.at < from || entry.at >= to) continue;
    latest = std::max(latest, entry.gsn);
    most += ChunkBytes(entry.bytes);
    ++records;
  }
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(size));
  std::memset(bytes, 0, size);
  std::memcpy(bytes + sizeof header, dram_.At(buffer.dram) + from, to - from);
  header.place = co_await TakePlace(thread, size, latest);
  unwritten_ -= most;
  header.checksum = ChecksumOf(header, bytes + sizeof header);
  std::memcpy(bytes, &header, sizeof header);
  thread.At({kChunkWrite, kFile, static_cast<uint32_t>(latest)});
  co_await WriteAt(thread, header.place, bytes, header.bytes, size);
  if (params_.writing.in_parts || !file_.durable_on_write()) {
    thread.At({kChunkSync, kFile, static_cast<uint32_t>(latest)});
    co_await file_.Sync(thread, Category::kLogIo);
  }
  co_await Ordered(thread);
  co_await Note(
      thread, EventKind::kLogDurable,
      {.tier = file_.tier(), .address = file_.address(Offset(header.place)), .size = size});
  // The reservation is not used earlier: a power cut may leave only the chunk's place, and then
  // recovery needs room to write these records again.
  const uint64_t used = std::min<uint64_t>(buffer.reserved, records * ChangeBytes());
  buffer.reserved -= used;
  reserved_ -= used;
  open_.erase(std::find(open_.begin(), open_.end(), header.place));
  open_done_.WakeAll(thread.kernel(), thread.now());
  arena_.Recycle(bytes, size);
  thread.At(outer);
}

Task<void> Chunks::WriteLastFirst(Thread& thread, Buffer& buffer) {
  const uint32_t last = buffer.entries.back().at, from = buffer.durable;
  buffer.writing = true;
  thread.set_broken(true);
  co_await WriteChunk(thread, buffer, last, buffer.used);
  thread.set_broken(false);
  if (from < last) co_await WriteChunk(thread, buffer, from, last);
  buffer.durable = buffer.used;
  buffer.writing = false;
  buffer.waiters.WakeAll(thread.kernel(), thread.now());
}

Task<void> Chunks::PersistTransaction(Thread& thread, Transaction& txn, PersistLines lines) {
  Buffer& buffer = BufferOf(txn);
  thread.At({lines.first, kRecords, static_cast<uint32_t>(txn.last_lsn)});
  co_await Ordered(thread);
  co_await Note(thread, EventKind::kStep);
  if (commit_first_ && lines.first == kCommitTail && !buffer.writing) {
    co_await WriteLastFirst(thread, buffer);
  } else {
    co_await MakeDurable(thread, buffer, buffer.life, buffer.used);
  }
}

Task<void> Chunks::PersistPage(Thread& thread, PageId page, Lsn) {
  for (;;) {
    co_await Ordered(thread);
    Buffer* found = nullptr;
    uint32_t upto = 0;
    for (Buffer* buffer = oldest_; buffer && !found; buffer = buffer->newer) {
      for (const Entry& entry : buffer->entries) {
        if (entry.page == page && entry.at >= buffer->durable) upto = entry.at + entry.bytes;
      }
      if (upto > 0) found = buffer;
    }
    if (!found) co_return;
    // Its transaction may end before this thread goes on, and another one have the buffer then.
    const uint64_t life = found->life;
    co_await Step(thread, {kGateTail, kRecords, static_cast<uint32_t>(found->entries.back().gsn)});
    co_await MakeDurable(thread, *found, life, upto);
  }
}

}  // namespace afterimage::distributed
