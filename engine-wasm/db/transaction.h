// A transaction attempt as the engine sees it.
#ifndef AFTERIMAGE_DB_TRANSACTION_H_
#define AFTERIMAGE_DB_TRANSACTION_H_

#include "base/arena.h"
#include "db/record.h"

namespace afterimage {

class Thread;
struct LockRequest;

enum class TxnState : uint8_t { kActive, kCommitting, kCommitted, kAborting, kAborted };

struct Transaction {
  TxnId id = 0;
  TxnLabel label = 0;
  // Age for wait-die: that of the first attempt. Smaller is older.
  uint64_t timestamp = 0;
  TxnState state = TxnState::kActive;
  // True for a structure change: it ends whatever the outcome of the client's transaction.
  bool system = false;
  Thread* thread = nullptr;  // that works on it; it may have others open
  Lsn first_lsn = kNoLsn;
  Lsn last_lsn = kNoLsn;
  Lsn end_lsn = kNoLsn;        // of the record that commits it or completes its rollback
  Lsn undo_next_lsn = kNoLsn;  // while it is rolled back: what is left to undo starts here
  // Commits that must be durable before this one may be acknowledged or, where logs are
  // decentralized, before its commit record may become durable: that of the latest early release it
  // rests on.
  Lsn depends_on = kNoLsn;
  // The lock manager's.
  LockRequest* locks = nullptr;       // on records, held, newest first
  LockRequest* high_locks = nullptr;  // on tables and the database, held, newest first
  LockRequest* waiting = nullptr;     // at most one
  bool released_early = false;        // past the point of no return: no more locks, no abort
  TxnId died_for = 0;                 // the older one for which wait-die rolls it back; 0 none
  uint64_t search = 0;                // the deadlock search that came by last
  Transaction* search_from = nullptr;
  const LockRequest* search_at = nullptr;
  // The record it found last: what it has locked stays where it is, and as it is until it changes
  // it.
  Key found_key = 0;
  uint64_t found_rid = 0;  // 0 none
  TableId found_table = 0;
  bool found_value_known = false;
  Value found_value;
  void* log = nullptr;              // the scheme's own
  Transaction* previous = nullptr;  // of ActiveTransactions
  Transaction* next = nullptr;

  // Notes that the transaction has logged a change, as `lsn`.
  void Logged(Lsn lsn) {
    if (first_lsn == kNoLsn) first_lsn = lsn;
    last_lsn = lsn;
  }
};

// The transactions that have begun and not ended, oldest first. Each is in at most one such list,
// which links it through its own fields.
class ActiveTransactions {
 public:
  void Add(Transaction& txn) {
    txn.previous = last_;
    txn.next = nullptr;
    (last_ ? last_->next : first_) = &txn;
    last_ = &txn;
  }
  void Remove(Transaction& txn) {
    (txn.previous ? txn.previous->next : first_) = txn.next;
    (txn.next ? txn.next->previous : last_) = txn.previous;
  }
  Transaction* first() const { return first_; }
  bool Has(TxnId id) const {
    const Transaction* txn = first_;
    while (txn && txn->id != id) txn = txn->next;
    return txn != nullptr;
  }
  // The smallest first LSN among them, from which on a checkpoint must keep the log for undo;
  // `otherwise` where none of them has logged anything or all is larger than it.
  Lsn OldestFirstLsn(Lsn otherwise) const {
    Lsn oldest = otherwise;
    for (const Transaction* txn = first_; txn; txn = txn->next) {
      if (txn->first_lsn != kNoLsn && txn->first_lsn < oldest) oldest = txn->first_lsn;
    }
    return oldest;
  }

 private:
  Transaction* first_ = nullptr;
  Transaction* last_ = nullptr;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_TRANSACTION_H_
