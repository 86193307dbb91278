// Names of relations, which people read in place of numbers.
#ifndef AFTERIMAGE_WORKLOAD_REPLAY_RELATION_NAMES_H_
#define AFTERIMAGE_WORKLOAD_REPLAY_RELATION_NAMES_H_

#include "workload/replay/raw_log.h"

namespace afterimage::replay {

// Names the relations of a server's log, "tablespace/database/relation" there, so that no two have
// the same name. Returns the number of databases.
uint64_t NameRelations(RawLog* log);

}  // namespace afterimage::replay

#endif  // AFTERIMAGE_WORKLOAD_REPLAY_RELATION_NAMES_H_
