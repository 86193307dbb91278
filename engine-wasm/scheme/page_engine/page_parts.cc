#include "scheme/page_engine/page_parts.h"

#include "scheme/page_engine/records/hashed_records.h"
#include "scheme/page_engine/records/indexed_records.h"

namespace afterimage {

namespace {
LockParams LocksOf(const EngineContext& context, const PageParams& params) {
  LockParams locks;
  locks.deadlock = context.deadlock;
  locks.structure = kLockStructure;
  locks.inherit = params.inherit_locks;
  locks.one_mutex = params.mutexes;
  return locks;
}
}  // namespace

PageParts::PageParts(const EngineContext& context, const PageParams& params,
                     const PageLabels& labels, LoggingHooks& hooks, DatabaseHome& home)
    : locks_(context.arena, context.machine, LocksOf(context, params)),
      pages_(context, params, labels, hooks, home, active_),
      structure_(pages_, hooks, active_),
      records_(MakeRecords(context, hooks)),
      recovery_(pages_, records_, hooks,
                kTraced && (context.mutations >> labels.undo_in_place & 1)) {}

// Trees must not even be named where they are not wanted, or the linker keeps them.
RecordAccess& PageParts::MakeRecords(const EngineContext& context, LoggingHooks& hooks) {
  if constexpr (kWhole) {
    if (!pages_.hashed())
      return *context.arena.New<IndexedRecords>(context, pages_, structure_, locks_, hooks);
  }
  return *context.arena.New<HashedRecords>(context, pages_, locks_, hooks);
}

}  // namespace afterimage
