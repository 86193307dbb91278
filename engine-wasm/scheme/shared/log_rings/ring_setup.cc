#include "scheme/shared/log_rings/ring_setup.h"

#include <algorithm>

#include "db/pages/page_store.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/record_logs/hooks.h"
#include "scheme/shared/record_logs/labels.h"

namespace afterimage::distributed {

RingPlaces RingPlacesOf(const SharedParams& p, const MachineProfile& machine, uint32_t page_limit) {
  RingPlaces places;
  RingParams& rings = places.rings;
  rings.logs = p.logs;
  rings.ring_bytes = p.ring_kb * 1024;
  rings.pause_ns = Time{p.group_us} * 1000;
  rings.checkpoint_bytes = p.checkpoint_kb * 1024;
  rings.archive.on = p.archive;
  rings.archive.after = p.archive_kb * 1024;
  rings.structure_slack = StructureBytes(p);
  FileLayout layout(machine);
  layout.TakeNvm(Rings::NvmBytes(rings));
  if (rings.archive.on) {
    rings.archive.bytes = PartitionBytes(rings.ring_bytes, p.log_on, machine);
    places.partitions = layout.Take(p.log_on, true, uint64_t{rings.logs} * rings.archive.bytes);
  }
  places.data = layout.TakePages(p, page_limit);
  places.sizes = layout.sizes();
  return places;
}

const Mismatch* CheckRings(const SharedParams& p, const MachineProfile& machine) {
  static constexpr Mismatch kTooLarge = {"ring_kb",
                                         {"the logs do not fit 4 GB of NVM", "日志超出 4 GB NVM"}};
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(p, machine)) return mismatch;
  if (const Mismatch* mismatch = wal::CheckThresholds(p.checkpoint_kb, p.archive_kb, p.ring_kb))
    return mismatch;
  const int64_t ring = int64_t{p.ring_kb} * 1024;
  if (ring * p.logs * (p.archive ? 2 : 1) >= int64_t{7} << 29) return &kTooLarge;
  return CheckLogBytes(ring, p);
}

StorageEngine* CreateRings(const EngineContext& context, const PageParams& pages,
                           RingPlaces places) {
  places.rings.image_bytes = LongestValue(context.schema);
  auto* dram = context.arena.New<Dram>(context.arena);
  File* partitions = places.rings.archive.on ? OpenFile(context, places.partitions) : nullptr;
  auto* store = context.arena.New<Rings>(context, places.rings, partitions, *dram);
  const bool log_by_log = kTraced && (context.mutations >> kRedoLogByLog & 1);
  auto* hooks = context.arena.New<Hooks>(context, pages, *store, log_by_log);
  return context.arena.New<PageEngine>(context, pages, LabelsOfPages(), *hooks, *dram,
                                       *OpenFile(context, places.data));
}

}  // namespace afterimage::distributed
