// The common texts of several schemes over a store of records.
#ifndef AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_STORY_SHARED_H_
#define AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_STORY_SHARED_H_

#include "scheme/shared/record_logs/story.h"

namespace afterimage::wal {

inline constexpr ListingLine kUpdateLines[] = {
    {kUpdateLock,
     0,
     {"lock the record, exclusive", "对记录加排他锁"},
     {"Strict two-phase locking: nobody else reads or changes the record until this transaction "
      "has ended.",
      "严格两阶段封锁：事务结束前他人不能读写该记录。"}},
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
    {kUpdateInsert,
     0,
     {"log the change: before and after image", "记录该修改：前像与后像"},
     {"The old value is for undo, the new one for redo. Both are logged before the page changes.",
      "旧值用于撤销，新值用于重做；两者都在页修改之前记入日志。"}},
    {kUpdateChange,
     0,
     {"change the page; page LSN := the record's GSN", "修改页；页 LSN := 该记录的 GSN"},
     {"Changes of a page may be in many logs. The GSN says in which order they were made, and "
      "which of them the page has.",
      "一页的修改可能分布在多个日志中；GSN 说明其先后次序，以及页已反映到哪一条。"}},
};

inline constexpr ListingLine kDependsLine = {
    kCommitDepends,
    0,
    {"await the commits whose early-released locks T has used",
     "等待提前释放了 T 所用之锁的各提交"},
    {"There is no single end of the log: T's commit record could become durable before that of a "
     "commit it depends on. So it must not even exist before then.",
     "日志没有唯一的末尾：T 的提交记录可能先于它所依赖的提交持久；因此在此之前它不能存在。"}};
inline constexpr ListingLine kAppendLine = {
    kCommitAppend,
    0,
    {"log T's commit record", "记录 T 的提交记录"},
    {"This record decides: with it recovery keeps T, without it recovery rolls T back.",
     "该记录决定结果：有它，恢复保留 T；没有它，恢复回滚 T。"}};
inline constexpr ListingLine kEarlyLine = {
    kCommitEarly,
    0,
    {"early lock release: release T's locks now", "提前释放锁：此时就释放 T 的锁"},
    {"Whoever takes them depends on T from here on, readers too.",
     "此后取得这些锁者（包括读者）依赖于 T。"}};
inline constexpr ListingLine kAcknowledgeLine = {
    kCommitAcknowledge,
    0,
    {"acknowledge T", "确认 T"},
    {"From here on the client relies on it: T must survive every power cut.",
     "从此客户端依赖这一承诺：无论何时断电，T 都必须保留。"}};
inline constexpr ListingLine kReleaseLine = {
    kCommitRelease,
    0,
    {"release the locks of T", "释放 T 的锁"},
    {"Without early release, they are released only now: nobody has read a value that a power cut "
     "could take back.",
     "若不提前释放，则此时才释放：没有人读到过可能被断电撤回的值。"}};

inline constexpr ListingLine kRollBackLine = {
    kAbortClr,
    1,
    {"log a CLR that names r's GSN", "记录注明 r 的 GSN 的 CLR"},
    {"Undoing is a change, too. The CLR says which one it compensates, so recovery never undoes it "
     "again.",
     "撤销也是修改。CLR 注明它补偿哪一个，恢复便不会重复撤销。"}};
inline constexpr ListingLine kRestoreLine = {
    kAbortRestore,
    1,
    {"put the before image back; page LSN := T's last GSN", "恢复前像；页 LSN := T 最后的 GSN"},
    {"T still holds its locks: the before image is still the right value.",
     "T 仍持有锁：前像仍是正确的值。"}};
inline constexpr ListingLine kAbortLine = {
    kAbortAppend,
    0,
    {"log T's abort record", "记录 T 的中止记录"},
    {"It tells recovery that T's rollback is complete.", "它告诉恢复：T 的回滚已经完成。"}};
inline constexpr ListingLine kAbortTailLine = {
    kAbortTail,
    0,
    {"start to write the log's tail back", "开始写回日志的尾指针"},
    {"The rollback must be durable before the locks go: whoever changes these records next may do "
     "so in a log that is durable sooner.",
     "释放锁之前回滚必须持久：下一个修改这些记录的人可能写入更早持久的日志。"}};
inline constexpr ListingLine kAbortFenceLine = {
    kAbortFence, 0, {"fence", "内存屏障"}, {"Now it is.", "至此已持久。"}};
inline constexpr ListingLine kToldLine = {
    kAbortAcknowledge,
    0,
    {"tell the client; release the locks of T", "告知客户端；释放 T 的锁"},
    {"Nothing of T is visible any more.", "T 的任何修改都不再可见。"}};

inline constexpr ListingLine kStealLine = {
    kGatePage,
    0,
    {"a dirty page P is to leave DRAM", "脏页 P 将离开 DRAM"},
    {"Steal: a page may go home while it holds values of transactions that have not ended. Undo is "
     "for that.",
     "偷取：页可以在仍含未结束事务的值时写回；撤销正是为此而设。"}};
inline constexpr ListingLine kGoHomeLine = {
    kGateWrite,
    0,
    {"write P home", "把 P 写回"},
    {"A GSN on a page at home has a durable record: recovery will not give it to another.",
     "已写回页上的 GSN 必有持久的记录：恢复不会把它再分配给别的记录。"}};

inline constexpr ListingLine kMergeLine = {
    kRecoverMerge,
    0,
    {"merge by GSN; a transaction without a commit or abort record is a loser",
     "按 GSN 归并；没有提交或中止记录的事务为失败事务"},
    {"Each page's changes, and each transaction's, come in the order in which they were made, "
     "whichever logs they are in.",
     "不论位于哪个日志，每一页的修改和每个事务的修改都按发生的次序排列。"}};
inline constexpr ListingLine kRedoLine = {
    kRecoverRedo,
    0,
    {"redo: for each record r by GSN, if page LSN < r.gsn, apply it",
     "重做：按 GSN 对每条记录 r，若页 LSN < r.gsn 则应用"},
    {"Repeat history, losers included. The logs are truncated one by one, so a page may be ahead "
     "of what is left of them.",
     "重演历史，包括失败的事务。各日志逐个截断，因此页可能比剩余的日志更新。"}};
inline constexpr ListingLine kCompensateLine = {
    kRecoverClr,
    0,
    {"undo: for each update r of a loser that no CLR names, newest first: log a CLR",
     "撤销：对失败事务中未被任何 CLR 注明的更新 r（由新到旧）：记录 CLR"},
    {"A crash in the middle of undo must not undo twice.", "撤销途中再次崩溃也不能重复撤销。"}};
inline constexpr ListingLine kUndoneLine = {
    kRecoverRestore,
    1,
    {"put the before image back", "恢复前像"},
    {"The transaction was never acknowledged: no trace of it may stay.",
     "该事务从未被确认：不能留下任何痕迹。"}};
inline constexpr ListingLine kEndLine = {
    kRecoverEnd,
    0,
    {"log the loser's abort record", "记录失败事务的中止记录"},
    {"The loser is now an aborted transaction like any other. Nobody waits for the record: if it "
     "is lost, the next recovery finds nothing left to undo.",
     "失败事务从此与普通的已中止事务一样。无需等待该记录持久：若丢失，下次恢复也没有可撤销的。"}};
inline constexpr ListingLine kHomeLine = {
    kRecoverPages,
    0,
    {"write out the dirty pages", "写出脏页"},
    {"Then no record is needed any more.", "此后不再需要任何记录。"}};

// The sites that the mutations leave out.
inline constexpr Site kGateSites[] = {{kGateTail, 0}};
inline constexpr Site kCommitSites[] = {{kCommitTail, 0}};
inline constexpr Site kClrSites[] = {{kAbortClr, 0}};

inline constexpr MutationInfo kPageBeforeLogInfo = {
    "page-before-log",
    {"pages leave DRAM before their log", "页先于其日志离开 DRAM"},
    {"Write-ahead logging: what undo needs must be durable before the page is.",
     "预写日志：撤销所需的信息必须先于页持久。"},
    kGateSites};
inline constexpr MutationInfo kAcknowledgeFirstInfo = {
    "acknowledge-first",
    {"acknowledge before the commit record is durable", "提交记录持久之前就确认"},
    {"An acknowledgement is a promise: the commit record must be durable first.",
     "确认即承诺：提交记录必须先持久。"},
    kCommitSites};
inline constexpr MutationInfo kNoClrInfo = {
    "no-clr",
    {"undo without compensation records", "撤销时不写补偿日志记录"},
    {"Redo repeats history: what was undone without a CLR comes back.",
     "重做会重演历史：没有 CLR 的撤销会被重做恢复。"},
    kClrSites};
// `off`: where a commit waits, and where a store keeps a record from becoming durable first.
constexpr MutationInfo NoDependencyWaitInfo(SiteList off) {
  return {
      "no-dependency-wait",
      {"commits do not wait for those they depend on", "提交不等待其所依赖的提交"},
      {"With early lock release, a commit must not become durable before one that it depends on.",
       "提前释放锁时，提交不能先于它所依赖的提交持久。"},
      off};
}

}  // namespace afterimage::wal

#endif  // AFTERIMAGE_SCHEME_SHARED_RECORD_LOGS_STORY_SHARED_H_
