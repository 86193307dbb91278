// Distributed Logging: N logs, each a ring of records in NVM with its own latch, head and tail. A
// transaction logs to the log of its thread.
//
//   0       64      128                      64 (1 + 2 N)
//   +-------+-------+-------+-----+----------+---------------+---------------+-----+
//   | super | head  | tail  | ... | tail     | ring 0        | ring 1        | ... |
//   | block | 0     | 0     |     | N-1      |               |               |     |
//   +-------+-------+-------+-----+----------+---------------+---------------+-----+
//
// A log is endless: heads and tails are positions in it, and position p is at p mod the ring's
// size. Records take whole lines. What lies from the durable head to the durable tail is whole
// records: the tail is stored behind a fence, once the record before it is certain. Heads and tails
// have a line each.
//
// Where the machine keeps its caches through a power cut, a record and the tail behind it are
// durable once they are stored: nothing is written back, and no commit waits.
//
// A client's transaction may keep its updates in DRAM, too, in an undo buffer: then a rollback does
// not read the log.
//
// GSNs are Lamport clocks: larger than those of the page, the transaction and the log, and
// congruent to the log's number modulo N, so that no two logs give out the same.
#ifndef AFTERIMAGE_SCHEME_DISTRIBUTED_RINGS_H_
#define AFTERIMAGE_SCHEME_DISTRIBUTED_RINGS_H_

#include "scheme/distributed/record_store.h"
#include "tier/dram.h"
#include "tier/file.h"

namespace afterimage::distributed {

inline constexpr uint32_t kMostLogs = 64;

struct RingParams {
  uint32_t logs = 2;
  uint32_t ring_bytes = 4096;     // a multiple of 64
  Time pause_ns = 0;              // before the daemon writes back what others wait for
  uint32_t checkpoint_bytes = 0;  // in one ring, which wake the checkpointer
  bool archive = false;           // cold log goes to the partitions' file before it is overwritten
  uint32_t archive_after = 0;    // bytes in one ring that are not archived, which wake the archiver
  uint32_t archive_bytes = 0;    // of a log's partition; a multiple of the file's block
  uint32_t structure_slack = 0;  // bytes of each ring kept free for structure changes
  uint32_t image_bytes = 0;      // the longest before or after image of a client's change
  uint32_t undo_bytes = 0;       // a transaction's undo buffer; 0: none
  bool durable_cache = false;    // nothing is written back: caches keep their contents
};

class Rings final : public RecordStore {
 public:
  // `partitions` is null where nothing is archived; undo buffers are taken from `dram`.
  Rings(const EngineContext& context, const RingParams& params, File* partitions, Dram& dram);
  static uint64_t NvmBytes(const RingParams& params) {
    return First(params.logs) + uint64_t{params.logs} * params.ring_bytes;
  }

  void Attach(PageParts& engine, EarlyCommits& early_commits) override {
    engine_ = &engine;
    early_commits_ = &early_commits;
  }
  void Format() override;
  void Start() override;
  void Stop(Thread& thread) override;
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
  uint16_t ReadLine(const Transaction& txn, uint32_t i) const override;
  Lsn NextGsn() const override { return horizon_; }
  Task<void> PersistTransaction(Thread& thread, Transaction& txn, PersistLines lines) override;
  Task<void> AwaitOthers(Thread& thread, Lsn gsn) override;
  Task<void> PersistPage(Thread& thread, PageId page, Lsn page_lsn) override;
  bool WantsCheckpoint() const override;
  Task<Lsn> BeginCheckpoint(Thread& thread) override;
  Task<void> Truncate(Thread& thread, Lsn head) override;
  Task<bool> Collect(Thread& thread, ArenaVector<Found>& records) override;
  Task<void> Empty(Thread& thread) override;
  const StoreCounters& counters() const override { return counters_; }
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;

 private:
  struct Ring {
    explicit Ring(LatchCosts costs) : latch(costs) {}
    Latch latch;
    uint64_t head = 0;     // below: free to reuse
    uint64_t tail = 0;     // all below are whole records
    uint64_t durable = 0;  // the tail that a power cut cannot take back
    uint64_t archived = 0;
    uint64_t reserved = 0;
    Lsn clock = 0;              // of its latest record, or later
    Lsn last_gsn = 0;           // of the record before `tail`
    Lsn durable_gsn = 0;        // of the record before `durable`
    uint8_t* record = nullptr;  // that is being inserted, under the latch
  };
  struct TxnLog {
    explicit TxnLog(Arena& arena)
        : places(ArenaAllocator<uint64_t>(arena)), buffered(ArenaAllocator<Address>(arena)) {}
    uint32_t log = 0;
    uint64_t reserved = 0;
    ArenaVector<uint64_t> places;  // of its records
    bool buffers = false;          // its updates go to its undo buffer
    Address buffer = 0;            // 0: none yet
    uint32_t buffer_used = 0;
    ArenaVector<Address> buffered;  // of its first records, there
    TxnLog* next_free = nullptr;
  };
  // Listing lines of moving the heads.
  struct HeadLines {
    uint16_t tail, tail_fence, head, head_back, fence;
  };

  static constexpr uint64_t kMagic = 0x31474f4c54534944;  // "DISTLOG1"
  static constexpr uint32_t kPiece = 64 * 1024;  // of log, that goes to the file in one call

  static Address First(uint32_t logs) { return kLineBytes * (1 + 2 * logs); }
  static Address HeadAt(uint32_t log) { return kLineBytes * (1 + 2 * log); }
  static Address TailAt(uint32_t log) { return kLineBytes * (2 + 2 * log); }
  Address At(uint32_t log, uint64_t place) const {
    return First(params_.logs) + log * params_.ring_bytes +
           static_cast<Address>(place % params_.ring_bytes);
  }
  static uint32_t RoundUp(uint32_t bytes) {
    return (bytes + kLineBytes - 1) / kLineBytes * kLineBytes;
  }
  // What a client's change may take.
  uint32_t ChangeBytes() const { return RoundUp(sizeof(RecordHeader) + 2 * params_.image_bytes); }
  uint64_t FreeBytes(const Ring& ring) const;
  TxnLog& LogOf(const Transaction& txn) const { return *static_cast<TxnLog*>(txn.log); }
  TxnLog* TakeTxnLog();

  // --- inserting and persisting (rings.cc) ---
  Lsn NextGsn(const Ring& ring, uint32_t log, const Transaction& txn,
              const RecordHeader& header) const;
  Task<void> WriteRecord(Thread& thread, uint32_t log, const RecordHeader& header, uint32_t bytes);
  Task<void> StoreTail(Thread& thread, uint32_t log, uint64_t tail);
  // Keeps a record of the transaction for its rollback, where there is room.
  Task<void> Buffer(Thread& thread, TxnLog& mine, const RecordHeader& header, Bytes before,
                    Bytes after);
  void Load(uint32_t log, uint64_t place, void* out, uint32_t size) const;
  // Something of it that is not durable may be older than `gsn`.
  static bool Lags(const Ring& ring, Lsn gsn) {
    return ring.durable < ring.tail && ring.durable_gsn < gsn;
  }
  bool AnyLags(Lsn gsn) const;
  // Makes the tails of all logs that lag behind `gsn` durable, with one fence.
  Task<void> PersistUpTo(Thread& thread, Lsn gsn, PersistLines lines);
  void MarkDurable(Ring& ring, uint64_t place, Lsn gsn);
  Task<void> GroupCommit(Thread& thread);

  // --- truncation (ring_truncation.cc) ---
  // The place of the first durable record that is not below `head`.
  uint64_t Cut(Thread& thread, uint32_t log, Lsn head);
  Task<void> MoveHeads(Thread& thread, Lsn head, HeadLines lines);
  Task<void> Archiver(Thread& thread);
  Task<void> ArchiveTo(Thread& thread, uint32_t log, uint64_t limit);
  Task<void> AwaitArchive(Thread& thread, uint32_t log, uint64_t limit);

  // --- recovery (ring_recovery.cc) ---
  bool ReadAnchors(Thread& thread);
  bool ReadRecord(Thread& thread, uint32_t log, uint64_t place, Lsn after, Found* found);

  void DescribeRing(Inspector& inspector, uint32_t log);
  void DescribeArchive(Inspector& inspector);
  void DescribeBuffers(Inspector& inspector);
  // Where a place of a log goes in the file of partitions.
  uint64_t ArchiveOffset(uint32_t log, uint64_t place) const {
    return uint64_t{log} * params_.archive_bytes + place % params_.archive_bytes;
  }
  // And the last record that is there.
  uint64_t ArchivedUpTo(uint32_t log, RecordHeader* last);

  Kernel& kernel_;
  Arena& arena_;
  Nvm& nvm_;
  Dram& dram_;
  RingParams params_;
  File* partitions_;
  const Schema& schema_;  // for the interface
  bool tail_first_;       // a mutation
  Time record_ns_;
  Time copy_line_ns_;
  Time dram_line_ns_;
  PageParts* engine_ = nullptr;
  EarlyCommits* early_commits_ = nullptr;

  ArenaVector<Ring*> rings_;
  Lsn horizon_ = 1;  // no GSN from now on is smaller
  TxnLog* free_txn_logs_ = nullptr;
  bool stopping_ = false;
  StoreCounters counters_;

  Lsn awaited_ = 0;  // the largest GSN that a commit waits for
  Thread* group_commit_ = nullptr;
  Thread* archiver_ = nullptr;
  uint8_t* piece_ = nullptr;  // that is being archived
  uint64_t archive_wanted_[kMostLogs] = {};
  WaitQueue group_work_;
  WaitQueue group_done_;
  WaitQueue archive_work_;
  WaitQueue archive_done_;
};

}  // namespace afterimage::distributed

#endif  // AFTERIMAGE_SCHEME_DISTRIBUTED_RINGS_H_
