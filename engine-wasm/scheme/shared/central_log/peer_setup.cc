#include "scheme/shared/central_log/peer_setup.h"

namespace afterimage::aries::peer {

Places PeerPlacesOf(const PeerParams& p, const MachineProfile& machine, uint32_t structure_bytes,
                    uint32_t page_limit) {
  Places places = PlacesOf(p, machine, structure_bytes, page_limit);
  places.aries.log.always_sync = p.fsync;
  return places;
}

const Mismatch* CheckPeer(const PeerParams& p, const MachineProfile& machine,
                          uint32_t structure_bytes) {
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(p, machine)) return mismatch;
  return CheckLog(p, machine, structure_bytes);
}

}  // namespace afterimage::aries::peer
