#include "scheme/shared/unlogged_heap/story.h"

namespace afterimage::unlogged {

namespace {

constexpr ListingLine kRead[] = {
    {heap::kReadLock,
     0,
     {"lock the record; find it", "对记录加锁；查找它"},
     {"As with a log: what differs is what is left out.", "与有日志时相同：差别只在省去了什么。"}},
};

constexpr ListingLine kUpdate[] = {
    {heap::kUpdateLock,
     0,
     {"lock the record, exclusive; find it", "对记录加排他锁；查找它"},
     {"Two threads must not store one record at a time.", "两个线程不得同时存储一条记录。"}},
    {heap::kUpdateRoom,
     0,
     {"(reserve room in the log: nothing)", "（预留日志空间：无操作）"},
     {"There is no log.", "没有日志。"}},
    {heap::kUpdateStore,
     0,
     {"store each word that differs", "存储每个不同的字"},
     {"The old word is gone: nobody can bring it back.", "旧字已经消失：谁也无法找回。"}},
};

constexpr ListingLine kInsert[] = {
    {heap::kInsertLock,
     0,
     {"lock the record, exclusive; it must not be there", "对记录加排他锁；它必须不存在"},
     {"The lock is on the key.", "锁加在键上。"}},
    {heap::kInsertBucket,
     0,
     {"lock the bucket's links", "锁住该桶的链接"},
     {"One thread at a time links.", "一次只有一个线程修改链接。"}},
    {heap::kInsertRoom,
     0,
     {"(reserve room in the log: nothing)", "（预留日志空间：无操作）"},
     {"There is no log.", "没有日志。"}},
    {heap::kInsertTake,
     0,
     {"n := a free block of the heap", "n := 堆中的一个空闲块"},
     {"Which blocks are free is known in DRAM.", "哪些块空闲由 DRAM 记着。"}},
    {heap::kCarveHeader,
     1,
     {"none free: carve one; header := free", "没有空闲块则切出一块；块头 := 空闲"},
     {"Blocks lie one after the other.", "块一个接一个。"}},
    {heap::kCarveFence,
     1,
     {"fence", "内存屏障"},
     {"The heap's own, as with a log.", "堆自身的屏障，与有日志时相同。"}},
    {heap::kInsertFill,
     0,
     {"store next, prev, key and value of n", "存储 n 的 next、prev、键和值"},
     {"Nothing points at n yet.", "尚无指针指向 n。"}},
    {heap::kInsertOwn,
     0,
     {"store: n's header := in use", "存储：n 的块头 := 已用"},
     {"If the power fails before the next line, n is lost to the heap for ever.",
      "若在下一行之前断电，堆永远失去 n。"}},
    {heap::kInsertNext,
     0,
     {"store: tail.next := n", "存储：tail.next := n"},
     {"From here a walk finds n.", "从此沿链表能找到 n。"}},
    {heap::kInsertHead,
     0,
     {"or, in an empty list: head := n", "链表为空时：head := n"},
     {"From here a walk finds n.", "从此沿链表能找到 n。"}},
    {heap::kInsertTail,
     0,
     {"store: tail := n", "存储：tail := n"},
     {"A crash before this leaves a list whose ends do not agree.",
      "在此之前崩溃，链表的两端不一致。"}},
};

constexpr ListingLine kErase[] = {
    {heap::kEraseLock,
     0,
     {"lock the record, exclusive; n := its block", "对记录加排他锁；n := 它的块"},
     {"Nobody else reads or changes it until the end.", "直到结束，他人不能读写它。"}},
    {heap::kEraseBucket,
     0,
     {"lock the bucket's links", "锁住该桶的链接"},
     {"One thread at a time links.", "一次只有一个线程修改链接。"}},
    {heap::kEraseRoom,
     0,
     {"(reserve room in the log: nothing)", "（预留日志空间：无操作）"},
     {"There is no log.", "没有日志。"}},
    {heap::kEraseTail,
     0,
     {"if n = tail: store: tail := n.prev", "若 n = tail：存储 tail := n.prev"},
     {"The stores of a removal from a doubly-linked list. Any of them may reach NVM, or not.",
      "从双向链表摘除结点的几次存储。其中任何一次都可能到达或未到达 NVM。"}},
    {heap::kEraseHead,
     0,
     {"if n = head: store: head := n.next", "若 n = head：存储 head := n.next"},
     {"A crash here leaves head and tail at odds.", "此时崩溃，head 与 tail 不一致。"}},
    {heap::kErasePrev,
     0,
     {"if n.prev: store: n.prev.next := n.next", "若有 n.prev：存储 n.prev.next := n.next"},
     {"Forwards n is gone, backwards it is still there.", "向前走 n 已不在，向后走它还在。"}},
    {heap::kEraseNext,
     0,
     {"if n.next: store: n.next.prev := n.prev", "若有 n.next：存储 n.next.prev := n.prev"},
     {"Now it is gone both ways.", "现在两个方向都不在了。"}},
    {heap::kEraseDelete,
     0,
     {"remember n, to free it at the end", "记下 n，结束时释放"},
     {"Others may be on their way to it.", "他人可能正在走向它。"}},
};

constexpr ListingLine kCommitNvm[] = {
    {kEndFree,
     0,
     {"for each remembered block: header := free", "对每个记下的块：块头 := 空闲"},
     {"If the power fails before, they are lost to the heap.", "若在此之前断电，堆失去它们。"}},
    {kEndFence,
     0,
     {"fence", "内存屏障"},
     {"All words are durable. Whether they were all there at an earlier instant is luck.",
      "所有字都已持久。在更早的时刻是否齐全，全凭运气。"}},
    {heap::kCommitAcknowledge,
     0,
     {"acknowledge T", "确认 T"},
     {"Nothing is promised.", "不作任何承诺。"}},
    {heap::kCommitRelease,
     0,
     {"release the locks of T", "释放 T 的锁"},
     {"After the end.", "在结束之后。"}},
};

constexpr ListingLine kCommitDram[] = {
    {kEndFree,
     0,
     {"for each remembered block: header := free", "对每个记下的块：块头 := 空闲"},
     {"Others may take them.", "他人可以取用。"}},
    {heap::kCommitAcknowledge,
     0,
     {"acknowledge T", "确认 T"},
     {"Its words are in the caches, and nobody writes them back.", "它的字在缓存中，没有人写回。"}},
    {heap::kCommitRelease,
     0,
     {"release the locks of T", "释放 T 的锁"},
     {"After the end.", "在结束之后。"}},
};

constexpr ListingLine kAbort[] = {
    {kAbortKeeps,
     0,
     {"(undo: nothing)", "（撤销：无操作）"},
     {"Without old words there is no way back: what T has stored stays.",
      "没有旧字就没有退路：T 已存储的内容留了下来。"}},
    {heap::kAbortAcknowledge,
     0,
     {"tell the client; release the locks of T", "告知客户端；释放 T 的锁"},
     {"The client asked for a rollback and does not get one.", "客户端要求回滚，却没有得到。"}},
};

constexpr ListingLine kRecovery[] = {
    {heap::kRecoverSuper,
     0,
     {"read the super line", "读取超级行"},
     {"Where things are.", "各结构的位置。"}},
    {heap::kRecoverTables,
     0,
     {"read the heap's headers, and what leads to records", "读取堆的块头，以及通向记录的结构"},
     {"There is nothing to put in order with: what does not fit together is damaged.",
      "没有任何依据可以修复：不相符的就是损坏。"}},
};

constexpr Listing kReadListing = MakeListing("read", {"read a record", "读记录"}, kRead);
constexpr Listing kUpdateListing = MakeListing("update", {"update a record", "更新记录"}, kUpdate);
constexpr Listing kInsertListing = MakeListing("insert", {"insert a record", "插入记录"}, kInsert);
constexpr Listing kEraseListing = MakeListing("delete", {"delete a record", "删除记录"}, kErase);
constexpr Listing kAbortListing = MakeListing("abort", {"abort T", "中止 T"}, kAbort);
constexpr Listing kRecoveryListing =
    MakeListing("recovery", {"open the database", "打开数据库"}, kRecovery);

}  // namespace

const Listing kNvmListings[kListings] = {
    kReadListing,
    kUpdateListing,
    kInsertListing,
    kEraseListing,
    InWhole(heap::kFindListing),
    InWhole(heap::kIndexListing),
    InWhole(heap::kUnindexListing),
    MakeListing("commit", {"commit T", "提交 T"}, kCommitNvm),
    kAbortListing,
    kRecoveryListing,
};
const Listing kDramListings[kListings] = {
    kReadListing,
    kUpdateListing,
    kInsertListing,
    kEraseListing,
    InWhole(heap::kFindListing),
    InWhole(heap::kIndexListing),
    InWhole(heap::kUnindexListing),
    MakeListing("commit", {"commit T", "提交 T"}, kCommitDram),
    kAbortListing,
    kRecoveryListing,
};

const StructureInfo kStructures[kStructureCount] = {
    {"lock", {"locks", "锁"}, Tier::kDram, Shape::kTable},
    {"transaction", {"transaction table", "事务表"}, Tier::kDram, Shape::kTable},
    {"record-list", {"records in their buckets", "桶中的记录"}, Tier::kNvm, Shape::kChains},
    {"block", {"blocks of the heap", "堆中的块"}, Tier::kNvm, Shape::kTable},
    {"heap-root", {"roots", "根"}, Tier::kNvm, Shape::kKeyValue},
    {"btree-node", {"nodes of the B+-trees", "B+ 树的结点"}, Tier::kNvm, Shape::kTree},
};

}  // namespace afterimage::unlogged
