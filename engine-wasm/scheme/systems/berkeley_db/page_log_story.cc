#include "scheme/systems/berkeley_db/page_log_story.h"

#include "scheme/shared/central_log/story_shared.h"

namespace afterimage::berkeley {

namespace {

constexpr ListingLine kUpdate[] = {
    {aries::kUpdateLock,
     0,
     {"lock the record's page (with B+-trees: the database), exclusive",
      "对记录所在的页（B+ 树：整个数据库）加排他锁"},
     {"A page is locked to its transaction's end. So its latest changes are of one transaction, "
      "and undo may put the page back as it was.",
      "页锁保持到事务结束，因此页上最近的修改都属于同一个事务，撤销可以把该页恢复原状。"}},
    {aries::kUpdateReserve,
     0,
     {"reserve log space for the change", "为该修改预留日志空间"},
     {"Rolling back logs nothing, so it never fails for want of space.",
      "回滚不写日志，因此不会因空间不足而失败。"}},
    {aries::kUpdateFix,
     0,
     {"fix and latch the page in the buffer pool", "在缓冲池中固定并闩住该页"},
     {"Steal and no-force, as in ARIES.", "与 ARIES 一样：偷取、不强制。"}},
    {aries::kUpdateLog,
     0,
     {"append the change with the LSN that the page had before", "追加该修改，连同该页此前的 LSN"},
     {"The records of a page are a chain: each says which one comes before it.",
      "一页的各条记录构成一条链：每条记录都指明它的前一条。"}},
    {aries::kUpdateChange,
     0,
     {"change the page; page LSN := the record's LSN", "修改页；页 LSN := 该记录的 LSN"},
     {"The page LSN names the end of its chain.", "页 LSN 指明该页的链尾。"}},
};

constexpr ListingLine kSplit[] = {
    {kSplitLog,
     0,
     {"append each change of the split as T's own", "把分裂的每处修改作为 T 自己的修改追加"},
     {"There is no system transaction: if T rolls back, the split is undone with it.",
      "没有系统事务：若 T 回滚，分裂也随之撤销。"}},
    {kSplitImage,
     0,
     {"append the node as it was before the split", "追加分裂前的整个节点"},
     {"What moved away will be overwritten. Undo needs all of the node.",
      "移走的内容会被覆盖，撤销需要整个节点。"}},
};

constexpr ListingLine kAbortLines[] = {
    {aries::kAbortRead,
     0,
     {"read T's last record from the log; follow prev LSN",
      "从日志读 T 的最后一条记录，沿 prev LSN 往回"},
     {"The log is all that says what to undo: where it has left the buffer, it is read from the "
      "file.",
      "撤销什么只有日志知道：若已不在缓冲区，就要从文件读取。"}},
    {aries::kAbortRestore,
     1,
     {"put the before image back", "恢复前像"},
     {"A split comes back as a whole, at one instant.", "一次分裂作为整体在同一时刻撤回。"}},
    {kAbortLsn,
     1,
     {"page LSN := the LSN that the page had before", "页 LSN := 该页此前的 LSN"},
     {"The last link of the chain is off, as if it had never been there: no compensation record is "
      "needed, and the next change follows on the one before.",
      "链尾被摘下，仿佛从未存在：不需要补偿日志记录，下一次修改接在更早的修改之后。"}},
    {aries::kAbortAcknowledge,
     0,
     {"tell the client; release T's locks", "告知客户端；释放 T 的锁"},
     {"The log says nothing of the rollback.", "日志对这次回滚只字不提。"}},
};

constexpr ListingLine kCheckpoint[] = {
    {aries::kCheckpointBegin,
     0,
     {"note the first LSN of the oldest transaction under way", "记下最早的未结束事务的首个 LSN"},
     {"Undo may need the log from there on.", "撤销可能需要从该处开始的日志。"}},
    {aries::kCheckpointPages,
     0,
     {"write out every page that is dirty now", "写出此刻所有脏页"},
     {"Redo then begins no earlier than here. And a page from which a rollback has taken something "
      "away, at home before the log that could do so is overwritten.",
      "此后重做不早于此处；回滚动过的页，也在能修复它的日志被覆盖之前写回。"}},
    {aries::kCheckpointEnd,
     0,
     {"append a checkpoint record; force the log", "追加检查点记录；强制日志"},
     {"It names the LSN that was noted.", "它记有刚才记下的 LSN。"}},
    {aries::kCheckpointMaster,
     0,
     {"write the master block; free the partitions below", "写主块；释放更早的分区"},
     {"Restart reads the log from the LSN that the master names.",
      "重启从主块所指的 LSN 开始读日志。"}},
};

constexpr ListingLine kRecovery[] = {
    {aries::kRecoverMaster,
     0,
     {"read the master block", "读主块"},
     {"Recovery has the devices and nothing else.", "恢复只有设备，别无其他。"}},
    {aries::kRecoverAnalysis,
     0,
     {"read the log to its end: who has a commit record?", "读到日志末尾：谁有提交记录？"},
     {"A transaction without one has lost, rolled back or under way alike.",
      "没有提交记录的就是失败者：已回滚或仍在运行，并无区别。"}},
    {aries::kRecoverUndo,
     0,
     {"undo first: losers' records, the latest first", "先撤销：失败事务的记录，由新到旧"},
     {"Only pages that went home too early have anything to undo.",
      "只有过早写回的页才有内容需要撤销。"}},
    {aries::kRecoverRestore,
     1,
     {"if page LSN = the record's LSN: before image and LSN back",
      "若页 LSN = 该记录的 LSN：恢复前像与此前的 LSN"},
     {"Any other LSN says that the page does not have this change.",
      "其他 LSN 都表明该页没有这处修改。"}},
    {aries::kRecoverRedo,
     0,
     {"then redo: committed records; if page LSN = the LSN before, apply",
      "再重做：已提交的记录；若页 LSN = 此前的 LSN 则应用"},
     {"History is not repeated: losers' records are passed over.",
      "不重演历史：失败事务的记录直接跳过。"}},
    {aries::kRecoverCheckpoint,
     0,
     {"take a checkpoint", "做检查点"},
     {"Nothing has been logged so far. Now the pages are at home, and the log is free.",
      "到此为止没有写过日志。现在页已写回，日志可以释放。"}},
};

constexpr Site kLsnBack[] = {{kAbortLsn, 0}};
constexpr Site kImage[] = {{kSplitImage, 0}};
constexpr Site kPagesHome[] = {{aries::kCheckpointPages, 0}};

}  // namespace

const Listing kListings[] = {
    MakeListing("update", {"update a record", "更新记录"}, kUpdate),
    MakeListing("split", {"split a node", "分裂节点"}, kSplit),
    InWhole(aries::kInsertListing),
    InWhole(aries::kFlushListing),
    InWhole(aries::kNoEarlyReleaseCommit),
    MakeListing("abort", {"abort T", "中止 T"}, kAbortLines),
    InWhole(aries::kWritePageListing),
    MakeListing("checkpoint", {"checkpoint", "检查点"}, kCheckpoint),
    MakeListing("recovery", {"restart", "重启恢复"}, kRecovery),
};
const uint32_t kListingCount = sizeof kListings / sizeof *kListings;

const MutationInfo kMutations[] = {
    InWhole(aries::kPageBeforeLogInfo),
    InWhole(aries::kAcknowledgeFirstInfo),
    {"page-lsn-stays",
     {"a rollback leaves the page LSN as it is", "回滚后页 LSN 保持不变"},
     {"Undo takes the last link of a page's chain off, its LSN included: the next record must "
      "follow on the one before.",
      "撤销要把页链的最后一环连同其 LSN 一起摘下：下一条记录必须接在更早的记录之后。"},
     kLsnBack},
    {"split-without-image",
     {"a split does not log the node as it was", "分裂不记录原来的节点"},
     {"A split that may be undone needs the whole node: what moved away is overwritten.",
      "可能被撤销的分裂需要整个节点：移走的内容会被覆盖。"},
     kImage},
    {"checkpoint-without-pages",
     {"a checkpoint leaves dirty pages in DRAM", "检查点把脏页留在 DRAM 中"},
     {"Log may be overwritten only once the pages that need it are at home.",
      "只有需要它的页都已写回，日志才能被覆盖。"},
     kPagesHome},
    {"record-locks",
     {"transactions lock records instead of pages", "事务锁记录而不锁页"},
     {"Undo by page LSNs needs the page for one transaction: the end of its chain must be its own.",
      "按页 LSN 撤销要求页只属于一个事务：链尾必须是它自己的。"}},
};
const uint32_t kMutationCount = sizeof kMutations / sizeof *kMutations;

}  // namespace afterimage::berkeley
