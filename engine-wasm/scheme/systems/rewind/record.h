// A record of REWIND's log (section 4.1): a line of NVM, wherever the log's list keeps it.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_REWIND_RECORD_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_REWIND_RECORD_H_

#include "scheme/systems/rewind/layout.h"

namespace afterimage::rewind {

enum class RecordType : uint8_t {
  kNone,
  kUpdate,
  kClr,
  kDelete,
  kRollback,
  kEnd,
  kCheckpoint,
  kCount
};

struct LogRecord {
  uint64_t lsn = 0;
  uint32_t txn = 0;    // 0 of a CHECKPOINT
  TxnLabel label = 0;  // the transaction's name, for the interface
  RecordType type = RecordType::kNone;
  uint8_t committed = 0;  // of an END: 1 after a commit, 0 after a rollback
  uint64_t address = 0;   // of the word; of a DELETE: the block
  uint64_t old_word = 0;
  uint64_t new_word = 0;
  uint64_t undoes = 0;  // of a CLR: the LSN of the update that it undoes
  // Two layers: the LSN of the transaction's record before this one, 0 of its first. One layer
  // knows of no other record.
  uint64_t prior = 0;
};
static_assert(sizeof(LogRecord) == 56 && sizeof(LogRecord) <= kLineBytes);

}  // namespace afterimage::rewind

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_REWIND_RECORD_H_
