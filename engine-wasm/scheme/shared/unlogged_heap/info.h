// The systems with which REWIND is compared (VLDB 2015, section 5): the same data structures
// without a log. There are two, which differ in how they store.
#ifndef AFTERIMAGE_SCHEME_SHARED_UNLOGGED_HEAP_INFO_H_
#define AFTERIMAGE_SCHEME_SHARED_UNLOGGED_HEAP_INFO_H_

#include "scheme/shared/heap/engine.h"
#include "scheme/shared/unlogged_heap/memory.h"
#include "scheme/shared/unlogged_heap/story.h"

namespace afterimage::unlogged {

template <Stores kStores>
StorageEngine* Create(const EngineContext& context) {
  const heap::Params params = heap::kHeapParams.Read(context.params);
  heap::PersistentHeap& heap = *params.MakeHeap(context, kStores == Stores::kPastCache);
  auto& memory = *context.arena.New<Memory>(context, heap, kStores);
  return context.arena.New<heap::Engine>(context, heap, memory, params);
}

inline DeviceSizes Sizes(const heap::Params& p, const MachineProfile&, const InitialRows& rows) {
  return heap::SizesOf(0, p, rows);
}

inline const Mismatch* Check(const heap::Params& p, const MachineProfile&) {
  return heap::CheckParams(0, p);
}

inline Promise PromiseOf(const ParamValues&) { return Promise::kNone; }

inline constexpr ParamSetting kForTables[] = {{"spare_kb", 1024}};

// The common description of both; the rest is their own.
constexpr SchemeInfo Info(const char* id, const Text& title, const Text& summary,
                          const Listing* listings, StorageEngine* (*create)(const EngineContext&)) {
  return {
      .id = id,
      .family = "rewind",
      .title = title,
      .summary = summary,
      .paper =
          "Chatzistergiou, Cintra, Viglas: REWIND: Recovery Write-Ahead System for In-Memory "
          "Non-Volatile Data-Structures, VLDB 2015, section 5",
      .path = &kRewindPath,
      .promise = PromiseOf,
      .params = heap::kHeapParams,
      .listings = kWhole ? std::span(listings, kListings) : std::span<const Listing>(),
      .structures =
          kWhole ? std::span(kStructures, kStructureCount) : std::span<const StructureInfo>(),
      .sizes = heap::kHeapParams.On<Sizes>(),
      .check = heap::kHeapParams.On<Check>(),
      .create = kWhole ? create : nullptr,
      .for_tables = kForTables,
  };
}

}  // namespace afterimage::unlogged

#endif  // AFTERIMAGE_SCHEME_SHARED_UNLOGGED_HEAP_INFO_H_
