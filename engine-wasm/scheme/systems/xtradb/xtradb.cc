#include "scheme/systems/xtradb/xtradb.h"

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/log_file/open_file.h"
#include "scheme/systems/xtradb/hooks.h"
#include "scheme/systems/xtradb/story.h"

namespace afterimage {
namespace {

using xtradb::LogParams;

enum Param : uint32_t {
  kLogFileKb,
  kBufferKb,
  kCheckpointKb,
  kIoCapacity,
  kUndoPages,
  kFlush,
  kFlushMs,
  kLogOn,
  kMutexes,
  kBatch,
  kOwnParams
};

constexpr ChoiceInfo kFlushes[] = {
    {"commit", {"at each commit", "每次提交时"}},
    {"second", {"from time to time", "定时"}},
};

constexpr ParamInfo kOwn[kOwnParams] = {
    NumberParam("log_file_kb", {"log files", "日志文件"},
                {"Blocks of log on the disk, which are used again and again.",
                 "磁盘上的日志块，循环使用。"},
                512, 2, 1 << 21, "KB"),
    NumberParam("buffer_kb", {"log buffer", "日志缓冲区"},
                {"Log that DRAM holds until it is flushed.", "刷出之前 DRAM 可容纳的日志。"}, 16, 1,
                1 << 18, "KB"),
    NumberParam("checkpoint_kb", {"checkpoint threshold", "检查点阈值"},
                {"Log since the last checkpoint, after which another one comes.",
                 "自上次检查点以来的日志达到此量时，进行下一次检查点。"},
                64, 1, 1 << 21, "KB"),
    kIoCapacityParam,
    NumberParam("undo_pages", {"undo pages", "撤销页"},
                {"Pages of the database for undo. A transaction that changes something has one of "
                 "its own, or more.",
                 "数据库中用于撤销的页。有修改的事务独占其中一页或多页。"},
                64, 2, 1 << 20, ""),
    ChoiceParam("flush", {"log is flushed", "日志刷写"},
                {"At each commit, which waits for it; or every so often, and no commit waits.",
                 "每次提交时，提交等待其完成；或定时进行，提交不等待。"},
                0, kFlushes),
    NumberParam("flush_ms", {"time between flushes", "刷写间隔"},
                {"Where commits do not wait for the log.", "当提交不等待日志时。"}, 1000, 1, 60000,
                "ms"),
    // A device that writes sectors, each whole or not at all: a block of the log is one.
    {"log_on",
     {"log on", "日志所在"},
     {"The disk of the log.", "日志所在的磁盘。"},
     ParamType::kChoice,
     0,
     0,
     static_cast<int64_t>(FileKind::kSd),
     "",
     kFileKinds,
     static_cast<uint32_t>(FileKind::kSd) + 1},
    kMutexesParam,
    kBatchParam,
};

// One frame is kept for undo pages.
constexpr ParamSetting kStandard[] = {{"frames", 8}};

auto ParamsWithStandards() {
  auto params = WithPageParams(kOwn);
  SetStandards(params, kStandard);
  return params;
}
const auto kParams = ParamsWithStandards();

constexpr uint32_t kLeastSector = 256;
// What an index entry points at.
constexpr uint32_t kEntryBytes = 8;

PageParams PagesOf(const ParamValues& p) {
  PageParams pages = PageParamsOf(p, kOwnParams);
  pages.own_pages = static_cast<uint32_t>(p.value[kUndoPages]);
  pages.io_capacity = static_cast<uint32_t>(p.value[kIoCapacity]);
  pages.mutexes = p.value[kMutexes] != 0;
  pages.batch = static_cast<uint32_t>(p.value[kBatch]);
  return pages;
}

int64_t ValueBytes(const ParamValues& p) { return p.value[kOwnParams + kPageParamCount - 1]; }

// The longest image of a record that may come; which of these there are, tables say. Structure
// changes have no undo.
uint32_t ImageBytes(const ParamValues& p, const PageParams& pages) {
  return pages.placement == Placement::kHash ? static_cast<uint32_t>(ValueBytes(p))
                                             : std::min(kMaxValueBytes, pages.page_bytes);
}

// Log of a structure change: a few records, none longer than a page.
uint32_t StructureBytes(const PageParams& pages) {
  return pages.placement == Placement::kHash ? 0 : 4 * pages.page_bytes + 512;
}

// Log that a change, its undo and a structure change before it take at most, heads of blocks
// included; or taking it back.
uint64_t ChangeBytes(const ParamValues& p, const PageParams& pages) {
  const uint32_t bytes = 2 * ImageBytes(p, pages) + 256 + 2 * StructureBytes(pages);
  return bytes + (bytes / (kLeastSector - 16) + 1) * 16;
}

struct Places {
  LogParams log;
  FileLayout::Place log_file;
  FileLayout::Place data;
  DeviceSizes sizes;
};

Places PlacesOf(const ParamValues& p, const MachineProfile& machine, uint32_t page_limit) {
  const PageParams pages = PagesOf(p);
  Places places;
  LogParams& params = places.log;
  params.log.blocks.bytes = static_cast<uint32_t>(machine[Price::kDiskSector]);
  params.log.file_bytes = static_cast<uint64_t>(p.value[kLogFileKb]) * 1024;
  params.log.buffer_bytes = static_cast<uint32_t>(p.value[kBufferKb]) * 1024;
  params.log.page_bytes = pages.page_bytes;
  params.log.page_limit = page_limit;
  params.log.undo_from = page_limit - pages.own_pages;
  params.undo.first = params.log.undo_from;
  params.undo.pages = pages.own_pages;
  params.undo.page_bytes = pages.page_bytes;
  params.undo.image_bytes = ImageBytes(p, pages);
  params.checkpoint_bytes = static_cast<uint64_t>(p.value[kCheckpointKb]) * 1024;
  params.change_bytes = ChangeBytes(p, pages);
  params.flush_at_commit = p.value[kFlush] == 0;
  params.flush_ns = static_cast<Time>(p.value[kFlushMs]) * 1000000;
  FileLayout layout(machine);
  places.log_file = layout.Take(static_cast<FileKind>(p.value[kLogOn]), true,
                                xtradb::RedoLog::FileBytes(params.log));
  places.data = layout.TakePages(pages, page_limit);
  places.sizes = layout.sizes();
  return places;
}

DeviceSizes Sizes(const ParamValues& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, PageEngine::PageLimit(PagesOf(p), rows)).sizes;
}

Promise PromiseOf(const ParamValues& p) {
  return p.value[kFlush] == 0 ? Promise::kDurable : Promise::kPrefixConsistent;
}

const Mismatch* Check(const ParamValues& p, const MachineProfile& machine) {
  static constexpr Mismatch kSectors = {"log_on",
                                        {"a block of the log is a sector of 256, 512 or 1024 bytes",
                                         "一个日志块就是一个扇区：256、512 或 1024 字节"}};
  // One of them is kept for undo pages.
  static constexpr Mismatch kFrames = {
      "frames",
      {"the buffer pool is too small: B+-trees and undo pages need 5 frames",
       "缓冲池太小：B+ 树与撤销页至少需要 5 帧"}};
  static constexpr Mismatch kLog = {
      "log_file_kb", {"the log is too small for a few changes", "日志太小，容不下少数几次修改"}};
  static constexpr Mismatch kBuffer = {
      "buffer_kb",
      {"the log buffer is too small for a structure change", "日志缓冲区太小，容不下一次结构修改"}};
  static constexpr Mismatch kThreshold = {
      "checkpoint_kb",
      {"the checkpoint threshold must not exceed the log", "检查点阈值不能超过日志大小"}};
  static constexpr Mismatch kUndo = {
      "page_bytes",
      {"an undo page does not hold the undo of the longest record", "撤销页容不下最长记录的撤销"}};
  const PageParams pages = PagesOf(p);
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(pages, machine)) return mismatch;
  const uint64_t sector = machine[Price::kDiskSector];
  if (1024 % sector != 0 || sector < kLeastSector) return &kSectors;
  if (pages.placement == Placement::kIndexed && pages.frames < 5) return &kFrames;
  if (p.value[kCheckpointKb] > p.value[kLogFileKb]) return &kThreshold;
  const uint32_t undo = xtradb::kUndoFrom + xtradb::kUndoEndBytes +
                        xtradb::UndoRecord::BytesFor(static_cast<uint32_t>(ValueBytes(p)));
  if (undo > pages.page_bytes) return &kUndo;
  if (static_cast<uint64_t>(p.value[kLogFileKb]) * 1024 < 4 * ChangeBytes(p, pages)) return &kLog;
  const uint32_t group = StructureBytes(pages) + 2 * ImageBytes(p, pages) + 256;
  return p.value[kBufferKb] * 1024 < 2 * int64_t{group} ? &kBuffer : nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  const PageParams pages = PagesOf(context.params);
  Places places = PlacesOf(context.params, context.machine, context.database_pages);
  places.log.undo.image_bytes = std::max(LongestValue(context.schema), kEntryBytes);
  PageLabels labels;
  labels.lock = xtradb::kUpdateLock;
  labels.fix = xtradb::kUpdateFix;
  labels.change_page = xtradb::kUpdateChange;
  labels.commit_acknowledge = xtradb::kCommitAcknowledge;
  labels.abort_acknowledge = xtradb::kAbortAcknowledge;
  labels.release_locks = xtradb::kCommitRelease;
  labels.write_page = xtradb::kGatePage;
  labels.undo_in_place = xtradb::kUndoInPlace;
  auto* dram = context.arena.New<Dram>(context.arena);
  auto* hooks = context.arena.New<xtradb::Hooks>(context, pages, places.log,
                                                 *OpenFile(context, places.log_file));
  return context.arena.New<PageEngine>(context, pages, labels, *hooks, *dram,
                                       *OpenFile(context, places.data));
}

constexpr ParamSetting kForTables[] = {{"placement", static_cast<int64_t>(Placement::kIndexed)},
                                       {"page_bytes", 4096},
                                       {"spare_pages", 256},
                                       {"frames", 64},
                                       {"undo_pages", 64},
                                       {"log_file_kb", 5120},
                                       {"buffer_kb", 256},
                                       {"checkpoint_kb", 1024}};

// What it has by the manual of MariaDB 10.0, and the mutexes; sizes apart.
constexpr ParamSetting kManual[] = {{"torn_pages", static_cast<int64_t>(TornPages::kDoubleWrite)},
                                    {"io_capacity", 200},
                                    {"mutexes", 1},
                                    {"log_on", static_cast<int64_t>(FileKind::kHdd)},
                                    {"data_on", static_cast<int64_t>(FileKind::kHdd)}};
constexpr PresetInfo kPresets[] = {
    {"xtradb", {"as in MariaDB, on hard disks", "按 MariaDB，机械硬盘"}, kManual}};

}  // namespace

const SchemeInfo kXtraDb = {
    .id = "xtradb",
    .family = "base",
    .title = {"XtraDB", "XtraDB"},
    .summary =
        {"The storage engine that BaSE replaces the log of: redo in blocks of 512 bytes that go "
         "round, "
         "undo in pages that are logged themselves, mini-transactions, a flush of the log at each "
         "commit.",
         "BaSE 所替换其日志的存储引擎：重做写入循环使用的 512 "
         "字节块，撤销放在本身也写日志的页中；小事务；每次提交刷写日志。"},
    .paper =
        "Manamohan, Shastry, Mathew, Sarveswara, Bresniker, Graefe: BaSE (Byte addressable Storage "
        "Engine) Transaction Manager, COMAD 2016, sections 1.4 and 4.1",
    .path = &kInnoDbPath,
    .promise = PromiseOf,
    .params = kParams,
    .mutations = kWhole ? xtradb::kStory.mutations : std::span<const MutationInfo>(),
    .listings = kWhole ? xtradb::kStory.listings : std::span<const Listing>(),
    .structures = kWhole ? xtradb::kStory.structures : std::span<const StructureInfo>(),
    .sizes = kWhole ? Sizes : nullptr,
    .check = Check,
    .create = kWhole ? Create : nullptr,
    .for_tables = kForTables,
    .presets = kPresets,
};

}  // namespace afterimage
