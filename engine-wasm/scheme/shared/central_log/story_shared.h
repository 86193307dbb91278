// Lines of ARIES's listings that also belong to other systems which undo by compensations.
#ifndef AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_STORY_SHARED_H_
#define AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_STORY_SHARED_H_

#include "scheme/shared/central_log/story.h"

namespace afterimage::aries {

inline constexpr ListingLine kAbortReadLine = {
    kAbortRead,
    0,
    {"read T's last record; follow prev LSN", "读 T 的最后一条记录，沿 prev LSN 往回"},
    {"Newest first: undo retraces the transaction's steps.", "由新到旧：撤销沿事务的步骤倒回。"}};
inline constexpr ListingLine kAbortClrLine = {
    kAbortClr,
    1,
    {"append a CLR; its undo next LSN := the record's prev LSN",
     "追加 CLR；其 undo next LSN := 该记录的 prev LSN"},
    {"Undoing is a change, too, and is logged as one. Undo next LSN says where to continue, so "
     "nothing is ever undone twice.",
     "撤销也是修改，同样要写日志。undo next LSN 指明从何处继续，因此不会重复撤销。"}};
inline constexpr ListingLine kAbortRestoreLine = {
    kAbortRestore,
    1,
    {"put the before image back; page LSN := T's last LSN", "恢复前像；页 LSN := T 最后的 LSN"},
    {"T still holds its locks: the before image is still the right value.",
     "T 仍持有锁：前像仍是正确的值。"}};
inline constexpr ListingLine kAbortAppendLine = {kAbortAppend,
                                                 0,
                                                 {"append T's abort record", "追加 T 的中止记录"},
                                                 {"The rollback is complete.", "回滚已完成。"}};
inline constexpr ListingLine kAbortAcknowledgeLine = {
    kAbortAcknowledge,
    0,
    {"tell the client; release the locks of T", "告知客户端；释放 T 的锁"},
    {"Nothing of T is visible any more.", "T 的任何修改都不再可见。"}};
inline constexpr ListingLine kRecoverMasterLine = {
    kRecoverMaster,
    0,
    {"read the master block", "读主块"},
    {"Recovery has the devices and nothing else.", "恢复只有设备，别无其他。"}};
inline constexpr ListingLine kRecoverAnalysisLine = {
    kRecoverAnalysis,
    0,
    {"analysis: read from the checkpoint to the end of the log", "分析：从检查点读到日志末尾"},
    {"Who was running? Which pages may be older than the log? The log ends at the first record "
     "whose LSN or checksum does not fit.",
     "谁在运行？哪些页可能比日志旧？日志在第一条 LSN 或校验和不符的记录处结束。"}};
inline constexpr ListingLine kRecoverRedoLine = {
    kRecoverRedo,
    0,
    {"redo from the oldest rec LSN: if page LSN < LSN, apply",
     "从最早的 rec LSN 重做：若页 LSN < LSN 则应用"},
    {"Repeat history, losers included: the pages are then as they were at the crash, and undo has "
     "something to undo.",
     "重演历史，包括失败的事务：页恢复到断电时的状态，撤销才有对象。"}};
inline constexpr ListingLine kRecoverUndoLine = {
    kRecoverUndo,
    0,
    {"undo: the latest record of any loser first; append a CLR",
     "撤销：各失败事务中最晚的记录优先；追加 CLR"},
    {"A crash in the middle of undo must not undo twice: redo repeats the CLRs, and undo "
     "continues at undo next LSN.",
     "撤销途中再次崩溃也不能重复撤销：重做会重演 CLR，撤销从 undo next LSN 继续。"}};
inline constexpr ListingLine kRecoverRestoreLine = {
    kRecoverRestore,
    1,
    {"put the before image back", "恢复前像"},
    {"The transaction was never acknowledged: no trace of it may stay.",
     "该事务从未被确认：不能留下任何痕迹。"}};
inline constexpr ListingLine kRecoverEndLine = {
    kRecoverEnd,
    0,
    {"append the loser's abort record", "追加失败事务的中止记录"},
    {"The loser is now an aborted transaction like any other.",
     "失败事务从此与普通的已中止事务一样。"}};
inline constexpr ListingLine kRecoverCheckpointLine = {
    kRecoverCheckpoint,
    0,
    {"take a checkpoint", "做检查点"},
    {"The next restart begins here.", "下一次重启从这里开始。"}};

// The commit of any system that releases no lock early.
inline constexpr ListingLine kNoEarlyReleaseLines[] = {
    {kCommitAppend,
     0,
     {"append T's commit record", "追加 T 的提交记录"},
     {"Recovery keeps T if this record is durable. Without it, T has lost, whatever became of it.",
      "该记录若已持久，恢复保留 T；没有它，T 无论结局如何都算失败。"}},
    {kCommitForce,
     0,
     {"synchronous: write the log file up to it, then fsync",
      "同步：把日志文件写到该记录，然后 fsync"},
     {"The acknowledgement is a promise, so the record must be durable first.",
      "确认即承诺，因此记录必须先持久。"}},
    {kCommitGroup,
     0,
     {"group: wait until one flush covers the group", "组提交：等待一次刷写覆盖整组"},
     {"One write for many commits.", "一次写出服务多个提交。"}},
    {kCommitAsync,
     0,
     {"asynchronous: do not wait", "异步：不等待"},
     {"A weaker promise: a power cut may take back the latest acknowledged transactions.",
      "承诺更弱：断电可能撤回最近已确认的事务。"}},
    {kCommitAcknowledge,
     0,
     {"acknowledge T", "确认 T"},
     {"From here on the client relies on it.", "从此客户端依赖这一承诺。"}},
    {kCommitRelease,
     0,
     {"release T's locks", "释放 T 的锁"},
     {"Only now may others change what T has changed.", "此时其他事务才能修改 T 改过的内容。"}},
};
inline constexpr Listing kNoEarlyReleaseCommit =
    MakeListing("commit", {"commit T", "提交 T"}, kNoEarlyReleaseLines);

}  // namespace afterimage::aries

#endif  // AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_STORY_SHARED_H_
