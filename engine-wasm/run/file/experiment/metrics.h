// The names of everything that a point measures, with units.
#ifndef AFTERIMAGE_RUN_FILE_METRICS_H_
#define AFTERIMAGE_RUN_FILE_METRICS_H_

#include <cstdint>
#include <string_view>

#include "base/json/json_writer.h"
#include "base/types.h"
#include "trace/event.h"

namespace afterimage {

// Name, unit, and what it is. A name up to its dot is the group of all that begin with it.
#define AFTERIMAGE_METRICS(X)                                                                      \
  X(kThroughput, "throughput", "txn/s", "transactions committed per second", "每秒提交的事务数")   \
  X(kLatencyMean, "latency.mean", "ns", "latency of a commit, mean", "提交延迟均值")               \
  X(kLatencyP50, "latency.p50", "ns", "latency, median", "提交延迟中位数")                         \
  X(kLatencyP90, "latency.p90", "ns", "latency, 90th percentile", "提交延迟第 90 百分位")          \
  X(kLatencyP99, "latency.p99", "ns", "latency, 99th percentile", "提交延迟第 99 百分位")          \
  X(kLatencyWorst, "latency.worst_percent", "ns", "latency, mean of the slowest 1%",               \
    "最慢 1% 的提交延迟均值")                                                                      \
  X(kLatencyMax, "latency.max", "ns", "latency, largest", "提交延迟最大值")                        \
  X(kLatencyOwn, "latency.own", "ns", "time of a client on a transaction that commits, mean",      \
    "客户端花在一个已提交事务上的平均时间")                                                        \
  X(kElapsed, "elapsed", "ns", "virtual time of the measured part", "测量部分的虚拟时间")          \
  X(kHalves, "halves", "", "throughput of the second half over that of the first",                 \
    "后一半与前一半吞吐量之比")                                                                    \
  X(kCpuBusy, "cpu.busy", "", "share of the cores' time in which a thread has them",               \
    "处理器核被线程占用的时间份额")                                                                \
  X(kCpuSwitches, "cpu.switches", "", "context switches for each commit", "每次提交的上下文切换")  \
  X(kCpuIdleWakes, "cpu.idle_wakes", "", "waits for an idle core to wake, for each commit",        \
    "每次提交等待空闲核醒来的次数")                                                                \
  X(kCommits, "commits", "", "transactions committed", "提交的事务")                               \
  X(kLeft, "left_open", "", "transactions left open for a power cut", "保持打开直到断电的事务")    \
  X(kOperations, "operations.count", "", "operations of the transactions committed",               \
    "已提交事务的操作数")                                                                          \
  X(kOperationRate, "operations.rate", "op/s", "operations committed per second",                  \
    "每秒提交的操作数")                                                                            \
  X(kOperationTime, "operations.time", "ns", "virtual time of the run for each operation",         \
    "平均每个操作的运行用时")                                                                      \
  X(kRollbackMean, "rollback.mean", "ns", "time of a rollback, mean", "回滚用时均值")              \
  X(kRollbackMax, "rollback.max", "ns", "time of a rollback, largest", "回滚用时最大值")           \
  X(kAbortsUser, "aborts.user", "", "rollbacks that the client asked for", "客户端要求的回滚")     \
  X(kAbortsConflict, "aborts.conflict", "", "rollbacks after a conflict, begun again",             \
    "因冲突回滚并重新开始")                                                                        \
  X(kAbortShare, "aborts.share", "", "rollbacks after a conflict, share of attempts",              \
    "因冲突回滚占尝试的比例")                                                                      \
  X(kLogRecords, "log.records", "", "log records", "日志记录")                                     \
  X(kLogBytes, "log.bytes", "B", "bytes of log records", "日志记录字节")                           \
  X(kLogInsert, "log.insert_latency", "ns", "latency of a log insert, mean",                       \
    "插入一条日志的平均延迟")                                                                      \
  X(kLogRecordsPerTxn, "log.records_per_txn", "", "log records per commit", "每次提交的日志记录")  \
  X(kLogBytesPerTxn, "log.bytes_per_txn", "B", "log bytes per commit", "每次提交的日志字节")       \
  X(kPageHits, "pages.hits", "", "pages found in the buffer pool", "缓冲池命中")                   \
  X(kPageMisses, "pages.misses", "", "pages read from their home", "缓冲池未命中")                 \
  X(kMissesInNvm, "pages.misses_in_nvm", "", "of them served from NVM, without the disk",          \
    "其中由 NVM 提供、不读磁盘的次数")                                                             \
  X(kMissesOnDisk, "pages.misses_on_disk", "", "of them read from the database's file",            \
    "其中从数据库文件读取的次数")                                                                  \
  X(kHitShare, "pages.hit_share", "", "share of pages found in the buffer pool", "缓冲池命中率")   \
  X(kPageWrites, "pages.writes", "", "dirty pages written home", "写回的脏页")                     \
  X(kPageBytes, "pages.bytes", "B", "size of the dirty pages written home", "写回的脏页大小")      \
  X(kPageEvicted, "pages.evicted", "B", "size of the dirty pages that were evicted",               \
    "被逐出的脏页大小")                                                                            \
  X(kRecordsPerWrite, "pages.records_per_write", "",                                               \
    "records that a write of their page to the database's file changes there, mean",               \
    "每次把数据页写入数据库文件时改变的记录数均值")                                                \
  X(kSteals, "pages.steals", "", "page writes with changes not committed", "含未提交修改的页写回") \
  X(kStructureChanges, "pages.structure_changes", "", "page splits and allocations",               \
    "页分裂与分配")                                                                                \
  X(kRoomWaits, "pcm.waits", "", "waits for room in PCM", "等待 PCM 空间的次数")                   \
  X(kRoomWaitTime, "pcm.wait_time", "ns", "time of waiting for room in PCM, all together",         \
    "等待 PCM 空间的总时间")                                                                       \
  X(kRoomUsedBefore, "pcm.used_before", "", "share of PCM in use where the measured part begins",  \
    "测量部分开始时 PCM 的占用份额")                                                               \
  X(kRoomUsed, "pcm.used", "", "share of PCM in use at the end", "结束时 PCM 的占用份额")          \
  X(kRoomScattered, "pcm.scattered", "",                                                           \
    "share of PCM's slots that are free where the longest version does not fit",                   \
    "PCM 槽位中空闲但放不下最长版本的份额")                                                        \
  X(kDestagedBefore, "destage.before", "", "pages destaged before the measured part",              \
    "测量部分之前降级写回的页")                                                                    \
  X(kDestageReads, "destage.reads", "", "pages read to be destaged", "降级写回时读的页")           \
  X(kDestageWrites, "destage.writes", "", "pages written by destaging", "降级写回所写的页")        \
  X(kDestageVersions, "destage.records", "", "records or pages moved from PCM to the disk",        \
    "从 PCM 移到磁盘的记录或页")                                                                   \
  X(kDestageWindows, "destage.windows", "", "windows in which destaging has measured its rates",   \
    "降级写回测量速率的窗口数")                                                                    \
  X(kDestageOutrun, "destage.outrun", "",                                                          \
    "of these, windows in which PCM filled faster than the disk can empty it: full speed",         \
    "其中 PCM 填入快于磁盘写出的窗口数：全速进行")                                                 \
  X(kNvmStores, "nvm.stores", "", "stores to NVM", "NVM 存储")                                     \
  X(kNvmWriteBacks, "nvm.write_backs", "", "write-backs to NVM", "NVM 写回")                       \
  X(kNvmFences, "nvm.fences", "", "fences", "内存屏障")                                            \
  X(kNvmEvictions, "nvm.evictions", "", "lines that the cache evicted", "缓存逐出的行")            \
  X(kNvmLines, "nvm.lines_written", "", "lines written to NVM", "写入 NVM 的行")                   \
  X(kNvmBytes, "nvm.bytes_written", "B", "bytes written to NVM", "写入 NVM 的字节")                \
  X(kDiskReads, "disk.reads", "", "reads of the data disk", "数据盘读次数")                        \
  X(kDiskWrites, "disk.writes", "", "writes of the data disk", "数据盘写次数")                     \
  X(kDiskBytesRead, "disk.bytes_read", "B", "bytes read from the data disk", "数据盘读字节")       \
  X(kDiskBytesWritten, "disk.bytes_written", "B", "bytes written to the data disk",                \
    "数据盘写字节")                                                                                \
  X(kDiskBusy, "disk.busy", "", "share of the time in which the data disk has requests",           \
    "数据盘有请求的时间份额")                                                                      \
  X(kLogDiskReads, "log_disk.reads", "", "reads of the log disk", "日志盘读次数")                  \
  X(kLogDiskWrites, "log_disk.writes", "", "writes of the log disk", "日志盘写次数")               \
  X(kLogDiskBytesRead, "log_disk.bytes_read", "B", "bytes read from the log disk", "日志盘读字节") \
  X(kLogDiskBytesWritten, "log_disk.bytes_written", "B", "bytes written to the log disk",          \
    "日志盘写字节")                                                                                \
  X(kLogDiskBusy, "log_disk.busy", "", "share of the time in which the log disk has requests",     \
    "日志盘有请求的时间份额")                                                                      \
  X(kWearMax, "wear.max", "writes", "writes of the most worn NVM unit", "磨损最重单元的写次数")    \
  X(kWearMean, "wear.mean", "writes", "writes of an NVM unit, mean", "单元平均写次数")             \
  X(kWearPermille1, "wear.permille_1", "writes", "writes that the worst 1 per mille reach",        \
    "最差千分之一单元达到的写次数")                                                                \
  X(kWearPermille5, "wear.permille_5", "writes", "writes that the worst 5 per mille reach",        \
    "最差千分之五单元达到的写次数")                                                                \
  X(kWearVariance, "wear.variance", "writes^2", "variance of the units' writes",                   \
    "单元写次数的方差")                                                                            \
  X(kLifetime, "wear.lifetime", "s", "time until the most worn unit fails", "磨损最重单元的寿命")  \
  X(kLifetimeLevelled, "wear.lifetime_levelled", "s", "the same under perfect wear levelling",     \
    "理想磨损均衡下的寿命")                                                                        \
  X(kSwaps, "wear.swaps", "", "versions moved to level wear", "为均衡磨损而移动的版本")            \
  X(kRelocations, "wear.relocations", "", "moves of hot structures to level wear",                 \
    "为均衡磨损而移动热点结构的次数")                                                              \
  X(kSwapLines, "wear.swap_lines", "", "lines written by moves that level wear",                   \
    "为均衡磨损的移动所写的行")                                                                    \
  X(kWearOwn, "wear.own", "lines", "lines that wear levelling and spares wrote of their own",      \
    "磨损均衡与备用单元自身的写行数")                                                              \
  X(kWearSpares, "wear.spares", "units", "worn-out units replaced by spares",                      \
    "被备用单元替换的磨损单元")                                                                    \
  X(kCheckpoints, "checkpoint.count", "", "checkpoints", "检查点")                                 \
  X(kCheckpointNs, "checkpoint.time", "ns", "time in checkpoints", "检查点用时")                   \
  X(kClrs, "log.clrs", "", "compensation records", "补偿日志记录")                                 \
  X(kLogHeld, "log.held", "B", "NVM that log records hold at the end", "结束时日志记录占用的 NVM") \
  X(kLogHeldMost, "log.held_most", "B", "the most NVM that they have held", "其曾占用的最大 NVM")  \
  X(kRecoveryRepair, "recovery.repair", "ns", "recovery, repair of interrupted writes",            \
    "恢复：修复未完成的写入")                                                                      \
  X(kRecoveryOpen, "recovery.open", "ns", "recovery, opening the catalog", "恢复：打开目录")       \
  X(kRecoveryAnalysis, "recovery.analysis", "ns", "recovery, analysis", "恢复：分析")              \
  X(kRecoveryRedo, "recovery.redo", "ns", "recovery, redo", "恢复：重做")                          \
  X(kRecoveryUndo, "recovery.undo", "ns", "recovery, undo", "恢复：撤销")                          \
  X(kRecoveryRebuild, "recovery.rebuild", "ns", "recovery, rebuilding what is kept in DRAM",       \
    "恢复：重建 DRAM 中的结构")                                                                    \
  X(kRecoveryFinish, "recovery.finish", "ns", "recovery, pages home and log free at the end",      \
    "恢复：末尾写回页并释放日志")                                                                  \
  X(kRecoveryClear, "recovery.clear", "ns", "recovery, clearing the log", "恢复：清除日志")        \
  X(kRecoveryLog, "recovery.log", "ns", "recovery, passes over the log: analysis, redo, undo",     \
    "恢复：对日志的各遍扫描（分析、重做、撤销）")                                                  \
  X(kProcessing, "processing.time", "ns",                                                          \
    "run, and analysis, redo and undo after it; without clients' own checkpoints",                 \
    "运行及其后的分析、重做与撤销，不计客户端自己做的检查点")                                      \
  X(kRecoveryRecords, "recovery.records", "", "log records that recovery read",                    \
    "恢复读取的日志记录")                                                                          \
  X(kRecoveryBytes, "recovery.bytes", "B", "bytes of the log records that recovery read",          \
    "恢复读取的日志记录的字节数")                                                                  \
  X(kRecoveryTotal, "recovery.total", "ns", "recovery, in all", "恢复总时间")                      \
  X(kCostDram, "cost.dram", "$", "price of the DRAM", "DRAM 价格")                                 \
  X(kCostNvm, "cost.nvm", "$", "price of the NVM", "NVM 价格")                                     \
  X(kCostDisk, "cost.disk", "$", "price of the disk space", "磁盘空间价格")                        \
  X(kTpsPerDollar, "cost.tps_per_dollar", "txn/s/$", "throughput per dollar", "每美元吞吐量")      \
  X(kSpaceDram, "space.dram", "B", "size of the DRAM", "DRAM 容量")                                \
  X(kSpaceNvm, "space.nvm", "B", "size of the NVM", "NVM 容量")                                    \
  X(kSpaceFlash, "space.flash", "B", "space on flash disk", "闪存盘空间")                          \
  X(kSpaceDisk, "space.disk", "B", "space on hard disk", "硬盘空间")

enum class Metric : uint8_t {
#define AFTERIMAGE_METRIC(id, name, unit, en, zh) id,
  AFTERIMAGE_METRICS(AFTERIMAGE_METRIC)
#undef AFTERIMAGE_METRIC
      kCount
};
inline constexpr uint32_t kMetrics = static_cast<uint32_t>(Metric::kCount);

struct MetricInfo {
  const char* name;
  const char* unit;
  Text title;
};
extern const MetricInfo kMetricInfo[kMetrics];

// Beside these there are five metrics a category of time: "time.<category>" (ns of the clients, all
// together), "share.<category>" (of their time), "on_core.<category>" (of that part of it for which
// they have a core, as a sampling profiler sees it), "per_operation.<category>" (ns of that part
// for each operation committed, where a workload counts operations), "daemons.<category>" (ns).
bool IsMetric(std::string_view name);
// True where some metric's name is `name` or begins with it and a dot.
bool IsMetricOrGroup(std::string_view name);
// The metrics of which samples say how much there was by then (run/measure/samples.h), beside
// "time.<category>". All of them only grow.
inline constexpr Metric kSampled[] = {Metric::kCommits,          Metric::kAbortsUser,
                                      Metric::kAbortsConflict,   Metric::kLogBytes,
                                      Metric::kDestageReads,     Metric::kDestageWrites,
                                      Metric::kNvmLines,         Metric::kNvmBytes,
                                      Metric::kDiskReads,        Metric::kDiskWrites,
                                      Metric::kDiskBytesRead,    Metric::kDiskBytesWritten,
                                      Metric::kLogDiskReads,     Metric::kLogDiskWrites,
                                      Metric::kLogDiskBytesRead, Metric::kLogDiskBytesWritten};
bool IsSampled(std::string_view name);
// REQUIRES: IsMetric(name).
std::string_view UnitOf(std::string_view name);
// [{id, unit, title}]: every metric.
void WriteMetricList(JsonWriter& json);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_FILE_METRICS_H_
