// Walks over pages of undo on their device and asks what the box in scheme/systems/xtradb/layout.h
// demands while no transaction is under way. Like page_walk.h it is written from that alone.
#ifndef AFTERIMAGE_RUN_WALK_UNDO_WALK_H_
#define AFTERIMAGE_RUN_WALK_UNDO_WALK_H_

#include "db/structure_check.h"
#include "run/walk/device_bytes.h"
#include "scheme/contract/device_formats.h"

namespace afterimage {

// Ends on any bytes.
void WalkUndo(const DeviceBytes& device, const UndoOnDevice& undo, StructureCheck& check);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_WALK_UNDO_WALK_H_
