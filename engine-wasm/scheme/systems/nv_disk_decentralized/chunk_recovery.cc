// The log file of NV-Disk with decentralized logging: masters, truncation, and reading it after a
// power cut.
#include <algorithm>

#include "base/digest.h"
#include "scheme/systems/nv_disk_decentralized/chunks.h"

namespace afterimage::distributed {

uint64_t ChecksumOf(ChunkMaster master) {
  master.checksum = 0;
  Digest digest;
  digest.Bytes(&master, sizeof master);
  return digest.Value();
}

void Chunks::Format() {
  ChunkMaster master;
  master.magic = kMagic;
  master.next_gsn = next_gsn_;
  master.partition_bytes = params_.partition_bytes;
  master.partitions = params_.partitions;
  master.checksum = ChecksumOf(master);
  file_.Format(0, &master, sizeof master);
  known_ = true;
}

bool Chunks::Plausible(const ChunkMaster& master) const {
  return master.magic == kMagic && master.partition_bytes == params_.partition_bytes &&
         master.partitions == params_.partitions && master.first % Block() == 0 &&
         master.first < EventQueue::kTimeLimit && master.next_gsn > 0 &&
         master.next_gsn < EventQueue::kTimeLimit;
}

// --- Truncation ----------------------------------------------------------------------------------

// Pages that were dirty at the last checkpoint already hold the log back; where it is nearly full,
// all do.
Task<Lsn> Chunks::BeginCheckpoint(Thread& thread) {
  co_await Ordered(thread);
  const Lsn before = checkpoint_gsn_;
  checkpoint_gsn_ = next_gsn_;
  checkpoint_from_ = end_;
  co_return Room() < Total() / 2 ? checkpoint_gsn_ : before;
}

// Chunks have records of any age: the log starts at the first with one that is needed.
Task<void> Chunks::Truncate(Thread& thread, Lsn head) {
  co_await Ordered(thread);
  uint64_t first = open_.empty() ? end_ : open_.front();
  for (const Chunk& chunk : chunks_) {
    if (chunk.latest < head) continue;
    first = std::min(first, chunk.place);
    break;
  }
  thread.At({kCheckpointMaster, kAnchors, static_cast<uint32_t>((master_sequence_ + 1) % 2)});
  co_await WriteMaster(thread, first);
}

Task<void> Chunks::Empty(Thread& thread) {
  co_await Ordered(thread);
  thread.At({kRecoverMaster, kAnchors, static_cast<uint32_t>((master_sequence_ + 1) % 2)});
  co_await WriteMaster(thread, end_);
}

Task<void> Chunks::WriteMaster(Thread& thread, uint64_t first) {
  ChunkMaster master;
  master.magic = kMagic;
  master.sequence = ++master_sequence_;
  master.first = first;
  master.next_gsn = next_gsn_;
  master.partition_bytes = params_.partition_bytes;
  master.partitions = params_.partitions;
  master.checksum = ChecksumOf(master);
  auto* block = static_cast<uint8_t*>(arena_.AllocatePooled(Block()));
  std::memset(block, 0, Block());
  std::memcpy(block, &master, sizeof master);
  co_await file_.Write(thread, Category::kLogIo, master.sequence % 2 * Block(), block, Block());
  if (!file_.durable_on_write()) co_await file_.Sync(thread, Category::kLogIo);
  co_await Ordered(thread);
  arena_.Recycle(block, Block());
  co_await Note(thread, EventKind::kTruncate,
                {.tier = file_.tier(),
                 .a = static_cast<uint32_t>(first_),
                 .b = static_cast<uint32_t>(first)});
  for (uint64_t place = FirstPartition(); place + params_.partition_bytes <= first;
       place += params_.partition_bytes) {
    file_.Discard(Offset(place), params_.partition_bytes);
  }
  first_ = first;
  const auto needed = std::find_if(chunks_.begin(), chunks_.end(),
                                   [&](const Chunk& chunk) { return chunk.place >= first; });
  chunks_.erase(chunks_.begin(), needed);
}

// --- Recovery ------------------------------------------------------------------------------------

Task<bool> Chunks::ReadMasters(Thread& thread) {
  auto* block = static_cast<uint8_t*>(arena_.AllocatePooled(Block()));
  bool found = false;
  for (uint32_t i = 0; i < 2; ++i) {
    thread.At({kRecoverAnchors, kAnchors, i});
    co_await file_.Read(thread, Category::kLogIo, uint64_t{i} * Block(), block, Block());
    ChunkMaster master;
    std::memcpy(&master, block, sizeof master);
    const bool whole = Plausible(master) && thread.Holds(master.checksum == ChecksumOf(master));
    co_await Note(thread, EventKind::kCheck,
                  {.tier = file_.tier(),
                   .address = file_.address(uint64_t{i} * Block()),
                   .size = Block(),
                   .a = whole ? 1u : 0u});
    if (!whole || (found && !thread.Holds(master.sequence >= master_sequence_))) continue;
    found = true;
    master_sequence_ = master.sequence;
    first_ = end_ = checkpoint_from_ = master.first;
    next_gsn_ = master.next_gsn;
  }
  arena_.Recycle(block, Block());
  co_return found;
}

Task<void> Chunks::ReadLog(Thread& thread, uint64_t place, uint8_t* out, uint32_t size) {
  const auto part = static_cast<uint32_t>(std::min<uint64_t>(size, Total() - place % Total()));
  co_await file_.Read(thread, Category::kLogIo, Offset(place), out, part);
  if (part < size)
    co_await file_.Read(thread, Category::kLogIo, Offset(0), out + part, size - part);
}

bool Chunks::IsChunk(Thread& thread, uint64_t place, const uint8_t* bytes, uint64_t left,
                     ChunkHeader* header) {
  std::memcpy(header, bytes, sizeof *header);
  if (header->magic != kMagic || header->bytes < sizeof *header ||
      header->bytes > std::min<uint64_t>(left, kMostChunk))
    return false;
  if (!thread.Holds(header->place == place)) return false;
  return thread.Holds(header->checksum == ChecksumOf(*header, bytes + sizeof *header));
}

bool Chunks::TakeRecords(const ChunkHeader& chunk, const uint8_t* bytes,
                         ArenaVector<Found>& records) {
  for (uint32_t at = sizeof chunk; at < chunk.bytes;) {
    Found found;
    if (at + sizeof found.header > chunk.bytes) return false;
    std::memcpy(&found.header, bytes + at, sizeof found.header);
    const RecordHeader& header = found.header;
    if (!Sane(header, engine_->page_limit()) || header.gsn >= EventQueue::kTimeLimit) return false;
    if (at + header.bytes() > chunk.bytes) return false;
    const uint32_t images_bytes = header.bytes() - static_cast<uint32_t>(sizeof header);
    auto* images = static_cast<uint8_t*>(arena_.Allocate(images_bytes + 1));
    std::memcpy(images, bytes + at + sizeof header, images_bytes);
    found.images = images;
    records.push_back(found);
    next_gsn_ = std::max(next_gsn_, header.gsn + 1);
    at += Aligned(header.bytes());
  }
  return true;
}

// Reads from the first place that is needed, across chunks that never became durable, to where no
// more can be.
Task<bool> Chunks::Collect(Thread& thread, ArenaVector<Found>& records) {
  static constexpr uint32_t kRead = 2 * kMostChunk;
  if (!co_await ReadMasters(thread)) co_return false;
  auto* bytes = static_cast<uint8_t*>(arena_.AllocatePooled(kRead));
  const uint64_t limit = FirstPartition() + Total();
  uint64_t from = 0, to = 0;  // that have been read
  for (uint64_t place = first_; place < std::min(limit, end_ + Window());) {
    // A chunk is read completely.
    if (place < from || place + std::min<uint64_t>(kMostChunk, limit - place) > to) {
      from = place;
      to = std::min(limit, from + kRead);
      thread.At({kRecoverScan, kFile, 0});
      co_await ReadLog(thread, from, bytes, static_cast<uint32_t>(to - from));
    }
    ChunkHeader header;
    thread.At({kRecoverScan, kFile, 0});
    if (!IsChunk(thread, place, bytes + (place - from), to - place, &header)) {
      place += Block();
      continue;
    }
    const size_t before = records.size();
    const bool whole = TakeRecords(header, bytes + (place - from), records);
    thread.At({kRecoverScan, kFile,
               static_cast<uint32_t>(records.size() > before ? records.back().header.gsn : 0)});
    co_await Note(thread, EventKind::kCheck,
                  {.tier = file_.tier(),
                   .address = file_.address(Offset(place)),
                   .size = header.bytes,
                   .a = whole ? 1u : 0u});
    if (!whole) co_return false;
    place += RoundUp(header.bytes);
    end_ = place;
  }
  arena_.Recycle(bytes, kRead);
  checkpoint_from_ = end_;
  checkpoint_gsn_ = next_gsn_;
  known_ = true;
  co_return true;
}

}  // namespace afterimage::distributed
