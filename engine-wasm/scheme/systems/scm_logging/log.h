// The one log of SCMLogging: a ring of records that are made in NVM, without a buffer in DRAM.
//
//   0         64              128
//   +---------+---------------+--------------------------------------------------+
//   | super   | head | from   | record | record | hole     | record | ...         |
//   | block   |      |        | whole  | whole  | unfinish.| whole  |             |
//   +---------+---------------+--------------------------------------------------+
//
// A thread that appends takes room at the end under a short latch, and leaves a header there that
// is durable before the latch is released: it gives the length of the record, and marks it as
// unfinished. The images are copied outside the latch, by many threads at once. Once they are
// durable, one store of 8 bytes marks the record as complete. A power cut in between leaves a hole,
// which recovery skips by its length.
//
// There is no tail in NVM. The log ends where no header bears its own position: positions differ in
// each lap, so records of an earlier lap are never taken for those of this one. The header's word
// with the position is stored last, so a header that bears it is complete. An LSN is a position,
// too: the number of the record's first line.
//
// Recovery removes holes at the very end. If two records have had one position, the first was a
// hole, whose LSN no page at home has; and if an old hole follows the new record, it is a hole
// again.
//
// A transaction's marks become durable in their order: its next header's fence waits for the last
// mark. So behind a hole of its own it has no complete record, and a complete commit record implies
// that all earlier ones are complete. A transaction that uses a lock which a commit has released
// early finds all of that commit's records but the last complete, too: undo of both goes back
// through them in their order. Marks that are stored and not yet durable are known in DRAM only
// (open_): the transaction's commit waits for them, and the page that the record changed.
//
// `head` is where recovery begins; `from` is where it began before the head moved there: the log
// between the two must be in the archive.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_SCM_LOGGING_LOG_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_SCM_LOGGING_LOG_H_

#include "scheme/shared/record_logs/record_store.h"
#include "scheme/shared/record_logs/ring_archive.h"
#include "scheme/systems/scm_logging/story.h"

namespace afterimage::scm_logging {

using wal::ArchiveParams;
using wal::Found;
using wal::LogRing;
using wal::PersistLines;
using wal::RecordHeader;
using wal::RingArchive;

struct LogParams {
  uint32_t log_bytes = 4096;      // a multiple of 64
  uint32_t checkpoint_bytes = 0;  // of log, which wake the checkpointer
  ArchiveParams archive{};
  uint32_t structure_slack = 0;  // bytes kept free for structure changes
  uint32_t image_bytes = 0;      // the longest before or after image of a client's change
};

class ScmLog final : public wal::RecordStore {
 public:
  // `archive` is null where nothing is archived.
  ScmLog(const EngineContext& context, const LogParams& params, File* archive);
  static uint64_t NvmBytes(const LogParams& params) { return kFirst + params.log_bytes; }

  void Attach(PageParts& engine, EarlyCommits&) override { engine_ = &engine; }
  void Format() override;
  void Start() override;
  void Stop(Thread& thread) override;
  void Open(Thread& thread, Transaction& txn) override;
  void Reopen(Transaction& txn, const RecordHeader& header) override;
  void Close(Transaction& txn) override;
  bool TryReserve(Transaction& txn, uint32_t changes) override;
  bool HasRoom(const Transaction&, uint32_t image_bytes) const override {
    return ring_.HasRoom(image_bytes);
  }
  Task<Lsn> Append(Thread& thread, Transaction& txn, RecordHeader header, Bytes before,
                   Bytes after) override;
  uint32_t RecordCount(const Transaction& txn) const override;
  Task<bool> ReadBack(Thread& thread, const Transaction& txn, uint32_t i, RecordHeader* header,
                      uint8_t* images) override;
  Lsn NextGsn() const override { return LsnAt(ring_.tail); }
  Task<void> PersistTransaction(Thread& thread, Transaction& txn, PersistLines lines) override;
  // Nothing: the abort record's header has waited for the last CLR's mark, and without the abort
  // record recovery finds nothing left to undo.
  Task<void> PersistRollback(Thread&, Transaction&) override { co_return; }
  // Waits for nothing: everything that a commit depends on is durable before its record exists.
  Task<void> AwaitOthers(Thread&, Lsn) override { co_return; }
  Task<void> PersistPage(Thread& thread, PageId page, Lsn page_lsn) override;
  bool WantsCheckpoint() const override {
    return ring_.tail - ring_.head >= params_.checkpoint_bytes;
  }
  Task<Lsn> BeginCheckpoint(Thread&) override { co_return NextGsn(); }
  Task<void> Truncate(Thread& thread, Lsn head) override;
  Task<bool> Collect(Thread& thread, ArenaVector<Found>& records) override;
  Task<void> Empty(Thread& thread) override;
  const wal::StoreCounters& counters() const override { return counters_; }
  void Describe(Inspector& inspector) override;
  void CheckStructures(StructureCheck& check) override;

 private:
  struct TxnLog {
    explicit TxnLog(Arena& arena) : places(ArenaAllocator<uint64_t>(arena)) {}
    uint64_t reserved = 0;
    ArenaVector<uint64_t> places;  // of its records
    uint8_t* images = nullptr;     // of the record that is being made
    TxnLog* next_free = nullptr;
  };
  // A record whose mark is not known to be durable.
  struct Unsure {
    uint64_t place;
    const TxnLog* owner;
    PageId page;        // that it changes, or kNoPage
    uint64_t mark = 0;  // the number of its mark; 0 until that is stored
  };
  // Some of them: with marks up to a number, those of an owner or of a page.
  struct Which {
    uint64_t marks;
    const TxnLog* owner = nullptr;
    PageId page = kNoPage;
    bool Is(const Unsure& unsure) const {
      return unsure.mark != 0 && unsure.mark <= marks &&
             (owner ? unsure.owner == owner : unsure.page == page);
    }
  };
  // Listing lines of moving the head.
  struct HeadLines {
    uint16_t head, head_back, fence;
  };

  static constexpr uint64_t kMagic = 0x31474f4c204d4353;  // "SCM LOG1"
  static constexpr PageId kNoPage = ~PageId{0};
  static constexpr Address kHead = kLineBytes;
  static constexpr Address kFrom = kLineBytes + 8;
  static constexpr Address kFirst = 2 * kLineBytes;    // of the ring
  static constexpr uint64_t kFirstPlace = kLineBytes;  // so that no LSN is 0

  static Lsn LsnAt(uint64_t place) { return place / kLineBytes; }
  static bool Whole(const RecordHeader& header) {
    return header.log == static_cast<uint8_t>(wal::Mark::kWhole);
  }
  TxnLog& LogOf(const Transaction& txn) const { return *static_cast<TxnLog*>(txn.log); }
  TxnLog* TakeTxnLog();

  // --- making records, and when they are durable (log.cc) ---
  Task<void> WriteHeader(Thread& thread, const RecordHeader& header);
  Task<void> WriteImages(Thread& thread, TxnLog& mine, const RecordHeader& header, Bytes before,
                         Bytes after);
  Task<void> StoreMark(Thread& thread, RecordHeader header);
  bool Any(const Which& which) const;
  // Their marks are durable.
  void Settle(const Which& which);
  void NoteDurable();

  // --- the head (log.cc) ---
  Task<void> MoveHead(Thread& thread, Lsn head, HeadLines lines);

  // --- recovery and showing (recovery.cc) ---
  bool ReadAnchors(Thread& thread);
  // Returns whether a header that bears its position can be valid.
  bool Sane(const RecordHeader& header) const;
  // Walks from the durable head on, and calls `visit` with each header; where the log ends.
  template <typename Visit>
  uint64_t Walk(const Visit& visit) const;

  Arena& arena_;
  Nvm& nvm_;
  LogParams params_;
  const Schema& schema_;  // for the interface
  bool mark_first_;       // mutations
  bool end_born_whole_;
  bool hole_is_the_end_;
  bool lap_unchecked_;
  Time record_ns_;
  LogRing ring_;
  Latch latch_;
  RingArchive* archive_ = nullptr;
  uint64_t forgotten_ = 0;  // the archive may have no bytes below
  PageParts* engine_ = nullptr;
  TxnLog* free_txn_logs_ = nullptr;
  ArenaVector<Unsure> open_;
  uint64_t marks_ = 0;  // that were stored
  bool known_ = false;  // fresh, or found again after a power cut: the tail is the log's
  wal::StoreCounters counters_;
};

}  // namespace afterimage::scm_logging

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_SCM_LOGGING_LOG_H_
