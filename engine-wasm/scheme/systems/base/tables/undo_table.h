// Undo by transaction (section 3.1, figure 2): a header for each transaction under way, and its
// records, newest first. A transaction has a header of its own, so it logs undo without a latch;
// only taking one is between threads.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_UNDO_TABLE_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_UNDO_TABLE_H_

#include "db/transaction.h"
#include "scheme/systems/base/layout.h"
#include "scheme/systems/base/words.h"
#include "sim/latch.h"
#include "tier/nvm/nvm.h"

namespace afterimage::base {

// The volatile state of a transaction: the places of its header and records, none of their bytes.
struct TxnLog {
  TxnLog(Arena& arena, LatchCosts costs)
      : undo(ArenaAllocator<Made>(arena)), pages(ArenaAllocator<Place>(arena)), latch(costs) {}
  uint32_t header = 0;
  TxnId txn = 0;
  TxnLabel label = 0;
  bool system = false;
  uint32_t reserved = 0;   // records for which there is room
  bool entered = false;    // the header in NVM is its own
  ArenaVector<Made> undo;  // that is left, oldest first
  size_t linked = 0;       // of them, to which the header leads
  // The pages with records that nothing leads to yet, if records become durable at the commit, and
  // the latest one there.
  struct Place {
    PageId page;
    Lsn lsn;
  };
  ArenaVector<Place> pages;
  // Separates the threads that make its undo reachable: its own, and one that commits a later
  // record.
  Latch latch;
  TxnLog* next_free = nullptr;
};

inline TxnLog& LogOf(const Transaction& txn) { return *static_cast<TxnLog*>(txn.log); }

class UndoTable {
 public:
  // `shared`: others may make a transaction's undo reachable, too.
  UndoTable(Arena& arena, Nvm& nvm, const MachineProfile& machine, const Layout& layout,
            bool shared);

  // Gives the transaction a header, in DRAM only, and sets txn.log. A client's waits while there is
  // none except the one kept for structure changes, of which one at a time is under way.
  Task<void> Enter(Thread& thread, Transaction& txn);
  // Recovery has found that header i is this transaction's.
  void Reenter(Transaction& txn, uint32_t i);
  // The header may be another's.
  void Leave(Transaction& txn);

  // Makes the first `count` of its undo records reachable, which are durable: on return the header
  // says so and is on its way. The first one brings the header.
  Task<void> LinkUpTo(Thread& thread, TxnLog& log, size_t count);
  // Starts to write back those among them to which the header does not lead.
  Task<void> WriteBack(Thread& thread, const TxnLog& log, size_t count);
  // Makes the rest to undo begin at `newest`, durably; at these lines.
  Task<void> MoveBack(Thread& thread, const TxnLog& log, uint64_t newest, uint16_t line,
                      uint16_t fence);
  // Stores the phase and starts to write it back. It is one word, so it is atomic.
  StoreWord SetPhase(Thread& thread, const TxnLog& log, TxnPhase phase, uint16_t line);

  TxnHeader Load(uint32_t i) const;
  bool taken(uint32_t i) const { return taken_[i]; }

 private:
  TxnLog* TakeLog();

  Arena& arena_;
  Nvm& nvm_;
  const Layout& layout_;
  LatchCosts latch_costs_;
  Time atomic_ns_;
  bool shared_;
  bool* taken_;  // by header
  uint32_t free_;
  TxnLog* free_logs_ = nullptr;
  WaitQueue left_;
};

}  // namespace afterimage::base

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_BASE_TABLES_UNDO_TABLE_H_
