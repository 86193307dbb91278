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
#ifndef AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_RINGS_H_
#define AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_RINGS_H_

#include "scheme/shared/log_rings/story.h"
#include "scheme/shared/record_logs/record_store.h"
#include "scheme/shared/record_logs/ring_archive.h"
#include "tier/dram.h"

namespace afterimage::distributed {

inline constexpr uint32_t kMostLogs = 64;

struct RingParams {
  uint32_t logs = 2;
  uint32_t ring_bytes = 4096;     // a multiple of 64
  Time pause_ns = 0;              // before the daemon writes back what others wait for
  uint32_t checkpoint_bytes = 0;  // in one ring, which wake the checkpointer
  ArchiveParams archive{};
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
  // All records below its tail are complete.
  struct Ring : LogRing {
    Ring(Nvm& device, Address at, uint32_t size, LatchCosts costs)
        : LogRing(device, at, size), latch(costs) {}
    Latch latch;
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

  static Address First(uint32_t logs) { return kLineBytes * (1 + 2 * logs); }
  static Address HeadAt(uint32_t log) { return kLineBytes * (1 + 2 * log); }
  static Address TailAt(uint32_t log) { return kLineBytes * (2 + 2 * log); }
  static uint32_t RoundUp(uint32_t bytes) { return LogRing::RoundUp(bytes); }
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
  Task<void> MoveHeads(Thread& thread, Lsn head, HeadLines lines);

  // --- recovery (ring_recovery.cc) ---
  bool ReadAnchors(Thread& thread);
  bool ReadRecord(Thread& thread, uint32_t log, uint64_t place, Lsn after, Found* found);

  void DescribeRing(Inspector& inspector, uint32_t log);
  void DescribeArchive(Inspector& inspector);
  void DescribeBuffers(Inspector& inspector);

  Kernel& kernel_;
  Arena& arena_;
  Nvm& nvm_;
  Dram& dram_;
  RingParams params_;
  RingArchive* archive_ = nullptr;
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
  WaitQueue group_work_;
  WaitQueue group_done_;
};

}  // namespace afterimage::distributed

#endif  // AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_RINGS_H_
