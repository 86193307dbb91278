// Derives which transaction waits for which: on every row, a transaction that locks it waits for
// earlier ones of the log whose locks conflict with its own.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_LOCK_ORDER_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_LOCK_ORDER_H_

#include "workload/replay/trace.h"

namespace afterimage::replay {

// Sets `after` of every operation, and puts kWait before those that wait for several.
void OrderByLocks(Trace* trace);

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_LOCK_ORDER_H_
