#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

namespace {

constexpr ListingLine kRead[] = {
    {kReadLock,
     0,
     {"lock the record; walk its bucket's list", "对记录加锁；沿其桶的链表查找"},
     {"Locks are the programmer's business in REWIND; here they are strict two-phase locks. A walk "
      "along next finds a whole list at every instant, whoever is unlinking.",
      "REWIND 把加锁留给程序员；此处采用严格两阶段封锁。无论谁在摘除结点，沿 next "
      "走总能看到完整的链表。"}},
};

constexpr ListingLine kUpdate[] = {
    {kUpdateLock,
     0,
     {"lock the record, exclusive; walk its bucket's list", "对记录加排他锁；沿其桶的链表查找"},
     {"Undo puts old words back: nobody else may have changed them meanwhile, so the lock stays "
      "until the end.",
      "撤销会放回旧字：期间他人不得修改，因此锁保持到事务结束。"}},
    {kUpdateRoom,
     0,
     {"reserve two slots of the log for each word that differs", "为每个不同的字预留两个日志槽"},
     {"One for its record and one for the CLR that may undo it: rolling back must never lack "
      "space.",
      "一个给它的记录，一个给可能撤销它的 CLR：回滚不能因空间不足而失败。"}},
    {kUpdateStore,
     0,
     {"for each: log(word, old, new), then store the word: past the cache if force, else into it",
      "对每个字：log（字，旧值，新值），然后存储该字：强制则绕过缓存，否则存入缓存"},
     {"Write-ahead logging, word by word: from this store on NVM may hold the new word at any "
      "time, so the record is in the list first. No fence here: one at commit suffices for all, "
      "if there is to be one.",
      "逐字的预写日志：从这次存储起，NVM "
      "随时可能出现新字，因此记录必须先在链表中。此处无需屏障：若要屏障，提交时的一次管全部"
      "。"}},
};

constexpr ListingLine kInsert[] = {
    {kInsertLock,
     0,
     {"lock the record, exclusive; it must not be there", "对记录加排他锁；它必须不存在"},
     {"The lock is on the key, which nobody has yet.", "锁加在尚不存在的键上。"}},
    {kInsertBucket,
     0,
     {"lock the bucket's links", "锁住该桶的链接"},
     {"Undo is physical: if another transaction relinked the neighbours before this one ends, undo "
      "would cut off its records.",
      "撤销是物理的：若本事务结束前他人重新链接了邻居，撤销会把别人的记录断开。"}},
    {kInsertRoom,
     0,
     {"reserve slots of the log", "预留日志槽"},
     {"For the records and their CLRs.", "为记录及其 CLR 预留。"}},
    {kInsertTake,
     0,
     {"n := a free block of the heap", "n := 堆中的一个空闲块"},
     {"Which blocks are free is known in DRAM; their headers in NVM say so, too.",
      "哪些块空闲由 DRAM 记着；NVM 中的块头也这样写。"}},
    {kCarveHeader,
     1,
     {"none free: carve one; header := free, bypassing the cache",
      "没有空闲块则切出一块；块头 := 空闲，绕过缓存"},
     {"Blocks lie one after the other; recovery walks from header to header.",
      "块一个接一个；恢复时从块头走到块头。"}},
    {kCarveFence,
     1,
     {"fence", "内存屏障"},
     {"The next block may only be carved when this header is durable, or the walk would end here.",
      "此块头持久后才能切下一块，否则遍历会在此中断。"}},
    {kInsertFill,
     0,
     {"store next, prev, key and value of n, bypassing the cache",
      "绕过缓存存储 n 的 next、prev、键和值"},
     {"No log: nothing points at n, and if the transaction is lost n is free again.",
      "无需日志：没有指针指向 n；若事务丢失，n 又成为空闲块。"}},
    {kInsertOwn,
     0,
     {"log, then store: n's header := in use", "先 log 再存储：n 的块头 := 已用"},
     {"Taking the block is part of the transaction: rolling back gives it back, and no crash leaks "
      "it.",
      "取块是事务的一部分：回滚会归还它，任何崩溃都不会泄漏。"}},
    {kInsertNext,
     0,
     {"log, then store: tail.next := n", "先 log 再存储：tail.next := n"},
     {"From here a walk finds n.", "从此沿链表能找到 n。"}},
    {kInsertHead,
     0,
     {"or, in an empty list: head := n", "链表为空时：head := n"},
     {"From here a walk finds n.", "从此沿链表能找到 n。"}},
    {kInsertTail,
     0,
     {"log, then store: tail := n", "先 log 再存储：tail := n"},
     {"A crash before this is undone with the rest: the words that were stored get their old "
      "values back.",
      "在此之前崩溃，会连同其余一起撤销：已存储的字恢复旧值。"}},
};

constexpr ListingLine kErase[] = {
    {kEraseLock,
     0,
     {"lock the record, exclusive; n := its block", "对记录加排他锁；n := 它的块"},
     {"Nobody else reads or changes it until the end.", "直到结束，他人不能读写它。"}},
    {kEraseBucket,
     0,
     {"lock the bucket's links", "锁住该桶的链接"},
     {"The neighbours' links are about to change.", "邻居的链接即将改变。"}},
    {kEraseRoom,
     0,
     {"reserve slots of the log", "预留日志槽"},
     {"For the records and their CLRs.", "为记录及其 CLR 预留。"}},
    {kEraseTail,
     0,
     {"if n = tail: log, then store: tail := n.prev", "若 n = tail：先 log 再存储 tail := n.prev"},
     {"The four stores of a removal from a doubly-linked list. Any of them may reach NVM, or not: "
      "each has its record first.",
      "从双向链表摘除结点的四次存储。其中任何一次都可能到达或未到达 NVM：每次之前都有日志记录。"}},
    {kEraseHead,
     0,
     {"if n = head: log, then store: head := n.next", "若 n = head：先 log 再存储 head := n.next"},
     {"A crash here leaves head and tail at odds. Undo puts both back.",
      "此时崩溃，head 与 tail 不一致；撤销会使两者复原。"}},
    {kErasePrev,
     0,
     {"if n.prev: log, then store: n.prev.next := n.next",
      "若有 n.prev：先 log 再存储 n.prev.next := n.next"},
     {"Forwards n is gone, backwards it is still there: without a log nobody could tell which is "
      "right.",
      "向前走 n 已不在，向后走它还在：没有日志就无法判断哪个正确。"}},
    {kEraseNext,
     0,
     {"if n.next: log, then store: n.next.prev := n.prev",
      "若有 n.next：先 log 再存储 n.next.prev := n.prev"},
     {"n itself keeps its words: undo links it in again.", "n 自身的字不变：撤销会把它重新链入。"}},
    {kEraseDelete,
     0,
     {"log(DELETE n)", "log(DELETE n)"},
     {"De-allocation cannot be undone, so it waits until the commit. This record ensures it even "
      "if the power fails in between.",
      "释放内存无法撤销，因此推迟到提交之后；即使其间断电，这条记录也保证释放。"}},
};

constexpr ListingLine kCommit[] = {
    {kCommitFence,
     0,
     {"force: fence: the words that T stored", "强制：屏障：T 存储的字"},
     {"T's new words are durable before its END says that T needs no undo. No-force stores them in "
      "the cache and leaves them there: redo has them.",
      "T 的新字须先持久，END 才能表明 T 无需撤销。非强制把它们存入缓存后不再管：重做会补上。"}},
    {kCommitEnd,
     0,
     {"log(END T)", "log(END T)"},
     {"When END is in the log T has committed. It never waits for a group.",
      "END 进入日志，T 即已提交。它从不等待成组。"}},
    {kCommitFree,
     0,
     {"for each DELETE of T: block's header := free; fence",
      "对 T 的每个 DELETE：块头 := 空闲；屏障"},
     {"Now that nothing brings the record back. Others get the block when the DELETE is out of the "
      "list.",
      "此后再无可能恢复该记录。DELETE 移出链表后，别人才能得到该块。"}},
    {kClearScan,
     0,
     {"clear at commit: scan the list backwards; remove T's records",
      "提交时清除：从后向前扫描链表；移除 T 的记录"},
     {"One layer keeps nothing per transaction: finding T's records means walking past everybody "
      "else's.",
      "单层日志不为事务保存任何状态：要找 T 的记录就得走过所有人的记录。"}},
    {kClearEnd,
     0,
     {"remove END last", "最后移除 END"},
     {"Were END gone first, a crash would find records of a transaction that seems never to have "
      "committed, and undo them.",
      "若先移除 END，崩溃后会看到似乎从未提交的事务的记录，并将其撤销。"}},
    {kCommitAcknowledge,
     0,
     {"acknowledge T", "确认 T"},
     {"From here on the client relies on it.", "从此客户端依赖这一承诺。"}},
    {kCommitRelease,
     0,
     {"release the locks of T", "释放 T 的锁"},
     {"Strict: after the end.", "严格：在结束之后。"}},
};

constexpr ListingLine kAbort[] = {
    {kAbortBegin,
     0,
     {"log(ROLLBACK T)", "log(ROLLBACK T)"},
     {"Tells recovery that T is being rolled back.", "告诉恢复：T 正在回滚。"}},
    {kAbortScan,
     0,
     {"scan the list backwards for T's updates", "从后向前扫描链表，找出 T 的更新"},
     {"Newest first: a word that T changed twice must end with its oldest value.",
      "由新到旧：T 改过两次的字最终要回到最早的值。"}},
    {kAbortRestore,
     0,
     {"for each: log(CLR), then store the old word", "对每个更新：log(CLR)，然后存储旧字"},
     {"The CLR says which update is undone. Its store may be lost in a crash: force does the last "
      "CLR again, no-force all of them.",
      "CLR 说明撤销了哪次更新。它的存储可能因崩溃丢失：强制重做最后一个 CLR，非强制全部重做。"}},
    {kAbortFence,
     0,
     {"force: fence", "强制：内存屏障"},
     {"Old words are durable before END says that nothing is left to do.",
      "旧字须先持久，END 才能表明已无事可做。"}},
    {kAbortEnd,
     0,
     {"log(END T); clear at commit: remove T's records, END last",
      "log(END T)；提交时清除：移除 T 的记录，END 最后"},
     {"As after a commit.", "与提交之后相同。"}},
    {kAbortAcknowledge,
     0,
     {"tell the client; release the locks of T", "告知客户端；释放 T 的锁"},
     {"Nothing of T is visible any more.", "T 的任何修改都不再可见。"}},
};

}  // namespace

const Listing kListings[] = {
    MakeListing("read", {"read a record", "读记录"}, kRead),
    MakeListing("update", {"update a record", "更新记录"}, kUpdate),
    MakeListing("insert", {"insert a record", "插入记录"}, kInsert),
    MakeListing("delete", {"delete a record", "删除记录"}, kErase),
    InWhole(heap::kFindListing),
    InWhole(heap::kIndexListing),
    InWhole(heap::kUnindexListing),
    InWhole(kLogListing),
    InWhole(kAppendListing),
    InWhole(kRemoveListing),
    InWhole(kBucketAppendListing),
    InWhole(kGroupListing),
    InWhole(kNewBucketListing),
    InWhole(kGapListing),
    InWhole(kCompactListing),
    InWhole(kTreeListing),
    MakeListing("commit", {"commit T", "提交 T"}, kCommit),
    MakeListing("abort", {"abort T", "中止 T"}, kAbort),
    InWhole(kCheckpointListing),
    InWhole(kListRecoveryListing),
    InWhole(kBucketRecoveryListing),
    InWhole(kTreeRecoveryListing),
    InWhole(kRecoveryListing),
};
const uint32_t kListingCount = sizeof kListings / sizeof *kListings;

const StructureInfo kStructures[] = {
    {"lock", {"locks", "锁"}, Tier::kDram, Shape::kTable},
    {"transaction",
     {"transaction table (recovery; two layers)", "事务表（恢复；双层）"},
     Tier::kDram,
     Shape::kTable},
    {"record-list", {"records in their buckets", "桶中的记录"}, Tier::kNvm, Shape::kChains},
    {"block", {"blocks of the heap", "堆中的块"}, Tier::kNvm, Shape::kTable},
    {"heap-root", {"roots", "根"}, Tier::kNvm, Shape::kKeyValue},
    {"btree-node", {"nodes of the B+-trees", "B+ 树的结点"}, Tier::kNvm, Shape::kTree},
    {"list-header", {"header of the log's list", "日志链表的头"}, Tier::kNvm, Shape::kKeyValue},
    {"list-node", {"nodes of the log's list", "日志链表的结点"}, Tier::kNvm, Shape::kList},
    {"log-record", {"log records", "日志记录"}, Tier::kNvm, Shape::kList},
    {"log-bucket", {"buckets of the log", "日志桶"}, Tier::kNvm, Shape::kChains},
    {"group", {"pointers of the open group", "当前组的指针"}, Tier::kDram, Shape::kTable},
    {"held-store",
     {"stores that wait for the group", "等待该组的存储"},
     Tier::kDram,
     Shape::kTable},
    {"log-tree", {"tree of log records", "日志记录的树"}, Tier::kNvm, Shape::kTree},
    {"tree-record",
     {"records of the tree’s own log", "树自身日志的记录"},
     Tier::kNvm,
     Shape::kList},
};
const uint32_t kStructureCount = sizeof kStructures / sizeof *kStructures;

namespace {

// The sites that the mutations leave out, beginning with the fence between the two stores of a pair
// in the list's header.
constexpr Site kFencesInPairs[] = {{kAppendLastTail, 2}, {kAppendTail, 2}};
// The fences before toAppend is cleared.
constexpr Site kFencesOfAppend[] = {{kAppendHead, 2}, {kAppendNext, 2}, {kAppendTail, 2}};
constexpr Site kFenceOfRecord[] = {{kLogFence, 1}};
constexpr Site kZeroing[] = {{kBucketZero, 0}};
constexpr Site kFenceOfGroup[] = {{kGroupFence, 1}};
constexpr Site kFlush[] = {{kCheckpointFlush, 0}};
constexpr Site kPassedOver[] = {{kRecoverRedo, 1}};
constexpr Site kRedo[] = {{kRecoverRedo, 0}};
constexpr Site kLastClrStore[] = {{kRecoverLastClrStore, 1}};
constexpr Site kNodeLocks[] = {{heap::kIndexLock, 0}, {heap::kUnindexLock, 0}};

}  // namespace

const MutationInfo kMutations[] = {
    {"store-before-log",
     {"words are stored before their log record", "先存储字，后写其日志记录"},
     {"Write-ahead logging: the old word must be durable in the log before the new one can be.",
      "预写日志：旧字必须先在日志中持久，新字才可能持久。"}},
    {"no-log-record",
     {"updates are not logged", "更新不写日志"},
     {"Without the old word in the log nobody can roll the transaction back.",
      "日志中没有旧字，就无法回滚事务。"}},
    {"no-clr",
     {"undo without compensation records", "撤销时不写补偿日志记录"},
     {"A CLR says how far undo has come; a word that is put back twice is the same word, so "
      "recovery can do without it.",
      "CLR 记录撤销进行到哪里；同一个字恢复两次仍是同一个字，因此恢复可以没有它。"}},
    {"pairs-without-order",
     {"pairs of the list header in any order", "链表头的成对存储不分先后"},
     {"lastTail must be durable before toAppend, and tail before toAppend is cleared: that a pair "
      "is "
      "one write of its line does not put it in order.",
      "lastTail 须先于 toAppend 持久，tail 须先于 toAppend "
      "的清零持久：一对存储合为一次行写，并不决定两者的先后。"},
     kFencesInPairs},
    {"to-append-cleared-early",
     {"toAppend is cleared before the links are durable", "链接尚未持久就清零 toAppend"},
     {"While toAppend names the node recovery can do the append again; once it is 0 all of it must "
      "be durable.",
      "toAppend 指着结点时，恢复可以重做追加；一旦为 0，整个追加必须已经持久。"},
     kFencesOfAppend},
    {"cell-before-record",
     {"a cell may be durable before its record", "单元可能先于其记录持久"},
     {"The record's words must be durable before anything leads to them.",
      "记录的字必须先持久，才能有东西引向它。"},
     kFenceOfRecord},
    {"bucket-not-zeroed",
     {"a bucket is used again as it is", "桶不清零就再次使用"},
     {"What a bucket holds from its former life would be taken for records.",
      "桶中上一次使用留下的内容会被当作记录。"},
     kZeroing},
    {"index-before-fence",
     {"a bucket's index moves before the cells are durable", "单元尚未持久就移动桶的索引"},
     {"A line of cells is no atomic write. Recovery believes what the index covers.",
      "一行单元不是一次原子写。恢复相信索引覆盖的内容。"},
     kFenceOfGroup},
    {"end-waits-for-group",
     {"END waits until its group is full", "END 等到所在的组满"},
     {"A client is told when END is in the log, and behind the index it is not.",
      "END 进入日志后才告知客户端，而索引之后的内容不算在日志中。"}},
    {"store-before-group",
     {"words are stored before their group is durable", "所在的组尚未持久就存储字"},
     {"Write-ahead logging: a record behind the index cannot undo anything.",
      "预写日志：索引之后的记录什么都撤销不了。"}},
    {"gap-is-the-end",
     {"the first gap is taken for the end of the log", "把第一个空隙当作日志的末尾"},
     {"Clearing leaves gaps in the middle: the end is behind the last cell that is not zero.",
      "清除会在中间留下空隙：末尾在最后一个非零单元之后。"}},
    {"switch-before-copies",
     {"the log switches before its copy is durable", "副本尚未持久就切换日志"},
     {"One pointer turns to the new log, so all of that must be there.",
      "一个指针转向新日志，因此新日志必须完整。"}},
    {"end-first",
     {"END is removed first", "最先移除 END"},
     {"Records without an END are those of a transaction that has to be undone.",
      "没有 END 的记录属于需要撤销的事务。"}},
    {"free-before-commit",
     {"blocks are freed when they are deleted", "删除时立即释放块"},
     {"De-allocation cannot be undone, so it waits for the commit.",
      "释放无法撤销，因此要等到提交。"}},
    {"flush-before-checkpoint",
     {"the caches are flushed before CHECKPOINT is logged", "先刷缓存，后记 CHECKPOINT"},
     {"What is stored in between would count as flushed.", "其间的存储会被当作已经刷出。"}},
    {"no-flush-at-checkpoint",
     {"a checkpoint does not flush the caches", "检查点不刷缓存"},
     {"The records that go were all that could bring the words back.",
      "被清除的记录是找回这些字的唯一依据。"},
     kFlush},
    {"redo-from-the-beginning",
     {"redo takes all that is left of the log", "重做日志中剩下的一切"},
     {"Records go in any order: what is left may be older than what has gone.",
      "记录以任意次序清除：剩下的可能比已清除的更旧。"},
     kPassedOver},
    {"redo-left-out",
     {"recovery does not redo", "恢复不做重做"},
     {"Without force only the log has the words of committed transactions.",
      "非强制策略下，已提交事务的字只在日志中有保证。"},
     kRedo},
    {"last-clr-not-redone",
     {"the last CLR is not done again", "不重做最后一个 CLR"},
     {"The power may fail between a CLR and its store, and undo passes over what a CLR names.",
      "断电可能发生在 CLR 与其存储之间，而撤销会跳过 CLR 指明的更新。"},
     kLastClrStore},
    {"tree-store-not-logged",
     {"words of the tree are stored without a log record", "树的字不写日志就存储"},
     {"A rotation changes several words: what a crash leaves of it can only be undone from the "
      "list.",
      "一次旋转要改几个字：崩溃留下的一半只能靠链表撤销。"}},
    {"node-freed-early",
     {"a removed node is given away within the operation", "操作未完成就交还移除的结点"},
     {"Undo links the node again, so its words must still be there.",
      "撤销会重新链入该结点，因此它的字必须还在。"}},
    {"one-log-recovered",
     {"recovery looks at the first log alone", "恢复只看第一个日志"},
     {"With a log a thread, losers may be in any of them.",
      "每个线程一个日志时，失败的事务可能在任何一个日志中。"}},
    {"nodes-not-locked",
     {"nodes of a B+-tree are changed without a lock", "不加锁就修改 B+ 树的结点"},
     {"Undo puts words back: a word that T1 has shifted is nobody else's before T1 has ended.",
      "撤销按字放回：T1 移动过的字，在 T1 结束前不归任何人使用。"},
     kNodeLocks},
};
const uint32_t kMutationCount = sizeof kMutations / sizeof *kMutations;

}  // namespace afterimage::rewind
