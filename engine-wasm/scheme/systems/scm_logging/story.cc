#include "scheme/systems/scm_logging/story.h"

#include "base/build.h"
#include "scheme/shared/record_logs/story_shared.h"

namespace afterimage::scm_logging {

using namespace wal;  // NOLINT: its lines and labels are the words of this file

namespace {

constexpr ListingLine kUpdate[] = {
    kUpdateLines[0],
    kUpdateLines[1],
    kUpdateLines[2],
    kUpdateLines[3],
    {kUpdateChange,
     0,
     {"change the page; page LSN := the record's LSN", "修改页；页 LSN := 该记录的 LSN"},
     {"The page LSN says which changes the page has.", "页 LSN 说明该页已反映哪些修改。"}},
};

constexpr ListingLine kInsert[] = {
    {kInsertLatch,
     0,
     {"latch the end of the log", "闩住日志末尾"},
     {"A short latch: what is copied under it is one cache line.",
      "短暂的闩锁：其间只复制一个缓存行。"}},
    {kInsertGsn,
     0,
     {"take room: LSN := the position at the end", "占用空间：LSN := 末尾的位置"},
     {"One log, so its positions order all records. The log has no end: each lap of the ring has "
      "positions of its own.",
      "只有一个日志，其位置就是所有记录的次序。日志没有尽头：环的每一圈都有各自的位置。"}},
    {kInsertHeader,
     0,
     {"make the header there: length, unfinished", "在该处写记录头：长度，未完成"},
     {"Straight into PCM, there is no log buffer in DRAM. The length lets recovery pass over the "
      "record.",
      "直接写入 PCM，DRAM 中没有日志缓冲区。有了长度，恢复可以越过该记录。"}},
    {kInsertPlace,
     0,
     {"header.position := the position, last of all", "最后写：header.position := 该位置"},
     {"Stores to one line become durable in their order: a header that bears its position is all "
      "there. An earlier lap's record bears another.",
      "同一缓存行的存储按次序持久：带有自身位置的记录头必定齐全。上一圈的记录带的是另一个位置。"}},
    {kInsertHeaderBack, 0, {"start to write it back", "开始写回"}, {"It is one line.", "仅一行。"}},
    {kInsertHeaderFence,
     0,
     {"fence; unlatch", "内存屏障；解闩"},
     {"Others may append behind it now. If the header could still be lost, recovery would take "
      "this "
      "for the log's end and miss them. The fence also waits for the mark of T's previous record.",
      "此后他人可在其后追加。若记录头还会丢失，恢复会把这里当作日志末尾而漏掉它们。"
      "这一屏障也等待 T 前一条记录的标记。"}},
    {kInsertCopy,
     0,
     {"copy before and after image behind the header", "把前像和后像复制到记录头之后"},
     {"Without the latch: many threads do so at once. A power cut now leaves a hole.",
      "无需闩锁：许多线程可同时进行。此时断电会留下空洞。"}},
    {kInsertBack,
     0,
     {"start to write them back", "开始写回"},
     {"Nothing is certain yet.", "尚无任何保证。"}},
    {kInsertFence,
     0,
     {"fence", "内存屏障"},
     {"The content of a record must be durable before its mark is.",
      "记录的内容必须先于其标记持久。"}},
    {kInsertMark,
     0,
     {"mark the record whole, by one store of 8 bytes", "用一次 8 字节存储把记录标为完整"},
     {"All or nothing: from here on recovery takes the record for one.",
      "要么全有，要么全无：此后恢复才承认这条记录。"}},
    {kInsertMarkBack,
     0,
     {"start to write the mark back", "开始写回标记"},
     {"T's next fence makes it certain. Who cannot wait for that writes it back itself.",
      "T 的下一个屏障使其确定。等不及的人可自行写回。"}},
};

constexpr ListingLine kCommit[] = {
    {kCommitDepends,
     0,
     {"await the commits whose early-released locks T has used",
      "等待提前释放了 T 所用之锁的各提交"},
     {"Records become whole in any order: T's commit record could be before that of a commit it "
      "depends on. So it must not even exist before then.",
      "各记录变为完整的次序不定：T 的提交记录可能先于它所依赖的提交；因此在此之前它不能存在。"}},
    {kCommitAppend,
     0,
     {"append T's commit record", "追加 T 的提交记录"},
     {"Whole, it decides that T stays. Its header's fence has made T's last mark durable: no "
      "earlier record of T can be a hole then.",
      "它一旦完整，T 就会保留。其记录头的屏障已使 T 之前的最后一个标记持久：此时 T "
      "更早的记录都不可能是空洞。"}},
    kEarlyLine,
    {kCommitTail,
     0,
     {"fence: the commit record's mark is durable", "内存屏障：提交记录的标记已持久"},
     {"T waits for its own records alone. What others leave unfinished before it in the log does "
      "not matter to it.",
      "T 只等待自己的记录。他人在日志中留下的未完成记录与它无关。"}},
    kAcknowledgeLine,
    kReleaseLine,
};

constexpr ListingLine kAbort[] = {
    {kAbortRead,
     0,
     {"for each record r of T, newest first: read it from the log",
      "由新到旧，从日志读取 T 的每条记录 r"},
     {"It is in PCM, which is read like memory.", "它在 PCM 中，可像内存一样读取。"}},
    {kAbortClr,
     1,
     {"append a CLR that names r's LSN", "追加注明 r 的 LSN 的 CLR"},
     {"Undoing is a change, too. The CLR says which one it compensates, so recovery never undoes "
      "it "
      "again.",
      "撤销也是修改。CLR 注明它补偿哪一个，恢复便不会重复撤销。"}},
    {kAbortRestore,
     1,
     {"put the before image back; page LSN := the CLR's LSN", "恢复前像；页 LSN := CLR 的 LSN"},
     {"T still holds its locks: the before image is still the right value.",
      "T 仍持有锁：前像仍是正确的值。"}},
    {kAbortAppend,
     0,
     {"append T's abort record", "追加 T 的中止记录"},
     {"Its header's fence has made the last CLR's mark durable, so the locks may go. Nobody waits "
      "for "
      "this record's own mark: without it recovery finds nothing left to undo.",
      "其记录头的屏障已使最后一条 CLR 的标记持久，因此可以释放锁。无需等待本记录自己的标记："
      "没有它，恢复也没有可撤销的。"}},
    kToldLine,
};

constexpr ListingLine kWritePage[] = {
    kStealLine,
    {kGateTail,
     0,
     {"for each record of P whose mark may not be durable: start to write the mark back",
      "对 P 的每条标记可能尚未持久的记录：开始写回其标记"},
     {"Its own thread would do so only with its next record, or at the end.",
      "它自己的线程要到下一条记录或结束时才会这样做。"}},
    {kGateFence,
     0,
     {"fence", "内存屏障"},
     {"Write-ahead logging: the undo of P's values must be whole, and durable, before the values "
      "leave DRAM.",
      "预写日志：P 中值的撤销信息必须完整且持久，这些值才能离开 DRAM。"}},
    {kGateWrite,
     0,
     {"write P to the disk", "把 P 写到磁盘"},
     {"All of the PCM is the log's: nothing stands between DRAM and the disk.",
      "PCM 全归日志：DRAM 与磁盘之间别无他物。"}},
};

constexpr ListingLine kCheckpoint[] = {
    {kCheckpointPages,
     0,
     {"write out the pages that were dirty before", "写出此前变脏的页"},
     {"A record is needed until its page is at home. Transactions go on meanwhile.",
      "记录在其页写回之前仍然需要。其间事务照常运行。"}},
    {kCheckpointArchive,
     0,
     {"wait until what will be cut off is archived", "等待将被截去的部分归档"},
     {"The log file is for a lost disk; recovery never reads it.",
      "日志文件用于磁盘损坏；恢复从不读取它。"}},
    {kCheckpointHead,
     0,
     {"from := head; head := first record still needed",
      "旧头指针 := 头指针；头指针 := 仍需要的第一条记录"},
     {"Not older than any dirty page and any active transaction. One line, whose stores become "
      "durable in their order. From `from` on all is in the log file.",
      "不晚于任何脏页与任何活动事务所需。同一缓存行，其存储按次序持久。从旧头指针"
      "起全部已在日志文件中。"}},
    {kCheckpointHeadBack,
     0,
     {"start to write them back", "开始写回"},
     {"Until then recovery begins at the old head.", "在此之前，恢复从旧的头指针开始。"}},
    {kCheckpointFence,
     0,
     {"fence; the space may be reused", "内存屏障；空间可重用"},
     {"Not before: recovery must not start among records that have been overwritten.",
      "在此之前不可：恢复不能从已被覆盖的记录开始。"}},
};

constexpr ListingLine kArchiver[] = {
    {kArchiveCopy,
     0,
     {"take the oldest log, up to the first record that is not whole",
      "取最旧的日志，直到第一条不完整的记录"},
     {"Asynchronous: only a checkpoint that needs the space waits for it.",
      "异步进行：只有需要空间的检查点才等待它。"}},
    {kArchiveWrite,
     0,
     {"write it to the log file", "写入日志文件"},
     {"On the disk, where it stays when the PCM is used again.", "在磁盘上，PCM 重用后它仍保留。"}},
    {kArchiveSync,
     0,
     {"sync the file", "同步文件"},
     {"Only then may the log be overwritten.", "此后日志才可被覆盖。"}},
};

constexpr ListingLine kRecovery[] = {
    {kRecoverAnchors,
     0,
     {"read the head", "读取头指针"},
     {"Recovery has the devices and nothing else.", "恢复只有设备，别无其他。"}},
    {kRecoverScan,
     0,
     {"from there on: while a header bears its own position", "由此开始：只要记录头带有自身的位置"},
     {"No tail is kept: each header became durable before anything behind it. Where one bears "
      "another position, or none, the log ends.",
      "不保存尾指针：每个记录头都先于其后的一切持久。记录头带有别的位置或没有位置之处，就是日志末尾"
      "。"}},
    {kRecoverHole,
     0,
     {"is it whole? if not, a hole: pass over it by its length",
      "它完整吗？若否，则为空洞：按其长度越过"},
     {"Its transaction was still making it, so has not ended; and its page cannot have left DRAM. "
      "Holes at the very end are taken back, or power cuts in recovery would fill the log.",
      "其事务当时还在写它，因此尚未结束；其页也不可能已离开 DRAM。日志最末的空洞会被收回，"
      "否则恢复途中一再断电会填满日志。"}},
    {kRecoverMerge,
     0,
     {"a transaction without a commit or abort record is a loser",
      "没有提交或中止记录的事务为失败事务"},
     {"In the order of the log. Holes count for nothing.", "按日志的次序。空洞不算数。"}},
    {kRecoverRedo,
     0,
     {"redo: for each record r, if page LSN < r.lsn, apply it",
      "重做：对每条记录 r，若页 LSN < r.lsn 则应用"},
     {"Repeat history, losers included.", "重演历史，包括失败的事务。"}},
    kCompensateLine,
    kUndoneLine,
    kEndLine,
    kHomeLine,
    {kRecoverHead,
     0,
     {"from := head; head := end of the log", "旧头指针 := 头指针；头指针 := 日志末尾"},
     {"Archived before, as at a checkpoint. Holes go, too.",
      "事先已归档，与检查点相同。空洞也随之消失。"}},
    {kRecoverHeadBack,
     0,
     {"start to write them back", "开始写回"},
     {"Until they are durable, recovery just finds the records again.",
      "在其持久之前，恢复只会再次找到这些记录。"}},
    {kRecoverFence,
     0,
     {"fence; recovered", "内存屏障；恢复完成"},
     {"Now the space may be reused.", "此后空间可重用。"}},
};

constexpr Listing kListings[] = {
    MakeListing("update", {"update a record", "更新记录"}, kUpdate),
    MakeListing("append", {"make a log record in PCM", "在 PCM 中写日志记录"}, kInsert),
    MakeListing("commit", {"commit T", "提交 T"}, kCommit),
    MakeListing("abort", {"abort T", "中止 T"}, kAbort),
    MakeListing("write-page", {"write a page out", "写出一页"}, kWritePage),
    MakeListing("checkpoint", {"checkpoint and truncation", "检查点与截断"}, kCheckpoint),
    MakeListing("archive", {"archive the log (daemon)", "归档日志（后台）"}, kArchiver),
    MakeListing("recovery", {"recovery", "恢复"}, kRecovery),
};

constexpr StructureInfo kStructures[] = {
    kBufferInfo,
    kDiskInfo,
    kLockInfo,
    {"log-record", {"log in PCM", "PCM 中的日志"}, Tier::kNvm, Shape::kList, "log-file"},
    {"log-anchor", {"head", "头指针"}, Tier::kNvm, Shape::kKeyValue},
    {"log-file", {"archived log", "归档的日志"}, Tier::kDisk, Shape::kList},
};

constexpr Site kWaits[] = {{kCommitDepends, 0}};
constexpr Site kHeaderFences[] = {{kInsertHeaderFence, 1}};
constexpr Site kArchiveWaits[] = {{kCheckpointArchive, 0}};

constexpr MutationInfo kMutations[] = {
    {"page-before-log",
     {"pages leave DRAM before their log is whole", "页在其日志完整之前离开 DRAM"},
     kPageBeforeLogInfo.rule,
     kGateSites},
    kAcknowledgeFirstInfo,
    kNoClrInfo,
    NoDependencyWaitInfo(kWaits),
    {"mark-first",
     {"a record is marked whole before its images are", "记录先标为完整，后写前后像"},
     {"The content of a record must be durable before its mark is.",
      "记录的内容必须先于其标记持久。"}},
    kUndoInPlaceInfo,
    kUndoOldestFirstInfo,
    {"header-after-latch",
     {"the latch goes before the header is durable", "记录头持久之前就释放闩锁"},
     {"Recovery finds a record only by way of the headers before it: each must be durable before "
      "anybody appends behind it.",
      "恢复只能沿着前面的记录头找到后面的记录：每个记录头都必须在他人于其后追加之前持久。"},
     kHeaderFences},
    {"commit-before-whole",
     {"a commit record counts before the transaction's records are whole",
      "提交记录在事务的记录完整之前就生效"},
     {"A commit record makes all records of its transaction count: their marks must be durable "
      "before its own is.",
      "提交记录使其事务的全部记录生效：它们的标记必须先于它自己的标记持久。"}},
    {"reused-before-archived",
     {"log is cut off before it is archived", "日志在归档之前就被截去"},
     {"What the head passes may be overwritten: it must be in the log file before.",
      "头指针越过的部分可能被覆盖：此前它必须已在日志文件中。"},
     kArchiveWaits},
    {"hole-ends-log",
     {"recovery takes a hole for the log's end", "恢复把空洞当作日志末尾"},
     {"Whole records may be behind a hole, and those of a commit that was acknowledged.",
      "空洞之后可能还有完整的记录，包括已确认的提交的记录。"}},
    {"lap-unchecked",
     {"recovery does not ask which lap a record is of", "恢复不问记录属于哪一圈"},
     {"Behind the log's end are records of the lap before: they must not be taken for new ones.",
      "日志末尾之后是上一圈的记录：不能把它们当作新记录。"}},
};
static_assert(sizeof kMutations / sizeof *kMutations == kLapUnchecked + 1);

}  // namespace

const Story kStory = {
    .listings = WholeOnly(kListings),
    .structures = WholeOnly(kStructures),
    .mutations = WholeOnly(kMutations),
};

}  // namespace afterimage::scm_logging
