// The size rules for systems with a log on a ring in NVM, and the place of the archive.
#ifndef AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_LOG_SETUP_H_
#define AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_LOG_SETUP_H_

#include "scheme/page_engine/page_params.h"

namespace afterimage::wal {

// Each returns null, or what is wrong: with what begins a checkpoint and what goes to the
// archive...
const Mismatch* CheckThresholds(int64_t checkpoint_kb, int64_t archive_kb, int64_t log_kb);
// ...and with a log of so many bytes.
const Mismatch* CheckLogBytes(int64_t bytes, const PageParams& pages);
// Returns the bytes that the structure changes of a thread may log before it asks for room again: a
// few splits, each of complete pages.
uint32_t StructureBytes(const PageParams& pages);
// Returns the archive's bytes, enough for everything that a log of this size may still have to
// keep.
uint32_t PartitionBytes(uint32_t log_bytes, FileKind log_on, const MachineProfile& machine);

}  // namespace afterimage::wal

#endif  // AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_LOG_SETUP_H_
