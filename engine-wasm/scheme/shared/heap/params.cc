#include "scheme/shared/heap/params.h"

#include <algorithm>

#include "scheme/shared/heap/records/hashed_records.h"
#include "scheme/shared/heap/records/tree_records.h"
#include "scheme/shared/heap/story.h"

namespace afterimage::heap {

uint64_t Params::Bytes(const InitialRows& rows) const {
  const uint64_t bytes =
      placement == Placement::kTree
          ? TreeRecords::RootBytesOf(rows, arrays) + TreeRecords::HeapBytesOf(rows, fanout, arrays)
          : HashedRecords::RootBytesOf(rows, buckets) + HashedRecords::HeapBytesOf(rows);
  return bytes + uint64_t{spare_kb} * 1024;
}

uint64_t Params::FixedBytes() const {
  const uint64_t spare = uint64_t{spare_kb} * 1024;
  if (placement == Placement::kTree) return spare;
  return spare + uint64_t{buckets} * HashedRecords::kBucketBytes * kMaxTables;
}

PersistentHeap* Params::MakeHeap(const EngineContext& context, bool past_cache) const {
  PersistentHeap::Contents contents = {kRecordLists, HashedRecords::kBucketBytes, past_cache};
  if (placement == Placement::kTree) contents = {kTreeNodes, kWord, past_cache};
  return context.arena.New<PersistentHeap>(context.arena, context.devices.nvm, context.machine,
                                           contents);
}

Records* Params::MakeRecords(const EngineContext& context, PersistentHeap& heap, Library& library,
                             LockManager& locks) const {
  if (placement == Placement::kTree)
    return context.arena.New<TreeRecords>(context, heap, library, locks, fanout, arrays);
  return context.arena.New<HashedRecords>(context, heap, library, locks, buckets);
}

DeviceSizes SizesOf(uint64_t library_bytes, const Params& params, const InitialRows& rows) {
  constexpr uint64_t kMost = (uint64_t{1} << 32) - 4096;
  const uint64_t bytes = kLibraryArea + library_bytes + params.Bytes(rows);
  DeviceSizes sizes;
  sizes.nvm_bytes = std::min((bytes + 255) / 256 * 256, kMost);
  sizes.disk_bytes = sizes.log_disk_bytes = 0;
  return sizes;
}

const Mismatch* CheckParams(uint64_t library_bytes, const Params& params) {
  static constexpr Mismatch kTooLarge = {
      "spare_kb",
      {"log, buckets and spare heap do not fit 2 GB of NVM", "日志、散列桶与空闲堆超出 2 GB NVM"}};
  static constexpr Mismatch kNoTrees = {
      "layout",
      {"an array of trees needs trees: placement is hash", "树的数组需要树，而记录按散列桶查找"}};
  if (params.arrays && params.placement != Placement::kTree) return &kNoTrees;
  if (library_bytes + params.FixedBytes() >= uint64_t{1} << 31) return &kTooLarge;
  return nullptr;
}

}  // namespace afterimage::heap
