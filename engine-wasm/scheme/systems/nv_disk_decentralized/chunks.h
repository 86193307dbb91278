// NV-Disk with decentralized logging: each transaction has a private log buffer in DRAM; all of
// them write to one log file. A thread that must make records durable appends the transaction's
// buffer to the file as one chunk: a place at the end, a write, a sync. No write carries another
// transaction's records along, so nothing is grouped.
//
//   file:   | master 0 | master 1 | partition 0 | partition 1 | ... |
//   chunk:  | header | record | record | ... | up to a whole block |
//
// The log is endless: position p is at p mod the partitions' size. A chunk belongs to the log if it
// bears its own place and its checksum holds, so chunks of an earlier lap are never taken for it. A
// chunk may be durable behind one that never was: writers finish in any order, but none begins
// further than Window() behind the oldest that has not finished, so recovery reads on that far
// behind the last complete chunk. A transaction's chunks are durable in their order.
//
// GSNs come from one counter in DRAM.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_DECENTRALIZED_CHUNKS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_DECENTRALIZED_CHUNKS_H_

#include <algorithm>

#include "scheme/shared/record_logs/record_store.h"
#include "scheme/systems/nv_disk_decentralized/story.h"
#include "tier/dram.h"
#include "tier/files/file.h"

namespace afterimage::distributed {

struct ChunkParams {
  uint32_t partitions = 4;
  uint32_t partition_bytes = 8192;  // a multiple of the file's block
  uint32_t checkpoint_bytes = 0;    // of log since the last checkpoint
  uint32_t structure_slack = 0;     // bytes of log kept free for structure changes
  uint32_t image_bytes = 0;         // the longest before or after image of a client's change
  LogWriting writing = {};
};

struct ChunkHeader {
  uint64_t magic = 0;
  uint64_t place = 0;
  uint32_t bytes = 0;  // this header and the records
  uint32_t checksum = 0;
  uint64_t unused = 0;
};
static_assert(sizeof(ChunkHeader) == 32);

// The information that restart needs before it has read any log.
struct ChunkMaster {
  uint64_t magic = 0;
  uint64_t sequence = 0;  // the larger of two whole masters counts
  uint64_t first = 0;     // nothing below this place is needed
  uint64_t next_gsn = 0;  // none from here on had been given out
  uint32_t partition_bytes = 0;
  uint32_t partitions = 0;
  uint64_t checksum = 0;
};

// Over all but the checksum itself. Of a chunk: the header, and the records behind it.
uint32_t ChecksumOf(ChunkHeader header, const uint8_t* records);
uint64_t ChecksumOf(ChunkMaster master);

class Chunks final : public RecordStore, private PartitionedLog {
 public:
  Chunks(const EngineContext& context, const ChunkParams& params, Dram& dram, File& file);
  static uint64_t FileBytes(const ChunkParams& params, uint32_t block) {
    return 2 * uint64_t{std::max(block, params.writing.block_bytes)} +
           uint64_t{params.partition_bytes} * params.partitions;
  }

  void Attach(PageParts& engine, EarlyCommits& early_commits) override {
    engine_ = &engine;
    early_commits_ = &early_commits;
  }
  void Format() override;
  void Start() override {}
  void Stop(Thread&) override {}
  void Open(Thread& thread, Transaction& txn) override;
  void Reopen(Transaction& txn, const RecordHeader& header) override;
  void Close(Transaction& txn) override;
  bool TryReserve(Transaction& txn, uint32_t changes) override;
  bool HasRoom(const Transaction& txn, uint32_t image_bytes) const override;
  Task<Lsn> Append(Thread& thread, Transaction& txn, RecordHeader header, Bytes before,
                   Bytes after) override;
  uint32_t RecordCount(const Transaction& txn) const override;
  Task<bool> ReadBack(Thread& thread, const Transaction& txn, uint32_t i, RecordHeader* header,
                      uint8_t* images) override;
  Lsn NextGsn() const override { return next_gsn_; }
  Task<void> PersistTransaction(Thread& thread, Transaction& txn, PersistLines lines) override;
  Task<void> AwaitOthers(Thread&, Lsn) override { co_return; }
  Task<void> PersistPage(Thread& thread, PageId page, Lsn page_lsn) override;
  bool WantsCheckpoint() const override {
    return end_ - checkpoint_from_ >= params_.checkpoint_bytes;
  }
  const PartitionedLog* partitions() const override { return this; }
  Task<Lsn> BeginCheckpoint(Thread& thread) override;
  Task<void> Truncate(Thread& thread, Lsn head) override;
  Task<bool> Collect(Thread& thread, ArenaVector<Found>& records) override;
  Task<void> Empty(Thread& thread) override;
  uint16_t found_in() const override { return kFile; }
  const StoreCounters& counters() const override { return counters_; }
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;

 private:
  uint32_t oldest_partition() const override { return PartitionOf(first_); }
  uint32_t newest_partition() const override { return PartitionOf(end_); }
  uint32_t PartitionOf(uint64_t place) const {
    return static_cast<uint32_t>(place / params_.partition_bytes);
  }

  struct Entry {
    Lsn gsn;
    PageId page;
    uint32_t at;  // in the buffer
    uint32_t bytes;
  };
  // A private log buffer: its records one behind the other.
  struct Buffer {
    explicit Buffer(Arena& arena) : entries(ArenaAllocator<Entry>(arena)) {}
    Address dram = 0;
    uint32_t size_class = 0;
    uint32_t used = 0;
    uint32_t durable = 0;  // bytes of it
    bool writing = false;
    TxnLabel label = 0;
    uint64_t reserved = 0;
    uint32_t changes = 0;   // for which room is reserved
    uint64_t rests_on = 0;  // the last early commit that its records depend on
    uint64_t life = 0;      // counts the transactions that had it
    WaitQueue waiters;      // for the write to end
    ArenaVector<Entry> entries;
    Buffer* older = nullptr;  // of the buffers in use
    Buffer* newer = nullptr;
  };
  struct Chunk {
    uint64_t place;
    Lsn latest;  // the largest GSN in it
  };

  static constexpr uint64_t kMagic = 0x31474f4c4e4b4843;  // "CHKNLOG1"
  static constexpr uint32_t kMostChunk = 32 * 1024;
  static constexpr uint32_t kSmallest = 256;  // of a buffer
  static constexpr uint32_t kSizeClasses = 20;

  uint32_t Block() const { return std::max(file_.block_bytes(), params_.writing.block_bytes); }
  uint32_t Window() const { return std::max(64u * 1024, 16 * Block()); }
  uint32_t RoundUp(uint32_t bytes) const { return (bytes + Block() - 1) / Block() * Block(); }
  uint32_t MostChunk() const {
    return params_.partition_bytes < kMostChunk ? params_.partition_bytes : kMostChunk;
  }
  static uint32_t Aligned(uint32_t bytes) { return (bytes + 7u) & ~7u; }
  // Returns the most bytes that a record takes: a chunk of its own.
  uint32_t ChunkBytes(uint32_t record_bytes) const {
    return RoundUp(sizeof(ChunkHeader) + Aligned(record_bytes));
  }
  uint32_t ChangeBytes() const {
    return ChunkBytes(sizeof(RecordHeader) + 2 * params_.image_bytes);
  }
  // Returns the bytes of the largest chunk that a rollback of this many changes writes.
  uint32_t RollbackBytes(uint32_t changes) const {
    const uint32_t record = Aligned(sizeof(RecordHeader) + 2 * params_.image_bytes);
    return RoundUp(sizeof(ChunkHeader) + (changes + 1) * record);
  }
  uint64_t Total() const { return uint64_t{params_.partitions} * params_.partition_bytes; }
  uint64_t FirstPartition() const {
    return first_ / params_.partition_bytes * params_.partition_bytes;
  }
  // Bytes that may still be appended.
  uint64_t Room() const { return Total() - (end_ - FirstPartition()); }
  uint64_t Offset(uint64_t place) const { return 2 * uint64_t{Block()} + place % Total(); }
  Buffer& BufferOf(const Transaction& txn) const { return *static_cast<Buffer*>(txn.log); }

  // --- buffers and chunks (chunks.cc) ---
  void Grow(Buffer& buffer, uint32_t bytes);
  void Put(Buffer& buffer, const RecordHeader& header, Bytes before, Bytes after);
  // The first `upto` bytes of it, while the transaction of that `life` has it.
  Task<void> MakeDurable(Thread& thread, Buffer& buffer, uint64_t life, uint32_t upto);
  // Returns the end of a chunk's records, from the first byte that is not durable.
  uint32_t PieceEnd(const Buffer& buffer, uint32_t from) const;
  Task<void> WriteChunk(Thread& thread, Buffer& buffer, uint32_t from, uint32_t to);
  Task<uint64_t> TakePlace(Thread& thread, uint32_t bytes, Lsn latest);
  // Writes `size` bytes, of which `data` are records and the rest zeros.
  Task<void> WriteAt(Thread& thread, uint64_t place, const uint8_t* bytes, uint32_t data,
                     uint32_t size);
  // The mutation: the last record's chunk before that of the others.
  Task<void> WriteLastFirst(Thread& thread, Buffer& buffer);

  // --- masters and recovery (chunk_recovery.cc) ---
  Task<void> WriteMaster(Thread& thread, uint64_t first);
  Task<bool> ReadMasters(Thread& thread);
  Task<void> ReadLog(Thread& thread, uint64_t place, uint8_t* out, uint32_t size);
  // Returns whether a chunk is at `place`, which `bytes` has with what follows.
  bool IsChunk(Thread& thread, uint64_t place, const uint8_t* bytes, uint64_t left,
               ChunkHeader* header);
  bool TakeRecords(const ChunkHeader& header, const uint8_t* bytes, ArenaVector<Found>& records);

  // Returns whether it describes a log that this file can hold.
  bool Plausible(const ChunkMaster& master) const;

  // --- for the interface (chunk_describe.cc) ---
  // A record that the file's device holds, or will once what is on its way has arrived.
  struct InFile {
    uint64_t chunk = 0;
    uint64_t place = 0;
    RecordHeader header;
    bool durable = false;
  };
  void PeekAt(uint64_t place, void* out, uint32_t size);
  bool PeekChunk(uint64_t place, ChunkHeader* chunk);
  void FindInFile(ArenaVector<InFile>& records);
  void DescribeBuffers(Inspector& inspector, const ArenaVector<InFile>& in_file);
  void DescribeFile(Inspector& inspector, const ArenaVector<InFile>& records);
  void DescribeMasters(Inspector& inspector);

  Arena& arena_;
  Dram& dram_;
  File& file_;
  const MachineProfile& machine_;
  ChunkParams params_;
  const Schema& schema_;  // for the interface
  bool commit_first_;     // a mutation
  Time record_ns_;
  Latch end_latch_;
  PageParts* engine_ = nullptr;
  EarlyCommits* early_commits_ = nullptr;

  Lsn next_gsn_ = 1;
  const Thread* counter_at_ = nullptr;  // the thread whose cache has the counter
  bool known_ = false;  // fresh, or found again after a power cut: the places below are the log's
  uint64_t first_ = 0;
  uint64_t end_ = 0;
  uint64_t reserved_ = 0;
  uint64_t unwritten_ = 0;  // what the records in buffers may take
  uint64_t checkpoint_from_ = 0;
  Lsn checkpoint_gsn_ = 1;  // of the last checkpoint's begin
  uint64_t master_sequence_ = 0;
  ArenaVector<Chunk> chunks_;   // from first_ on
  ArenaVector<uint64_t> open_;  // places of chunks that are not durable yet
  WaitQueue open_done_;
  Buffer* oldest_ = nullptr;
  Buffer* newest_ = nullptr;
  Buffer* free_[kSizeClasses] = {};  // through `newer`
  StoreCounters counters_;
};

}  // namespace afterimage::distributed

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_DISK_DECENTRALIZED_CHUNKS_H_
