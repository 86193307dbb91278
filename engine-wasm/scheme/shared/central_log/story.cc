#include "scheme/shared/central_log/story.h"

#include "scheme/shared/central_log/story_shared.h"

namespace afterimage::aries {

namespace {

constexpr ListingLine kUpdate[] = {
    {kUpdateLock,
     0,
     {"lock the record, exclusive", "对记录加排他锁"},
     {"Strict two-phase locking: nobody else reads or changes the record until this transaction "
      "has ended, so undo can put the old value back without destroying anybody's work.",
      "严格两阶段封锁：事务结束前他人不能读写该记录，因此撤销恢复旧值时不会破坏别人的修改。"}},
    {kUpdateReserve,
     0,
     {"reserve log space for the change and its CLR", "为该修改及其 CLR 预留日志空间"},
     {"Rolling back must never fail for want of log space.", "回滚不能因日志空间不足而失败。"}},
    {kUpdateFix,
     0,
     {"fix and latch the page in the buffer pool", "在缓冲池中固定并闩住该页"},
     {"Pages are changed in DRAM only. Their home may stay old for a long time: redo makes up for "
      "that (no-force).",
      "页只在 DRAM 中修改；其存储位置可以长期保持旧值，由重做弥补（不强制）。"}},
    {kUpdateLog,
     0,
     {"append an update record: before and after image", "追加更新记录：前像与后像"},
     {"The old value is for undo, the new one for redo. Both are in the log before the page "
      "changes.",
      "旧值用于撤销，新值用于重做；两者都在页修改之前写入日志。"}},
    {kUpdateChange,
     0,
     {"change the page; page LSN := the record's LSN", "修改页；页 LSN := 该记录的 LSN"},
     {"The page LSN says which log record the page already shows, so redo never applies one twice.",
      "页 LSN 表明该页已反映到哪条日志记录，重做因此不会重复应用。"}},
};

constexpr ListingLine kInsert[] = {
    {kLogLatch,
     0,
     {"latch the log buffer", "闩住日志缓冲区"},
     {"One buffer for all threads: every record of every transaction passes here, one at a time.",
      "所有线程共用一个缓冲区：每个事务的每条记录都要逐一经过这里。"}},
    {kLogJoin,
     1,
     {"consolidated: latch taken, so join a group", "成组：闩锁被占用，加入一组"},
     {"Its first takes space for all.", "其首个成员为全组占用空间。"}},
    {kLogFull,
     1,
     {"buffer full: flush it, then try again", "缓冲区满：先刷写再重试"},
     {"Bytes that are not durable yet must not be overwritten. A full buffer may also end the "
      "transactions with records in it.",
      "尚未持久的字节不能被覆盖。缓冲区满也可能使在其中有记录的事务中止。"}},
    {kLogClaim,
     0,
     {"decoupled: LSN := end of log; take space; unlatch", "解耦：LSN := 日志末尾；占用空间；解闩"},
     {"Others may copy at the same time.", "其他线程可以同时复制。"}},
    {kLogCopy,
     0,
     {"copy the record (not decoupled: LSN first, unlatch after)",
      "复制记录（未解耦时：先取 LSN，后解闩）"},
     {"The LSN is the record's position: partition and offset. A larger LSN is later, whoever "
      "wrote it.",
      "LSN 就是记录的位置：分区与偏移。LSN 越大越晚，不论由谁写入。"}},
    {kLogRelease,
     0,
     {"decoupled: wait for earlier records; give it to the flusher",
      "解耦：等待更早的记录；再交给刷写线程"},
     {"Restart takes the first hole for the end of the log. So who loses its core before its "
      "record "
      "is there holds up all later ones.",
      "重启把第一个空洞当作日志末尾；因此记录就位前失去核心的线程会挡住其后的所有线程。"}},
};

constexpr ListingLine kFlush[] = {
    {kFlushWrite,
     0,
     {"write the buffer to the log, from durable LSN on", "把缓冲区从持久 LSN 起写入日志"},
     {"In order and in whole blocks: when it completes, everything up to there is durable, whoever "
      "it belongs to.",
      "按次序、以整块写出：完成后此前的一切都已持久，不论属于谁。"}},
};

constexpr ListingLine kCommit[] = {
    {kCommitDepends,
     0,
     {"T only read: wait for the commits it depends on", "T 只读：等待它所依赖的提交"},
     {"What T has read must not be taken back: the early-released commits it depends on must be "
      "durable first.",
      "T 读到的值不能被撤回：它所依赖的、提前释放锁的提交必须先持久。"}},
    {kCommitAppend,
     0,
     {"append T's commit record", "追加 T 的提交记录"},
     {"This record decides: if it is durable, recovery keeps T; otherwise recovery rolls T back.",
      "该记录决定结果：若已持久，恢复保留 T；否则恢复回滚 T。"}},
    {kCommitEarly,
     0,
     {"early lock release: release T's locks now", "提前释放锁：现在就释放 T 的锁"},
     {"Safe, because whoever sees T's values waits for T's commit record to be durable before it "
      "is acknowledged itself.",
      "这是安全的：看到 T 的值的事务在自己被确认之前，会等待 T 的提交记录持久。"}},
    {kCommitForce,
     0,
     {"synchronous: force the log up to it", "同步：强制日志写到该记录"},
     {"The acknowledgement is a promise, so the record must be durable first.",
      "确认即承诺，因此记录必须先持久。"}},
    {kCommitGroup,
     0,
     {"group: wait until one flush covers the group", "组提交：等待一次刷写覆盖整组"},
     {"One write for many commits. Nobody is acknowledged before it has completed, so nothing "
      "acknowledged can be lost.",
      "一次写出服务多个提交；完成之前谁都不被确认，因此已确认的不会丢失。"}},
    {kCommitAsync,
     0,
     {"asynchronous: do not wait", "异步：不等待"},
     {"Fast, and a weaker promise: a power cut may take back the latest acknowledged transactions, "
      "but never an earlier one without the later.",
      "快，但承诺更弱：断电可能撤回最近已确认的事务，但不会只丢失较早的而保留较晚的。"}},
    {kCommitAcknowledge,
     0,
     {"acknowledge T", "确认 T"},
     {"From here on the client relies on it.", "从此客户端依赖这一承诺。"}},
    {kCommitRelease,
     0,
     {"release the locks of T", "释放 T 的锁"},
     {"Without early release, they are released only now: nobody has read a value that a power cut "
      "could take back.",
      "若不提前释放，则此时才释放：没有人读到过可能被断电撤回的值。"}},
};

constexpr ListingLine kAbortLines[] = {
    kAbortReadLine, kAbortClrLine, kAbortRestoreLine, kAbortAppendLine, kAbortAcknowledgeLine,
};

constexpr ListingLine kWritePage[] = {
    {kGatePage,
     0,
     {"a dirty page P is to leave DRAM", "脏页 P 将离开 DRAM"},
     {"Steal: a page may go home while it holds values of transactions that have not ended. That "
      "is what undo is for.",
      "偷取：页可以在仍含未结束事务的值时写回；撤销正是为此而设。"}},
    {kGateForce,
     0,
     {"if page LSN is not durable: force the log up to it", "若页 LSN 尚未持久：强制日志写到该处"},
     {"Write-ahead logging: the before images of P's values must be durable before the values are.",
      "预写日志：P 中值的前像必须先于这些值持久。"}},
    {kGateWrite,
     0,
     {"write P home", "把 P 写回"},
     {"A power cut in the middle tears P: some sectors new, some old. The checksum detects it; a "
      "double-write area or a page image in the log repairs it.",
      "中途断电会撕裂 P：部分扇区新、部分旧。校验和能发现；双写区或日志中的整页映像可以修复。"}},
};

constexpr ListingLine kCheckpoint[] = {
    {kCheckpointBegin,
     0,
     {"append checkpoint-begin", "追加检查点开始记录"},
     {"Fuzzy: transactions go on while the checkpoint is taken.",
      "模糊检查点：其间事务照常运行。"}},
    {kCheckpointPages,
     0,
     {"write out pages that were dirty at the last checkpoint", "写出上次检查点时已脏的页"},
     {"Restart must redo from the oldest rec LSN: pages that stay dirty forever would keep the log "
      "forever.",
      "重启要从最早的 rec LSN 开始重做：一直不写的脏页会让日志永远无法截断。"}},
    {kCheckpointTables,
     0,
     {"append the transaction table and the dirty page table", "追加事务表与脏页表"},
     {"All that analysis would have learned from the log before this point.",
      "分析阶段从此前日志中能得知的一切。"}},
    {kCheckpointEnd,
     0,
     {"append checkpoint-end; force the log", "追加检查点结束记录；强制日志"},
     {"A checkpoint counts once it is complete and durable.", "检查点完整且持久之后才算数。"}},
    {kCheckpointMaster,
     0,
     {"write the master block; free the partitions below", "写主块；释放更早的分区"},
     {"Restart begins at the checkpoint that the master names. Only then may older parts of the "
      "log be overwritten.",
      "重启从主块所指的检查点开始；此后旧日志才可覆盖。"}},
};

constexpr ListingLine kRecovery[] = {
    kRecoverMasterLine,  kRecoverAnalysisLine, kRecoverRedoLine,       kRecoverUndoLine,
    kRecoverRestoreLine, kRecoverEndLine,      kRecoverCheckpointLine,
};

}  // namespace

constinit const Listing kUpdateListing =
    MakeListing("update", {"update a record", "更新记录"}, kUpdate);
constinit const Listing kInsertListing =
    MakeListing("insert", {"append a record to the log", "向日志追加记录"}, kInsert);
constinit const Listing kFlushListing = MakeListing("flush", {"flush", "刷写"}, kFlush);
constinit const Listing kWritePageListing =
    MakeListing("write-page", {"write a page out", "写出一页"}, kWritePage);
constinit const Listing kCheckpointListing =
    MakeListing("checkpoint", {"fuzzy checkpoint", "模糊检查点"}, kCheckpoint);

const Listing kListings[] = {
    kUpdateListing,
    kInsertListing,
    kFlushListing,
    MakeListing("commit", {"commit T", "提交 T"}, kCommit),
    MakeListing("abort", {"abort T", "中止 T"}, kAbortLines),
    kWritePageListing,
    kCheckpointListing,
    MakeListing("recovery", {"restart", "重启恢复"}, kRecovery),
};
const uint32_t kListingCount = sizeof kListings / sizeof *kListings;

const StructureInfo kStructures[] = {
    kBufferInfo,
    kDiskInfo,
    kLockInfo,
    {"log-buffer", {"log buffer", "日志缓冲区"}, Tier::kDram, Shape::kList, "log-record"},
    {"log-record", {"log", "日志"}, Tier::kDisk, Shape::kList},
    {"log-master", {"log master", "日志主块"}, Tier::kDisk, Shape::kKeyValue},
    {"dirty-page", {"dirty page table", "脏页表"}, Tier::kDram, Shape::kTable},
    {"transaction", {"transaction table", "事务表"}, Tier::kDram, Shape::kTable},
    {"kernel-page",
     {"kernel’s page cache", "内核的页缓存"},
     Tier::kDram,
     Shape::kPages,
     nullptr,
     "log-record"},
    {"inode",
     {"inode of the log file", "日志文件的索引节点"},
     Tier::kDram,
     Shape::kKeyValue,
     "journal"},
    {"journal", {"file system’s journal", "文件系统的日志"}, Tier::kDisk, Shape::kKeyValue},
};
const uint32_t kStructureCount = sizeof kStructures / sizeof *kStructures;

namespace {

// The sites that the mutations leave out.
constexpr Site kForceAtGate[] = {{kGateForce, 0}};
constexpr Site kForceAtCommit[] = {{kCommitForce, 0}};
constexpr Site kClr[] = {{kAbortClr, 0}};
constexpr Site kReadersWait[] = {{kCommitDepends, 0}};
constexpr Site kReleaseInOrder[] = {{kLogRelease, 0}};

}  // namespace

constinit const MutationInfo kPageBeforeLogInfo = {
    "page-before-log",
    {"pages leave DRAM before their log", "页先于其日志离开 DRAM"},
    {"Write-ahead logging: what undo needs must be durable before the page is.",
     "预写日志：撤销所需的信息必须先于页持久。"},
    kForceAtGate};
constinit const MutationInfo kAcknowledgeFirstInfo = {
    "acknowledge-first",
    {"acknowledge before the commit record is durable", "提交记录持久之前就确认"},
    {"An acknowledgement is a promise: the commit record must be durable first.",
     "确认即承诺：提交记录必须先持久。"},
    kForceAtCommit};
constinit const MutationInfo kReleaseOutOfOrderInfo = {
    "release-out-of-order",
    {"the flusher gets records before earlier ones are there",
     "更早的记录尚未就位，就把后面的交给刷写线程"},
    {"Restart ends the log at its first hole: what has been acknowledged behind it is lost.",
     "重启在第一个空洞处结束日志：其后已确认的事务会丢失。"},
    kReleaseInOrder};
constinit const MutationInfo kNoClrInfo = {
    "no-clr",
    {"undo without compensation records", "撤销时不写补偿日志记录"},
    {"Redo repeats history: what was undone without a CLR comes back.",
     "重做会重演历史：没有 CLR 的撤销会被重做恢复。"},
    kClr};

const MutationInfo kMutations[kMutationCount] = {
    kPageBeforeLogInfo,
    kAcknowledgeFirstInfo,
    kNoClrInfo,
    {"no-early-release-wait",
     {"readers do not wait for early-released commits", "读者不等待提前释放锁的提交"},
     {"A value read from an early-released record may be taken back until its commit is durable.",
      "从提前释放的记录读到的值，在其提交持久之前都可能被撤回。"},
     kReadersWait},
    kUndoInPlaceInfo,
    kUndoOldestFirstInfo,
    kReleaseOutOfOrderInfo,
};

}  // namespace afterimage::aries
