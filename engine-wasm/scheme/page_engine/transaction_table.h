// The transaction table of restart: which transactions analysis has met in the log, and which of
// them had not ended when the power failed.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_TRANSACTION_TABLE_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_TRANSACTION_TABLE_H_

#include "base/flat_map.h"
#include "scheme/page_engine/page_parts.h"

namespace afterimage {

class TransactionTable {
 public:
  TransactionTable(Arena& arena, PageParts& engine)
      : arena_(arena),
        engine_(engine),
        entries_(ArenaAllocator<Transaction*>(arena)),
        by_id_(arena) {}

  // The entry of this transaction; a new one, without any LSN, where it has not been met before.
  Transaction& Entry(TxnId id, TxnLabel label, bool system) {
    Transaction*& entry = by_id_[id];
    if (entry) return *entry;
    entry = arena_.New<Transaction>();
    entry->id = id;
    entry->label = label;
    entry->system = system;
    engine_.structure().SawTransaction(id);
    entries_.push_back(entry);
    return *entry;
  }
  // Null where it has not been met.
  Transaction* Find(TxnId id) const {
    Transaction* const* found = by_id_.Find(id);
    return found ? *found : nullptr;
  }

  // A record of the entry's transaction, the latest so far; `ends`: it commits the transaction or
  // completes its rollback.
  static void NoteRecord(Transaction& entry, Lsn lsn, bool ends) {
    if (entry.first_lsn == kNoLsn) entry.first_lsn = lsn;
    entry.last_lsn = lsn;
    if (ends) entry.end_lsn = lsn;
  }
  // It has not ended: undo rolls it back.
  static bool Lost(const Transaction& entry) { return entry.end_lsn == kNoLsn; }
  bool Lost(TxnId id) const { return Lost(*Find(id)); }

  // Returns the lost transaction, a system's or a client's, whose next record to undo is the
  // latest; null if nothing is left to undo. So undo is one pass over the log, from its end.
  Transaction* LatestToUndo(bool system) const {
    Transaction* latest = nullptr;
    for (Transaction* txn : entries_) {
      if (txn->system == system && Lost(*txn) && txn->undo_next_lsn != kNoLsn &&
          (!latest || txn->undo_next_lsn > latest->undo_next_lsn))
        latest = txn;
    }
    return latest;
  }

  // Returns the entries in the order in which they were met.
  const ArenaVector<Transaction*>& entries() const { return entries_; }

 private:
  Arena& arena_;
  PageParts& engine_;
  ArenaVector<Transaction*> entries_;
  FlatMap<Transaction*> by_id_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_TRANSACTION_TABLE_H_
