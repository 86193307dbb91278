#include "scheme/systems/nv_logging/story.h"

namespace afterimage::nvlog {

namespace {

constexpr ListingLine kUpdate[] = {
    {kUpdateLock,
     0,
     {"lock the record, exclusive", "对记录加排他锁"},
     {"Strict two-phase locking: nobody else reads or changes the record until this transaction "
      "has ended, so undo can put the old value back without destroying anybody's work.",
      "严格两阶段封锁：事务结束前他人不能读写该记录，因此撤销恢复旧值时不会破坏别人的修改。"}},
    {kUpdateReserve,
     0,
     {"reserve entries for o and its CLR", "为 o 及其 CLR 预留条目"},
     {"Rolling back must never fail for want of log space: each update reserves the entry that its "
      "compensation would need.",
      "回滚不能因日志空间不足而失败：每次更新都为将来的补偿日志记录预留条目。"}},
    {kUpdateFix,
     0,
     {"fix the page in the buffer pool", "在缓冲池中固定该页"},
     {"Pages are changed in DRAM only. Their home on disk may stay old for a long time: redo makes "
      "up for that (no-force).",
      "页只在 DRAM 中修改；磁盘上的页可以长期保持旧值，由重做弥补（不强制）。"}},
    {kUpdateInsert,
     0,
     {"insert(o: undo and redo of the change)", "insert（o：该修改的撤销与重做信息）"},
     {"The log object carries both images: the old value for undo, the new one for redo.",
      "日志对象同时带有前像（用于撤销）和后像（用于重做）。"}},
    {kUpdateChange,
     0,
     {"change the page; page LSN := o.lsn", "修改页；页 LSN := o.lsn"},
     {"The page remembers the last log object that changed it, so recovery can tell which redo it "
      "still needs.",
      "页记住最后修改它的日志对象，恢复时据此判断还需要哪些重做。"}},
};

constexpr ListingLine kInsert[] = {
    {kInsertLsn,
     0,
     {"o.lsn := fetch-and-add(log_tail)", "o.lsn := 取并加（log_tail）"},
     {"One atomic add gives the global order and the entry of the ring. There is no central buffer "
      "to lock: that is what lets transactions log side by side.",
      "一次原子加就确定了全局次序和环中的条目；没有需要加锁的中央缓冲区，各事务可以并行写日志。"}},
    {kInsertPopulate,
     0,
     {"fill o in DRAM, o.state := 0", "在 DRAM 中填写 o，o.state := 0"},
     {"The object is complete before NVM sees any of it: DRAM is fast, and NVM is then written "
      "once.",
      "对象在 DRAM 中填写完整后才写入 NVM：DRAM 快，而 NVM 只需写一次。"}},
    {kInsertPersist,
     0,
     {"flush-on-insert: persist(o)", "插入时刷写：persist(o)"},
     {"Flush-on-insert pays for durability at once. At commit nothing is left to do but the commit "
      "object.",
      "插入时刷写立即付出持久化代价；提交时只剩提交对象。"}},
    {kInsertHandOver,
     0,
     {"flush-on-commit: hand o to the persister", "提交时刷写：把 o 交给持久化线程"},
     {"Flush-on-commit lets a daemon persist the object meanwhile. Until it has, a power cut "
      "simply forgets the object, and rightly so: nobody was promised anything.",
      "提交时刷写让后台线程稍后持久化该对象；在此之前断电只会忘掉它，这是正确的：尚未向任何人承诺"
      "。"}},
};

constexpr ListingLine kPersistLines[] = {
    {kPersistCopy,
     0,
     {"copy o to its place in NVM", "把 o 复制到 NVM 中的位置"},
     {"The stores stop in the CPU cache. They may reach NVM at any time and line by line, or "
      "never: until then nothing may point at them as valid.",
      "这些存储停在 CPU 缓存里，可能随时、逐行到达 "
      "NVM，也可能到不了；在此之前不能有任何东西宣称它有效。"}},
    {kPersistWriteBack,
     0,
     {"write back the lines of o", "写回 o 的各行"},
     {"The content must be in NVM before a state bit says so: until this completes, recovery must "
      "skip the object.",
      "内容必须先于状态位进入 NVM；在此完成之前，恢复必须跳过该对象。"}},
    {kPersistState,
     0,
     {"o.state := 1, unless the entry alone has a bit", "o.state := 1（若仅条目有状态位则省略）"},
     {"Set only after the write-back of the content has completed: clflush is ordered, so no fence "
      "is needed.",
      "只有在内容写回完成之后才置位：clflush 是有序的，因此不需要内存屏障。"}},
    {kPersistStateBack,
     0,
     {"write back o.state", "写回 o.state"},
     {"The bit is eight aligned bytes: it reaches NVM whole or not at all.",
      "状态位在对齐的 8 字节中：要么整体到达 NVM，要么完全没有。"}},
    {kPersistEntry,
     0,
     {"entry.state := 1", "entry.state := 1"},
     {"The entry's bit is what recovery looks at first. It must be the last to become durable.",
      "恢复首先查看条目的状态位，因此它必须最后变为持久。"}},
    {kPersistEntryBack,
     0,
     {"write back the entry", "写回该条目"},
     {"When this completes, o will be found after any power cut (once log_tail covers it).",
      "完成后，无论何时断电都能找到 o（只要 log_tail 已覆盖它）。"}},
};

constexpr ListingLine kCommit[] = {
    {kCommitDepends,
     0,
     {"await the commits whose early-released locks T has used",
      "等待提前释放了 T 所用之锁的各提交"},
     {"T's commit object could become durable before that of a commit it depends on: each client "
      "persists its own. So it must not even exist before then.",
      "T 的提交对象可能先于它所依赖的提交持久，因为各客户端自行持久化；因此在此之前它不能存在。"}},
    {kCommitScan,
     0,
     {"for each object o of T: if o.state = 0, persist(o)",
      "对 T 的每个对象 o：若 o.state = 0 则 persist(o)"},
     {"Everything that redo will need must be durable before the commit object is. What the "
      "persister has done already costs nothing here.",
      "重做所需的一切必须先于提交对象持久；后台线程已完成的部分在此不再花费时间。"}},
    {kCommitAppend,
     0,
     {"insert and persist T's commit object", "插入并持久化 T 的提交对象"},
     {"This object decides: with it recovery keeps T, without it recovery rolls T back.",
      "该对象决定结果：有它，恢复保留 T；没有它，恢复回滚 T。"}},
    {kCommitEarly,
     0,
     {"early lock release: release T's locks before the commit object is persisted",
      "提前释放锁：在持久化提交对象之前释放 T 的锁"},
     {"Whoever takes them depends on T from here on, readers too.",
      "此后取得这些锁者（包括读者）依赖于 T。"}},
    {kCommitTail,
     0,
     {"write back log_tail", "写回 log_tail"},
     {"Recovery reads the ring from log_head to log_tail. A durable entry behind a stale tail "
      "would not be found.",
      "恢复从 log_head 读到 log_tail；若尾指针陈旧，其后的条目即使持久也找不到。"}},
    {kCommitAcknowledge,
     0,
     {"acknowledge T", "确认 T"},
     {"From here on the client relies on it: T must survive every power cut.",
      "从此客户端依赖这一承诺：无论何时断电，T 都必须保留。"}},
    {kCommitRelease,
     0,
     {"release the locks of T", "释放 T 的锁"},
     {"Without early release, they are released only now: nobody has read a value that a power cut "
      "could take back.",
      "若不提前释放，则此时才释放：没有人读到过可能被断电撤回的值。"}},
};

constexpr ListingLine kAbortLines[] = {
    {kAbortScan,
     0,
     {"for each object o of T: if o.state = 0, persist(o)",
      "对 T 的每个对象 o：若 o.state = 0 则 persist(o)"},
     {"First what T did, then what undoes it: recovery finds all of T's updates, or its pages "
      "never held them.",
      "先持久化 T 的修改，再持久化其撤销：恢复要么找到 T 的全部更新，要么页中从未有过它们。"}},
    {kAbortClr,
     0,
     {"for each update o of T, newest first: insert and persist a CLR",
      "对 T 的每个更新 o（由新到旧）：插入并持久化 CLR"},
     {"Undoing is a change, too, and is logged as one. The CLR names the update it compensates, so "
      "recovery never undoes it twice.",
      "撤销也是修改，同样要写日志。CLR 指明它补偿的更新，恢复便不会重复撤销。"}},
    {kAbortRestore,
     1,
     {"put the before image back; page LSN := CLR's LSN", "恢复前像；页 LSN := CLR 的 LSN"},
     {"T still holds its locks: the before image is still the right value.",
      "T 仍持有锁：前像仍是正确的值。"}},
    {kAbortAppend,
     0,
     {"insert and persist T's abort object", "插入并持久化 T 的中止对象"},
     {"It tells recovery that T's rollback is complete.", "它告诉恢复：T 的回滚已经完成。"}},
    {kAbortAcknowledge,
     0,
     {"tell the client; release the locks of T", "告知客户端；释放 T 的锁"},
     {"Nothing of T is visible any more.", "T 的任何修改都不再可见。"}},
};

constexpr ListingLine kPersisterLines[] = {
    {kPersisterTake,
     0,
     {"take the oldest object that is not persistent; persist(o)",
      "取最早的未持久对象；persist(o)"},
     {"The daemon works off the critical path, in LSN order, so a transaction's objects become "
      "durable in the order it made them.",
      "后台线程不在关键路径上，按 LSN 次序工作，因此一个事务的对象按产生次序变为持久。"}},
};

constexpr ListingLine kWritePage[] = {
    {kGatePage,
     0,
     {"a dirty page P is to leave DRAM", "脏页 P 将离开 DRAM"},
     {"Steal: a page may go home while it holds values of transactions that have not ended. That "
      "frees memory, and it is what undo is for.",
      "偷取：页可以在仍含未结束事务的值时写回。这样能腾出内存，撤销正是为此而设。"}},
    {kGatePersist,
     0,
     {"for each object o of P with o.state = 0: persist(o)",
      "对 P 的每个 o.state = 0 的对象：persist(o)"},
     {"Write-ahead logging: the undo of P's values must be durable before the values are. There is "
      "no single durable LSN here, so the objects of this very page are persisted.",
      "预写日志：P 中值的撤销信息必须先于这些值持久。此处没有单一的持久 "
      "LSN，因此要持久化的正是该页的日志对象。"}},
    {kGateTail,
     0,
     {"write back log_tail", "写回 log_tail"},
     {"Recovery must find those objects, and no LSN on a disk page may be given out again.",
      "恢复必须能找到这些对象，而且磁盘页上出现过的 LSN 不能再次分配。"}},
    {kGateWrite,
     0,
     {"write P to disk", "把 P 写到磁盘"},
     {"Until the device has the whole page, a power cut may leave the old one.",
      "在设备写完整页之前，断电可能留下旧页。"}},
};

constexpr ListingLine kCheckpoint[] = {
    {kCheckpointPages,
     0,
     {"write out the pages that the consumed entries changed", "写出被已用条目修改过的页"},
     {"An entry is needed until the page it changed is on disk. Transactions go on meanwhile.",
      "条目所修改的页写入磁盘之前，该条目仍然需要。其间事务照常运行。"}},
    {kCheckpointBackup,
     0,
     {"wait until cold objects are backed up to disk", "等待冷对象备份到磁盘"},
     {"NVM is expensive: cold log is kept on disk, for point-in-time restore, and its NVM is "
      "freed.",
      "NVM 昂贵：冷日志存到磁盘供时间点恢复，并释放其 NVM。"}},
    {kCheckpointTail,
     0,
     {"write back log_tail", "写回 log_tail"},
     {"The durable head must never overtake the durable tail.",
      "持久的头指针绝不能超过持久的尾指针。"}},
    {kCheckpointHead,
     0,
     {"log_head := oldest entry still needed", "log_head := 仍需要的最早条目"},
     {"Needed are: from the first object of each running transaction, and from the first change of "
      "each dirty page.",
      "仍需要的是：每个运行中事务的首个对象之后，以及每个脏页首次修改之后的条目。"}},
    {kCheckpointHeadBack,
     0,
     {"write back log_head", "写回 log_head"},
     {"Only after this may a passed entry be cleared: recovery must not start among half-cleared "
      "entries.",
      "此后才能清除已越过的条目：恢复不能从清除到一半的条目开始。"}},
    {kCheckpointClear,
     0,
     {"clear the state bits of the entries passed", "清除已越过条目的状态位"},
     {"The ring will use them again with new LSNs. A stale bit would make recovery believe an "
      "object that is only half copied.",
      "环会以新的 LSN 重用它们；陈旧的状态位会使恢复相信只复制了一半的对象。"}},
    {kCheckpointClearBack,
     0,
     {"write them back; the entries are free", "写回；这些条目可重用"},
     {"Free only when the cleared bits are durable.", "状态位清除持久之后，条目才可重用。"}},
};

constexpr ListingLine kRecovery[] = {
    {kRecoverAnchors,
     0,
     {"read log_head and log_tail", "读取 log_head 和 log_tail"},
     {"Recovery has the devices and nothing else: no cache, no DRAM, no memory of what was "
      "running.",
      "恢复只有设备，别无其他：没有缓存、没有 DRAM，也不知道当时在运行什么。"}},
    {kRecoverClear,
     0,
     {"clear state bits outside head to tail", "清除头尾之外的状态位"},
     {"An entry past the durable tail was never promised to anybody. Its LSN will be used again, "
      "so its bit must go.",
      "持久尾指针之后的条目从未向任何人承诺；其 LSN 会被重用，因此必须清除状态位。"}},
    {kRecoverScan,
     0,
     {"analysis: for each entry with state 1, read its object",
      "分析：对每个状态为 1 的条目读取其对象"},
     {"Entries whose bit is not set are skipped: their content may be garbage. The entries give "
      "the order, so no sorting and no file offsets are needed.",
      "状态位未置的条目被跳过：其内容可能是垃圾。条目本身给出次序，无需排序或文件偏移。"}},
    {kRecoverTrim,
     0,
     {"log_tail := behind the last valid object", "log_tail := 最后一个有效对象之后"},
     {"Entries at the end that never became valid are given back, so that repeated crashes in undo "
      "cannot fill the log.",
      "末尾从未生效的条目被收回，这样在撤销中反复崩溃也不会填满日志。"}},
    {kRecoverRedo,
     0,
     {"redo: for each object in LSN order, if page LSN < o.lsn, apply it",
      "重做：按 LSN 次序，若页 LSN < o.lsn 则应用"},
     {"Repeat history, losers included: the pages are then as the log has them, and undo has "
      "something to undo.",
      "重演历史，包括失败的事务：页恢复到日志所记的状态，撤销才有对象。"}},
    {kRecoverClr,
     0,
     {"undo: for each update of a loser, newest first: insert and persist a CLR",
      "撤销：对每个失败事务的更新（由新到旧）：插入并持久化 CLR"},
     {"A crash in the middle of undo must not undo twice: the CLR records what has been done.",
      "撤销途中再次崩溃也不能重复撤销：CLR 记录了已完成的部分。"}},
    {kRecoverRestore,
     1,
     {"put the before image back", "恢复前像"},
     {"The transaction was never acknowledged: no trace of it may stay.",
      "该事务从未被确认：不能留下任何痕迹。"}},
    {kRecoverEnd,
     0,
     {"insert and persist the loser's abort object", "插入并持久化失败事务的中止对象"},
     {"The loser is now an aborted transaction like any other.",
      "失败事务从此与普通的已中止事务一样。"}},
    {kRecoverPages,
     0,
     {"write out the dirty pages", "写出脏页"},
     {"Then no entry is needed any more.", "此后不再需要任何条目。"}},
    {kRecoverTail,
     0,
     {"write back log_tail", "写回 log_tail"},
     {"The durable head must never overtake the durable tail.",
      "持久的头指针绝不能超过持久的尾指针。"}},
    {kRecoverHead,
     0,
     {"log_head := log_tail", "log_head := log_tail"},
     {"One aligned store empties the log: before it is durable, recovery simply runs again from "
      "the start.",
      "一次对齐的存储就清空日志；在它持久之前，恢复只会从头再来一遍。"}},
    {kRecoverHeadBack,
     0,
     {"write back log_head; recovered", "写回 log_head；恢复完成"},
     {"A crash before this repeats recovery, and repeating it changes nothing: each step looks at "
      "page LSNs and CLRs first.",
      "若在此之前崩溃，恢复会重做一遍，而重做不改变结果：每一步都先查看页 LSN 与 CLR。"}},
};

}  // namespace

const Listing kListings[] = {
    MakeListing("update", {"update a record", "更新记录"}, kUpdate),
    MakeListing("insert", {"insert(o)", "insert(o)"}, kInsert),
    MakeListing("persist", {"persist(o)", "persist(o)"}, kPersistLines),
    MakeListing("commit", {"commit T", "提交 T"}, kCommit),
    MakeListing("abort", {"abort T", "中止 T"}, kAbortLines),
    MakeListing("persister", {"persister (daemon)", "持久化线程（后台）"}, kPersisterLines),
    MakeListing("write-page", {"write a page out", "写出一页"}, kWritePage),
    MakeListing("checkpoint", {"checkpoint and truncation", "检查点与截断"}, kCheckpoint),
    MakeListing("recovery", {"recovery", "恢复"}, kRecovery),
};
const uint32_t kListingCount = sizeof kListings / sizeof *kListings;

const StructureInfo kStructures[] = {
    kBufferInfo,
    kDiskInfo,
    kLockInfo,
    {"volatile-log-object",
     {"log objects in DRAM", "DRAM 中的日志对象"},
     Tier::kDram,
     Shape::kList,
     "log-object"},
    {"log-entry", {"log entries", "日志条目"}, Tier::kNvm, Shape::kRing},
    {"log-object", {"log objects", "日志对象"}, Tier::kNvm, Shape::kList, "cold-log"},
    {"log-anchor", {"log_head and log_tail", "log_head 与 log_tail"}, Tier::kNvm, Shape::kKeyValue},
    {"cold-log", {"cold log", "冷日志"}, Tier::kDisk, Shape::kList},
};
const uint32_t kStructureCount = sizeof kStructures / sizeof *kStructures;

namespace {

// The sites that the mutations leave out.
constexpr Site kPersistAtGate[] = {{kGatePersist, 0}};
constexpr Site kDependenceWait[] = {{kCommitDepends, 0}};
constexpr Site kTailWriteBacks[] = {
    {kCommitTail, 1}, {kGateTail, 1}, {kCheckpointTail, 1}, {kRecoverTail, 1}};

}  // namespace

const MutationInfo kMutations[] = {
    {"state-bit-first",
     {"state bits before the content", "状态位先于内容"},
     {"The content of a log object must be durable before its state bit is.",
      "日志对象的内容必须先于其状态位持久。"}},
    {"page-before-log",
     {"pages leave DRAM before their log", "页先于其日志离开 DRAM"},
     {"Write-ahead logging: what undo needs must be durable before the page is.",
      "预写日志：撤销所需的信息必须先于页持久。"},
     kPersistAtGate},
    {"no-tail-write-back",
     {"log_tail is never written back", "从不写回 log_tail"},
     {"Recovery reads from log_head to log_tail: what lies behind a stale tail is lost.",
      "恢复从 log_head 读到 log_tail：陈旧尾指针之后的内容会丢失。"},
     kTailWriteBacks},
    {"acknowledge-first",
     {"acknowledge before the commit object is durable", "提交对象持久之前就确认"},
     {"An acknowledgement is a promise: the commit object must be durable first.",
      "确认即承诺：提交对象必须先持久。"}},
    {"no-early-release-wait",
     {"no wait for the commits that a commit depends on", "不等待所依赖的提交"},
     {"After early lock release, a commit must not become durable before those it depends on.",
      "提前释放锁后，提交不能先于其所依赖的提交持久。"},
     kDependenceWait},
    {"one-dependent-waits",
     {"only the first dependent of a commit waits", "只有第一个依赖者等待"},
     {"A user of a lock that was released early depends on that commit: one that waits for it "
      "does not wait for the others.",
      "凡用过提前释放的锁的事务都依赖那次提交：一个事务的等待不能代替其他事务的等待。"}},
    kUndoInPlaceInfo,
    {"later-object-first",
     {"the newest object is persisted first", "最先持久化最新的对象"},
     {"Objects of one transaction become durable in their order: undo of a later one restores what "
      "an earlier one wrote.",
      "一个事务的对象按其次序持久：撤销较晚的对象，会恢复较早的对象所写的内容。"}},
};
const uint32_t kMutationCount = sizeof kMutations / sizeof *kMutations;

}  // namespace afterimage::nvlog
