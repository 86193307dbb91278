// The formats of what the engine answers to an experiment: its plan, and the result of a point,
// which people keep in files. The native programs alone know them: they print them, and their tests
// hold what is written against them.
#ifndef AFTERIMAGE_RUN_MEASURE_RESULT_FORMAT_H_
#define AFTERIMAGE_RUN_MEASURE_RESULT_FORMAT_H_

#include "run/file/experiment/experiment.h"
#include "run/file/format/reply_rows.h"
#include "run/measure/cells.h"
#include "run/measure/input_format.h"
#include "run/measure/point.h"

namespace afterimage::format {

// Times, as the event queue has them.
inline constexpr uint32_t kLatencyCells = CellOf((uint64_t{1} << 48) - 1) + 1;
inline constexpr uint32_t kWearCells = CellOf(~0u) + 1;

// ---- The plan.

inline constexpr Field kPointPlanRows[] = {
    Count("index")
        AI_MEANS("Its place among the points, from 0.", "它在各测点中的位置，从 0 数起。"),
    String("key").Required() AI_MEANS(
        "A digest of the configuration, the seed and the engine's version: equal keys mean "
        "equal results.",
        "配置、种子与引擎版本的摘要：键相同则结果相同。"),
    Count("scheme") AI_MEANS("Index into the file's `schemes`.", "在文件 `schemes` 中的序号。"),
    String("schemeId").Required() AI_MEANS("The system's id.", "系统的标识。"),
    Map("params", kAnyParam).Required() AI_MEANS("The system's parameters.", "系统的参数。"),
    Map("assignment", kAnyParam)
        .Required() AI_MEANS("The values of what is swept.", "被扫描的各项的取值。"),
    Count("transactions") AI_MEANS("The transactions from start to end, warm-up included.",
                                   "从开始到结束的事务数，含预热。")};
inline constexpr Format kPointPlan = Of("PointPlan", kPointPlanRows, "A point of an experiment.");

inline constexpr Field kClaimPlanRows[] = {
    String("id").Required() AI_MEANS("The claim's id.", "论断的标识。"),
    Flag("ratio").Required()
        AI_MEANS("True where two points are compared.", "比较两个测点时为 true。"),
    Count("of") AI_MEANS("The number of pairs at the published scale: a quick run may lack some.",
                         "发表规模下的配对数：快速运行可能缺少一些。"),
    List("pairs", ExperimentLimits::kPoints, kTwoNumbers)
        .Required() AI_MEANS("Numerator and denominator, by point.", "分子与分母，按测点给出。"),
    List("per", ExperimentLimits::kPoints, kTwoNumbers) AI_MEANS(
        "The pairs whose values these are divided by, one for each, where the formula says so.",
        "公式要求时，上述各值所除以的配对，一一对应。")};
inline constexpr Format kClaimPlan =
    Of("ClaimPlan", kClaimPlanRows, "The points that decide a claim.");

inline constexpr Field kPriceChoiceRows[] = {
    String("price").Required() AI_MEANS("`cache.processor`, ...", "`cache.processor` 等。"),
    Number("value").Required() AI_MEANS("The value that means it.", "表示它的取值。"),
    Pair("title").Required() AI_MEANS("What the value means.", "该取值的含义。")};
inline constexpr Format kPriceChoice =
    Of("PriceChoice", kPriceChoiceRows, "The meaning of a price's value, where it is a choice.");

inline constexpr Field kMetricRows[] = {
    String("id").Required() AI_MEANS("Its name in results and charts.", "它在结果与图表中的名称。"),
    String("unit").Required() AI_MEANS("Its unit.", "单位。"),
    Pair("title").Required() AI_MEANS("What charts call it.", "图表中的称呼。")};
inline constexpr Format kMetricFormat = Of("MetricDescription", kMetricRows, "A metric.");

inline constexpr Field kPointPlanElement = Object("", kPointPlan);
inline constexpr Field kClaimPlanElement = Object("", kClaimPlan);
inline constexpr Field kMetricElement = Object("", kMetricFormat);
inline constexpr Field kPriceChoiceElement = Object("", kPriceChoice);
inline constexpr Field kPlanRows[] = {
    String("id").Required() AI_MEANS("The experiment's id.", "实验的标识。"),
    String("version").Required() AI_MEANS("The engine's version.", "引擎的版本。"),
    Choice("scale", "quick published")
        .Required() AI_MEANS("The scale that it is planned at.", "计划所用的规模。"),
    String("machine").Required() AI_MEANS("The machine's id.", "机器的标识。"),
    String("workload")
        .Required() AI_MEANS("The workload's id; all ids, with commas, where workloads are swept.",
                             "工作负载的标识；扫描工作负载时为全部标识，以逗号分隔。"),
    Object("file", kExperiment)
        .Required()
            AI_MEANS("The file with the numbers of its scale alone.", "仅含其规模之数字的文件。"),
    Object("input", reply::kInputSummary)
        AI_MEANS("The summary of the text that the workload runs, if it runs one.",
                 "工作负载运行某段文本时，该文本的摘要。"),
    List("points", ExperimentLimits::kPoints, kPointPlanElement)
        .Required() AI_MEANS("What is measured.", "所测的内容。"),
    List("claims", ExperimentLimits::kClaims, kClaimPlanElement)
        .Required() AI_MEANS("The claims and their points.", "各论断及其测点。"),
    List("metrics", 1000, kMetricElement)
        .Required() AI_MEANS("All metrics that there are.", "全部指标。"),
    List("choices", 1000, kPriceChoiceElement)
        .Required() AI_MEANS("What the values of prices mean that are a choice.",
                             "作为选项的价格，其取值的含义。")};
inline constexpr Format kPlan =
    Of("ExperimentPlan", kPlanRows, "The reply of `ai_experiment_open`.");

// ---- The result of a point.

// Two lists of wear by parts of NVM's addresses, of at most so many, and a histogram.
#define AI_WEAR_ROWS(parts)                                                                      \
  List("wear", parts, kAnyNumber)                                                                \
      .Required() AI_MEANS("The writes to equal parts of its addresses: of all units together.", \
                           "对各等分地址区间的写入：其中所有单元之和。"),                        \
      List("wearMax", parts, kAnyNumber)                                                         \
          .Required() AI_MEANS("The same of the most worn unit of each part.",                   \
                               "同上，各区间中磨损最重的单元。"),                                \
      List("wearUnits", kWearCells, kTwoNumbers)                                                 \
          .Required() AI_MEANS(                                                                  \
              "A histogram of units by their writes: [at most so many writes, units]. Unworn "   \
              "ones "                                                                            \
              "come first, with 0.",                                                             \
              "按写入次数的单元直方图：[至多这么多次写入，单元数]。未磨损的在前，为 0。")

inline constexpr Field kWearMapRows[] = {AI_WEAR_ROWS(PointRun::kWearParts)};
inline constexpr Format kWearMap =
    Of("WearMap", kWearMapRows, "A map of the writes to the NVM since the start of a run.");
inline constexpr Field kWornRows[] = {
    Number("unitBytes")
        .Required() AI_MEANS("The bytes that wear together.", "一同磨损的字节数。", "bytes"),
    Number("time").Required() AI_MEANS("Since the start of the run.", "自运行开始以来。", "ns")};
inline constexpr Format kWorn =
    Of("WornMap", kWornRows, "The wear of the NVM in a time from the start of the run.", &kWearMap);

inline constexpr Field kSampleFrameRows[] = {
    AI_WEAR_ROWS(Samples::kWearParts),
    Number("time").Required()
        AI_MEANS("Since the measured part began.", "自测量部分开始以来。", "ns"),
    List("latency", kLatencyCells, kTwoNumbers)
        .Required()
            AI_MEANS("A histogram of commits by latency: [largest latency of a cell, commits].",
                     "按延迟的提交直方图：[该格的最大延迟，提交数]。")};
inline constexpr Format kSampleFrame = Of(
    "SampleFrame", kSampleFrameRows, "The maps and latencies that come with some of the samples.");
#undef AI_WEAR_ROWS

inline constexpr Field kColumn = List("", ExperimentLimits::kSamples, kAnyNumber);
inline constexpr Field kSampleFrameElement = Object("", kSampleFrame);
inline constexpr Field kSampleRows[] = {
    Count("from")
        AI_MEANS("The number of earlier samples that are still valid.", "仍然有效的先前样本数。"),
    Map("columns", kColumn)
        .Required()
            AI_MEANS("Columns by name of a metric, `elapsed` (ns) among them, with one number "
                     "for each sample.",
                     "按指标名称的列，其中有 `elapsed`（纳秒），每个样本一个数。"),
    List("frames", ExperimentLimits::kSamples, kSampleFrameElement)
        .Required() AI_MEANS("What some of the samples bring besides.", "部分样本附带的内容。")};
inline constexpr Format kSampleSlice = Of(
    "SampleSlice", kSampleRows,
    "Samples of a measured part at equal steps of virtual time. Values count from its beginning.");

inline constexpr Field kProgressRows[] = {
    Choice("stage", "warm-up measured until-crash recovery ended")
        .Required() AI_MEANS("What the point is at.", "测点进行到哪一步。"),
    Count("done") AI_MEANS("The transactions committed so far.", "至今已提交的事务数。"),
    Count("of") AI_MEANS("The transactions that there will be.", "总共的事务数。"),
    Object("samples", kSampleSlice) AI_MEANS(
        "The samples taken since the last progress, where the experiment asks for samples.",
        "实验要求采样时，自上次进度以来的样本。")};
inline constexpr Format kProgress = Of("PointProgress", kProgressRows, "How far a point is.");

inline constexpr Field kLatencyRows[] = {
    Number("mean").Required() AI_MEANS("The mean.", "平均值。", "ns"),
    Number("p50").Required() AI_MEANS("The median.", "中位数。", "ns"),
    Number("p90").Required()
        AI_MEANS("Of ten, nine took no longer.", "十个中有九个不超过它。", "ns"),
    Number("p99").Required()
        AI_MEANS("Of a hundred, 99 took no longer.", "一百个中有 99 个不超过它。", "ns"),
    Number("max").Required() AI_MEANS("The longest.", "最长的。", "ns")};
inline constexpr Format kLatency = Of("LatencyResult", kLatencyRows, "Latencies of commits.");

inline constexpr char kPassWords[] = "repair open analysis redo undo finish clear rebuild";
inline constexpr Field kPassRows[] = {
    Choice("id", kPassWords).Required() AI_MEANS("Which pass.", "哪一趟。"),
    Number("ns").Required() AI_MEANS("Its time.", "所用时间。", "ns"),
    Map("spent", kAnyNumber)
        .Required() AI_MEANS("The pass's time by category; the sum is `ns`.",
                             "该趟按类别的时间；总和为 `ns`。", "ns")};
inline constexpr Format kPass = Of("RecoveryPass", kPassRows, "A pass of a recovery.");

inline constexpr Field kOccupancyRows[] = {
    Pair("title").Required() AI_MEANS("What the states are of.", "状态所属的事物。"),
    Pair("state").Required() AI_MEANS("What the number of a state says.", "状态编号的含义。"),
    Pair("imbalance")
        .Required() AI_MEANS("What happens where the system's model has no equilibrium.",
                             "系统的模型没有平衡点时会发生什么。"),
    Count("plans") AI_MEANS("The plans made in the measured part.", "测量部分中所作的计划数。"),
    Count("unbalanced") AI_MEANS("Those of them without an equilibrium.", "其中没有平衡点的。"),
    List("spent", kMostStates, kAnyNumber)
        .Required()
            AI_MEANS("The time of the measured part in each state. The last state stands for "
                     "all behind it, too.",
                     "测量部分处于各状态的时间。最后一个状态也代表其后的所有状态。", "ns"),
    List("planned", kMostStates, kAnyNumber)
        AI_MEANS("The probability of each state by the mean of the plans that have an equilibrium, "
                 "where one has.",
                 "有平衡点的计划所给的各状态概率的平均值；都没有时省去。")};
inline constexpr Format kOccupancy =
    Of("Occupancy", kOccupancyRows,
       "The states that a system plans by, such as how full a staging area is. Their lists are of "
       "equal length.");

inline constexpr Field kTooSmallRows[] = {
    String("param").Required() AI_MEANS("The parameter.", "参数。"),
    Pair("reason").Required() AI_MEANS("Why it is too small.", "为何过小。")};
inline constexpr Format kTooSmall =
    Of("TooSmall", kTooSmallRows, "A parameter that gives a transaction too little room.");

inline constexpr Field kProgramFaultRows[] = {
    Count("line") AI_MEANS("The line of the program.", "程序的行号。"),
    Pair("reason").Required() AI_MEANS("What is wrong.", "错在何处。")};
inline constexpr Format kProgramFault = Of(
    "ProgramFault", kProgramFaultRows, "A mistake of a user's program, which stopped the machine.");

inline constexpr Field kAbortRows[] = {
    Count("user") AI_MEANS("Rolled back by the client.", "由客户端回滚的。"),
    Count("conflict")
        AI_MEANS("Rolled back by the system, and tried again.", "由系统回滚后重试的。")};
inline constexpr Format kAborts = Of("Aborts", kAbortRows, "Transactions that were rolled back.");

inline constexpr Field kKindRows[] = {
    Pair("title").Required() AI_MEANS("What the workload calls them.", "工作负载对它们的称呼。"),
    Count("commits") AI_MEANS("Those that committed.", "已提交的。"),
    Object("aborts", kAborts).Required() AI_MEANS("Those that did not.", "未提交的。"),
    Object("latency", kLatency)
        .Required() AI_MEANS("From begin to acknowledgement.", "从开始到确认。")};
inline constexpr Format kKind = Of("KindResult", kKindRows, "The transactions of one kind.");

inline constexpr Field kCheckRows[] = {
    Flag("holds").Required() AI_MEANS("True where all conditions hold.", "所有条件成立时为 true。"),
    Pair("broken") AI_MEANS("The condition that does not hold.", "不成立的条件。"),
    Count("recordsRead") AI_MEANS("How much was looked at.", "检查过的记录数。")};
inline constexpr Format kCheck =
    Of("CheckResult", kCheckRows, "The consistency check of the database that was recovered.");

inline constexpr Field kKindElement = Object("", kKind);
inline constexpr Field kPassElement = Object("", kPass);
inline constexpr Field kResultRows[] = {
    Flag("complete")
        .Required() AI_MEANS("False where the clients stopped before the last transaction.",
                             "客户端在最后一个事务之前停下时为 false。"),
    Flag("gave_up")
        AI_MEANS("True where that was because transaction after transaction was given up: no "
                 "log or database had room for them.",
                 "因一个又一个事务被放弃而停下时为 true：日志或数据库没有空间容纳它们。"),
    Object("too_small", kTooSmall) AI_MEANS(
        "Which parameter gave a single transaction too little room, however much of it was "
        "free; the run ends there.",
        "哪个参数即使全部空闲也不足以容纳单个事务；运行在此结束。"),
    Object("program_fault", kProgramFault)
        AI_MEANS("What stopped the machine.", "使机器停下的原因。"),
    Flag("worn_out")
        AI_MEANS("True where it was because the NVM is worn out: a write has found no unit "
                 "that takes it.",
                 "因 NVM 磨损殆尽而停下时为 true：一次写入找不到可用的单元。"),
    Number("steps").Required() AI_MEANS("The kernel steps from the start to the last transaction.",
                                        "从开始到最后一个事务的内核步数。"),
    Map("metrics", kAnyNumber)
        .Required() AI_MEANS("Metrics by name; those that do not apply are left out.",
                             "按名称的指标；不适用的省去。"),
    Object("worn", kWorn) AI_MEANS("The wear of the NVM, where something was written to it.",
                                   "NVM 的磨损，若有写入。"),
    Object("occupancy", kOccupancy)
        AI_MEANS("The states of a system that plans by them.", "按状态作计划的系统的各状态。"),
    List("kinds", 1000, kKindElement)
        .Required() AI_MEANS("The workload's kinds of transactions.", "工作负载的各类事务。"),
    Flag("recovered")
        AI_MEANS("True where the database was recovered; left out without a power cut.",
                 "数据库已恢复时为 true；没有断电时省去。"),
    List("passes", kRecoveryPasses, kPassElement) AI_MEANS(
        "The passes of its recovery that took time, in their order. They add up to the time "
        "of recovery.",
        "恢复中耗时的各趟，按其顺序。它们之和为恢复时间。"),
    Object("check", kCheck) AI_MEANS("The check of what was recovered.", "对恢复结果的检查。"),
    Object("samples", kSampleSlice)
        AI_MEANS("The samples, where the experiment asks for some.", "实验要求采样时的样本。")};
inline constexpr Format kResult =
    Of("PointResult", kResultRows,
       "The reply of `ai_point_result`: the same natively and in WebAssembly.");

// The objects that are written to the page, or kept in files.
inline constexpr const Format* kResults[] = {&kPlan, &kProgress, &kResult, &kWearMap};

}  // namespace afterimage::format

#endif  // AFTERIMAGE_RUN_MEASURE_RESULT_FORMAT_H_
