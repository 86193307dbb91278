#include "scheme/nv_wsp/story.h"

namespace afterimage::nvwsp {

namespace {

constexpr ListingLine kUpdate[] = {
    {kUpdateLock, 0, {"lock the record, exclusive", "对记录加排他锁"},
     {"Until this transaction has ended nobody else changes the record: its before image stays the right value to put back.",
      "事务结束前他人不能修改该记录：其前像始终是应恢复的值。"}},
    {kUpdateReserve, 0, {"reserve a slot for an undo record u; the first time, a mark", "为撤销记录 u 预留槽位；首次还要取得一个标记"},
     {"Slots are freed only by transactions that end, and these may be waiting for this one's locks. A transaction that finds no slot rolls back.",
      "只有其他事务结束才会释放槽位，而它们可能正在等待本事务的锁；找不到槽位的事务回滚。"}},
    {kUpdateFix, 0, {"fix the page in the buffer pool", "在缓冲池中固定该页"},
     {"The page's home is NVM already. DRAM is only a cache here, because NVM is slower.",
      "页本来就存放在 NVM 中；DRAM 在这里只是缓存，因为 NVM 较慢。"}},
    {kUndoImage, 0, {"if the before image takes more than 16 bytes: copy it to NVM", "若前像超过 16 字节：复制到 NVM"},
     {"What the record refers to must be there before the record is.", "记录所引用的内容必须先于记录就位。"}},
    {kUndoImageBack, 1, {"write it back", "写回"},
     {"Write-backs are ordered: when this one has completed, the record may follow.", "写回是有序的：完成之后才可写记录。"}},
    {kUndoRecord, 0, {"fill u: one line, its owner (mark, number) last", "填写 u：占一行，所属者（标记、编号）最后写"},
     {"Stores to one line reach NVM in order. If the owner is there, so is all of u: no state bit, no checksum.",
      "同一行的存储按次序到达 NVM：只要所属者在，整条 u 就在，无需状态位和校验和。"}},
    {kUndoRecordBack, 0, {"write u back", "写回 u"},
     {"Now, and not later: from here on the page may go home at any time, with a value that may have to be undone.",
      "必须现在就写回：此后该页随时可能写回，而其中的值也许需要撤销。"}},
    {kUpdateChange, 0, {"change the page in DRAM; page LSN := u.lsn", "在 DRAM 中修改页；页 LSN := u.lsn"},
     {"There is no redo record. Until the page goes home the new value is nowhere else.",
      "没有重做记录：页写回之前，新值只存在于此处。"}},
};

constexpr ListingLine kCommit[] = {
    {kCommitEarly, 0, {"early lock release: release the locks of T now", "提前释放锁：此时释放 T 的锁"},
     {"Others may go on while T's pages are on their way home. Whoever locks one of T's records depends on T from now on.",
      "T 的页写回期间其他事务可继续；此后锁住 T 的记录者即依赖于 T。"}},
    {kCommitForce, 0, {"for each page that T has changed: make sure that it is at home", "对 T 修改过的每一页：确保其已写回"},
     {"Force: without redo a value that is only in DRAM is lost at a power cut. What others have changed in these pages goes with them; the undo records for that are durable.",
      "强制：没有重做，只在 DRAM 中的值断电即失。其他事务在这些页中的修改也一并写回，它们的撤销记录已持久。"}},
    {kCommitAwait, 0, {"wait until the commits that T depends on are durable", "等待 T 所依赖的提交持久"},
     {"If T counted and one of them did not, undo would put that one's before image over T's value.",
      "若 T 生效而其中之一未生效，撤销会用其前像覆盖 T 的值。"}},
    {kCommitMark, 0, {"ended[T's mark] := T's number", "ended[T 的标记] := T 的编号"},
     {"This is the commit: one aligned store of 8 bytes. All undo records of T are garbage from here on.",
      "这就是提交：一次对齐的 8 字节存储。此后 T 的所有撤销记录都作废。"}},
    {kCommitMarkBack, 0, {"write the mark back", "写回标记"},
     {"Until then a power cut may leave the old number, and recovery would roll T back.", "在此之前断电可能留下旧编号，恢复会回滚 T。"}},
    {kCommitAcknowledge, 0, {"acknowledge T", "确认 T"},
     {"From here on the client relies on it: T must survive every power cut.", "从此客户端依赖这一承诺：无论何时断电，T 都必须保留。"}},
    {kCommitRelease, 0, {"release the locks of T", "释放 T 的锁"},
     {"Its slots for undo records can be used again: the mark that turns the records into garbage is durable.",
      "T 的撤销记录的槽位可以重用：使这些记录作废的标记已经持久。"}},
};

constexpr ListingLine kAbortLines[] = {
    {kAbortRead, 0, {"for each undo record u of T, newest first: read u", "对 T 的每条撤销记录 u（由新到旧）：读取 u"},
     {"This is what the undo log is there for while the machine runs.", "机器运行期间，撤销日志正是为此而设。"}},
    {kAbortRestore, 1, {"put the before image back into the page", "把前像放回页中"},
     {"No compensation is logged: putting the same bytes back once more would do no harm.", "不记录补偿：再放回一次相同的字节也无害。"}},
    {kAbortForce, 0, {"for each page that T has changed: make sure that it is at home", "对 T 修改过的每一页：确保其已写回"},
     {"Some may have gone home with T's values in them. Before T has ended, its values must be gone from there.",
      "有些页可能带着 T 的值写回过；T 结束之前，这些值必须从那里消失。"}},
    {kAbortMark, 0, {"ended[T's mark] := T's number", "ended[T 的标记] := T 的编号"},
     {"Nothing of T is left to undo.", "T 没有任何需要撤销的内容了。"}},
    {kAbortMarkBack, 0, {"write the mark back", "写回标记"},
     {"Only then may others change T's records: recovery must not put T's before images over their values.",
      "此后他人才可修改 T 的记录：恢复不能用 T 的前像覆盖他们的值。"}},
    {kAbortAcknowledge, 0, {"tell the client; release the locks of T", "告知客户端；释放 T 的锁"},
     {"Nothing of T is visible any more.", "T 的任何修改都不再可见。"}},
};

constexpr ListingLine kHome[] = {
    {kHomeGate, 0, {"a dirty page P goes home", "脏页 P 写回"},
     {"At a commit, to make space in DRAM, or because a cleaner has time. The undo records of all its changes are durable.",
      "可能因为提交、因为 DRAM 需要空间，或清理线程有空。其所有修改的撤销记录都已持久。"}},
    {kHomeSave, 0, {"copy the lines that will change from home to a journal slot", "把将被修改的行从原处复制到写回日志的一个槽位"},
     {"The hardware writes 8 bytes whole, no more. A page with some lines old and some new is damaged.",
      "硬件只保证 8 字节整写；新旧行混杂的页是损坏的。"}},
    {kHomeSaveBack, 0, {"write them back", "写回"},
     {"Before the journal says that they are the old lines, they must be.", "在日志声明它们是旧行之前，它们必须已就位。"}},
    {kHomeMark, 0, {"journal slot: which lines, and last page := P", "写回日志槽位：记下哪些行，最后写 page := P"},
     {"In one line, so in this order. From here on recovery puts the old lines back.", "同在一行，因此按此次序到达。此后恢复会放回旧行。"}},
    {kHomeMarkBack, 0, {"write it back", "写回"},
     {"No line of the page may change before this is durable.", "在它持久之前，页的任何一行都不能改变。"}},
    {kHomeLines, 0, {"store the lines in place", "就地存储各行"},
     {"Lines that are the same at home are not written: NVM wears by the line.", "与原处相同的行不写：NVM 按行磨损。"}},
    {kHomeLinesBack, 0, {"write them back", "写回"},
     {"When the last one is there, so is the new page.", "最后一行就位时，新页也就完整了。"}},
    {kHomeClear, 0, {"journal slot: page := none", "写回日志槽位：page := 无"},
     {"One aligned store: the page is the new one now.", "一次对齐的存储：页从此是新的。"}},
    {kHomeClearBack, 0, {"write it back", "写回"},
     {"Before a transaction relies on it: otherwise recovery would put old lines under a commit.",
      "必须先于任何依赖它的提交：否则恢复会把已提交的页换回旧行。"}},
};

constexpr ListingLine kStructure[] = {
    {kSystemForce, 0, {"for each page that a split has made or changed: write it home", "对分裂产生或修改的每一页：写回"},
     {"Its undo records are durable, and its pages are still latched: nobody can build on it yet.",
      "其撤销记录已持久，各页仍被闩住：还没有人能在其上继续。"}},
    {kSystemMark, 0, {"ended[its mark] := its number", "ended[其标记] := 其编号"},
     {"A transaction of its own: it stays, whatever becomes of the one that needed it.", "它自成一个事务：无论需要它的事务结果如何都会保留。"}},
    {kSystemMarkBack, 0, {"write the mark back; release the latches", "写回标记；释放闩锁"},
     {"Recovery undoes split pages byte by byte, so nothing may have come to them after the split.",
      "恢复按字节撤销分裂页，因此分裂之后不能再有别的修改。"}},
};

constexpr ListingLine kCheckpoint[] = {
    {kCheckpointPages, 0, {"write the dirty pages home", "写回脏页"},
     {"Nothing to redo and no log to truncate: it only leaves commits less to do.",
      "没有重做，也没有日志需要截断：只是让以后的提交少做些事。"}},
};

constexpr ListingLine kRecovery[] = {
    {kRecoverJournal, 0, {"for each journal slot: if it names a page P", "对写回日志的每个槽位：若指明某页 P"},
     {"Power failed while P was on its way home. Before anything reads pages, they must be whole.",
      "断电时 P 正在写回。在读取任何页之前，页必须完整。"}},
    {kRecoverLines, 1, {"store the saved lines in place", "把保存的行存回原处"},
     {"P as it was. Any new lines that had arrived are overwritten.", "P 恢复原样；已到达的新行被覆盖。"}},
    {kRecoverLinesBack, 1, {"write them back", "写回"},
     {"Cut the power here, and the next recovery does the same again.", "若在此断电，下一次恢复会重做同样的事。"}},
    {kRecoverClear, 1, {"journal slot: page := none", "写回日志槽位：page := 无"},
     {"Not before the old lines are durable.", "不能早于旧行持久。"}},
    {kRecoverClearBack, 1, {"write it back", "写回"},
     {"The slot will be used again, perhaps by this recovery.", "该槽位会被重用，也许就在这次恢复中。"}},
    {kRecoverAnchors, 0, {"read the marks", "读取各标记"},
     {"They say which transactions have ended.", "它们说明哪些事务已经结束。"}},
    {kRecoverEpoch, 0, {"epoch := epoch + 1", "epoch := epoch + 1"},
     {"New LSNs begin beyond all old ones, including those that no record carries.", "新的 LSN 从所有旧 LSN 之后开始，包括没有记录携带的。"}},
    {kRecoverEpochBack, 0, {"write it back", "写回"},
     {"Before a page can carry a new LSN.", "必须先于任何新 LSN 出现在页上。"}},
    {kRecoverScan, 0, {"analysis: for each undo record u: if u.number > ended[u.mark], it counts", "分析：对每条撤销记录 u：若 u.number > ended[u.mark] 则有效"},
     {"A record whose owner did not become durable shows an older owner, whose number has ended.",
      "若新的所属者未能持久，记录显示的是更早的、编号已结束的所属者。"}},
    {kRecoverHas, 1, {"page LSN at home >= u.lsn? then the page has the change", "原处的页 LSN >= u.lsn？则页含有该修改"},
     {"Otherwise the new value was only in DRAM and is gone already.", "否则新值只在 DRAM 中，已经消失。"}},
    {kRecoverUndo, 0, {"undo: for each such u, newest first, structure changes before all others", "撤销：对每条这样的 u，由新到旧，结构修改先于其他"},
     {"Trees must be whole before index entries can be looked for in them.", "必须先让树完整，才能在其中查找索引项。"}},
    {kRecoverRestore, 1, {"put the before image back; the page keeps its LSN", "放回前像；页保持其 LSN"},
     {"If this recovery is interrupted, the next one finds the same to undo and does it again: no CLRs.",
      "这样恢复若被打断，下一次会找到同样要撤销的内容，再做一遍：无需补偿日志记录。"}},
    {kRecoverForce, 0, {"write the dirty pages home", "写回脏页"},
     {"Before the undo records are given up.", "必须先于放弃撤销记录。"}},
    {kRecoverMark, 0, {"for each loser T, the latest first: ended[T's mark] := T's number", "对每个失败事务 T（由晚到早）：ended[T 的标记] := T 的编号"},
     {"Latest first: after early lock release, a later one depends on an earlier one, which must not be undone alone.",
      "由晚到早：提前释放锁后，较晚者依赖较早者，不能只剩它被撤销。"}},
    {kRecoverMarkBack, 0, {"write it back; after the last one recovery is over", "写回；最后一个之后恢复完成"},
     {"A crash before this repeats the undo, which changes nothing.", "在此之前断电会重复撤销，而结果不变。"}},
};

}  // namespace

const Listing kListings[] = {
    MakeListing("update", {"update a record", "更新记录"}, kUpdate),
    MakeListing("commit", {"commit T", "提交 T"}, kCommit),
    MakeListing("abort", {"abort T", "中止 T"}, kAbortLines),
    MakeListing("install", {"write a page home", "写回一页"}, kHome),
    MakeListing("structure", {"end of a structure change", "结构修改的结束"}, kStructure),
    MakeListing("checkpoint", {"checkpoint", "检查点"}, kCheckpoint),
    MakeListing("recovery", {"recovery", "恢复"}, kRecovery),
};
const uint32_t kListingCount = sizeof kListings / sizeof *kListings;

const StructureInfo kStructures[] = {
    {kBufferInfo.id, kBufferInfo.title, kBufferInfo.tier, kBufferInfo.shape, "nvm-page"},
    {"nvm-page", {"database pages", "数据库页"}, Tier::kNvm, Shape::kPages},
    kLockInfo,
    {"undo-record", {"undo records", "撤销记录"}, Tier::kNvm, Shape::kList},
    {"mark", {"marks: transactions that have ended", "标记：已结束的事务"}, Tier::kNvm, Shape::kTable},
    {"install-journal", {"install journal", "写回日志"}, Tier::kNvm, Shape::kTable},
};
const uint32_t kStructureCount = sizeof kStructures / sizeof *kStructures;

const MutationInfo kMutations[] = {
    {"undo-in-cache", {"undo records stay in the cache", "撤销记录留在缓存中"},
     {"An undo record must be durable before the page that it undoes can go home.", "撤销记录必须先持久，它所撤销的页才能写回。"}},
    {"no-install-journal", {"pages go home without the journal", "写回页时不用日志"},
     {"Only 8 bytes are written whole: what a power cut may leave half done must be undoable.",
      "只有 8 字节是整写的：断电可能做到一半的事必须能够撤销。"}},
    {"mark-before-pages", {"commit mark before the pages", "提交标记先于页"},
     {"Without redo a commit may count only when all its pages are at home.", "没有重做，因此提交要等它的所有页写回之后才能生效。"}},
    {"mark-before-undo", {"recovery gives up the log before the pages are home", "恢复在页写回之前放弃日志"},
     {"Undo records are needed until what they undo is gone from the pages at home.", "只要原处的页中还有待撤销的修改，就仍需要撤销记录。"}},
    {"no-early-release-wait", {"no wait for the commits that a commit depends on", "不等待所依赖的提交"},
     {"After early lock release, a commit must not become durable before those it depends on.",
      "提前释放锁后，提交不能先于其所依赖的提交持久。"}},
};
const uint32_t kMutationCount = sizeof kMutations / sizeof *kMutations;

}  // namespace afterimage::nvwsp
