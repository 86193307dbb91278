#include "scheme/shared/central_log/setup.h"

#include <algorithm>

#include "scheme/shared/log_file/log_partitions.h"

namespace afterimage::aries {
namespace {

constexpr ChoiceInfo kCommitModes[] = {
    {"synchronous", {"synchronous", "同步"}},
    {"group", {"group", "组提交"}},
    {"pipelined", {"pipelined", "流水线"}},
    {"asynchronous", {"asynchronous", "异步"}},
};

// By InsertForm.
constexpr ChoiceInfo kInsertForms[] = {
    {"latch", {"under one latch", "同一闩锁之内"}},
    {"decoupled", {"copied outside the latch", "在闩锁之外复制"}, kWhole},
    {"consolidated", {"space taken by groups", "成组占用空间"}, kWhole},
};

constexpr ChoiceInfo kCheckpointTimes[] = {
    {"threshold", {"threshold", "阈值"}},
    {"full-or-commit", {"full buffer or commit", "缓冲区满或提交"}, kWhole},
};
constexpr ChoiceInfo kFullBuffers[] = {
    {"stall", {"stall", "停顿"}},
    {"abort", {"abort who is in it", "中止其中的事务"}, kWhole},
};

}  // namespace

constinit const ParamInfo kOwn[param::kCount] = {
    ChoiceParam(
        "commit", {"commit", "提交方式"},
        {"What a commit waits for: its own flush, a flush for a group, the same without a context "
         "switch, or nothing.",
         "提交等待什么：自己的刷写、整组的刷写、同上但不切换上下文，或不等待。"},
        0, kCommitModes),
    NumberParam("group_size", {"group size", "组大小"},
                {"Commits that make a group flush at once.", "达到此数的提交立即成组刷写。"}, 4, 1,
                1024, ""),
    NumberParam("flush_us", {"flush pause", "刷写间隔"},
                {"How long the flusher waits for more records before it writes; with asynchronous "
                 "commit, also how much a power cut may take back.",
                 "刷写线程写出前等待更多记录的时间；异步提交时，也是断电可能撤回的范围。"},
                100, 0, 10000000, "µs"),
    ChoiceParam("log_on", {"log on", "日志所在"},
                {"The device of the log and how it is reached.", "日志所在的设备及访问方式。"}, 0,
                kFileKinds),
    NumberParam("partitions", {"log partitions", "日志分区数"},
                {"Truncation frees whole partitions.", "截断以整个分区为单位释放。"}, 4, 3, 64, ""),
    NumberParam("partition_kb", {"partition size", "分区大小"},
                {"The size of each log partition.", "每个日志分区的大小。"}, 8, 1, 1 << 20, "KB"),
    NumberParam("buffer_kb", {"log buffer", "日志缓冲区"},
                {"Inserting stalls while it is full.", "已满时插入会停顿。"}, 8, 1, 1 << 18, "KB"),
    kLogBlockParam,
    kLogWriteParam,
    ChoiceParam("log_insert", {"log insert", "日志插入"},
                {"Space and copy under one latch; the copy outside it, as Shore-MT; or space taken "
                 "by groups, as Aether.",
                 "占用空间与复制同在闩锁下；如 Shore-MT 在闩锁外复制；或如 Aether 成组占用空间。"},
                0, kInsertForms),
    SwitchParam("flush_latch", {"flush closes the buffer", "刷写时关闭缓冲区"},
                {"Nobody inserts while a flush is under way.", "刷写进行时不能插入。"}, 0),
    NumberParam("checkpoint_kb", {"checkpoint threshold", "检查点阈值"},
                {"Log since the last checkpoint that wakes the checkpointer.",
                 "自上次检查点以来的日志达到此量时唤醒检查点线程。"},
                8, 1, 1 << 22, "KB"),
    ChoiceParam("checkpoint_at", {"checkpoint at", "检查点时机"},
                {"What wakes the checkpointer: the threshold, or also a full log buffer and each "
                 "commit.",
                 "什么唤醒检查点线程：阈值；或者还有日志缓冲区已满与每次提交。"},
                0, kCheckpointTimes),
    ChoiceParam("full_buffer", {"full log buffer", "日志缓冲区满时"},
                {"Inserting stalls for a flush, or the active transactions with records in the "
                 "buffer are rolled back as well.",
                 "插入停顿等待刷写；或者同时回滚在缓冲区中有记录的活动事务。"},
                0, kFullBuffers),
};

uint32_t StructureBytes(const PageParams& pages) {
  return pages.placement == Placement::kIndexed ? pages.page_bytes + 1024 : 0;
}

Places PlacesOf(const ParamValues& p, const MachineProfile& machine, const PageParams& pages,
                uint32_t structure_bytes, uint32_t page_limit) {
  Places places;
  AriesParams& aries = places.aries;
  aries.commit = static_cast<CommitMode>(p.value[param::kCommit]);
  aries.group_size = static_cast<uint32_t>(p.value[param::kGroupSize]);
  aries.flush_ns = static_cast<Time>(p.value[param::kFlushPause]) * 1000;
  aries.checkpoint_bytes =
      static_cast<uint32_t>(std::min<int64_t>(p.value[param::kCheckpointKb] * 1024, 0xffffffff));
  aries.checkpoint_ns = pages.checkpoint_ns;
  aries.checkpoint_at_commit = p.value[param::kCheckpointAt] != 0;
  aries.full_aborts = p.value[param::kFullBuffer] != 0;
  aries.structure_bytes = structure_bytes;
  aries.cleaners = pages.cleaners;
  aries.early_release = pages.early_release;
  aries.page_images = pages.torn == TornPages::kFullPageImages;
  aries.log.partitions = static_cast<uint32_t>(p.value[param::kPartitions]);
  aries.log.partition_bytes = static_cast<uint32_t>(p.value[param::kPartitionKb] * 1024);
  aries.log.buffer_bytes = static_cast<uint32_t>(p.value[param::kBufferKb] * 1024);
  aries.log.writing = LogWritingOf(p, param::kLogBlock);
  aries.log.insert = static_cast<InsertForm>(p.value[param::kLogInsert]);
  aries.log.flush_holds_latch = p.value[param::kFlushLatch] != 0;
  const auto log_on = static_cast<FileKind>(p.value[param::kLogOn]);
  const auto block = OnNvm(log_on) ? 64 : static_cast<uint32_t>(machine[Price::kDiskSector]);
  FileLayout layout(machine);
  places.log = layout.Take(log_on, true, CentralLog::FileBytes(aries.log, block));
  places.data = layout.TakePages(pages, page_limit);
  layout.sizes().dram_bytes += aries.log.buffer_bytes;
  places.sizes = layout.sizes();
  return places;
}

const Mismatch* CheckLog(const ParamValues& p, const MachineProfile& machine,
                         const PageParams& pages, uint32_t structure_bytes) {
  static constexpr Mismatch kBuffer = {
      "buffer_kb",
      {"the log buffer must be a multiple of the disk's sector and hold two pages",
       "日志缓冲区须为磁盘扇区的整数倍且能容纳两页"}};
  const int64_t buffer = p.value[param::kBufferKb] * 1024;
  if (buffer % static_cast<int64_t>(machine[Price::kDiskSector]) != 0 ||
      buffer < 2 * int64_t{pages.page_bytes} + 1024)
    return &kBuffer;
  if (const Mismatch* mismatch = CheckLogWriting(
          LogWritingOf(p, param::kLogBlock), p.value[param::kPartitionKb] * 1024, buffer, machine))
    return mismatch;
  return CheckLogPartitions(
      {.on = static_cast<FileKind>(p.value[param::kLogOn]),
       .count = p.value[param::kPartitions],
       .bytes = p.value[param::kPartitionKb] * 1024,
       .checkpoint_bytes = p.value[param::kCheckpointKb] * 1024,
       .structure_bytes = 2 * AriesLog::kStructureChanges * int64_t{structure_bytes}},
      pages, machine);
}

Promise PromiseOf(const ParamValues& p) {
  return static_cast<CommitMode>(p.value[param::kCommit]) == CommitMode::kAsynchronous
             ? Promise::kPrefixConsistent
             : Promise::kDurable;
}

PageLabels LabelsOfPages() {
  PageLabels labels;
  labels.lock = kUpdateLock;
  labels.fix = kUpdateFix;
  labels.change_page = kUpdateChange;
  labels.commit_acknowledge = kCommitAcknowledge;
  labels.abort_acknowledge = kAbortAcknowledge;
  labels.release_locks = kCommitRelease;
  labels.write_page = kGatePage;
  return labels;
}

}  // namespace afterimage::aries
