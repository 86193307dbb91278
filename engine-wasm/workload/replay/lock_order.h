// Who waits for whom: on every row, whoever locks it waits for those of the log before whose locks
// do not go together with this one.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_LOCK_ORDER_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_LOCK_ORDER_H_

#include "workload/replay/trace.h"

namespace afterimage::replay {

// Sets `after` of every operation, and puts kWait before those that wait for several.
void OrderByLocks(Trace* trace);

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_LOCK_ORDER_H_
