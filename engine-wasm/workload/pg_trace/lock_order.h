// Who waits for whom: on every row, whoever locks it waits for those of the log before whose locks
// do not go together with this one.
#ifndef AFTERIMAGE_WORKLOAD_PG_TRACE_LOCK_ORDER_H_
#define AFTERIMAGE_WORKLOAD_PG_TRACE_LOCK_ORDER_H_

#include "workload/pg_trace/trace.h"

namespace afterimage::pg_trace {

// Sets `after` of every operation, and puts kWait before those that wait for several.
void OrderByLocks(Trace* trace);

}  // namespace afterimage::pg_trace

#endif  // AFTERIMAGE_WORKLOAD_PG_TRACE_LOCK_ORDER_H_
