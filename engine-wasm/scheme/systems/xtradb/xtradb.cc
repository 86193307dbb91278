#include "scheme/systems/xtradb/xtradb.h"

#include <algorithm>

#include "base/build.h"
#include "scheme/page_engine/page_engine.h"
#include "scheme/shared/log_file/open_file.h"
#include "scheme/systems/xtradb/hooks.h"
#include "scheme/systems/xtradb/story.h"

namespace afterimage {
namespace {

using xtradb::LogParams;

constexpr ChoiceInfo kFlushes[] = {
    {"commit", {"at each commit", "每次提交时"}},
    {"second", {"from time to time", "定时"}},
};

struct Params : PageParams {
  uint32_t log_file_kb = 0;
  uint32_t buffer_kb = 0;
  uint32_t checkpoint_kb = 0;
  bool from_time_to_time = false;  // the log is flushed, and no commit waits
  uint32_t flush_ms = 0;
  FileKind log_on = FileKind::kDisk;
};

constexpr auto kOwnParams = TableOf<Params>(
    Param<&Params::log_file_kb>(
        {.id = "log_file_kb",
         .title = {"log files", "日志文件"},
         .help = {"Blocks of log on the disk, which are used again and again.",
                  "磁盘上的日志块，循环使用。"},
         .standard = 512,
         .min = 2,
         .max = 1 << 21,
         .unit = "KB"}),
    Param<&Params::buffer_kb>(
        {.id = "buffer_kb",
         .title = {"log buffer", "日志缓冲区"},
         .help = {"Log that DRAM holds until it is flushed.", "刷出之前 DRAM 可容纳的日志。"},
         .standard = 16,
         .min = 1,
         .max = 1 << 18,
         .unit = "KB"}),
    Param<&Params::checkpoint_kb>(
        {.id = "checkpoint_kb",
         .title = {"checkpoint threshold", "检查点阈值"},
         .help = {"Log since the last checkpoint, after which another one comes.",
                  "自上次检查点以来的日志达到此量时，进行下一次检查点。"},
         .standard = 64,
         .min = 1,
         .max = 1 << 21,
         .unit = "KB"}),
    kIoCapacityParam,
    Param<&Params::own_pages>({.id = "undo_pages",
                               .title = {"undo pages", "撤销页"},
                               .help = {"Pages of the database for undo. A transaction that "
                                        "changes something has one of its own, or more.",
                                        "数据库中用于撤销的页。有修改的事务独占其中一页或多页。"},
                               .standard = 64,
                               .min = 2,
                               .max = 1 << 20}),
    Param<&Params::from_time_to_time>(
        {.id = "flush",
         .title = {"log is flushed", "日志刷写"},
         .help = {"At each commit, which waits for it; or every so often, and no commit waits.",
                  "每次提交时，提交等待其完成；或定时进行，提交不等待。"},
         .choices = kFlushes}),
    Param<&Params::flush_ms>(
        {.id = "flush_ms",
         .title = {"time between flushes", "刷写间隔"},
         .help = {"Where commits do not wait for the log.", "当提交不等待日志时。"},
         .standard = 1000,
         .min = 1,
         .max = 60000,
         .unit = "ms"}),
    // The device writes sectors, each atomically: a block of the log is one.
    Param<&Params::log_on>(
        {.id = "log_on",
         .title = {"log on", "日志所在"},
         .help = {"The disk of the log.", "日志所在的磁盘。"},
         .choices = std::span(kFileKinds).first(static_cast<size_t>(FileKind::kSd) + 1)}),
    kMutexesParam, kBatchParam);
// One frame is kept for undo pages.
constexpr ChangedTable<kPageParams, Standard<&PageParams::frames, 8>> kMoreFrames;
constexpr JoinedTables<Params, kOwnParams, kMoreFrames> kParams;

constexpr uint32_t kLeastSector = 256;
// The bytes of an index entry's target.
constexpr uint32_t kEntryBytes = 8;

// The longest image of a record that may come; which of these there are, tables say. Structure
// changes have no undo.
uint32_t ImageBytes(const PageParams& p) {
  return p.placement == Placement::kHash ? p.value_bytes : std::min(kMaxValueBytes, p.page_bytes);
}

// Log of a structure change: a few records, none longer than a page.
uint32_t StructureBytes(const PageParams& pages) {
  return pages.placement == Placement::kHash ? 0 : 4 * pages.page_bytes + 512;
}

// Log that a change, its undo and a structure change before it take at most, heads of blocks
// included; or taking it back.
uint64_t ChangeBytes(const PageParams& p) {
  const uint32_t bytes = 2 * ImageBytes(p) + 256 + 2 * StructureBytes(p);
  return bytes + (bytes / (kLeastSector - 16) + 1) * 16;
}

struct Places {
  LogParams log;
  FileLayout::Place log_file;
  FileLayout::Place data;
  DeviceSizes sizes;
};

Places PlacesOf(const Params& p, const MachineProfile& machine, uint32_t page_limit) {
  Places places;
  LogParams& params = places.log;
  params.log.blocks.bytes = static_cast<uint32_t>(machine[Price::kDiskSector]);
  params.log.file_bytes = uint64_t{p.log_file_kb} * 1024;
  params.log.buffer_bytes = p.buffer_kb * 1024;
  params.log.page_bytes = p.page_bytes;
  params.log.page_limit = page_limit;
  params.log.undo_from = page_limit - p.own_pages;
  params.undo.first = params.log.undo_from;
  params.undo.pages = p.own_pages;
  params.undo.page_bytes = p.page_bytes;
  params.undo.image_bytes = ImageBytes(p);
  params.checkpoint_bytes = uint64_t{p.checkpoint_kb} * 1024;
  params.change_bytes = ChangeBytes(p);
  params.flush_at_commit = !p.from_time_to_time;
  params.flush_ns = Time{p.flush_ms} * 1000000;
  FileLayout layout(machine);
  places.log_file = layout.Take(p.log_on, true, xtradb::RedoLog::FileBytes(params.log));
  places.data = layout.TakePages(p, page_limit);
  places.sizes = layout.sizes();
  return places;
}

DeviceSizes Sizes(const Params& p, const MachineProfile& machine, const InitialRows& rows) {
  return PlacesOf(p, machine, PageEngine::PageLimit(p, rows)).sizes;
}

Promise PromiseOf(const Params& p) {
  return p.from_time_to_time ? Promise::kPrefixConsistent : Promise::kDurable;
}

const Mismatch* Check(const Params& p, const MachineProfile& machine) {
  static constexpr Mismatch kSectors = {"log_on",
                                        {"a block of the log is a sector of 256, 512 or 1024 bytes",
                                         "一个日志块就是一个扇区：256、512 或 1024 字节"}};
  // One of them is kept for undo p.
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
  if (const Mismatch* mismatch = CheckPageParamsWithoutImages(p, machine)) return mismatch;
  const uint64_t sector = machine[Price::kDiskSector];
  if (1024 % sector != 0 || sector < kLeastSector) return &kSectors;
  if (p.placement == Placement::kIndexed && p.frames < 5) return &kFrames;
  if (p.checkpoint_kb > p.log_file_kb) return &kThreshold;
  const uint32_t undo =
      xtradb::kUndoFrom + xtradb::kUndoEndBytes + xtradb::UndoRecord::BytesFor(p.value_bytes);
  if (undo > p.page_bytes) return &kUndo;
  if (uint64_t{p.log_file_kb} * 1024 < 4 * ChangeBytes(p)) return &kLog;
  const uint32_t group = StructureBytes(p) + 2 * ImageBytes(p) + 256;
  return int64_t{p.buffer_kb} * 1024 < 2 * int64_t{group} ? &kBuffer : nullptr;
}

StorageEngine* Create(const EngineContext& context) {
  const Params p = kParams.Read(context.params);
  Places places = PlacesOf(p, context.machine, context.database_pages);
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
  auto* hooks =
      context.arena.New<xtradb::Hooks>(context, p, places.log, *OpenFile(context, places.log_file));
  return context.arena.New<PageEngine>(context, p, labels, *hooks, *dram,
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

// The settings in the manual of MariaDB 10.0, and the mutexes, without sizes.
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
    .summary = {"The storage engine that BaSE replaces the log of: redo in blocks of 512 bytes "
                "that go round, undo in pages that are logged themselves, mini-transactions, a "
                "flush of the log at each commit.",
                "BaSE 所替换其日志的存储引擎：重做写入循环使用的 512 "
                "字节块，撤销放在本身也写日志的页中；小事务；每次提交刷写日志。"},
    .paper =
        "Manamohan, Shastry, Mathew, Sarveswara, Bresniker, Graefe: BaSE (Byte addressable Storage "
        "Engine) Transaction Manager, COMAD 2016, sections 1.4 and 4.1",
    .path = &kInnoDbPath,
    .promise = kParams.On<PromiseOf>(),
    .params = kParams,
    .mutations = kWhole ? xtradb::kStory.mutations : std::span<const MutationInfo>(),
    .listings = kWhole ? xtradb::kStory.listings : std::span<const Listing>(),
    .structures = kWhole ? xtradb::kStory.structures : std::span<const StructureInfo>(),
    .sizes = WholeOnly(kParams.On<Sizes>()),
    .check = WholeOnly(kParams.On<Check>()),
    .create = kWhole ? Create : nullptr,
    .for_tables = kForTables,
    .presets = kPresets,
};

}  // namespace afterimage
