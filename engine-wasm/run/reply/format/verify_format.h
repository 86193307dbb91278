// The formats of what the crash explorer replies, which verify_json.cc writes.
#ifndef AFTERIMAGE_RUN_REPLY_FORMAT_VERIFY_FORMAT_H_
#define AFTERIMAGE_RUN_REPLY_FORMAT_VERIFY_FORMAT_H_

#include "crash/explorer.h"
#include "run/reply/format/outlook_format.h"
#include "sim/site.h"

namespace afterimage::format::reply {

inline constexpr const char* kAllowed[] = {"allowed"};
inline constexpr Choices kVerifyVerdictChoices = {
    .name = "VerifyVerdict",
    .meaning =
        "The verdict on an image; `allowed` means consistent only because the scheme "
        "promises less than durability.",
    .words = kAllowed,
    .before = &kVerdictKindChoices};
// Limit::kNone comes first in the engine's table.
inline constexpr Choices kLimitChoices = {
    .name = "VerifyLimit",
    .meaning =
        "The limit that keeps an exploration from being exhaustive; `unrepeatable` means "
        "that recovery did not always do the same.",
    .words = std::span(kLimitNames).subspan(1)};
inline constexpr Choices kSiteKindChoices = {.name = "", .meaning = "", .words = kSiteKindNames};

#define AI_VERDICT_PAIRS                                                                      \
  Keyed("verdicts", kVerifyVerdictChoices, kTwoNumbers)                                       \
      .Required() AI_MEANS(                                                                   \
          "Numbers of (point, image) pairs by verdict: with one power cut, and with further " \
          "ones in recovery.",                                                                \
          "按判定的（崩溃点，映像）对数：一次断电的，以及恢复中再次断电的。")

// ---- Points, sites and delays.

inline constexpr Field kPointRows[] = {
    Count("at") AI_MEANS("The number of events before it. The other fields describe the last of "
                         "them.",
                         "它之前的事件数。其余字段描述其中最后一个。"),
    MaybeCount("life") AI_MEANS("The life of the script in which it is, from 0.",
                                "它在脚本的第几次生命中，从 0 数起。"),
    String("kind") AI_MEANS("The kind of that event.", "该事件的种类。"),
    MaybeCount("label")
        AI_MEANS("Listing line of that event, 0 for none.", "该事件的代码行，0 表示没有。"),
    MaybeCount("txn") AI_MEANS("Its transaction, 0 for none.", "所属的事务，0 表示没有。"),
    MaybeCount("actor") AI_MEANS("Its thread.", "所属的线程。"),
    MaybeCount("timeNs") AI_MEANS("Its virtual time.", "虚拟时间。", "ns"),
    Number("images").Required()
        AI_MEANS("The number of legal crash images here.", "此处合法崩溃映像的个数。"),
    Number("pairs").Required()
        AI_MEANS("The number of pairs, with those of further power cuts in recovery.",
                 "对数，含恢复中再次断电的。"),
    Count("ways") AI_MEANS("The number of recoveries that differ.", "互不相同的恢复个数。"),
    AI_VERDICT_PAIRS};
inline constexpr Format kPoint = Of("VerifyPoint", kPointRows, "A crash point of the run.");
inline constexpr Field kPointElement = Object("", kPoint);

inline constexpr Field kSiteRows[] = {
    Count("label") AI_MEANS("The line.", "代码行。"),
    Count("ordinal") AI_MEANS("The number of the operation in its line, from 1.",
                              "该操作在其行中的序号，从 1 数起。"),
    Named("kind", kSiteKindChoices).Required() AI_MEANS("What it does.", "它的种类。"),
    String("leaveOut")
        .Required()
            AI_MEANS("The name of the mutation that leaves it out.", "省去它的变异的名称。"),
    String("delay") AI_MEANS("The name of the mutation that delays it.", "推迟它的变异的名称。"),
    Two("inRun", kAnyNumber)
        .Required()
            AI_MEANS("The times that it was reached, and the times that it then had nothing to do.",
                     "到达它的次数，以及到达时无事可做的次数。"),
    Two("inRecovery", kAnyNumber)
        .Required() AI_MEANS("The same in those recoveries that were run and might have lost power "
                             "again; of others there are no numbers.",
                             "同上，限于已运行且可能再次断电的恢复；其余没有数字。")};
inline constexpr Format kSite =
    Of("VerifySite", kSiteRows,
       "An operation on a device by a line of a listing, which a mechanical mutation leaves out or "
       "delays.");
inline constexpr Field kSiteElement = Object("", kSite);

inline constexpr Field kDelayElement = Object("", kDelay);
inline constexpr Field kSchedule = Many("", kDelayElement);

#define AI_SCHEDULE_ROWS                                                                           \
  Count("operations")                                                                              \
      AI_MEANS("Shared operations of the run without a delay.", "没有延迟的运行中的共享操作数。"), \
      Count("bound") AI_MEANS(                                                                     \
          "The number of delays that were tried: fewer than asked for where the run is long.",     \
          "试过的延迟个数：运行较长时少于所要求的。"),                                             \
      Number("equal").Required() AI_MEANS(                                                         \
          "The delays that were left out: they came to the order of another schedule, or to "      \
          "nothing.",                                                                              \
          "被省去的延迟：它们得到与另一个调度相同的次序，或毫无作用。"),                           \
      Flag("all").Required()                                                                       \
          AI_MEANS("False where there are more schedules than these.", "还有更多调度时为 false。")

inline constexpr Field kScheduleSetRows[] = {
    AI_SCHEDULE_ROWS, Many("schedules", kSchedule)
                          .Required() AI_MEANS("The first one has no delay.", "第一个没有延迟。")};
inline constexpr Format kScheduleSet =
    Of("ScheduleSet", kScheduleSetRows, "The schedules of a scenario with up to `bound` delays.");
inline constexpr Field kTriedRows[] = {
    AI_SCHEDULE_ROWS, Count("of") AI_MEANS("The schedules that there are.", "调度总数。"),
    Count("tried") AI_MEANS("Those that were explored.", "已探索的调度数。"),
    Count("failing") AI_MEANS("Schedules under which a promise is broken.", "违反承诺的调度数。")};
inline constexpr Format kTried =
    Of("TriedSchedules", kTriedRows, "How many schedules were explored.");
#undef AI_SCHEDULE_ROWS

// ---- Counts.

inline constexpr Field kImagesCheckedRows[] = {
    Number("images").Required() AI_MEANS("How many there were.", "映像个数。"),
    Number("broken").Required() AI_MEANS("Those with a broken rule.", "其中违反规则的。")};
inline constexpr Format kImagesChecked =
    Of("CheckedImages", kImagesCheckedRows, "Images after which everything was read.");

inline constexpr Field kWaitingRows[] = {Count("actor") AI_MEANS("The thread.", "线程。"),
                                         Count("line")
                                             AI_MEANS("The line of the program.", "程序的行号。")};
inline constexpr Format kWaiting =
    Of("WaitingThread", kWaitingRows, "A thread that waits for a latch of the user's program.");
inline constexpr Field kWaitingElement = Object("", kWaiting);

inline constexpr Field kVerifyCountRows[] = {
    Number("pairs").Required() AI_MEANS("The number of pairs explored.", "已探索的对数。"),
    Number("runs").Required()
        AI_MEANS("The recoveries that were run for them.", "为此运行的恢复次数。"),
    Count("states") AI_MEANS("The states of memory that were met.", "遇到过的内存状态数。"),
    Number("innerPoints")
        .Required() AI_MEANS("The crash points in recoveries.", "恢复中的崩溃点数。"),
    Object("checked", kImagesChecked)
        AI_MEANS("The images after which everything was read: all records, and the structures by "
                 "their bytes.",
                 "其后读过全部内容的映像：所有记录，以及按字节读的各结构。"),
    Flag("exact").Required()
        AI_MEANS("False where the search ended early; `limit` says why, unless the place had to be "
                 "ended.",
                 "搜索提前结束时为 false；`limit` 说明原因，除非运行它之处必须结束。"),
    Named("limit", kLimitChoices) AI_MEANS("Why it is not exact.", "不完整的原因。"),
    Object("programFault", kProgramFault) AI_MEANS(
        "The mistake of the user's program that stopped the run.", "使运行停下的用户程序错误。"),
    Flag("stuck") AI_MEANS("Its threads wait for each other.", "其线程互相等待。"),
    Many("waits", kWaitingElement)
        AI_MEANS("With `stuck`: the threads that wait for a latch, and the line of the program of "
                 "each.",
                 "与 `stuck` 一同：等待闩锁的线程，及各自在程序中的行。"),
    Flag("ended").Required()
        AI_MEANS("False while there is more to explore.", "还有待探索时为 false。"),
    AI_VERDICT_PAIRS};
inline constexpr Format kVerifyCounts =
    Of("VerifyCounts", kVerifyCountRows, "How much was explored, and what came out.");
#undef AI_VERDICT_PAIRS

inline constexpr Field kVerifyProgressRows[] = {
    Count("failures") AI_MEANS("The failures that were found.", "已找到的失败数。"),
    Many("points", kPointElement)
        .Required() AI_MEANS("The points that were asked for.", "所要求的崩溃点。")};
inline constexpr Format kVerifyProgress =
    Of("VerifyProgress", kVerifyProgressRows, "How far an exploration is.", &kVerifyCounts);

// ---- The report.

inline constexpr Field kSessionCutRows[] = {
    Count("at") AI_MEANS("After how many events in all.", "在总共多少个事件之后。"),
    Object("survive", kSurvive).Required() AI_MEANS("With which survivors.", "保留的内容。"),
    MaybeCount("line")
        AI_MEANS("In which line of the user's program the event before it is, if it is in any.",
                 "其前一个事件在用户程序的哪一行，若在其中。")};
inline constexpr Format kSessionCut =
    Of("SessionCut", kSessionCutRows, "A power cut as a session makes it.");
inline constexpr Field kSessionCutElement = Object("", kSessionCut);

inline constexpr Field kFailureRows[] = {
    Named("verdict", kVerdictKindChoices).Required() AI_MEANS("The verdict.", "判定。"),
    Flag("byStructures")
        AI_MEANS("True where no client notices it: it was found by the bytes of the structures.",
                 "没有客户端察觉时为 true：由结构的字节发现。"),
    MaybeCount("life") AI_MEANS("The life of the script with the first power cut, from 0.",
                                "第一次断电在脚本的第几次生命中，从 0 数起。"),
    Number("pairs").Required() AI_MEANS("The pairs that come to it.", "得到它的对数。"),
    Flag("replayed")
        .Required() AI_MEANS("True where an ordinary session, with these cuts, came to the same.",
                             "普通会话以同样的断电得到相同结果时为 true。"),
    Many("cuts", kSessionCutElement)
        .Required() AI_MEANS(
            "The power cuts as a session makes them: after how many events in all, with which "
            "survivors, and in which line of the user's program the event before it is, if it is "
            "in any.",
            "会话中的各次断电：在总共多少个事件之后、保留什么，以及其前一个事件在用户程序的哪一行"
            "。"),
    Object("result", kVerdict)
        AI_MEANS("The oracle's verdict on that session.", "判定程序对该会话的判定。"),
    Many("delays", kDelayElement)
        AI_MEANS("The delays that make its schedule, behind the scenario's own, if it needs "
                 "another than the scenario's.",
                 "需要不同于场景自身的调度时，构成该调度的延迟，排在场景自己的延迟之后。")};
inline constexpr Format kFailure =
    Of("ExploredFailure", kFailureRows,
       "The simplest failure of a verdict and a number of power cuts.");
inline constexpr Field kFailureElement = Object("", kFailure);

inline constexpr Field kStoreFateRows[] = {
    Count("line") AI_MEANS("The line.", "程序的行号。"),
    Count("durable") AI_MEANS("Written back or stored past the cache, with a fence behind that.",
                              "已写回或绕过缓存存储，且其后有内存屏障。"),
    Count("unwritten")
        AI_MEANS("In the cache still at the end of the run.", "运行结束时仍在缓存中。"),
    Count("unfenced")
        AI_MEANS("On the way still, as no fence has waited.", "仍在途中，因为没有屏障等待它。"),
    Count("overwritten") AI_MEANS("Overwritten by line `by` where nobody can have needed them.",
                                  "在无人可能需要时被第 `by` 行覆盖。"),
    Count("other") AI_MEANS("Overwritten otherwise.", "以其他方式被覆盖。"),
    MaybeCount("by") AI_MEANS("The line that overwrites them.", "覆盖它们的行。")};
inline constexpr Format kStoreFate =
    Of("StoreFate", kStoreFateRows,
       "The words that a line of the user's program stored in a run without a power cut, by what "
       "became of them.");
inline constexpr Field kStoreFateElement = Object("", kStoreFate);

inline constexpr Field kReportRows[] = {
    Many("failures", kFailureElement)
        .Required() AI_MEANS("The failures that were found.", "已找到的失败。"),
    Many("sites", kSiteElement)
        .Required() AI_MEANS("The operations that were met.", "遇到过的操作。"),
    Many("stores", kStoreFateElement)
        AI_MEANS("The stores of a user's program, if the run comes to its end.",
                 "用户程序的存储，若运行到达结尾。"),
    Many("points", kPointElement).Required() AI_MEANS("The crash points.", "各崩溃点。")};
inline constexpr Format kReport =
    Of("ExplorationReport", kReportRows, "What an exploration has found so far.", &kVerifyCounts);

inline constexpr Field kAllSchedulesRows[] = {
    Object("schedules", kTried).Required() AI_MEANS("How many.", "调度的数目。"),
    Number("pairs").Required() AI_MEANS("The pairs, of all of them.", "全部调度的对数。"),
    Number("runs").Required() AI_MEANS("The recoveries that were run.", "运行的恢复次数。"),
    Flag("exact").Required()
        AI_MEANS("All of them were explored to their end.", "全部都探索到了结尾。"),
    Many("failures", kFailureElement)
        .Required() AI_MEANS("Those of the first schedule that has any.",
                             "第一个有失败的调度的各个失败。")};
inline constexpr Format kAllSchedules =
    Of("SchedulesReport", kAllSchedulesRows,
       "The report of the native program on a scenario's schedules.");

inline constexpr Field kWayRows[] = {
    Named("verdict", kVerifyVerdictChoices).Required() AI_MEANS("The verdict.", "判定。"),
    Named("inRecovery", kVerifyVerdictChoices)
        .Required() AI_MEANS("The worst verdict of a further power cut in this recovery.",
                             "此恢复中再次断电的最坏判定。"),
    Number("images").Required() AI_MEANS("The images that take it.", "走这条路的映像数。"),
    Object("survive", kSurvive).Required() AI_MEANS("One of them.", "其中之一。")};
inline constexpr Format kWay =
    Of("VerifyWay", kWayRows, "One way that recovery takes from a point.");

}  // namespace afterimage::format::reply

#endif  // AFTERIMAGE_RUN_REPLY_FORMAT_VERIFY_FORMAT_H_
