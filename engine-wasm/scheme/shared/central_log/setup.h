// What systems over a central log have in common beside their log itself: their own parameters, and
// where log and pages go.
#ifndef AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_SETUP_H_
#define AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_SETUP_H_

#include "scheme/page_engine/page_params.h"
#include "scheme/shared/central_log/aries_log.h"
#include "scheme/shared/log_file/log_writing_params.h"
#include "scheme/shared/log_file/open_file.h"

namespace afterimage::aries {

// The first parameters of such a system, in this order; more of its own may follow, and those of
// pages come last.
namespace param {
enum Param : uint32_t {
  kCommit,
  kGroupSize,
  kFlushPause,
  kLogOn,
  kPartitions,
  kPartitionKb,
  kBufferKb,
  kLogBlock,
  kLogWrite,
  kLogInsert,
  kFlushLatch,
  kCheckpointKb,
  kCheckpointAt,
  kFullBuffer,
  kCount
};
}  // namespace param
extern const ParamInfo kOwn[param::kCount];

// Log that one structure change takes at most: two halves of a node, and what allocates, links and
// ends them.
uint32_t StructureBytes(const PageParams& pages);

struct Places {
  AriesParams aries;
  FileLayout::Place log;
  FileLayout::Place data;
  DeviceSizes sizes;
};
// `structure_bytes`: log that a structure change takes at most.
Places PlacesOf(const ParamValues& p, const MachineProfile& machine, const PageParams& pages,
                uint32_t structure_bytes, uint32_t page_limit);
// Returns null, or why the log does not go together with the pages and the machine.
const Mismatch* CheckLog(const ParamValues& p, const MachineProfile& machine,
                         const PageParams& pages, uint32_t structure_bytes);
// An asynchronous commit may be taken back.
Promise PromiseOf(const ParamValues& p);
// The listing lines of Line that the page engine announces.
PageLabels LabelsOfPages();

}  // namespace afterimage::aries

#endif  // AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_SETUP_H_
