#include "scheme/rewind/story.h"

namespace afterimage::rewind {

namespace {

constexpr ListingLine kListRecovery[] = {
    {kRecoverList, 0, {"was an operation open? look at toAppend and toRemove", "有未完成的操作吗？查看 toAppend 与 toRemove"},
     {"One operation at a time, so at most one was open, and its name is in one of the two words.",
      "一次只做一个操作，因此最多一个未完成，而它就记在这两个字之一中。"}},
    {kRecoverAppendHead, 0, {"toAppend = n: if head = null: head := n; fence", "toAppend = n：若 head = null 则 head := n；屏障"},
     {"The append is done again, whatever of it had survived.", "无论保留了多少，都把追加重做一遍。"}},
    {kRecoverAppendNext, 1, {"if lastTail ≠ null: lastTail.next := n; fence", "若 lastTail ≠ null：lastTail.next := n；屏障"},
     {"Not tail.next: if the store of the tail survived, tail is n, and n would be linked to itself.",
      "不能用 tail.next：若 tail 的存储保留，tail 就是 n，n 会链到自己。"}},
    {kRecoverAppendTail, 1, {"tail := n; fence", "tail := n；屏障"}, {"If it is interrupted here, all of it is done once more.", "若在此又被打断，就再重做一遍。"}},
    {kRecoverAppendDone, 1, {"toAppend := null; fence", "toAppend := null；屏障"}, {"The list is whole.", "链表完整。"}},
    {kRecoverRemoveHead, 0, {"toRemove = n: if n = head: head := n.next; fence", "toRemove = n：若 n = head 则 head := n.next；屏障"},
     {"The removal is done again from n's own words, which it never changed.", "根据 n 自身的字重做移除，这些字从未改变。"}},
    {kRecoverRemoveTail, 1, {"if n = tail: tail := n.prior; fence", "若 n = tail：tail := n.prior；屏障"}, {"As before the crash.", "与崩溃前相同。"}},
    {kRecoverRemoveNext, 1, {"if n.prior: n.prior.next := n.next; fence", "若有 n.prior：n.prior.next := n.next；屏障"}, {"As before the crash.", "与崩溃前相同。"}},
    {kRecoverRemovePrior, 1, {"if n.next: n.next.prior := n.prior; fence", "若有 n.next：n.next.prior := n.prior；屏障"}, {"As before the crash.", "与崩溃前相同。"}},
    {kRecoverRemoveDone, 1, {"toRemove := null; fence", "toRemove := null；屏障"}, {"The list is whole.", "链表完整。"}},
};

constexpr ListingLine kRecovery[] = {
    {kRecoverSuper, 0, {"read the roots; recover the list", "读取根；恢复链表"},
     {"The log must be right before anything is done by it.", "先使日志正确，才能依它行事。"}},
    {kRecoverAnalysis, 0, {"analysis: from head to tail, make the transaction table", "分析：从头到尾，建立事务表"},
     {"Logging keeps no transaction table; it is built here: running, being rolled back (ROLLBACK), or finished (END).",
      "记日志时不保存事务表；在此建立：运行中、回滚中（ROLLBACK）或已结束（END）。"}},
    {kRecoverUndo, 0, {"undo: one scan from tail to head, all losers at once", "撤销：从尾到头扫描一遍，同时处理所有失败的事务"},
     {"Finished transactions are skipped: force made their words durable before END. The update that the last CLR undid and all later ones are undone already.",
      "跳过已结束的事务：强制策略在 END 之前已使其字持久。从最后一个 CLR 撤销的那次更新起，其后的都已撤销。"}},
    {kRecoverRollback, 1, {"first record of a running T: log(ROLLBACK T)", "遇到运行中的 T 的第一条记录：log(ROLLBACK T)"},
     {"Once; a crash from here on finds it.", "只记一次；此后崩溃也能找到它。"}},
    {kRecoverLastClr, 1, {"last CLR of T: store its word again", "T 的最后一个 CLR：再次存储它的字"},
     {"The crash may have come between the CLR and its store. Earlier CLRs were fenced when this one was logged.",
      "崩溃可能发生在 CLR 与其存储之间。更早的 CLR 在记录这一个时已由屏障持久。"}},
    {kRecoverRestore, 1, {"update: log(CLR), then store the old word, bypassing the cache", "更新：log(CLR)，然后绕过缓存存储旧字"},
     {"As in a rollback.", "与回滚相同。"}},
    {kRecoverFence, 0, {"fence", "内存屏障"}, {"All old words are durable before any END.", "所有旧字须先持久，然后才有 END。"}},
    {kRecoverEnd, 0, {"for each loser T: log(END T)", "对每个失败的事务 T：log(END T)"},
     {"From here a crash has nothing to undo for T.", "从此崩溃不必再为 T 撤销。"}},
    {kRecoverFree, 0, {"for each DELETE of a committed T: block's header := free; fence", "对已提交的 T 的每个 DELETE：块头 := 空闲；屏障"},
     {"The crash may have come between END and the de-allocation. If T was rolled back, its block is in use again.",
      "崩溃可能发生在 END 与释放之间。若 T 已回滚，则该块又在使用中。"}},
    {kRecoverNewLog, 0, {"make the other list header empty; fence", "把另一个链表头置空；屏障"},
     {"All transactions have ended, so the whole log can go.", "所有事务都已结束，整个日志可以丢弃。"}},
    {kRecoverSwitch, 0, {"the log in use := that one; fence", "使用中的日志 := 那一个；屏障"},
     {"One store: before it recovery starts over, after it there is nothing to recover.",
      "一次存储：在此之前恢复从头再来，在此之后无需恢复。"}},
    {kRecoverTables, 0, {"read block headers and buckets; make the directory", "读取块头与桶；建立目录"},
     {"Free blocks and the order of keys are kept in DRAM. Blocks in use are those that the buckets lead to: nothing has leaked.",
      "空闲块与键的次序保存在 DRAM。已用的块正是各桶能到达的块：没有泄漏。"}},
};

}  // namespace

const Listing kListRecoveryListing = {"list-recovery", {"recovery of the list", "链表的恢复"}, kListRecovery, sizeof kListRecovery / sizeof *kListRecovery};
const Listing kRecoveryListing = {"recovery", {"recovery", "恢复"}, kRecovery, sizeof kRecovery / sizeof *kRecovery};

}  // namespace afterimage::rewind
