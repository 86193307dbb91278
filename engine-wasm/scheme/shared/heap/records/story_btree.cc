// A B+-tree's listings, which are the same for every library. With REWIND each "set" below is a log
// record, then a store; without a log it is the store.
#include "scheme/shared/heap/story.h"

namespace afterimage::heap {

namespace {

constexpr ListingLine kFind[] = {
    {kFindLeaf,
     0,
     {"from the root down, take the last key that is not larger; lock the leaf, shared",
      "从根向下，每次取不大于所求的最后一个键；对叶子加共享锁"},
     {"Nobody may shift the leaf's entries while they are read. The lock stays until the end.",
      "读取期间不得有人移动叶子中的项。锁保持到事务结束。"}},
    {kFindWait,
     1,
     {"where somebody is changing an inner node: wait for the end of that transaction",
      "若内部结点正被修改：等待那个事务结束"},
     {"A node that is being shifted leads nowhere in particular.",
      "正在移动项的结点不指向任何确定的地方。"}},
};

constexpr ListingLine kIndex[] = {
    {kIndexLock,
     0,
     {"lock the leaf, exclusive; if it is full, its parent too, and so on upwards",
      "对叶子加排他锁；若已满，还要锁父结点，依次向上"},
     {"Undo is physical: a word that T has shifted must not be shifted again by another before T "
      "has ended, or undo would put back words that belong to nobody.",
      "撤销是物理的：T 移动过的字，在 T "
      "结束前不得被他人再次移动，否则撤销会放回不属于任何人的字。"}},
    {kIndexRoom,
     0,
     {"reserve room in the log for each word that will differ", "为每个将改变的字预留日志空间"},
     {"Shifting entries changes words: on average half a node's. That is what a tree costs a log "
      "of "
      "words.",
      "移动项会改变字：平均半个结点。这就是按字记录日志的树的代价。"}},
    {kIndexRecordTake,
     0,
     {"n := a free block for the record", "n := 给记录的空闲块"},
     {"Records stay where they are; the tree has their addresses.",
      "记录不移动；树中存放它们的地址。"}},
    {kIndexNodeTake,
     1,
     {"for each node that splits: m := a free block", "对每个要分裂的结点：m := 空闲块"},
     {"All blocks are there before anything changes.", "在任何修改之前，所有块都已备好。"}},
    {kIndexRecordFill,
     0,
     {"store key and value of n, bypassing the cache", "绕过缓存存储 n 的键和值"},
     {"No log: nothing leads to n.", "无需日志：没有指针指向 n。"}},
    {kIndexRecordOwn,
     0,
     {"set n's header to in use", "置 n 的块头为已用"},
     {"Part of the transaction: rolling back gives the block back.",
      "属于事务的一部分：回滚会归还该块。"}},
    {kIndexNodeFill,
     1,
     {"store the upper half of the split node in m, bypassing the cache",
      "绕过缓存，把分裂结点的上半部分存入 m"},
     {"No log: nothing leads to m. The other half stays where it is, under a smaller count.",
      "无需日志：没有指针指向 m。另一半留在原处，只是项数变小。"}},
    {kIndexNodeOwn,
     1,
     {"set m's header to in use", "置 m 的块头为已用"},
     {"As with the record.", "与记录相同。"}},
    {kIndexStore,
     0,
     {"in each locked node, set the words that differ", "在每个加锁的结点中，置各个不同的字"},
     {"In any order: a crash in between is undone word by word.",
      "次序不限：其间崩溃会逐字撤销。"}},
    {kIndexRoot,
     1,
     {"if the root has split: set the root to a new node with both halves",
      "若根分裂：置根为指向两半的新结点"},
     {"The tree grows at its root alone, so all leaves stay at one depth.",
      "树只在根处长高，因此所有叶子保持同一深度。"}},
};

constexpr ListingLine kUnindex[] = {
    {kUnindexLock,
     0,
     {"lock the leaf, exclusive; if it becomes too small, a neighbour and the parent, too",
      "对叶子加排他锁；若它变得过小，还要锁邻居和父结点"},
     {"Which nodes will change is known before any does.", "在修改之前就知道哪些结点会变。"}},
    {kUnindexRoom,
     0,
     {"reserve room in the log", "预留日志空间"},
     {"For each word that will differ, and each block to be freed.",
      "为每个将改变的字和每个要释放的块。"}},
    {kUnindexStore,
     0,
     {"in each locked node, set the words that differ", "在每个加锁的结点中，置各个不同的字"},
     {"Two neighbours become one where they fit, else they are evened out.",
      "两个邻居放得下就合并，否则拉平。"}},
    {kUnindexRoot,
     1,
     {"if the root has one child left: set the root to it", "若根只剩一个子结点：置根为它"},
     {"The tree gets lower at its root alone.", "树只在根处变矮。"}},
    {kUnindexNode,
     1,
     {"free the node that has been joined into its neighbour", "释放已并入邻居的结点"},
     {"After the commit: de-allocation cannot be undone.", "在提交之后：释放无法撤销。"}},
    {kUnindexRecord,
     0,
     {"free the record's block", "释放记录的块"},
     {"After the commit, too.", "同样在提交之后。"}},
};

}  // namespace

const Listing kFindListing =
    MakeListing("btree-find", {"find in a B+-tree", "在 B+ 树中查找"}, kFind);
const Listing kIndexListing =
    MakeListing("btree-insert", {"insert into a B+-tree", "插入 B+ 树"}, kIndex);
const Listing kUnindexListing =
    MakeListing("btree-delete", {"delete from a B+-tree", "从 B+ 树删除"}, kUnindex);

}  // namespace afterimage::heap
