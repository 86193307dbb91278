// The listings of the log: its list, its buckets, and checkpoints.
#include "scheme/systems/rewind/story.h"

namespace afterimage::rewind {

namespace {

constexpr ListingLine kLog[] = {
    {kLogCreate,
     0,
     {"r := record in a free slot: type, T, address, old, new",
      "r := 空槽中的记录：类型、T、地址、旧值、新值"},
     {"Built offline: nothing points at it yet. Slots that are in no list are free, so a crash "
      "leaks none.",
      "先离线造好：还没有指针指向它。不在链表中的槽就是空槽，崩溃不会泄漏。"}},
    {kLogFence,
     0,
     {"fence", "内存屏障"},
     {"The record's words must be durable before the list can lead to them.",
      "记录的字必须先持久，链表才能引向它。"}},
    {kLogAppend,
     0,
     {"append r to the list; one thread at a time", "把 r 追加到链表；一次一个线程"},
     {"Whoever shares the list queues for it; with a log for each thread nobody does.",
      "共用一个链表的线程要排队；每个线程一个日志时则不用。"}},
    {kLogHold,
     0,
     {"group of r not durable yet: keep the word's store back", "r 所在的组尚未持久：暂缓存储该字"},
     {"The log calls of a group stand above its stores. Until the group is durable T reads the new "
      "word from here.",
      "一组的 log 调用排在它的存储之前。组持久之前，T 从这里读新字。"}},
};

constexpr ListingLine kAppend[] = {
    {kAppendNode,
     0,
     {"n.next := null, n.prior := tail, n.element := r; fence",
      "n.next := null，n.prior := tail，n.element := r；屏障"},
     {"The node, too, is complete before anything leads to it.",
      "结点也先造好，然后才有东西引向它。"}},
    {kAppendLastTail,
     0,
     {"lastTail := tail; fence", "lastTail := tail；屏障"},
     {"The previous tail, for repeating the append: the tail itself may be the new node by then.",
      "记下原来的尾，以便重做：那时 tail 可能已是新结点。"}},
    {kAppendToAppend,
     0,
     {"toAppend := n; fence", "toAppend := n；屏障"},
     {"The one store that decides. Before it the list is as it was; after it recovery completes "
      "the append.",
      "决定性的一次存储：在此之前链表不变；在此之后恢复会完成追加。"}},
    {kAppendHead,
     0,
     {"if head = null: head := n; fence", "若 head = null：head := n；屏障"},
     {"Can be done again without harm.", "重做无害。"}},
    {kAppendNext,
     0,
     {"if tail ≠ null: tail.next := n; fence", "若 tail ≠ null：tail.next := n；屏障"},
     {"Can be done again without harm: from lastTail.", "重做无害：从 lastTail 出发。"}},
    {kAppendTail,
     0,
     {"tail := n; fence", "tail := n；屏障"},
     {"From here tail no longer says where the append began.",
      "从此 tail 不再说明追加从何处开始。"}},
    {kAppendDone,
     0,
     {"toAppend := null; fence", "toAppend := null；屏障"},
     {"Only when all of it is durable. And durable itself before the next append overwrites "
      "lastTail.",
      "须在全部持久之后；而且必须先持久，下一次追加才能覆盖 lastTail。"}},
};

constexpr ListingLine kRemove[] = {
    {kRemoveToRemove,
     0,
     {"toRemove := n; fence", "toRemove := n；屏障"},
     {"The one store that decides: from here recovery completes the removal.",
      "决定性的一次存储：从此恢复会完成移除。"}},
    {kRemoveHead,
     0,
     {"if n = head: head := n.next; fence", "若 n = head：head := n.next；屏障"},
     {"n's own words stay as they are: everything can be done again from them.",
      "n 自身的字不变：一切都可据此重做。"}},
    {kRemoveTail,
     0,
     {"if n = tail: tail := n.prior; fence", "若 n = tail：tail := n.prior；屏障"},
     {"When it is repeated the condition no longer holds, and rightly so: it is done already.",
      "重做时条件已不成立，这是对的：这一步已经完成。"}},
    {kRemoveNext,
     0,
     {"if n.prior: n.prior.next := n.next; fence", "若有 n.prior：n.prior.next := n.next；屏障"},
     {"Can be done again without harm.", "重做无害。"}},
    {kRemovePrior,
     0,
     {"if n.next: n.next.prior := n.prior; fence", "若有 n.next：n.next.prior := n.prior；屏障"},
     {"Can be done again without harm.", "重做无害。"}},
    {kRemoveDone,
     0,
     {"toRemove := null; fence", "toRemove := null；屏障"},
     {"Before the list changes again: doing this removal again after another append would lose "
      "that record.",
      "须在链表再次改变之前：若在另一次追加之后重做此移除，会丢失那条记录。"}},
};

constexpr ListingLine kBucketAppendLines[] = {
    {kCellTake,
     0,
     {"latch; take the bucket's next cell; release", "加闩；取桶的下一个单元；释放"},
     {"Which cell is next is kept in DRAM. A crash may come before the cell is filled: then it "
      "stays zero. In Optimized others behind it count, in Batch what the index covers.",
      "下一个单元是哪个只记在 DRAM 中。崩溃可能发生在填入之前：该单元保持为零。Optimized "
      "中其后的仍然有效，Batch 中只有索引涵盖的有效。"}},
    {kCellStore,
     0,
     {"cell := r", "单元 := r"},
     {"One store of 8 bytes into a cell that was zero puts the record into the log: there is no "
      "list to repair.",
      "向原为零的单元存储 8 字节，记录就进入日志：没有链表需要修复。"}},
    {kCellFence,
     0,
     {"fence", "内存屏障"},
     {"Only behind it may the word change that a record is about.",
      "其后，记录所述的字才可以改变。"}},
};

constexpr ListingLine kGroupLines[] = {
    {kGroupRecord,
     0,
     {"Batch: r := record; write its line back", "Batch：r := 记录；写回其行"},
     {"The record itself is durable before anything leads to it. Only pointers wait for their "
      "group.",
      "记录本身先持久，才有东西引向它。等待成组的只是指针。"}},
    {kGroupCells,
     0,
     {"group full, bucket full, or END: store its pointers, whole lines",
      "组满、桶满或遇到 END：整行存储其指针"},
     {"Eight pointers are one line, and one write. A power cut may keep any of them.",
      "八个指针就是一行、一次写。断电可能留下其中任意几个。"}},
    {kGroupFence, 0, {"fence", "内存屏障"}, {"One for the whole group.", "整组只要一个屏障。"}},
    {kGroupIndex,
     0,
     {"bucket's index := cells so far", "桶的索引 := 已有的单元数"},
     {"One word says up to where recovery may believe the cells: so the group counts as a whole or "
      "not at all.",
      "一个字说明恢复可以相信哪些单元：于是整组要么全算，要么全不算。"}},
    {kGroupIndexFence,
     0,
     {"fence; the stores that waited may be made", "屏障；暂缓的存储可以执行"},
     {"The paper counts one fence a group; but no store may be durable before the index that "
      "covers "
      "its record.",
      "论文每组只计一个屏障；但任何存储都不能先于覆盖其记录的索引持久。"}},
};

constexpr ListingLine kNewBucket[] = {
    {kBucketZero,
     0,
     {"bucket full: b := free bucket; all its cells := 0", "桶满：b := 空闲桶；所有单元 := 0"},
     {"A cell that is not zero counts as a record, so zeros come before b is in the list.",
      "非零单元会被当作记录，因此先清零，b 才进入链表。"}},
    {kBucketFence, 0, {"fence", "内存屏障"}, {"The zeros are durable first.", "零须先持久。"}},
    {kBucketAppend,
     0,
     {"append b to the list; an empty old one leaves it", "把 b 追加到链表；空的旧桶移出"},
     {"The atomic list, once in so many records.", "原子链表的操作，每满一桶才做一次。"}},
};

constexpr ListingLine kGapLines[] = {
    {kGapMark,
     0,
     {"cell := gap", "单元 := 空隙"},
     {"Nothing moves up: the cell is marked. Zero it could not be, or the search for the end might "
      "stop here.",
      "不移动其他单元，只作标记。不能写零，否则寻找末尾时可能停在这里。"}},
    {kGapFence,
     0,
     {"fence; the records' lines are free", "屏障；记录所占的行空闲"},
     {"A cell that still led there would lead to another record.",
      "否则仍指向那里的单元会引向别的记录。"}},
    {kBucketRemove,
     0,
     {"no cell of b in use: remove b from the list", "b 中没有已用单元：把 b 从链表移除"},
     {"Never the bucket that appends fill. How many cells are in use is known in DRAM; recovery "
      "counts them again.",
      "正在填充的桶除外。已用单元数只记在 DRAM 中；恢复时重新计数。"}},
};

constexpr ListingLine kCompact[] = {
    {kCompactBucket,
     0,
     {"few cells in use: copy the pointers into new buckets", "已用单元很少：把指针复制到新桶"},
     {"Long transactions keep nearly empty buckets in the list. The records stay where they are.",
      "长事务使几乎空的桶留在链表中。记录本身不动。"}},
    {kCompactHeader,
     0,
     {"the other list header: head, tail, flushed", "另一个链表头：head、tail、已刷"},
     {"Nobody sees the new list yet.", "还没有人看到新链表。"}},
    {kCompactFence, 0, {"fence", "内存屏障"}, {"All of it is durable.", "全部持久。"}},
    {kCompactSwitch,
     0,
     {"the log in use := that one; fence", "使用中的日志 := 那一个；屏障"},
     {"One store: the old log before it, the new one after it.",
      "一次存储：之前是旧日志，之后是新日志。"}},
};

constexpr ListingLine kTreeLines[] = {
    {kTreeInsert,
     0,
     {"two layers: insert r into the tree, by its LSN; one thread at a time",
      "两层：按 LSN 把 r 插入树；一次一个线程"},
     {"The tree finds any record without a scan. It is in NVM, and changes in several words, one "
      "after the other.",
      "有了树，无需扫描就能找到任何记录。它在 NVM 中，先后要改几个字。"}},
    {kTreeNode,
     0,
     {"n := node: LSN of r, no children, height 1, r", "n := 结点：r 的 LSN、无子结点、高度 1、r"},
     {"Nothing leads to it yet.", "还没有指针引向它。"}},
    {kTreeStore,
     0,
     {"each word of the tree that changes: log it on the list, then store it",
      "树中每个要改的字：先记入链表，再存储"},
     {"Links, heights, rotations. The power may fail in the middle of a rotation: then the words "
      "stored so far are put back.",
      "指针、高度、旋转。断电可能发生在一次旋转的中途：已存储的字会被恢复。"}},
    {kTreeFence,
     0,
     {"fence", "内存屏障"},
     {"All of the operation is durable.", "整个操作已持久。"}},
    {kTreeEnd,
     0,
     {"log END on the list", "在链表中记 END"},
     {"The operation is done: a crash from here on undoes nothing of it.",
      "操作完成：此后的崩溃不会撤销它。"}},
    {kTreeClear,
     0,
     {"remove the operation's records from the list, END last", "从链表移除该操作的记录，END 最后"},
     {"The list holds the last operation only, so it is short.",
      "链表只保存最近一次操作，因此很短。"}},
    {kTreeRemove,
     0,
     {"removing r from the tree: the same; its node is free after it",
      "从树中移除 r：相同；之后其结点才空闲"},
     {"A node that is used again before would be no node for undo.",
      "若提前再用，撤销时它就不再是原来的结点。"}},
};

constexpr ListingLine kCheckpoint[] = {
    {kCheckpointNothing,
     0,
     {"clear at commit: nothing to do", "提交时清除：无事可做"},
     {"Every transaction clears its own records as it ends.", "每个事务结束时清除自己的记录。"}},
    {kCheckpointRecord,
     0,
     {"log(CHECKPOINT)", "log(CHECKPOINT)"},
     {"A mark in the log, before the flush: what is logged behind it may be stored behind the "
      "flush, "
      "too.",
      "在刷缓存之前作标记：记在其后的，也可能在刷缓存之后才存储。"}},
    {kCheckpointFlush,
     0,
     {"no-force: flush the caches, line by line", "非强制：逐行刷出缓存"},
     {"After it every word of a transaction that ended before the mark is durable.",
      "此后，标记之前结束的事务的每个字都已持久。"}},
    {kCheckpointMark,
     0,
     {"no-force: flushed := that CHECKPOINT; fence", "非强制：已刷 := 该 CHECKPOINT；屏障"},
     {"Redo passes over transactions that ended before it: what is left of them may be older than "
      "what has been cleared.",
      "重做跳过在它之前结束的事务：它们剩下的记录可能比已清除的更旧。"}},
    {kCheckpointScan,
     0,
     {"scan up to the mark: which transactions have an END?", "扫描到标记处：哪些事务有 END？"},
     {"Others append meanwhile: they add at the tail, this takes from the middle.",
      "其间别人仍可追加：他们在尾部添加，这里从中间移除。"}},
    {kCheckpointFree,
     0,
     {"for each DELETE of a committed one: block's header := free; fence",
      "对已提交事务的每个 DELETE：块头 := 空闲；屏障"},
     {"The block may be taken when no record speaks of it any more.",
      "不再有记录提到该块时，才可再用。"}},
    {kCheckpointClear,
     0,
     {"remove their records", "移除它们的记录"},
     {"And the CHECKPOINT before this one.", "以及上一个 CHECKPOINT。"}},
    {kCheckpointEnds,
     0,
     {"remove their ENDs last; give the blocks back", "最后移除它们的 END；归还块"},
     {"Records without an END would be undone.", "没有 END 的记录会被撤销。"}},
};

}  // namespace

const Listing kLogListing = MakeListing("log", {"log(...)", "log(...)"}, kLog);
const Listing kAppendListing =
    MakeListing("append", {"append r to the list", "把 r 追加到链表"}, kAppend);
const Listing kRemoveListing =
    MakeListing("remove", {"remove n from the list", "从链表移除 n"}, kRemove);
const Listing kBucketAppendListing =
    MakeListing("bucket-append", {"append r to a bucket", "把 r 追加到桶"}, kBucketAppendLines);
const Listing kGroupListing = MakeListing("group", {"a group of records", "一组记录"}, kGroupLines);
const Listing kNewBucketListing = MakeListing("new-bucket", {"another bucket", "新桶"}, kNewBucket);
const Listing kGapListing =
    MakeListing("gap", {"remove r from its bucket", "从桶中移除 r"}, kGapLines);
const Listing kCompactListing = MakeListing("compact", {"compact the log", "压缩日志"}, kCompact);
const Listing kTreeListing = MakeListing("tree", {"the tree of records", "记录的树"}, kTreeLines);
const Listing kCheckpointListing = MakeListing("checkpoint", {"checkpoint", "检查点"}, kCheckpoint);

}  // namespace afterimage::rewind
