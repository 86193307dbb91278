// Distributed Logging's description of itself.
#include "base/build.h"
#include "scheme/shared/log_rings/story.h"
#include "scheme/shared/record_logs/story_shared.h"

namespace afterimage::distributed {
namespace {

constexpr ListingLine kRingInsert[] = {
    {kInsertRests,
     0,
     {"T has used an early-released lock: start to write the tail of that commit's log back",
      "T 使用了提前释放的锁：开始写回该提交所在日志的尾指针"},
     {"The record's before image may be what that commit wrote. If this record survived and that "
      "commit did not, undo would bring its value back.",
      "该记录的前像可能正是那次提交写入的值。若本记录保留而那次提交丢失，撤销会使其值重现。"}},
    {kInsertRestsFence,
     0,
     {"fence", "内存屏障"},
     {"Its records are in NVM already; now they also count.", "其记录早已在 NVM 中，至此也算数。"}},
    {kInsertLatch,
     0,
     {"latch the log of this thread", "闩住本线程的日志"},
     {"Each log has a latch of its own: threads of different logs never contend.",
      "每个日志都有自己的闩锁：不同日志的线程互不争用。"}},
    {kInsertGsn,
     0,
     {"gsn := more than the page's, T's and this log's", "gsn := 大于页、T 和本日志的 GSN"},
     {"A Lamport clock: no counter that all threads share, and yet whatever depends on something "
      "has the larger GSN. Modulo the number of logs it names its log, so no two are equal.",
      "Lamport 时钟：没有所有线程共享的计数器，而依赖者的 GSN 总是更大。GSN "
      "模日志数即其日志号，因此不会重复。"}},
    {kInsertCopy,
     0,
     {"copy the record to the log's tail", "把记录复制到日志尾部"},
     {"Straight into NVM, or rather into the cache before it: there is no log buffer in DRAM.",
      "直接写入 NVM（先到其前的缓存）：DRAM 中没有日志缓冲区。"}},
    {kInsertBack,
     0,
     {"start to write its lines back", "开始写回各行"},
     {"Nothing is certain yet.", "尚无任何保证。"}},
    {kInsertFence,
     0,
     {"fence", "内存屏障"},
     {"The tail must not become durable before the record. NV-Logging needs no such fence: its "
      "flushes are ordered, and its state bits come last.",
      "尾指针不能先于记录持久。NV-Logging 不需要这一屏障：其刷写有序，状态位最后写。"}},
    {kInsertTail,
     0,
     {"tail := behind the record; unlatch", "尾指针 := 记录之后；解闩"},
     {"Recovery reads up to the tail and trusts what it finds.",
      "恢复读到尾指针为止，并信任所读内容。"}},
};

constexpr ListingLine kRingCommit[] = {
    kDependsLine,
    kAppendLine,
    kEarlyLine,
    {kCommitTail,
     0,
     {"start to write the log's tail back", "开始写回日志的尾指针"},
     {"The records before it are durable; recovery would not look at them without the tail.",
      "之前的记录已持久；但没有尾指针，恢复不会去看它们。"}},
    {kCommitFence,
     0,
     {"fence: T's own log is durable", "内存屏障：T 自己的日志已持久"},
     {"With it recovery finds T's commit record.", "此后恢复能找到 T 的提交记录。"}},
    {kCommitPassive,
     0,
     {"passive group commit: wait until every log is durable up to T's GSN",
      "被动组提交：等待所有日志都持久到 T 的 GSN"},
     {"Whatever T could depend on has a smaller GSN. T gives up its core and makes no other "
      "log durable; idle logs delay no commit.",
      "T 可能依赖的一切都有更小的 GSN。T 让出处理器核，不替他人刷写；空闲的日志不会妨碍任何人。"}},
    kAcknowledgeLine,
    kReleaseLine,
};

constexpr ListingLine kRingAbort[] = {
    {kAbortRead,
     0,
     {"for each record r of T, newest first: read it from the log",
      "由新到旧，从日志读取 T 的每条记录 r"},
     {"All records of a transaction are in one log, in their order.",
      "一个事务的所有记录都按次序位于同一个日志。"}},
    kRollBackLine,
    kRestoreLine,
    kAbortLine,
    kAbortTailLine,
    kAbortFenceLine,
    kToldLine,
};

constexpr ListingLine kDaemonLines[] = {
    {kDaemonPause,
     0,
     {"a commit waits for other logs: pause", "有提交在等待其他日志：稍候"},
     {"Meanwhile their own transactions may commit there, which costs nothing more.",
      "其间那些日志上的事务可能自行提交，不需额外代价。"}},
    {kDaemonTail,
     0,
     {"for each log that lags: start to write its tail back", "对每个落后的日志：开始写回其尾指针"},
     {"Its records are certain already.", "其记录早已确定。"}},
    {kDaemonFence,
     0,
     {"one fence for all; wake the commits", "所有日志共用一次屏障；唤醒等待的提交"},
     {"That is the group.", "这就是“组”。"}},
};

constexpr ListingLine kRingWritePage[] = {
    kStealLine,
    {kGateTail,
     0,
     {"for each log that lags behind P's LSN: start to write its tail back",
      "对每个落后于 P 的 LSN 的日志：开始写回其尾指针"},
     {"P's changes may be in any of the logs, with GSNs up to its LSN.",
      "P 的修改可能在任一日志中，GSN 不超过其 LSN。"}},
    {kGateFence,
     0,
     {"fence", "内存屏障"},
     {"Write-ahead logging: the undo of P's values must be durable before the values are.",
      "预写日志：P 中值的撤销信息必须先于这些值持久。"}},
    kGoHomeLine,
};

constexpr ListingLine kRingCheckpoint[] = {
    {kCheckpointClocks,
     0,
     {"set the clocks of all logs to the latest", "把所有日志的时钟拨到最新"},
     {"From here on every new GSN is larger: now it can be said what is older.",
      "此后新的 GSN 都更大：于是可以区分新旧。"}},
    {kCheckpointPages,
     0,
     {"write out the pages that were dirty before", "写出此前变脏的页"},
     {"A record is needed until its page is at home. Transactions go on meanwhile.",
      "记录在其页写回之前仍然需要。其间事务照常运行。"}},
    {kCheckpointTail,
     0,
     {"for each log: start to write its tail back", "对每个日志：开始写回尾指针"},
     {"A durable head must never overtake the durable tail.",
      "持久的头指针绝不能超过持久的尾指针。"}},
    {kCheckpointTailFence, 0, {"fence", "内存屏障"}, {"The tails come first.", "尾指针先行。"}},
    {kCheckpointArchive,
     0,
     {"wait until what will be cut off is archived", "等待将被截去的部分归档"},
     {"The archive is for a lost disk; recovery never reads it.",
      "归档用于磁盘损坏；恢复从不读取它。"}},
    {kCheckpointHead,
     0,
     {"for each log: head := first record still needed",
      "对每个日志：头指针 := 仍需要的第一条记录"},
     {"Not older than any dirty page and any active transaction. One aligned store.",
      "不晚于任何脏页与任何活动事务所需。一次对齐的存储。"}},
    {kCheckpointHeadBack,
     0,
     {"start to write it back", "开始写回"},
     {"Each log by itself: recovery copes with any mixture.", "各日志独立：恢复能处理任何组合。"}},
    {kCheckpointFence,
     0,
     {"fence; the space may be reused", "内存屏障；空间可重用"},
     {"Not before: recovery must not start among records that have been overwritten.",
      "在此之前不可：恢复不能从已被覆盖的记录开始。"}},
};

constexpr ListingLine kArchiverLines[] = {
    {kArchiveCopy,
     0,
     {"take the oldest log of a ring that is filling up", "取正在填满的环中最旧的日志"},
     {"Asynchronous: only a checkpoint that needs the space waits for it.",
      "异步进行：只有需要空间的检查点才等待它。"}},
    {kArchiveWrite,
     0,
     {"write it to the log's partition", "写入该日志的分区"},
     {"Through the file interface, like any traditional log.", "与传统日志一样经文件接口写出。"}},
    {kArchiveSync,
     0,
     {"sync the file", "同步文件"},
     {"Only then may the ring be overwritten.", "此后环才可被覆盖。"}},
};

constexpr ListingLine kRingRecovery[] = {
    {kRecoverAnchors,
     0,
     {"read all heads and tails", "读取所有头指针与尾指针"},
     {"Recovery has the devices and nothing else.", "恢复只有设备，别无其他。"}},
    {kRecoverScan,
     0,
     {"read each log from head to tail", "从头到尾读取每个日志"},
     {"All of it is whole. One log may have come further than another.",
      "其中全部完整。两个日志的进度可能不同。"}},
    kMergeLine,
    kRedoLine,
    kCompensateLine,
    kUndoneLine,
    kEndLine,
    kHomeLine,
    {kRecoverTail,
     0,
     {"for each log: start to write its tail back", "对每个日志：开始写回尾指针"},
     {"A durable head must never overtake the durable tail.",
      "持久的头指针绝不能超过持久的尾指针。"}},
    {kRecoverTailFence, 0, {"fence", "内存屏障"}, {"The tails come first.", "尾指针先行。"}},
    {kRecoverHead,
     0,
     {"for each log: head := tail", "对每个日志：头指针 := 尾指针"},
     {"Empties it. A power cut in between leaves some logs empty and some not: page LSNs tell what "
      "is done.",
      "清空该日志。途中断电会使部分日志为空、部分不为空：页 LSN 表明哪些已完成。"}},
    {kRecoverHeadBack,
     0,
     {"start to write it back", "开始写回"},
     {"Until it is durable, recovery just finds the records again.",
      "在其持久之前，恢复只会再次找到这些记录。"}},
    {kRecoverFence,
     0,
     {"fence; recovered", "内存屏障；恢复完成"},
     {"Now the space may be reused.", "此后空间可重用。"}},
};

constexpr Listing kRingListings[] = {
    MakeListing("update", {"update a record", "更新记录"}, kUpdateLines),
    MakeListing("insert", {"append a record to a log", "向日志追加记录"}, kRingInsert),
    MakeListing("commit", {"commit T", "提交 T"}, kRingCommit),
    MakeListing("abort", {"abort T", "中止 T"}, kRingAbort),
    MakeListing("group-commit", {"group commit (daemon)", "组提交（后台）"}, kDaemonLines),
    MakeListing("write-page", {"write a page out", "写出一页"}, kRingWritePage),
    MakeListing("checkpoint", {"checkpoint and truncation", "检查点与截断"}, kRingCheckpoint),
    MakeListing("archive", {"archive cold log (daemon)", "归档冷日志（后台）"}, kArchiverLines),
    MakeListing("recovery", {"recovery", "恢复"}, kRingRecovery),
};

constexpr StructureInfo kRingStructures[] = {
    kBufferInfo,
    kDiskInfo,
    kLockInfo,
    {"log-record",
     {"logs: records by log and GSN", "各日志：按日志号与 GSN 的记录"},
     Tier::kNvm,
     Shape::kList,
     "log-partition"},
    {"log-anchor", {"heads and tails", "头指针与尾指针"}, Tier::kNvm, Shape::kKeyValue},
    {"log-partition", {"archived partitions", "归档分区"}, Tier::kDisk, Shape::kList},
};

constexpr Site kRingWaits[] = {{kCommitDepends, 0}, {kInsertRests, 0}};

constexpr MutationInfo kRingMutations[] = {
    kPageBeforeLogInfo,
    kAcknowledgeFirstInfo,
    kNoClrInfo,
    NoDependencyWaitInfo(kRingWaits),
    {"tail-first",
     {"the tail before the record", "尾指针先于记录"},
     {"What the tail covers must be durable before the tail is.",
      "尾指针所覆盖的内容必须先于尾指针持久。"}},
    kUndoInPlaceInfo,
    kUndoOldestFirstInfo,
};

}  // namespace

const Story kRingStory = {
    .listings = WholeOnly(kRingListings),
    .structures = WholeOnly(kRingStructures),
    .mutations = WholeOnly(kRingMutations),
};

}  // namespace afterimage::distributed
