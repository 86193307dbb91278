// Finds out which of the transaction ids that were rolled back by themselves were savepoints, and
// of which transaction. The log does not say it: while it lasts a savepoint's transaction does
// nothing itself; it may change rows that its transaction has changed before it, which no other
// can; a transaction that commits names the savepoints that lasted, and this one may lie among
// them; and the log of a single session holds no other transaction.
#ifndef AFTERIMAGE_WORKLOAD_PG_WAL_SAVEPOINTS_H_
#define AFTERIMAGE_WORKLOAD_PG_WAL_SAVEPOINTS_H_

#include "workload/pg_wal/trace_reader.h"

namespace afterimage::replay {

// Makes them parts of their transactions, and counts them.
void FindSavepoints(const std::vector<LoneAbort>& lone_aborts, RawLog* log, Trace* trace);

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_PG_WAL_SAVEPOINTS_H_
