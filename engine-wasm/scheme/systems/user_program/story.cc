#include "scheme/systems/user_program/story.h"

namespace afterimage::own {

namespace {

constexpr ListingLine kRead[] = {
    {heap::kReadLock,
     0,
     {"lock the record; find it", "对记录加锁；查找它"},
     {"Nobody changes it meanwhile.", "其间无人修改它。"}},
};

constexpr ListingLine kUpdate[] = {
    {heap::kUpdateLock,
     0,
     {"lock the record, exclusive; find it", "对记录加排他锁；查找它"},
     {"The old word stays the right one to put back until T ends.",
      "直到 T 结束，旧字始终是应放回的值。"}},
    {heap::kUpdateRoom,
     0,
     {"call `reserve`", "调用 `reserve`"},
     {"A transaction that finds no room rolls back.", "找不到空间的事务回滚。"}},
    {heap::kUpdateStore,
     0,
     {"for each word that differs: call `log`, then store it; or call `update`",
      "对每个不同的字：调用 `log` 再存储；或调用 `update`"},
     {"What undoes it must be durable before it can be.", "撤销所需的内容必须先于它持久。"}},
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
     {"call `reserve`", "调用 `reserve`"},
     {"For all that follows.", "为后面的所有修改预留。"}},
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
     {"The heap ends at the first word that is no header.", "堆在第一个不是块头的字处结束。"}},
    {heap::kInsertFill,
     0,
     {"store next, prev, key and value of n past the cache; fence",
      "绕过缓存存储 n 的 next、prev、键和值；屏障"},
     {"Nothing points at n yet, so it needs no log.", "尚无指针指向 n，因此不需要日志。"}},
    {heap::kInsertOwn,
     0,
     {"change n's header to in use", "把 n 的块头改为已用"},
     {"A change like any other: log and store.", "与其他修改一样：记日志并存储。"}},
    {heap::kInsertNext,
     0,
     {"change tail.next to n", "把 tail.next 改为 n"},
     {"From here a walk finds n.", "从此沿链表能找到 n。"}},
    {heap::kInsertHead,
     0,
     {"or, in an empty list: change head to n", "链表为空时：把 head 改为 n"},
     {"From here a walk finds n.", "从此沿链表能找到 n。"}},
    {heap::kInsertTail,
     0,
     {"change tail to n", "把 tail 改为 n"},
     {"Both ends must agree after a recovery.", "恢复之后两端必须一致。"}},
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
     {"call `reserve`", "调用 `reserve`"},
     {"For all that follows.", "为后面的所有修改预留。"}},
    {heap::kEraseTail,
     0,
     {"if n = tail: change tail to n.prev", "若 n = tail：把 tail 改为 n.prev"},
     {"Each word is a change of its own.", "每个字都是一次单独的修改。"}},
    {heap::kEraseHead,
     0,
     {"if n = head: change head to n.next", "若 n = head：把 head 改为 n.next"},
     {"Each word is a change of its own.", "每个字都是一次单独的修改。"}},
    {heap::kErasePrev,
     0,
     {"if n.prev: change n.prev.next to n.next", "若有 n.prev：把 n.prev.next 改为 n.next"},
     {"Forwards n is gone, backwards it is still there.", "向前走 n 已不在，向后走它还在。"}},
    {heap::kEraseNext,
     0,
     {"if n.next: change n.next.prev to n.prev", "若有 n.next：把 n.next.prev 改为 n.prev"},
     {"Now it is gone both ways.", "现在两个方向都不在了。"}},
    {heap::kEraseDelete,
     0,
     {"change n's header to free", "把 n 的块头改为空闲"},
     {"The heap may use n again once T has committed.", "T 提交之后堆才能再次使用 n。"}},
};

constexpr ListingLine kCommit[] = {
    {heap::kCommitAcknowledge,
     0,
     {"call `commit`; acknowledge T", "调用 `commit`；确认 T"},
     {"From here on all that T changed must survive.", "从此 T 的所有修改都必须保留。"}},
    {heap::kCommitRelease,
     0,
     {"release the locks of T", "释放 T 的锁"},
     {"Others may change the records now.", "此后他人可以修改这些记录。"}},
};

constexpr ListingLine kAbort[] = {
    {heap::kAbortAcknowledge,
     0,
     {"call `abort`; tell the client; release the locks of T",
      "调用 `abort`；告知客户端；释放 T 的锁"},
     {"Nothing of T may be left.", "T 不得留下任何内容。"}},
};

constexpr ListingLine kRecovery[] = {
    {heap::kRecoverSuper,
     0,
     {"read the super line; call `recover`", "读取超级行；调用 `recover`"},
     {"What was in DRAM is gone.", "DRAM 中的内容已经丢失。"}},
    {heap::kRecoverTables,
     0,
     {"read the heap's headers, and what leads to records", "读取堆的块头，以及通向记录的结构"},
     {"What does not fit together is damaged.", "不相符的就是损坏。"}},
};

}  // namespace

const Listing kOwnListings[kListings] = {
    MakeListing("read", {"read a record", "读记录"}, kRead),
    MakeListing("update", {"update a record", "更新记录"}, kUpdate),
    MakeListing("insert", {"insert a record", "插入记录"}, kInsert),
    MakeListing("delete", {"delete a record", "删除记录"}, kErase),
    MakeListing("commit", {"commit T", "提交 T"}, kCommit),
    MakeListing("abort", {"abort T", "中止 T"}, kAbort),
    MakeListing("recovery", {"open the database", "打开数据库"}, kRecovery),
};

const StructureInfo kOwnStructures[kStructureCount] = {
    {"lock", {"locks", "锁"}, Tier::kDram, Shape::kTable},
    {"transaction", {"transaction table", "事务表"}, Tier::kDram, Shape::kTable},
    {"record-list", {"records in their buckets", "桶中的记录"}, Tier::kNvm, Shape::kChains},
    {"block", {"blocks of the heap", "堆中的块"}, Tier::kNvm, Shape::kTable},
    {"heap-root", {"roots", "根"}, Tier::kNvm, Shape::kKeyValue},
    {"btree-node", {"nodes of the B+-trees", "B+ 树的结点"}, Tier::kNvm, Shape::kTree},
    {"own-word", {"words of the program", "程序的字"}, Tier::kNvm, Shape::kKeyValue},
    {"own-slot", {"slots of the program", "程序的槽"}, Tier::kNvm, Shape::kTable},
    {"own-variable", {"variables of the program", "程序的变量"}, Tier::kDram, Shape::kTable},
    {"own-block", {"blocks of the program", "程序的块"}, Tier::kNvm, Shape::kList},
};

const char kStandardProgram[] =
    R"(# An undo log for each of eight threads. A record is durable before
# the word that it undoes can be.
const RECORDS = 8
nvm count[8] { records }
nvm slot[64] { at, old }

on reserve(updates)
  return count[thread - 1].records + updates <= RECORDS
end

on update(at, old, new)
  i = count[thread - 1].records
  s = (thread - 1) * RECORDS + i
  slot[s].at = at
  slot[s].old = old
  write_back slot[s]
  fence
  count[thread - 1].records = i + 1
  write_back count[thread - 1]
  fence
  [at] = new
  write_back [at]
end

on commit
  fence
  count[thread - 1].records = 0
  write_back count[thread - 1]
  fence
end

proc undo(log)
  i = count[log].records
  while i > 0
    i = i - 1
    [slot[log * RECORDS + i].at] = slot[log * RECORDS + i].old
    write_back [slot[log * RECORDS + i].at]
  end
  fence
  count[log].records = 0
  write_back count[log]
  fence
end

on abort
  undo(thread - 1)
end

on recover
  log = 0
  while log < 8
    undo(log)
    log = log + 1
  end
end
)";

}  // namespace afterimage::own
