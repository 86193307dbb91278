// Reading a central log: for those who roll back, and at restart.
#include <algorithm>
#include <cstring>

#include "log/central_log.h"

namespace afterimage {
namespace {

// The number of records among which those are sought that a write has left out; for the interface.
constexpr size_t kRecordsLooked = 48;

constexpr uint32_t kWindowBytes = 64 * 1024;

bool Sane(const RecordHeader& header, Lsn lsn) {
  return header.lsn == lsn && header.kind < RecordKind::kCount &&
         header.size() <= kMaxRecordBytes &&
         header.change < static_cast<uint8_t>(ChangeKind::kCount);
}

// Returns whether it describes a log that this file can hold.
bool Sane(const LogMaster& master, const CentralLogParams& params) {
  if (master.partition_bytes != params.partition_bytes || master.partitions != params.partitions)
    return false;
  if (master.first_lsn < CentralLog::kFirstLsn || master.first_lsn >= EventQueue::kTimeLimit)
    return false;
  const Lsn needed =
      master.checkpoint_lsn - master.first_lsn;  // large where the checkpoint comes first
  const bool checkpoint = master.checkpoint_lsn == kNoLsn ||
                          needed < uint64_t{params.partition_bytes} * params.partitions;
  return checkpoint && master.epoch < 0xffff && master.epoch_lsn < EventQueue::kTimeLimit;
}

}  // namespace

Task<void> CentralLog::FillWindow(Thread& thread, Lsn lsn) {
  if (!window_)
    window_ =
        static_cast<uint8_t*>(arena_.Allocate(std::min(kWindowBytes, params_.partition_bytes)));
  const Lsn partition_end = (lsn / params_.partition_bytes + 1) * params_.partition_bytes;
  window_from_ = BlockFloor(lsn);
  window_bytes_ = static_cast<uint32_t>(std::min<Lsn>(partition_end - window_from_, kWindowBytes));
  co_await file_.Read(thread, Category::kLogIo, FileOffset(window_from_), window_, window_bytes_);
}

bool CentralLog::CopyWindow(Lsn lsn, uint32_t size, void* out) const {
  if (lsn < window_from_ || lsn + size > window_from_ + window_bytes_) return false;
  std::memcpy(out, window_ + (lsn - window_from_), size);
  return true;
}

Task<bool> CentralLog::Scan(Thread& thread, Lsn lsn, const LogMaster* master, uint32_t epoch,
                            RecordHeader* header, uint8_t* images) {
  if (lsn % params_.partition_bytes + sizeof *header > params_.partition_bytes) co_return false;
  if (!CopyWindow(lsn, sizeof *header, header)) {
    co_await FillWindow(thread, lsn);
    if (!CopyWindow(lsn, sizeof *header, header)) co_return false;
  }
  if (!Sane(*header, lsn)) co_return false;
  if (master && !thread.Holds(master->Follows(lsn, header->epoch, epoch))) co_return false;
  const uint32_t bytes = uint32_t{header->before_bytes} + header->after_bytes;
  if (lsn % params_.partition_bytes + header->size() > params_.partition_bytes) co_return false;
  if (!CopyWindow(lsn + sizeof *header, bytes, images)) {
    co_await FillWindow(thread, lsn);
    if (!CopyWindow(lsn + sizeof *header, bytes, images)) co_return false;
  }
  const Bytes before{images, header->before_bytes},
      after{images + header->before_bytes, header->after_bytes};
  co_return thread.Holds(RecordChecksum(*header, before, after) == header->checksum);
}

Task<bool> CentralLog::ReadRecord(Thread& thread, Lsn lsn, RecordHeader* header, uint8_t* images) {
  co_await Ordered(thread);
  if (lsn < buffered_from_ || lsn + params_.buffer_bytes < claimed_) {
    // There is one window: who rolls back meanwhile waits for it.
    while (window_taken_)
      co_await Sleep(thread, window_free_, WaitFor::kDevice, 0, 0, Category::kLogIo);
    window_taken_ = true;
    window_bytes_ = 0;
    const auto outcome = co_await Scan(thread, lsn, header, images);
    window_taken_ = false;
    window_free_.WakeAll(thread.kernel(), thread.now());
    co_return outcome;
  }
  buffer_.Read(lsn, header, sizeof *header);
  if (!Sane(*header, lsn)) co_return false;
  buffer_.Read(lsn + sizeof *header, images, uint32_t{header->before_bytes} + header->after_bytes);
  thread.Charge(Category::kLogWork, (header->size() + 63) / 64 * read_line_ns_);
  co_return true;
}

bool CentralLog::PeekHeader(Lsn lsn, RecordHeader* header) {
  if (lsn % params_.partition_bytes + sizeof *header > params_.partition_bytes) return false;
  if (lsn >= buffered_from_ && lsn < claimed_ && lsn + params_.buffer_bytes >= claimed_) {
    buffer_.Read(lsn, header, sizeof *header);
  } else {
    file_.Peek(FileOffset(lsn), header, sizeof *header);
  }
  return Sane(*header, lsn);
}

// --- For the interface ---------------------------------------------------------------------------

void CentralLog::Released(Lsn from, ArenaVector<RecordHeader>& headers) {
  for (Lsn lsn = from; lsn < released_;) {
    RecordHeader header;
    if (PeekHeader(lsn, &header)) {
      if (header.kind != RecordKind::kPad) headers.push_back(header);
      lsn = Behind(lsn, header.size(), header.kind == RecordKind::kPad);
      continue;
    }
    const Claim* claim = oldest_;
    while (claim && claim->lsn != lsn) claim = claim->next;
    if (!claim) return;
    header = {};
    header.lsn = lsn;
    header.kind = RecordKind::kPad;
    headers.push_back(header);
    lsn = claim->end;
  }
}

void CentralLog::HeadersInBuffer(ArenaVector<RecordHeader>& headers) {
  // The records that are missing in the file are in the buffer alone.
  ArenaVector<RecordHeader> in_file{ArenaAllocator<RecordHeader>(arena_)};
  ArenaVector<Lsn> holes{ArenaAllocator<Lsn>(arena_)};
  if (decoupled() && open_) HeadersInFile(in_file, kRecordsLooked, holes);
  for (; !holes.empty(); holes.pop_back()) {
    RecordHeader header;
    if (holes.back() < durable_lsn() && PeekHeader(holes.back(), &header))
      headers.push_back(header);
  }
  Released(durable_lsn(), headers);
  std::erase_if(headers, [](const RecordHeader& each) { return each.kind == RecordKind::kPad; });
}

void CentralLog::TakenSpace(ArenaVector<Space>& spaces) const {
  for (const Claim* claim = oldest_; claim; claim = claim->next)
    spaces.push_back({claim->lsn, claim->bytes, claim->copying, claim->txn});
}

bool CentralLog::IsInFile(const RecordHeader& header, Look look) {
  RecordHeader there;
  (file_.*look)(FileOffset(header.lsn), &there, sizeof there);
  if (std::memcmp(&there, &header, sizeof header) != 0) return false;
  const uint32_t bytes = header.size() - static_cast<uint32_t>(sizeof header);
  // Overwritten records of the buffer were durable before.
  if (header.lsn < buffered_from_ || header.lsn + params_.buffer_bytes < claimed_ || bytes == 0)
    return true;
  ArenaVector<uint8_t> images{size_t{2} * bytes, ArenaAllocator<uint8_t>(arena_)};
  buffer_.Read(header.lsn + sizeof header, images.data(), bytes);
  (file_.*look)(FileOffset(header.lsn + sizeof header), images.data() + bytes, bytes);
  return std::memcmp(images.data(), images.data() + bytes, bytes) == 0;
}

void CentralLog::Headers(ArenaVector<RecordHeader>& headers, size_t most, Look look,
                         ArenaVector<Lsn>* holes) {
  if (!open_) {
    FindInFile(headers);
    if (headers.size() > most)
      headers.erase(headers.begin(), headers.end() - static_cast<ptrdiff_t>(most));
    return;
  }
  ArenaVector<RecordHeader> all{ArenaAllocator<RecordHeader>(arena_)};
  Released(first_, all);
  for (size_t i = all.size(); i-- > 0 && headers.size() < most;) {
    if (all[i].kind != RecordKind::kPad && IsInFile(all[i], look)) {
      headers.push_back(all[i]);
    } else if (holes && !headers.empty()) {
      holes->push_back(all[i].lsn);
    }
  }
  std::reverse(headers.begin(), headers.end());
}

void CentralLog::FindInFile(ArenaVector<RecordHeader>& headers) {
  LogMaster newest;
  bool found = false;
  for (uint32_t i = 0; i < 2; ++i) {
    LogMaster master;
    file_.PeekDurable(uint64_t{i} * Block(), &master, sizeof master);
    const bool whole = master.magic == kMagic && master.checksum == MasterChecksum(master) &&
                       Sane(master, params_);
    if (!whole || (found && master.sequence < newest.sequence)) continue;
    newest = master;
    found = true;
  }
  uint32_t epoch = 0;
  ArenaVector<uint8_t> images{kMaxRecordBytes, ArenaAllocator<uint8_t>(arena_)};
  const Lsn end = newest.first_lsn + uint64_t{params_.partitions} * params_.partition_bytes;
  for (Lsn lsn = newest.first_lsn; found && lsn < end;) {
    RecordHeader header;
    if (lsn % params_.partition_bytes + sizeof header > params_.partition_bytes) return;
    file_.PeekNewest(FileOffset(lsn), &header, sizeof header);
    if (!Sane(header, lsn) || !newest.Follows(lsn, header.epoch, epoch)) return;
    if (lsn % params_.partition_bytes + header.size() > params_.partition_bytes) return;
    const uint32_t bytes = uint32_t{header.before_bytes} + header.after_bytes;
    file_.PeekNewest(FileOffset(lsn + sizeof header), images.data(), bytes);
    const Bytes before{images.data(), header.before_bytes},
        after{images.data() + header.before_bytes, header.after_bytes};
    if (RecordChecksum(header, before, after) != header.checksum) return;
    epoch = header.epoch;
    if (header.kind != RecordKind::kPad) headers.push_back(header);
    lsn = Behind(lsn, header.size(), header.kind == RecordKind::kPad);
  }
}

Task<bool> CentralLog::ReadMaster(Thread& thread, LogMaster* master) {
  bool found = false;
  const uint16_t label = thread.where().label;
  for (uint32_t i = 0; i < 2; ++i) {
    thread.At({label, labels_.master_structure, i});
    co_await file_.Read(thread, Category::kLogIo, uint64_t{i} * Block(), block_, Block());
    LogMaster read;
    std::memcpy(&read, block_, sizeof read);
    const bool whole = read.magic == kMagic &&
                       thread.Holds(read.checksum == MasterChecksum(read)) && Sane(read, params_);
    if (!whole || (found && !thread.Holds(read.sequence >= master->sequence))) continue;
    *master = read;
    found = true;
  }
  co_return found;
}

Task<void> CentralLog::Continue(Thread& thread, const LogMaster& master, Lsn end) {
  const uint16_t label = thread.where().label;
  master_sequence_ = master.sequence;
  epoch_ = master.epoch + 1;
  epoch_lsn_ = end;
  first_ = master.first_lsn;
  claimed_ = released_ = end;
  flush_.Found(end);
  open_ = true;
  buffered_from_ = end;
  // The block that the log ends in is written again with what is in it.
  const Lsn floor = BlockFloor(end);
  co_await file_.Read(thread, Category::kLogIo, FileOffset(floor), block_, Block());
  buffer_.Write(floor, block_, static_cast<uint32_t>(end - floor));
  // Before any record of this epoch: restart must know that it has begun.
  co_await WriteMaster(thread, master.checkpoint_lsn, first_, label);
}

}  // namespace afterimage
