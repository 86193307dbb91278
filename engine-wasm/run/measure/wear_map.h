// The places of writes on the NVM, and the distribution of units by their writes, which a wear map
// draws.
#ifndef AFTERIMAGE_RUN_MEASURE_WEAR_MAP_H_
#define AFTERIMAGE_RUN_MEASURE_WEAR_MAP_H_

#include <cstdint>
#include <vector>

#include "base/json/json_writer.h"
#include "tier/nvm/nvm.h"

namespace afterimage {

// All counts are since the start of the run.
struct WearMap {
  uint32_t unit_bytes = 0;
  // Writes to equal parts of the address space: of all units of a part, and of the most worn.
  std::vector<uint64_t> writes;
  std::vector<uint32_t> most;
  // Units by their writes: those of cell i had at most UpTo(i), see run/measure/cells.h. Unworn
  // ones are in cell 0.
  std::vector<uint64_t> units;
};

// `parts`: of the address space; there are never more of them than units.
WearMap MapWear(const Nvm& nvm, uint32_t parts);

// Members of the object that is open: `wear`, `wearMax`, and `wearUnits` as pairs of writes and
// units.
void WriteWearMap(const WearMap& map, JsonWriter& json);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_MEASURE_WEAR_MAP_H_
