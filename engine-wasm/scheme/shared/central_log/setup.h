// The common setup of systems over a central log, beside the log itself: their own parameters, and
// the places of log and pages.
#ifndef AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_SETUP_H_
#define AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_SETUP_H_

#include "scheme/page_engine/page_params.h"
#include "scheme/shared/central_log/aries_log.h"
#include "scheme/shared/log_file/log_partitions.h"
#include "scheme/shared/log_file/log_writing_params.h"
#include "scheme/shared/log_file/open_file.h"

namespace afterimage::aries {

// The parameters of any system over a central log.
struct SharedParams : PageParams, LogWriting, PartitionParams {
  CommitMode commit = CommitMode::kSynchronous;
  uint32_t group_size = 0;
  uint32_t flush_us = 0;
  FileKind log_on = FileKind::kDisk;
  uint32_t buffer_kb = 0;
  InsertForm log_insert{};
  bool flush_latch = false;
  bool checkpoint_at_commit = false;
  bool full_aborts = false;
};

inline constexpr ChoiceInfo kCommitModes[] = {
    {"synchronous", {"synchronous", "同步"}},
    {"group", {"group", "组提交"}},
    {"pipelined", {"pipelined", "流水线"}},
    {"asynchronous", {"asynchronous", "异步"}},
};

// The names by InsertForm.
inline constexpr ChoiceInfo kInsertForms[] = {
    {"latch", {"under one latch", "同一闩锁之内"}},
    {"decoupled", {"copied outside the latch", "在闩锁之外复制"}, kWhole},
    {"consolidated", {"space taken by groups", "成组占用空间"}, kWhole},
};

inline constexpr ChoiceInfo kCheckpointTimes[] = {
    {"threshold", {"threshold", "阈值"}},
    {"full-or-commit", {"full buffer or commit", "缓冲区满或提交"}, kWhole},
};
inline constexpr ChoiceInfo kFullBuffers[] = {
    {"stall", {"stall", "停顿"}},
    {"abort", {"abort who is in it", "中止其中的事务"}, kWhole},
};

// Those of the log; a system's own may follow, and those of pages come last.
inline constexpr auto kLogParams = TableOf<SharedParams>(
    Param<&SharedParams::commit>(
        {.id = "commit",
         .title = {"commit", "提交方式"},
         .help = {"What a commit waits for: its own flush, a flush for a group, the same without a "
                  "context switch, or nothing.",
                  "提交等待什么：自己的刷写、整组的刷写、同上但不切换上下文，或不等待。"},
         .choices = kCommitModes}),
    Param<&SharedParams::group_size>(
        {.id = "group_size",
         .title = {"group size", "组大小"},
         .help = {"Commits that make a group flush at once.", "达到此数的提交立即成组刷写。"},
         .standard = 4,
         .min = 1,
         .max = 1024}),
    Param<&SharedParams::flush_us>(
        {.id = "flush_us",
         .title = {"flush pause", "刷写间隔"},
         .help = {"How long the flusher waits for more records before it writes; with asynchronous "
                  "commit, also how much a power cut may take back.",
                  "刷写线程写出前等待更多记录的时间；异步提交时，也是断电可能撤回的范围。"},
         .standard = 100,
         .max = 10000000,
         .unit = "µs"}),
    Param<&SharedParams::log_on>(
        {.id = "log_on",
         .title = {"log on", "日志所在"},
         .help = {"The device of the log and how it is reached.", "日志所在的设备及访问方式。"},
         .choices = kFileKinds}),
    kPartitionParams,
    Param<&SharedParams::buffer_kb>(
        {.id = "buffer_kb",
         .title = {"log buffer", "日志缓冲区"},
         .help = {"Inserting stalls while it is full.", "已满时插入会停顿。"},
         .standard = 8,
         .min = 1,
         .max = 1 << 18,
         .unit = "KB"}),
    kLogWritingParams,
    Param<&SharedParams::log_insert>(
        {.id = "log_insert",
         .title = {"log insert", "日志插入"},
         .help = {"Space and copy under one latch; the copy outside it, as Shore-MT; or space "
                  "taken by groups, as Aether.",
                  "占用空间与复制同在闩锁下；如 Shore-MT 在闩锁外复制；或如 Aether 成组占用空间。"},
         .choices = kInsertForms}),
    Param<&SharedParams::flush_latch>(
        {.id = "flush_latch",
         .title = {"flush closes the buffer", "刷写时关闭缓冲区"},
         .help = {"Nobody inserts while a flush is under way.", "刷写进行时不能插入。"}}),
    kCheckpointThreshold,
    Param<&SharedParams::checkpoint_at_commit>(
        {.id = "checkpoint_at",
         .title = {"checkpoint at", "检查点时机"},
         .help = {"What wakes the checkpointer: the threshold, or also a full log buffer and each "
                  "commit.",
                  "什么唤醒检查点线程：阈值；或者还有日志缓冲区已满与每次提交。"},
         .choices = kCheckpointTimes}),
    Param<&SharedParams::full_aborts>(
        {.id = "full_buffer",
         .title = {"full log buffer", "日志缓冲区满时"},
         .help = {"Inserting stalls for a flush, or the active transactions with records in the "
                  "buffer are rolled back as well.",
                  "插入停顿等待刷写；或者同时回滚在缓冲区中有记录的活动事务。"},
         .choices = kFullBuffers}));

// Log that one structure change takes at most: two halves of a node, and what allocates, links and
// ends them.
uint32_t StructureBytes(const PageParams& pages);

struct Places {
  AriesParams aries;
  FileLayout::Place log;
  FileLayout::Place data;
  DeviceSizes sizes;
};
// `structure_bytes`: log that a structure change takes at most.
Places PlacesOf(const SharedParams& p, const MachineProfile& machine, uint32_t structure_bytes,
                uint32_t page_limit);
// Returns null, or why the log does not go together with the pages and the machine.
const Mismatch* CheckLog(const SharedParams& p, const MachineProfile& machine,
                         uint32_t structure_bytes);
// An asynchronous commit may be taken back.
Promise PromiseOf(const SharedParams& p);
// The listing lines of Line that the page engine announces.
PageLabels LabelsOfPages();

}  // namespace afterimage::aries

#endif  // AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_SETUP_H_
