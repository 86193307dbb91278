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
  Thread* thread = nullptr;
  Lsn first_lsn = kNoLsn;
  Lsn last_lsn = kNoLsn;
  LockRequest* locks = nullptr;    // held, newest first
  LockRequest* waiting = nullptr;  // at most one
  void* log = nullptr;             // the scheme's own
  Transaction* previous = nullptr;  // active transactions, oldest first
  Transaction* next = nullptr;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_TRANSACTION_H_
