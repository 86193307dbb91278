// What people read in place of a relation's number.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_RELATION_NAMES_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_RELATION_NAMES_H_

#include "workload/replay/raw_log.h"

namespace afterimage::replay {

// Names the relations of a server's log, "tablespace/database/relation" there, so that no two are
// called alike. Returns the number of databases.
uint64_t NameRelations(RawLog* log);

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_RELATION_NAMES_H_
