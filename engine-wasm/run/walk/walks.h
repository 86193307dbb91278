// All walkers over the devices, each over what the system says it has.
#ifndef AFTERIMAGE_RUN_WALK_WALKS_H_
#define AFTERIMAGE_RUN_WALK_WALKS_H_

#include "run/walk/heap_walk.h"
#include "run/walk/page_walk.h"
#include "run/walk/slot_walk.h"
#include "run/walk/undo_walk.h"
#include "run/walk/word_log_walk.h"

namespace afterimage {

inline void WalkOver(const DeviceBytes& device, const DeviceFormats& formats, const Schema& schema,
                     StructureCheck& check) {
  if (check.holds()) PageWalk(device, formats.pages, schema, check).Run();
  if (check.holds()) SlotWalk(device, formats.slots, check).Run();
  if (check.holds()) WalkUndo(device, formats.undo, check);
  std::set<uint64_t> deleted;
  for (const WordLogOnDevice& log : formats.logs) {
    if (check.holds()) WordLogWalk(device, log, check).Run(&deleted);
  }
  if (check.holds()) HeapWalk(device, formats.heap, schema, deleted, check).Run();
}

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_WALK_WALKS_H_
