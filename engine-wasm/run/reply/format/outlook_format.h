// The formats of power cuts: what they may leave (`ai_outlook`), what became of one (`ai_verdict`),
// both of outlook_json.cc, and why one was refused (`ai_cut`).
#ifndef AFTERIMAGE_RUN_REPLY_FORMAT_OUTLOOK_FORMAT_H_
#define AFTERIMAGE_RUN_REPLY_FORMAT_OUTLOOK_FORMAT_H_

#include "run/file/format/scenario_format.h"
#include "run/reply/format/describe_format.h"

namespace afterimage::format::reply {

// ---- The outlook.

inline constexpr const char* kReasonNames[] = {"acknowledged",   "acknowledged-but-lost",
                                               "commit-durable", "commit-in-flight",
                                               "not-committed",  "aborted",
                                               "not-begun",      "partly-visible"};
inline constexpr Text kReasonMeanings[] = {
    {"told the client; the promise holds", "已告知客户端；承诺成立"},
    {"told the client; some image loses it: broken", "已告知客户端；某个映像丢失它：违反承诺"},
    {"not acknowledged yet, but every image has its commit record",
     "尚未确认，但每个映像都有其提交记录"},
    {"the commit record may or may not be in the image", "提交记录可能在映像中，也可能不在"},
    {"no commit record could be in any image", "任何映像都不可能有其提交记录"},
    {"", ""},
    {"", ""},
    {"some image shows some of it: broken", "某个映像显示其一部分：违反承诺"}};
inline constexpr Choices kReasonChoices = {
    .name = "FateReason",
    .meaning = "The reason of a transaction's fate, from which the interface makes one sentence.",
    .words = kReasonNames,
    .meanings = kReasonMeanings};

inline constexpr Field kRolledBackRows[] = {
    String("record").Required() AI_MEANS("Its name.", "名称。"),
    Value("value").Required()
        AI_MEANS("Its value; null: it is absent.", "取值；null 表示不存在。")};
inline constexpr Format kRolledBack =
    Of("RolledBackRecord", kRolledBackRows, "A record that a lost transaction had changed.");
inline constexpr Field kRolledBackElement = Object("", kRolledBack);

inline constexpr Field kTxnOutlookRows[] = {
    Count("id") AI_MEANS("The `txn` column of its events.", "其事件的 `txn` 列。"),
    Named("fate", kFateChoices)
        .Required() AI_MEANS("Whether it survives, over all images.", "在全部映像中是否留存。"),
    Named("reason", kReasonChoices).Required() AI_MEANS("Why.", "原因。"),
    Flag("acknowledged").Required() AI_MEANS("Its client was told.", "已告知其客户端。"),
    Many("rolledBackTo", kRolledBackElement)
        .Required()
            AI_MEANS("The values of its records on an image that it does not survive: `A` "
                     "-> 100 (null: absent).",
                     "在它未留存的一个映像上，其各记录的值：`A` -> 100（null 表示不存在）。"),
    Object("survives", kSurvive)
        AI_MEANS("A choice after which it survives; undefined where there is no such image.",
                 "使它留存的一种选择；没有这样的映像时省去。"),
    Object("lost", kSurvive)
        AI_MEANS("A choice after which it does not; undefined where there is no such image.",
                 "使它丢失的一种选择；没有这样的映像时省去。")};
inline constexpr Format kTxnOutlook =
    Of("TransactionOutlook", kTxnOutlookRows, "What becomes of a transaction, over all images.");
inline constexpr Field kTxnOutlookElement = Object("", kTxnOutlook);

inline constexpr Field kPendingStoreRows[] = {
    Count("address") AI_MEANS("Its address.", "地址。"),
    Count("size") AI_MEANS("Its size.", "大小。", "bytes"),
    Flag("nonTemporal").Required() AI_MEANS("It goes past the cache.", "它绕过缓存。"),
    Count("txn") AI_MEANS("Its transaction, 0 for none.", "所属的事务，0 表示没有。"),
    String("structure")
        .Required() AI_MEANS("The structure that it changes; empty for none.",
                             "它所修改的结构；没有则为空。"),
    Count("key") AI_MEANS("The item of the structure.", "结构中的项。"),
    Pair("field").Required() AI_MEANS("The field that it changes.", "它所修改的字段。"),
    String("value").Required() AI_MEANS("The value that it leaves.", "它留下的值。")};
inline constexpr Format kPendingStore =
    Of("UncertainStore", kPendingStoreRows, "A store that is not yet certain to survive.");
inline constexpr Field kPendingStoreElement = Object("", kPendingStore);

inline constexpr Field kPendingRows[] = {
    Choice("tier", "nvm disk").Required() AI_MEANS("The device.", "设备。"),
    Count("address") AI_MEANS("The address of the line or sector.", "行或扇区的地址。"),
    Count("size") AI_MEANS("Its size.", "大小。", "bytes"),
    Choice("state", "volatile in-flight")
        .Required()
            AI_MEANS("Whether its newest bytes are on their way.", "其最新字节是否在途中。"),
    Many("stores", kPendingStoreElement)
        .Required() AI_MEANS("Those of it that may survive or not, oldest first.",
                             "其中可能留存也可能丢失的存储，最早的在前。")};
inline constexpr Format kPending =
    Of("PendingUnit", kPendingRows,
       "One line or sector whose newest bytes are not yet certain to survive.");
inline constexpr Field kPendingElement = Object("", kPending);

inline constexpr Field kVerdictImageRows[] = {
    Named("verdict", kVerdictKindChoices).Required() AI_MEANS("The verdict.", "判定。"),
    Count("runs") AI_MEANS("The number of images with this verdict, of those that were run.",
                           "在已运行的映像中得到此判定的映像数。"),
    Object("example", kSurvive)
        .Required() AI_MEANS("One choice that gives it, to open in the stage.",
                             "得到此判定的一种选择，可在舞台上打开。")};
inline constexpr Format kVerdictImage =
    Of("VerdictImage", kVerdictImageRows, "The images with a verdict.");
inline constexpr Field kVerdictImageElement = Object("", kVerdictImage);

inline constexpr Field kSurviveElement = Object("", kSurvive);
inline constexpr Field kPossibleRows[] = {
    String("name").Required() AI_MEANS("Its name.", "名称。"),
    Many("values", kAnyValue)
        .Required()
            AI_MEANS("The values that it may have; null: absent.", "可能的取值；null 表示不存在。"),
    Many("examples", kSurviveElement)
        .Required() AI_MEANS("A choice that leads to each of `values`.",
                             "得到 `values` 中各值的一种选择。")};
inline constexpr Format kPossible =
    Of("RecordOutlook", kPossibleRows, "What becomes of a record, over all images.");
inline constexpr Field kPossibleElement = Object("", kPossible);

inline constexpr Field kOutlookRows[] = {
    Count("at") AI_MEANS("The position.", "位置。"),
    String("images").Required()
        AI_MEANS("The number of legal crash images here, as a decimal string: the product can be "
                 "huge.",
                 "此处合法崩溃映像的个数，为十进制字符串：乘积可能极大。"),
    Count("runs") AI_MEANS("The number of crash-and-recover runs that stand for them: recovery "
                           "cannot tell the others apart.",
                           "代表它们的崩溃恢复运行次数：其余映像恢复无法区分。"),
    Flag("exact").Required()
        AI_MEANS("False where the images were sampled; then `policy` names how.",
                 "映像为抽样所得时为 false；`policy` 说明如何抽样。"),
    Pair("policy") AI_MEANS("How they were sampled.", "抽样的方法。"),
    Many("transactions", kTxnOutlookElement).Required() AI_MEANS("All transactions.", "全部事务。"),
    Many("records", kPossibleElement).Required() AI_MEANS("All records.", "全部记录。"),
    Many("verdicts", kVerdictImageElement)
        .Required() AI_MEANS("The verdicts that there are.", "出现的各种判定。"),
    Many("units", kPendingElement)
        .Required() AI_MEANS("What is not certain to survive.", "不一定能留存的内容。")};
inline constexpr Format kOutlook =
    Of("Outlook", kOutlookRows,
       "The answer to *if power failed now*: it sums up forks that were really crashed and "
       "recovered, over the legal crash images.");

// ---- The verdict.

inline constexpr Field kJudgedTxnRows[] = {
    Count("id") AI_MEANS("The `txn` column of its events.", "其事件的 `txn` 列。"),
    Flag("acknowledged").Required() AI_MEANS("Its client was told.", "已告知其客户端。"),
    Flag("survived").Required() AI_MEANS("Its changes are there.", "它的修改仍在。")};
inline constexpr Format kJudgedTxn =
    Of("JudgedTransaction", kJudgedTxnRows, "What became of a transaction.");
inline constexpr Field kJudgedTxnElement = Object("", kJudgedTxn);

inline constexpr Field kJudgedRecordRows[] = {
    String("name").Required() AI_MEANS("Its name.", "名称。"),
    Value("value").Required() AI_MEANS("Its value; null: it is absent.", "取值；null 表示不存在。"),
    Many("expected", kAnyValue)
        .Required() AI_MEANS("The values that it may have; null: absent.",
                             "允许的取值；null 表示不存在。")};
inline constexpr Format kJudgedRecord =
    Of("JudgedRecord", kJudgedRecordRows, "What became of a record.");
inline constexpr Field kJudgedRecordElement = Object("", kJudgedRecord);

inline constexpr Field kFindingRows[] = {
    Named("verdict", kVerdictKindChoices)
        .Required() AI_MEANS("What it makes it.", "由此得出的判定。"),
    Count("txn") AI_MEANS("The transaction, 0 for none in particular.", "事务，0 表示不特指某个。"),
    String("record").Required()
        AI_MEANS("The record, empty for none in particular.", "记录，为空表示不特指某个。"),
    Pair("text").Required() AI_MEANS("One sentence.", "一句话。")};
inline constexpr Format kFinding = Of("VerdictFinding", kFindingRows, "What is wrong.");
inline constexpr Field kFindingElement = Object("", kFinding);

inline constexpr Field kConditionRows[] = {
    Pair("what").Required() AI_MEANS("The conditions.", "各项条件。"),
    Flag("hold").Required() AI_MEANS("All of them hold.", "它们全部成立。"),
    Pair("broken") AI_MEANS("The one that does not.", "不成立的那一项。")};
inline constexpr Format kConditions =
    Of("VerdictConditions", kConditionRows, "The workload's conditions, and whether they hold.");

inline constexpr Field kCountedRows[] = {
    Pair("what").Required() AI_MEANS("What was counted.", "计数的事物。"),
    Count("number") AI_MEANS("How much.", "数目。")};
inline constexpr Format kCounted =
    Of("CheckedCount", kCountedRows, "How much of a kind was looked at.");
inline constexpr Field kCountedElement = Object("", kCounted);

inline constexpr Field kCheckedRows[] = {
    Flag("hold").Required() AI_MEANS("All rules hold.", "全部规则成立。"),
    Many("counted", kCountedElement)
        .Required() AI_MEANS("How much was looked at.", "检查过的数量。"),
    Pair("broken") AI_MEANS("The rule that does not hold.", "不成立的规则。")};
inline constexpr Format kChecked =
    Of("VerdictStructures", kCheckedRows, "The check of the system's structures, by their bytes.");

inline constexpr Field kRecoveryRows[] = {
    Count("repairNs") AI_MEANS("Repairing what was torn.", "修复被撕裂之处。", "ns"),
    Count("openNs") AI_MEANS("Opening what was there.", "打开已有的内容。", "ns"),
    Count("analysisNs") AI_MEANS("Analysis.", "分析。", "ns"),
    Count("redoNs") AI_MEANS("Redo.", "重做。", "ns"),
    Count("undoNs") AI_MEANS("Undo.", "撤销。", "ns"),
    Count("finishNs") AI_MEANS("Finishing.", "收尾。", "ns"),
    Count("clearNs") AI_MEANS("Clearing the log.", "清空日志。", "ns"),
    Count("rebuildNs") AI_MEANS("Rebuilding what was in DRAM.", "重建 DRAM 中的内容。", "ns"),
    Count("totalNs") AI_MEANS("All of it.", "总时间。", "ns")};
inline constexpr Format kRecovery =
    Of("RecoveryTimes", kRecoveryRows, "The passes of the recovery, by their time.");

inline constexpr Field kVerdictRows[] = {
    Named("verdict", kVerdictKindChoices)
        .Required() AI_MEANS("The worst finding.", "最严重的发现。"),
    Many("transactions", kJudgedTxnElement).Required() AI_MEANS("All transactions.", "全部事务。"),
    Many("records", kJudgedRecordElement)
        .Required() AI_MEANS("The records of a script.", "脚本的各记录。"),
    Many("findings", kFindingElement)
        .Required() AI_MEANS("One sentence a finding.", "每个发现一句话。"),
    Object("conditions", kConditions)
        AI_MEANS("The workload's conditions, and whether they hold; undefined in a script.",
                 "负载的各项条件及其是否成立；脚本中省去。"),
    Object("programFault", kProgramFault)
        AI_MEANS("The mistake of the user's program that stopped the recovery.",
                 "使恢复停下的用户程序错误。"),
    Object("structures", kChecked)
        AI_MEANS("The check of the system's structures, by their bytes: how much was looked at, "
                 "and the rule that does not hold.",
                 "按字节对系统结构的检查：检查过多少，以及不成立的规则。"),
    Object("recovery", kRecovery)
        .Required() AI_MEANS("The passes of the recovery.", "恢复的各趟。")};
inline constexpr Format kVerdict =
    Of("Verdict", kVerdictRows, "The oracle's verdict on a recovery that has ended.");

inline constexpr Field kRefusalRows[] = {
    Count("unit") AI_MEANS("The index of the unit.", "单元的序号。"),
    Pair("rule").Required() AI_MEANS("The rule that forbids the choice.", "禁止此选择的规则。")};
inline constexpr Format kRefusal =
    Of("CutRefusal", kRefusalRows,
       "Why a power cut was refused: the index of the unit and the rule that forbids the choice.");

}  // namespace afterimage::format::reply

#endif  // AFTERIMAGE_RUN_REPLY_FORMAT_OUTLOOK_FORMAT_H_
