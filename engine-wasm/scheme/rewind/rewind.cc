#include "scheme/rewind/rewind.h"

#include <algorithm>

#include "scheme/rewind/engine.h"
#include "scheme/rewind/story.h"

namespace afterimage {
namespace {

using rewind::EngineParams;

enum Param : uint32_t { kLogSlots, kBuckets, kSpareKb, kValueBytes, kParamCount };

constexpr ParamInfo kParams[kParamCount] = {
    NumberParam("log_slots", {"log slots", "日志槽数"},
                {"Records that the list can hold. An update needs two slots, one for undoing it; a "
                 "transaction that finds none rolls back.",
                 "链表可容纳的记录数。每次更新占两个槽（一个留给撤销）；找不到空槽的事务会回滚。"},
                256, 16, 1 << 20, ""),
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

EngineParams ParamsOf(const ParamValues& p) {
  return {static_cast<uint32_t>(p.value[kLogSlots]), static_cast<uint32_t>(p.value[kBuckets])};
}

// A database that does not fit 32-bit addresses gets what there is of them; it cannot be formatted.
DeviceSizes Sizes(const ParamValues& p, const MachineProfile&, const InitialRows& rows) {
  constexpr uint64_t kMost = (uint64_t{1} << 32) - 4096;
  const EngineParams params = ParamsOf(p);
  const uint64_t bytes = rewind::kSlots + uint64_t{params.slots} * rewind::kSlotBytes +
                         rewind::Tables::BucketBytes(rows, params.buckets) +
                         rewind::Tables::RecordBytes(rows) +
                         static_cast<uint64_t>(p.value[kSpareKb]) * 1024;
  DeviceSizes sizes;
  sizes.nvm_bytes = std::min((bytes + 255) / 256 * 256, kMost);
  sizes.disk_bytes = sizes.log_disk_bytes = 0;
  return sizes;
}

const Text* Check(const ParamValues& p, const MachineProfile&) {
  static constexpr Text kTooLarge = {"log, buckets and spare heap do not fit 2 GB of NVM",
                                     "日志、散列桶与空闲堆超出 2 GB NVM"};
  static constexpr Text kTooLong = {"the log is too short for an update of such a value",
                                    "日志太短，容不下对这样一个值的更新"};
  const uint64_t bytes =
      static_cast<uint64_t>(p.value[kLogSlots]) * rewind::kSlotBytes +
      static_cast<uint64_t>(p.value[kBuckets]) * rewind::kBucketBytes * kMaxTables +
      static_cast<uint64_t>(p.value[kSpareKb]) * 1024;
  if (bytes >= uint64_t{1} << 31) return &kTooLarge;
  if (2 * ((p.value[kValueBytes] + 7) / 8) + 2 > p.value[kLogSlots]) return &kTooLong;
  return nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  return context.arena.New<rewind::Engine>(context, ParamsOf(context.params));
}

Promise PromiseOf(const ParamValues&) { return Promise::kDurable; }

constexpr ParamSetting kForTables[] = {{"log_slots", 8192}, {"spare_kb", 1024}};

}  // namespace

const SchemeInfo kRewind = {
    "rewind",
    "rewind",
    {"REWIND", "REWIND"},
    {"No pages, no disk: records are words of a persistent heap, changed in place. The log is a "
     "doubly-linked list in NVM that can itself recover from a crash at any store (Simple version, "
     "one layer, force policy).",
     "没有页，也没有磁盘：记录是持久堆中的字，就地修改。日志是 NVM "
     "中的双向链表，在任何一次存储处崩溃都能自行恢复（Simple 版本，单层，强制策略）。"},
    "Chatzistergiou, Cintra, Viglas: REWIND: Recovery Write-Ahead System for In-Memory "
    "Non-Volatile Data-Structures, VLDB 2015, sections 2 to 4",
    PromiseOf,
    kParams,
    kParamCount,
    rewind::kMutations,
    rewind::kMutationCount,
    rewind::kListings,
    rewind::kListingCount,
    rewind::kStructures,
    rewind::kStructureCount,
    Sizes,
    Check,
    kWhole ? Create : nullptr,
    kForTables,
    sizeof kForTables / sizeof *kForTables,
};

}  // namespace afterimage
