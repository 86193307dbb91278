// Undo as XtraDB has it: in pages of the buffer pool, whose changes are logged as redo like those
// of any other page.
//
// A transaction takes pages of its own from those kept for undo, fills them one after the other,
// and gives them back at its end. The first one says what has become of it: that word commits.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_UNDO_LOG_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_UNDO_LOG_H_

#include "scheme/page_engine/page_parts.h"
#include "scheme/systems/xtradb/redo_log.h"

namespace afterimage::xtradb {

struct UndoParams {
  PageId first = 1;    // page numbers from here on are undo pages
  uint32_t pages = 1;  // so many
  uint32_t page_bytes = 512;
  uint32_t image_bytes = 64;  // no record of undo brings more
};

// The volatile state of a transaction: the places of its records, none of their bytes.
struct TxnLog {
  explicit TxnLog(Arena& arena)
      : pages(ArenaAllocator<PageId>(arena)), records(ArenaAllocator<Place>(arena)) {}
  struct Place {
    PageId page;
    uint32_t offset;
  };
  ArenaVector<PageId> pages;  // oldest first; the last ones may hold nothing yet
  size_t begun = 0;           // of them, that say whose they are
  ArenaVector<Place> records;
  uint32_t next = kUndoFrom;  // where the next record goes, in the latest page that has begun
  uint64_t reserved = 0;      // bytes of log that are kept for it
  TxnLog* next_free = nullptr;
};
inline TxnLog& LogOf(const Transaction& txn) { return *static_cast<TxnLog*>(txn.log); }

class UndoLog {
 public:
  UndoLog(Arena& arena, RedoLog& log, const UndoParams& params);
  void Attach(PageParts& engine) { engine_ = &engine; }

  // Gives the transaction room for `records` more records; returns false if there are no free
  // pages. REQUIRES: the thread is ordered.
  bool TryReserve(TxnLog& log, uint32_t records);
  // Logs and writes what `change` takes to be undone. REQUIRES: room is reserved.
  Task<void> Append(Thread& thread, Transaction& txn, const Change& change);
  // Logs, as a mini-transaction, what has become of the transaction; returns its LSN.
  Task<Lsn> SetPhase(Thread& thread, const Transaction& txn, UndoPhase phase, uint16_t line);
  // Its pages are free.
  void GiveBack(TxnLog& log);

  // Reads the newest record of the transaction and its image, which has room for the longest.
  // False where the page is damaged.
  Task<bool> ReadNewest(Thread& thread, const TxnLog& log, UndoRecord* record, uint8_t* image);
  // Notes that the last record has been undone.
  static void Forget(TxnLog& log) { log.records.pop_back(); }

  // --- Restart ---
  // Finds whoever has not ended, and adds each, with its log, to the list. False where a page is
  // damaged.
  Task<bool> FindLosers(Thread& thread, ArenaVector<Transaction*>& losers);

  TxnLog* New();
  void Recycle(TxnLog* log);

  void Describe(Inspector& inspector, const Schema& schema);
  void CheckStructures(StructureCheck& check);
  void AddFormats(UndoOnDevice* formats) const;

 private:
  // Pins and latches an undo page; nothing is in one that `begins`.
  Task<Frame*> LatchFor(Thread& thread, PageId page, bool begins);
  // The most bytes of one record.
  uint32_t RecordBytes() const { return UndoRecord::BytesFor(params_.image_bytes); }
  // Records that a page surely holds.
  uint32_t RecordsOfAPage() const {
    return (params_.page_bytes - kUndoFrom - kUndoEndBytes) / RecordBytes();
  }
  // Calls f(offset, record) for each record in a page; returns false if one is invalid.
  template <class F>
  bool ForEach(const PageView& view, F f) const;
  void DescribeTransaction(Inspector& inspector, const Transaction& txn, const Schema& schema);

  Arena& arena_;
  RedoLog& log_;
  UndoParams params_;
  PageParts* engine_ = nullptr;
  ArenaVector<PageId> free_;
  TxnLog* free_logs_ = nullptr;
};

template <class F>
bool UndoLog::ForEach(const PageView& view, F f) const {
  for (uint32_t at = kUndoFrom;;) {
    if (at + kUndoEndBytes > params_.page_bytes) return false;
    const auto bytes = view.Get<uint16_t>(at);
    if (bytes == 0) return true;
    if (bytes % 8 != 0 || bytes < sizeof(UndoRecord)) return false;
    if (at + bytes + kUndoEndBytes > params_.page_bytes) return false;
    const auto record = view.Get<UndoRecord>(at);
    const bool sane = record.change < static_cast<uint8_t>(ChangeKind::kCount) &&
                      record.page < params_.first &&
                      UndoRecord::BytesFor(record.before_bytes) == bytes &&
                      record.before_bytes <= params_.image_bytes;
    if (!sane) return false;
    f(at, record);
    at += bytes;
  }
}

}  // namespace afterimage::xtradb

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_XTRADB_UNDO_LOG_H_
