// Lines of ARIES's listings that systems share which undo by compensations.
#ifndef AFTERIMAGE_SCHEME_CENTRAL_STORY_SHARED_H_
#define AFTERIMAGE_SCHEME_CENTRAL_STORY_SHARED_H_

#include "scheme/central/story.h"

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
    {"put the before image back; page LSN := the CLR's LSN", "恢复前像；页 LSN := CLR 的 LSN"},
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

}  // namespace afterimage::aries

#endif  // AFTERIMAGE_SCHEME_CENTRAL_STORY_SHARED_H_
