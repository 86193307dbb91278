// The two tables of ARIES as a checkpoint logs them, in records of at most kTableChunk bytes.
#ifndef AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_CHECKPOINT_TABLES_H_
#define AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_CHECKPOINT_TABLES_H_

#include "base/types.h"

namespace afterimage::aries {

inline constexpr uint8_t kTransactionTable = 0;
inline constexpr uint8_t kDirtyPageTable = 1;

struct TransactionEntry {
  uint32_t txn = 0;
  uint16_t label = 0;
  uint8_t system = 0;
  uint8_t unused = 0;
  uint64_t last_lsn = 0;
};
static_assert(sizeof(TransactionEntry) == 16);

struct DirtyPageEntry {
  uint32_t page = 0;
  uint32_t unused = 0;
  uint64_t rec_lsn = 0;
};
static_assert(sizeof(DirtyPageEntry) == 16);

inline constexpr uint32_t kTableChunk = 256;  // a multiple of both

}  // namespace afterimage::aries

#endif  // AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_CHECKPOINT_TABLES_H_
