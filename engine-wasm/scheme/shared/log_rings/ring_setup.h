// What systems over rings have in common beside the rings: their own parameters, and where logs and
// pages go.
#ifndef AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_RING_SETUP_H_
#define AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_RING_SETUP_H_

#include "scheme/page_engine/page_params.h"
#include "scheme/shared/log_file/open_file.h"
#include "scheme/shared/log_rings/rings.h"
#include "scheme/shared/record_logs/log_setup.h"

namespace afterimage::distributed {

// The first parameters of such a system, in this order; more of its own may follow, and those of
// pages come last.
enum RingParam : uint32_t {
  kLogs,
  kRingKb,
  kGroupUs,
  kRingCheckpointKb,
  kArchive,
  kArchiveKb,
  kRingLogOn,
  kRingOwnParams
};

extern const ParamInfo kRingOwn[kRingOwnParams];

// The rings from the start of NVM, then the partitions and the pages.
struct RingPlaces {
  RingParams rings;
  FileLayout::Place partitions;
  FileLayout::Place data;
  DeviceSizes sizes;
};
RingPlaces RingPlacesOf(const ParamValues& p, const MachineProfile& machine,
                        const PageParams& pages, uint32_t page_limit);
// Returns null, or why the parameters do not go together on this machine. `value_bytes`: of a
// script's values.
const Mismatch* CheckRings(const ParamValues& p, const MachineProfile& machine,
                           const PageParams& pages, int64_t value_bytes);
// Builds the engine. REQUIRES: `places` are those of the context's parameters.
StorageEngine* CreateRings(const EngineContext& context, const PageParams& pages,
                           RingPlaces places);
Promise RingPromise(const ParamValues& p);

extern const ParamSetting kRingsForTables[];
extern const uint32_t kRingsForTableCount;

}  // namespace afterimage::distributed

#endif  // AFTERIMAGE_SCHEME_SHARED_LOG_RINGS_RING_SETUP_H_
