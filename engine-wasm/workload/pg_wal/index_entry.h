// Finds the records that bring an entry into an index, of every access method that PostgreSQL has.
#ifndef AFTERIMAGE_WORKLOAD_PG_WAL_INDEX_ENTRY_H_
#define AFTERIMAGE_WORKLOAD_PG_WAL_INDEX_ENTRY_H_

#include "workload/pg_wal/wal_line.h"

namespace afterimage::replay {

// True for all records of an access method.
bool IsIndexRecord(const WalLine& line);
// Returns the block of a new entry, or null. GiST's records do not distinguish leaves from inner
// pages: one that also completes a split is taken for an inner one.
const WalBlock* EntryBlock(const WalLine& line);

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_PG_WAL_INDEX_ENTRY_H_
