// The formats of the state at a position (`ai_inspect`) and of bytes around an address
// (`ai_bytes`), which frame.cc writes.
#ifndef AFTERIMAGE_RUN_REPLY_FORMAT_FRAME_FORMAT_H_
#define AFTERIMAGE_RUN_REPLY_FORMAT_FRAME_FORMAT_H_

#include "run/reply/format/structure_format.h"
#include "run/reply/frame.h"
#include "run/reply/transfers.h"
#include "sim/schedule.h"

namespace afterimage::format::reply {

// ---- Lines of the cache.

inline constexpr Field kHeldRows[] = {
    String("structure").Required() AI_MEANS("The structure of the item.", "该项所在的结构。"),
    Count("key") AI_MEANS("Its key there.", "它在那里的键。"),
    MaybeCount("inner") AI_MEANS("The key of the item inside of it.", "其内部那一项的键。"),
    Many("fields", kAnyCount)
        .Required() AI_MEANS("The fields that pending stores of the line have changed, by their "
                             "index; none where no field shows these bytes.",
                             "该行待定存储所修改的字段的序号；没有字段显示这些字节时为空。")};
inline constexpr Format kHeld = Of("HeldItem", kHeldRows,
                                   "The part of an item, or of one inside of it, that a cache line "
                                   "has, as the structures name them.");
inline constexpr Field kHeldElement = Object("", kHeld);

inline constexpr Field kCacheLineRows[] = {
    Count("address") AI_MEANS("Its address in the NVM.", "在 NVM 中的地址。"),
    Count("txn") AI_MEANS("The transaction of its newest store, 0 for none.",
                          "其最新存储所属的事务，0 表示没有。"),
    Choice("state", "volatile in-flight durable")
        .Required() AI_MEANS("Durable where the machine keeps its caches when the power fails.",
                             "断电时机器保留缓存，则为 `durable`。"),
    Many("holds", kHeldElement)
        .Required() AI_MEANS("The items of which it has newer bytes than the NVM; of structures "
                             "that show the same bytes, first the one that was worked on.",
                             "它比 NVM 更新的各项；显示相同字节的结构中，正在处理的排在最前。"),
    Count("pendingStores")
        AI_MEANS("Its stores that the NVM does not have.", "NVM 尚未得到的存储数。"),
    Flag("past")
        AI_MEANS("All its stores go past the cache: they are on their way, and in no cache.",
                 "其全部存储都绕过缓存：它们在途中，不在任何缓存里。")};
inline constexpr Format kCacheLine =
    Of("CacheLine", kCacheLineRows, "A line that is newer in the cache than in the NVM.");
inline constexpr Field kCacheLineElement = Object("", kCacheLine);

// ---- Transfers.

inline constexpr Text kTransferMeanings[] = {
    {"into the cache", "进入缓存"},
    {"a cache line, asked for", "应要求写回的缓存行"},
    {"a cache line, by itself", "自行逐出的缓存行"},
    {"past the cache", "绕过缓存"},
    {"log buffer to log", "从日志缓冲区到日志"},
    {"a page to its home, or a copy of it kept against tearing", "页写回原处，或其防撕裂副本"},
    {"a page, or a piece of the log, from its home", "从原处读一页或一段日志"},
    {"a disk's volatile cache to its medium", "从磁盘的易失性缓存到介质"},
    {"NVM to disk: archive, backup", "从 NVM 到磁盘：归档、备份"},
    {"the client is told; from the commit record, where one is shown",
     "告知客户端；从提交记录出发，若有显示"}};
inline constexpr Choices kTransferChoices = {.name = "TransferKind",
                                             .meaning = "Why data moves.",
                                             .words = kTransferNames,
                                             .meanings = kTransferMeanings};

inline constexpr const char* kClient[] = {"client"};
inline constexpr Choices kTierOrClient = {
    .name = "", .meaning = "", .words = kClient, .before = &kTierId};
inline constexpr Field kKeys = Many("", kAnyCount);
inline constexpr Field kEndRows[] = {
    Named("tier", kTierOrClient).Required() AI_MEANS("Where it is.", "所在的层次。"),
    String("structure")
        AI_MEANS("Undefined where no structure shows it. At an end in the cache it "
                 "is what the line holds: a structure of the NVM.",
                 "没有结构显示它时省去。在缓存一端为该行所含的内容：NVM 的一个结构。"),
    Many("keys", kAnyCount)
        .Required() AI_MEANS("Its items in the structure; empty where they cannot be told, or are "
                             "not shown.",
                             "它在该结构中的各项；无法得知或未显示时为空。"),
    Many("inner", kKeys)
        AI_MEANS("For each of these, the items inside of it whose bytes alone they are; empty "
                 "where they are its own, or all of it.",
                 "对其中每一项，字节仅属于其内部哪些项；属于它自身或全部时为空。"),
    Count("address") AI_MEANS("The address in the tier; 0 where it is not known.",
                              "在该层次中的地址；未知时为 0。"),
    Flag("cached") AI_MEANS("True at a disk's volatile cache.", "位于磁盘的易失性缓存时为 true。")};
inline constexpr Format kEnd = Of("TransferEnd", kEndRows, "An end of a transfer.");

inline constexpr Field kTransferRows[] = {
    Named("kind", kTransferChoices).Required() AI_MEANS("Why it moves.", "移动的原因。"),
    Count("id") AI_MEANS("The transfer's number: the same at every position at which it is under "
                         "way, and when it has arrived.",
                         "传输的编号：在其进行中的每个位置及到达时都相同。"),
    Count("txn") AI_MEANS("Its transaction, 0 for none.", "所属的事务，0 表示没有。"),
    Object("from", kEnd).Required() AI_MEANS("Where it comes from.", "来源。"),
    Object("to", kEnd).Required() AI_MEANS("Where it goes.", "去向。"),
    Count("size") AI_MEANS("The size in bytes.", "字节数。"),
    Choice("state", "under-way arrived")
        .Required() AI_MEANS("`arrived`: with the very event that led to this position.",
                             "`arrived`：正是通向此位置的那个事件使它到达。"),
    Many("brings", kFieldElement) AI_MEANS(
        "The fields at its end on the device, with the values that it leaves there; undefined "
        "where no item shows them.",
        "设备一端的字段，及其留在那里的值；没有项显示它们时省去。")};
inline constexpr Format kTransfer = Of(
    "Transfer", kTransferRows,
    "Data on its way. While it is under way it is in flight at both ends: the source's items are "
    "`leaving`, those of the destination already show what comes, with the old bytes as "
    "`durableValue`. A cached write has arrived when the disk's volatile cache has it; it then "
    "drains to the medium, of which no event tells.");
inline constexpr Field kTransferElement = Object("", kTransfer);

// ---- Threads and transactions.

constexpr const char* NameOf(WaitFor waits) { return kWaitNames[static_cast<int>(waits)]; }
inline constexpr const char* kShownWaits[] = {
    NameOf(WaitFor::kLock),   NameOf(WaitFor::kLatch),       NameOf(WaitFor::kSignal),
    NameOf(WaitFor::kDevice), NameOf(WaitFor::kLogSpace),    NameOf(WaitFor::kPersister),
    NameOf(WaitFor::kRoom),   NameOf(WaitFor::kTransaction), NameOf(WaitFor::kSchedule)};
inline constexpr Choices kWaitChoices = {.name = "", .meaning = "", .words = kShownWaits};
inline constexpr Field kWaitRows[] = {
    Named("what", kWaitChoices)
        .Required() AI_MEANS("The kind of what it waits for.", "所等待之物的种类。"),
    String("name").Required() AI_MEANS("Which lock, signal or delay it is; else empty.",
                                       "是哪个锁、信号或延迟；其余为空。"),
    MaybeCount("txn") AI_MEANS("The transaction that holds it.", "持有它的事务。")};
inline constexpr Format kWait = Of("ThreadWait", kWaitRows, "What a thread waits for.");

inline constexpr Field kThreadRows[] = {
    Count("actor") AI_MEANS("The `actor` column of its events.", "其事件的 `actor` 列。"),
    Choice("state", "idle running waiting done")
        .Required() AI_MEANS("What it does.", "它在做什么。"),
    Flag("coreless") AI_MEANS("It would run, but others have all cores.",
                              "它本可运行，但其他线程占用了全部核。"),
    Count("statement")
        AI_MEANS("The `statement` column of its events.", "其事件的 `statement` 列。"),
    Count("txn") AI_MEANS("Its transaction now, 0 for none.", "它当前的事务，0 表示没有。"),
    Object("waitsFor", kWait) AI_MEANS("What it waits for.", "它所等待之物。")};
inline constexpr Format kThread = Of("ThreadState", kThreadRows, "A simulated thread as it is.");
inline constexpr Field kThreadElement = Object("", kThread);

inline constexpr Choices kClientStates = {.name = "", .meaning = "", .words = kClientStateNames};
inline constexpr Field kTxnStateRows[] = {
    Count("id") AI_MEANS("The `txn` column of its events.", "其事件的 `txn` 列。"),
    Named("state", kClientStates)
        .Required() AI_MEANS("How far its client knows it to be.", "其客户端所知的进展。"),
    MaybeCount("acknowledgedAt")
        AI_MEANS("When the client was told of its commit.", "告知客户端其提交的时间。", "ns")};
inline constexpr Format kTxnState =
    Of("TransactionState", kTxnStateRows, "A transaction as it is.");
inline constexpr Field kTxnStateElement = Object("", kTxnState);

// ---- The frame.

inline constexpr Field kFrameWearRows[] = {
    Count("unitBytes") AI_MEANS("The bytes that wear together.", "一同磨损的字节数。"),
    Many("counts", kAnyCount).Required() AI_MEANS("The writes to each unit.", "各单元的写入次数。"),
    Count("max") AI_MEANS("The most of them.", "其中的最大值。"),
    MaybeCount("own") AI_MEANS(
        "The lines that the device wrote of its own, and its spare units, if it moves units.",
        "设备会移动单元时，它自行写入的行数。"),
    MaybeCount("sparesUsed") AI_MEANS("The spare units that it has used.", "已使用的备用单元数。"),
    MaybeCount("spares") AI_MEANS("The spare units that it had.", "备用单元的总数。"),
    Flag("wornOut") AI_MEANS("A write has found no unit that takes it: the machine has stopped.",
                             "一次写入找不到可用的单元：机器已停下。")};
inline constexpr Format kFrameWear =
    Of("FrameWear", kFrameWearRows,
       "Writes by wear unit of the NVM, from address 0; where the device moves units, by their "
       "places on it.");

inline constexpr Field kCounterRows[] = {
    Count("nvmStores") AI_MEANS("Stores to the NVM.", "对 NVM 的存储数。"),
    Count("nvmWriteBacks") AI_MEANS("Write-backs of cache lines.", "缓存行写回数。"),
    Count("nvmFences") AI_MEANS("Fences.", "内存屏障数。"),
    Count("nvmEvictions") AI_MEANS("Evictions of cache lines.", "缓存行逐出数。"),
    Count("nvmLinesWritten") AI_MEANS("Lines that the NVM has written.", "NVM 写入的行数。"),
    Count("diskReads") AI_MEANS("Reads of the disks.", "磁盘读次数。"),
    Count("diskWrites") AI_MEANS("Writes of the disks.", "磁盘写次数。"),
    Count("logRecords") AI_MEANS("Log records.", "日志记录数。")};
inline constexpr Format kCounters =
    Of("FrameCounters", kCounterRows, "The operations since the start of the run.");

inline constexpr Choices kDelayOutcomes = {.name = "", .meaning = "", .words = kDelayOutcomeNames};
inline constexpr Field kDelayOutcome = Named("", kDelayOutcomes);
// -1 for what the device does of its own accord.
inline constexpr Field kBank = Many("", kAnyNumber);

inline constexpr Field kFrameRows[] = {
    Count("at") AI_MEANS("The position: the events before it.", "位置：此前的事件数。"),
    Count("phase")
        AI_MEANS("0 the run, 1 the first recovery, ...", "0 为运行，1 为第一次恢复，依此类推。"),
    Count("time") AI_MEANS("The virtual time.", "虚拟时间。", "ns"),
    Many("structures", kShownElement)
        .Required() AI_MEANS("The system's structures.", "系统的结构。"),
    Many("cacheLines", kCacheLineElement)
        .Required() AI_MEANS("The lines that are newer in the cache.", "缓存中较新的行。"),
    Many("transfers", kTransferElement).Required() AI_MEANS("Data on its way.", "传输中的数据。"),
    Many("threads", kThreadElement).Required() AI_MEANS("All threads.", "全部线程。"),
    Many("transactions", kTxnStateElement).Required() AI_MEANS("All transactions.", "全部事务。"),
    Many("delays", kDelayOutcome)
        AI_MEANS("In the run of a scenario with delays, what became of each so far; `missed`: what "
                 "it waited for cannot come.",
                 "场景带有延迟时，运行中各延迟至今的结果；`missed`：所等待的不会再来。"),
    Object("wear", kFrameWear).Required() AI_MEANS("The wear of the NVM.", "NVM 的磨损。"),
    Many("banks", kBank) AI_MEANS(
        "By bank of the NVM: the requests that are not served yet, of which the first is "
        "being served, each by the address of its line, -1 for what the device does of "
        "its own accord. Undefined without a limit.",
        "按 NVM 的存储体：尚未完成的请求，第一个正在处理，以其行地址表示，设备自行所做的为 "
        "-1。没有限制时省去。"),
    Object("counters", kCounters)
        .Required()
            AI_MEANS("The operations since the start of the run.", "自运行开始以来的操作。"),
    Object("programFault", kProgramFault) AI_MEANS(
        "The mistake of the user's program that has stopped it.", "使用户程序停下的错误。"),
    Flag("stuck") AI_MEANS("The run has ended and its threads wait for each other.",
                           "运行已结束，各线程互相等待。")};
inline constexpr Format kFrame = Of("Frame", kFrameRows, "The state at a position.");

inline constexpr Field kByteState = Named("", kDurabilityChoices);
inline constexpr Field kBytesRows[] = {
    Named("tier", kTierId).Required() AI_MEANS("Where they are.", "所在的层次。"),
    Count("address") AI_MEANS("The address of the first.", "第一个字节的地址。"),
    Many("current", kAnyCount).Required() AI_MEANS("The bytes as they are now.", "当前的字节。"),
    Many("durable", kAnyCount)
        .Required() AI_MEANS("The bytes as the device alone would give them back; empty where the "
                             "tier does not survive.",
                             "仅由设备还原的字节；该层次不能留存时为空。"),
    Many("state", kByteState).Required() AI_MEANS("The state of each.", "各字节的状态。")};
inline constexpr Format kBytes =
    Of("ByteView", kBytesRows,
       "The bytes of a tier around an address, as they are now and as the device alone would give "
       "them back.");

}  // namespace afterimage::format::reply

#endif  // AFTERIMAGE_RUN_REPLY_FORMAT_FRAME_FORMAT_H_
