#include "scheme/shared/heap/params.h"

#include <algorithm>

#include "scheme/shared/heap/records/hashed_records.h"
#include "scheme/shared/heap/records/tree_records.h"
#include "scheme/shared/heap/story.h"

namespace afterimage::heap {

namespace {
enum SharedParam : uint32_t { kPlacement, kFanout, kLayout, kBuckets, kSpareKb, kValueBytes };

constexpr ChoiceInfo kPlacements[] = {
    {"hash", {"in hash buckets", "按散列桶"}},
    {"btree", {"by persistent B+-trees", "按持久 B+ 树"}},
};
constexpr ChoiceInfo kLayouts[] = {
    {"plain", {"a tree for each index", "每个索引一棵树"}},
    {"optimized", {"an array of trees where keys allow it", "键允许时用树的数组"}},
};
}  // namespace

const ParamInfo kParamInfo[kParamCount] = {
    ChoiceParam(
        "placement", {"records are found", "查找记录"},
        {"In hash buckets ranges are read from a directory in DRAM, which recovery rebuilds. "
         "B+-trees are in NVM whole and are never rebuilt (section 5.2).",
         "用散列桶时，范围读取依靠 DRAM 中的目录，恢复时重建。B+ 树完全在 NVM "
         "中，从不重建（5.2 节）。"},
        0, kPlacements),
    NumberParam("fanout", {"entries of a node", "结点项数"},
                {"Of a B+-tree. The paper does not say; nodes of 256 bytes, as in the STX B+ Tree "
                 "library, have 16.",
                 "B+ 树的结点。论文未说明；STX B+ Tree 库的 256 字节结点有 16 项。"},
                16, BTree::kLeastFanout, BTree::kMostFanout, ""),
    ChoiceParam(
        "layout", {"layout of compound keys", "复合键的布局"},
        {"Optimized: where the first columns of a table's key have few values, the table is "
         "an array of trees, one for each value (section 5.3).",
         "如选优化布局：表的键的前几列取值很少时，表是树的数组，每个取值一棵（5.3 节）。"},
        0, kLayouts),
    NumberParam(
        "buckets", {"hash buckets", "散列桶数"},
        {"The least number of lists of records in a table; a large table has one for every two "
         "initial rows.",
         "每个表的记录链表数下限；大表每两条初始记录一个。"},
        2, 1, 1 << 20, ""),
    NumberParam("spare_kb", {"spare heap", "堆的空闲空间"},
                {"Space in the persistent heap beyond the initial records.",
                 "持久堆中初始记录之外的空间。"},
                4, 0, 1 << 20, "KB"),
    NumberParam("value_bytes", {"value size", "值的大小"},
                {"Bytes of a script record's value; its number is in the first 8.",
                 "脚本记录的值的字节数；数值在前 8 字节。"},
                8, 8, kMaxValueBytes, "B"),
};

Params ParamsFrom(const ParamValues& values, uint32_t first) {
  const auto number = [&](SharedParam param) {
    return static_cast<uint32_t>(values.value[first + param]);
  };
  return {static_cast<Placement>(number(kPlacement)), number(kFanout), number(kLayout) != 0,
          number(kBuckets), number(kSpareKb)};
}

uint32_t ValueWordsFrom(const ParamValues& values, uint32_t first) {
  return static_cast<uint32_t>((values.value[first + kValueBytes] + kWord - 1) / kWord);
}

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
