#include "scheme/shared/central_log/peer_setup.h"

namespace afterimage::aries::peer {

Places PeerPlacesOf(const ParamValues& p, const MachineProfile& machine, const PageParams& pages,
                    uint32_t structure_bytes, uint32_t page_limit) {
  Places places = PlacesOf(p, machine, pages, structure_bytes, page_limit);
  places.aries.log.always_sync = p.value[kFsync] != 0;
  return places;
}

const Mismatch* CheckPeer(const ParamValues& p, const MachineProfile& machine,
                          const PageParams& pages, uint32_t structure_bytes) {
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(pages, machine)) return mismatch;
  return CheckLog(p, machine, pages, structure_bytes);
}

const ParamSetting kForTables[] = {{"placement", static_cast<int64_t>(Placement::kIndexed)},
                                   {"spare_pages", 256},
                                   {"frames", 64},
                                   {"partition_kb", 64},
                                   {"buffer_kb", 32},
                                   {"checkpoint_kb", 96}};
const uint32_t kForTableCount = sizeof kForTables / sizeof *kForTables;

}  // namespace afterimage::aries::peer
