// Parameters that every heap engine has. A system's struct derives from Params; its own rows come
// first in its table, these follow.
#ifndef AFTERIMAGE_SCHEME_SHARED_HEAP_PARAMS_H_
#define AFTERIMAGE_SCHEME_SHARED_HEAP_PARAMS_H_

#include "scheme/shared/heap/records/btree.h"
#include "scheme/shared/heap/records/records.h"

namespace afterimage::heap {

// The way in which a transaction finds records: by hash buckets, or by B+-trees.
enum class Placement : uint8_t { kHash, kTree };

struct Params {
  Placement placement = Placement::kHash;
  uint32_t fanout = 0;   // entries of a tree's node
  bool arrays = false;   // trees by the first columns of a key, where the table allows it
  uint32_t buckets = 0;  // of a table, at least
  uint32_t spare_kb = 0;
  uint32_t value_bytes = 8;  // of a script's records

  uint32_t value_words() const { return (value_bytes + kWord - 1) / kWord; }
  // Bytes of NVM that these rows take with all that leads to them, and the spare heap.
  uint64_t Bytes(const InitialRows& rows) const;
  // Bytes that do not depend on rows.
  uint64_t FixedBytes() const;
  // `past_cache`: the headers of its blocks are durable before they are used.
  PersistentHeap* MakeHeap(const EngineContext& context, bool past_cache) const;
  Records* MakeRecords(const EngineContext& context, PersistentHeap& heap, Library& library,
                       LockManager& locks) const;
};

inline constexpr ChoiceInfo kPlacements[] = {
    {"hash", {"in hash buckets", "按散列桶"}},
    {"btree", {"by persistent B+-trees", "按持久 B+ 树"}},
};
inline constexpr ChoiceInfo kLayouts[] = {
    {"plain", {"a tree for each index", "每个索引一棵树"}},
    {"optimized", {"an array of trees where keys allow it", "键允许时用树的数组"}},
};
inline constexpr auto kHeapParams = TableOf<Params>(
    Param<&Params::placement>(
        {.id = "placement",
         .title = {"records are found", "查找记录"},
         .help = {"In hash buckets ranges are read from a directory in DRAM, which recovery "
                  "rebuilds. B+-trees are in NVM whole and are never rebuilt (section 5.2).",
                  "用散列桶时，范围读取依靠 DRAM 中的目录，恢复时重建。B+ 树完全在 NVM "
                  "中，从不重建（5.2 节）。"},
         .choices = kPlacements}),
    Param<&Params::fanout>(
        {.id = "fanout",
         .title = {"entries of a node", "结点项数"},
         .help = {"Of a B+-tree. The paper does not say; nodes of 256 bytes, as in the STX B+ Tree "
                  "library, have 16.",
                  "B+ 树的结点。论文未说明；STX B+ Tree 库的 256 字节结点有 16 项。"},
         .standard = 16,
         .min = BTree::kLeastFanout,
         .max = BTree::kMostFanout}),
    Param<&Params::arrays>(
        {.id = "layout",
         .title = {"layout of compound keys", "复合键的布局"},
         .help = {"Optimized: where the first columns of a table's key have few values, the table "
                  "is an array of trees, one for each value (section 5.3).",
                  "如选优化布局：表的键的前几列取值很少时，表是树的数组，每个取值一棵（5.3 节）。"},
         .choices = kLayouts}),
    Param<&Params::buckets>({.id = "buckets",
                             .title = {"hash buckets", "散列桶数"},
                             .help = {"The least number of lists of records in a table; a large "
                                      "table has one for every two initial rows.",
                                      "每个表的记录链表数下限；大表每两条初始记录一个。"},
                             .standard = 2,
                             .min = 1,
                             .max = 1 << 20}),
    Param<&Params::spare_kb>({.id = "spare_kb",
                              .title = {"spare heap", "堆的空闲空间"},
                              .help = {"Space in the persistent heap beyond the initial records.",
                                       "持久堆中初始记录之外的空间。"},
                              .standard = 4,
                              .max = 1 << 20,
                              .unit = "KB"}),
    Param<&Params::value_bytes>(
        {.id = "value_bytes",
         .title = {"value size", "值的大小"},
         .help = {"Bytes of a script record's value; its number is in the first 8.",
                  "脚本记录的值的字节数；数值在前 8 字节。"},
         .standard = 8,
         .min = 8,
         .max = kMaxValueBytes,
         .unit = "B"}));

// Returns the devices of a heap engine whose library takes this many bytes. A database that does
// not fit 32-bit addresses gets the largest ones; it cannot be formatted.
DeviceSizes SizesOf(uint64_t library_bytes, const Params& params, const InitialRows& rows);
// Null, or why these parameters do not go together.
const Mismatch* CheckParams(uint64_t library_bytes, const Params& params);

}  // namespace afterimage::heap

#endif  // AFTERIMAGE_SCHEME_SHARED_HEAP_PARAMS_H_
