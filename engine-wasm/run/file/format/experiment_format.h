// The format of an experiment file.
#ifndef AFTERIMAGE_RUN_FILE_FORMAT_EXPERIMENT_FORMAT_H_
#define AFTERIMAGE_RUN_FILE_FORMAT_EXPERIMENT_FORMAT_H_

#include "run/file/experiment/experiment.h"
#include "run/file/experiment/metrics.h"
#include "run/file/format/setup_format.h"

namespace afterimage::format {

using Limits = ExperimentLimits;

inline constexpr Field kExperimentHeadRows[] = {
    Whole("format", 1, 1)
        .Required()
            AI_TOLD("format", "格式", "The version of this file format.", "文件格式的版本。"),
    Choice("kind", "experiment").Required() AI_TOLD("kind", "种类", "", ""),
    Id("id").Required().To<&Experiment::id>()
        AI_TOLD("id", "标识", "Its name in links and results; also the name of the file.",
                "链接与结果中的名称，也是文件名。"),
    Pair("title").Required() AI_TOLD("title", "标题", "", ""),
    Pair("about")
        AI_TOLD("description", "说明", "One paragraph for the library.", "库中的一段说明。"),
    Choice("scale", "quick published")
        .Required()
        .To<&Experiment::published>()
            AI_TOLD("scale", "规模",
                    "`published`: the numbers of a publication; `quick`: smaller, for tests and a "
                    "first picture. With `quick` below: at which of the two it opens.",
                    "`published`：论文中的数字；`quick`：较小的数字。"),
    Own("machine", kMachine, Rule::kMachine)
        .Required() AI_TOLD("machine", "机器", "The machine profile that prices every operation.",
                            "为每个操作定价的机器配置。"),
    Choice("deadlock", kDeadlockPolicies)
        .To<&Experiment::deadlock>() AI_CALLED(kDeadlockNames) AI_TOLD(
            "deadlock policy", "死锁策略",
            "What becomes of transactions that wait in a circle, or would. A cycle is found, and "
            "its "
            "youngest rolled back; or the younger of two starts again, soon or when the older "
            "one has ended.",
            "等待并检测环，或让较年轻的事务重新开始。", "", "wait-die")};
inline constexpr Format kExperimentHead = Of("ExperimentHead", kExperimentHeadRows);

inline constexpr Field kOtherWorkload = Own("", kWorkload, Rule::kWorkloads);
inline constexpr Field kThreads = Whole("threads", 1, Limits::kThreads)
                                      .Required()
                                      .To<&Experiment::threads>()
                                          AI_TOLD("threads", "线程", "Clients.", "客户端数。");
inline constexpr Field kTransactions =
    Whole("transactions", 1, Limits::kTransactions)
        .Required()
        .To<&Experiment::transactions>() AI_TOLD(
            "transactions", "事务数",
            "How many commits are measured, or as many as the workload has, where it ends by "
            "itself; at most 1,000,000,000 over all points.",
            "测量多少次提交；负载自行结束时以其为限。");
inline constexpr Field kWarmup = Whole("warmup", 0, Limits::kTransactions)
                                     .To<&Experiment::warmup>()
                                         AI_TOLD("warm-up", "预热", "How many commits come before.",
                                                 "此前有多少次提交。", "", "0");
inline constexpr Field kSeed = Whole("seed", 0, kMostSeed)
                                   .To<&Experiment::seed>()
                                       AI_TOLD("seed", "种子", "Of everything random in the run.",
                                               "运行中一切随机量的种子。", "", "0");
inline constexpr Field kAfter =
    Whole("after_transactions", 1, Limits::kTransactions)
        .To<&PointCrash::after>() AI_TOLD(
            "transactions before the power cut", "断电前的事务数",
            "Committed since the warm-up; no fewer than are measured, which is the default.",
            "预热之后提交的事务数，不少于被测的，默认与其相同。");
inline constexpr Field kCrashRows[] = {
    kAfter,
    Choice("survive", "none")
        AI_TOLD("what survives", "保留的内容", "Of the bytes that are not durable.",
                "未持久的字节中保留的部分。"),
    Flag("check").To<&PointCrash::check>() AI_TOLD(
        "check", "检查", "Read the whole database afterwards and check the workload's conditions.",
        "之后读取整个数据库并检查负载的条件。", "", "true")};
inline constexpr Format kCrash = Of("PointCrash", kCrashRows);
inline constexpr Field kLabelRows[] = {
    kProgram, Pair("label") AI_TOLD("label", "标签", "Its name in charts.", "图表中的名称。")};
inline constexpr Format kLabelledScheme =
    Of("LabelledScheme", kLabelRows, "A logging system and its parameters.", &kScheme);
inline constexpr Field kOneScheme = Own("", kLabelledScheme, Rule::kSchemes);
inline constexpr Text kNoScheme = {"at least one system is expected", "至少需要一个系统"};
inline constexpr Field kLoadRows[] = {
    Own("workload", kWorkload, Rule::kWorkload)
        .Required() AI_TOLD("workload", "负载", "What the clients run.", "客户端运行的负载。"),
    List("workloads", Limits::kAxisValues, kOtherWorkload)
        AI_TOLD("workload", "负载", "Others that `sweep` names.", "`sweep` 所列的其他负载。"),
    kThreads,
    kTransactions,
    kWarmup,
    Flag("per_thread")
        .To<&Experiment::per_thread>()
            AI_TOLD("count of each client", "每个客户端的数量",
                    "These two, and `crash.after_transactions`, are so many for each thread. The "
                    "threads take them from one pool.",
                    "以上两项与 `crash.after_transactions` 按每个线程计。", "", "false"),
    kSeed,
    Whole("samples", 1, Limits::kSamples)
        .To<&Experiment::samples>() AI_TOLD(
            "samples", "采样数",
            "How often at most a point reports its state on its way, at equal steps of virtual "
            "time.",
            "测量点途中最多报告多少次状态，按虚拟时间等距。"),
    Whole("until_ns", Limits::kShortestUntil, Limits::kUntil)
        .To<&Experiment::until>() AI_TOLD(
            "virtual time", "虚拟时间",
            "Ends the measured part at this virtual time, even before its transactions have "
            "been committed. A power cut comes right there.",
            "在此虚拟时间结束测量部分，断电也在此时。", "ns"),
    Own("crash", kCrash, Rule::kCrash)
        AI_TOLD("power cut", "断电",
                "Cuts the power at the end, recovers, and checks the database: see below.",
                "在结束时断电、恢复并检查数据库。"),
    List("schemes", 1, kNoScheme, Limits::kSchemes, kOneScheme)
        .Required() AI_TOLD("system", "系统", "The systems that run it.", "运行它的系统。")};
inline constexpr Format kLoad = Of("Load", kLoadRows, "", &kExperimentHead);

inline constexpr Text kNoValue = {"at least one value is expected", "至少需要一个值"};
inline constexpr Field kSweptValues = List("", 1, kNoValue, Limits::kAxisValues, kParam);
inline constexpr Field kSweepRows[] = {
    Names("sweep", Form::kSweep, 0, Limits::kAxes, kSweptValues, Rule::kSweep)
        AI_TOLD("swept", "扫描", "Up to two names, each with its values; at most 4096 points.",
                "最多两个名称及其取值，最多 4096 个测量点。")};
inline constexpr Format kSwept = Of("Swept", kSweepRows, "", &kLoad);

constexpr Field Selection(const char* name, int64_t least, Rule rule) {
  return Names(name, Form::kSelection, least, Limits::kAxes + 1, kSweptValues, rule);
}
constexpr Field Metric(const char* name, Rule rule) { return Other(name, Form::kMetric, rule); }
constexpr Field Dimension(const char* name, Rule rule) {
  return Other(name, Form::kDimension, rule);
}
inline constexpr Text kNoMetric = {"at least one metric is expected", "至少需要一个指标"};
inline constexpr Field kChartHeadRows[] = {
    Dimension("series", Rule::kDimension)
        AI_TOLD("series", "系列", "`scheme` or a swept name: a line or colour for each.",
                "`scheme` 或被扫描的名称：各有一条线。"),
    Dimension("facet", Rule::kDimension) AI_TOLD(
        "a chart for each", "分图", "`scheme` or a swept name.", "`scheme` 或被扫描的名称。"),
    Dimension("x", Rule::kX)
        .Required() AI_TOLD(
            "horizontal axis", "横轴",
            "`scheme`, a swept name, or `elapsed`: virtual time ([below](#charts-over-time)).",
            "`scheme`、被扫描的名称或 `elapsed`（虚拟时间）。"),
    Metric("y", Rule::kY)
        .Required() AI_TOLD("vertical axis", "纵轴", "A metric; over time, one that is sampled.",
                            "指标；随时间绘制时须是被采样的。")};
inline constexpr Format kChartHead = Of("ChartHead", kChartHeadRows);
inline constexpr Field kSampled = Metric("", Rule::kSampled);
inline constexpr Field kTimeChartRows[] = {
    List("plus", 1, kNoMetric, Limits::kParts - 1, kSampled) AI_TOLD(
        "added metrics", "相加的指标", "Over time: metrics of the same unit that are added to `y`.",
        "随时间绘制时：与 `y` 相加的同单位指标。"),
    Choice("as", "rate total") AI_TOLD(
        "conversion", "换算", "Over time: how much there is per second, or how much so far.",
        "随时间绘制时：每秒多少，或累计多少。", "", "rate")};
inline constexpr Format kTimeChart = Of("TimeChart", kTimeChartRows, "", &kChartHead);
inline constexpr Field kPart = Metric("", Rule::kPart);
inline constexpr Field kPointChartRows[] = {
    List("parts", 1, kNoMetric, Limits::kParts, kPart)
        AI_TOLD("part", "部分",
                "Metrics of one unit, drawn as bars in place of `y`: side by side, or stacked.",
                "以柱代替 `y` 绘制的同单位指标：并排或堆叠。"),
    Selection("over", 1, Rule::kOver)
        AI_TOLD("compared with", "对照",
                "Draws `y` as a multiple of what it is at the point that differs in these names, "
                "one value each.",
                "把 `y` 绘为在这些名称上不同的测量点的倍数，每个名称一个值。"),
    Flag("stacked").By(Rule::kStacked) AI_TOLD("stacked", "堆叠", "", "", "", "false")};
inline constexpr Format kChart = Of("ChartChoice", kPointChartRows, "What is drawn.", &kTimeChart);

// The values in the table of a claim.
struct ClaimNumbers {
  std::string id;
  int64_t reduce = -1;
};
inline constexpr int64_t kReduceAt = 4;
inline constexpr int64_t kMostSummed = 16;  // metrics
inline constexpr Field kClaimRows[] = {
    Id("id").Required().To<&ClaimNumbers::id>().By(Rule::kClaimId) AI_TOLD("id", "标识", "", ""),
    Selection("num", 0, Rule::kNum)
        .Required() AI_TOLD("points of the numerator", "分子的点", "The points of the numerator.",
                            "分子的点。"),
    Selection("den", 0, Rule::kDen)
        AI_TOLD("points of the denominator", "分母的点",
                "Names in which the denominator differs from the numerator, one value each.",
                "分母与分子不同的名称，每个一个值。"),
    Selection("per", 0, Rule::kPer)
        AI_TOLD("points to divide by", "作除数的点",
                "Each value is divided by that of the points which differ in these names.",
                "每个值除以在这些名称上不同的点的值。"),
    Other("metric", Form::kMetrics, Rule::kMetrics)
        .Required()
        .Between(1, kMostSummed) AI_TOLD("metric", "指标", "One metric, or several to add up.",
                                         "一个指标，或相加的几个。"),
    Id("claim")
        AI_TOLD("claim", "论断",
                "The published claim that this formula is a part of; its own id where there is one "
                "formula.",
                "此公式所属的论文论断。"),
    Choice("kind", "prediction calibration expectation note") AI_TOLD(
        "kind", "种类",
        "`calibration`: a micro-cost that the machine profile may be set by; "
        "`expectation`: ours, of which no paper has a number; `note`: shown, not judged.",
        "`calibration`：机器配置可据以设定的微观代价；`note`：只显示，不评判。", "", "prediction"),
    Choice("as", "ratio growth saving")
        .By(Rule::kAs)
            AI_TOLD("conversion", "换算", "`growth`: num / den - 1; `saving`: 1 - num / den.",
                    "`growth`：num / den - 1；`saving`：1 - num / den。", "", "ratio"),
    Other("den_metric", Form::kMetrics, Rule::kDenMetric)
        .Between(1, kMostSummed)
            AI_TOLD("metric of the denominator", "分母的指标",
                    "Of the denominator, where it is another one.", "分母的指标，如果不同。"),
    Pair("note") AI_TOLD("note", "注", "", ""),
    Choice("reduce", "range min max mean at")
        .Required()
        .To<&ClaimNumbers::reduce>() AI_TOLD("how values are combined", "汇总方式",
                                             "Of the values at the points; `at`: there is one.",
                                             "对各点之值；`at`：只有一个。"),
    Other("expect", Form::kBounds, Rule::kBounds)
        .Required()
            AI_TOLD("expected range", "预期范围", "Lowest and highest; `null`: open to that side.",
                    "最小与最大；`null`：该侧不限。")};
inline constexpr Format kClaim =
    Of("ClaimFormula", kClaimRows,
       "A formula over the points: the metric at num, over that at den where there is one.");
inline constexpr Field kOneClaim = Own("", kClaim, Rule::kClaim);

inline constexpr Field kQuickMachineRows[] = {Merged(kOverrides)};
inline constexpr Format kQuickMachine = Of("QuickMachine", kQuickMachineRows);
inline constexpr Field kQuickParamsRows[] = {Merged(kWorkloadParams)};
inline constexpr Format kQuickParams = Of("QuickParams", kQuickParamsRows);
inline constexpr Field kQuickCrashRows[] = {Merged(kAfter)};
inline constexpr Format kQuickCrash = Of("QuickCrash", kQuickCrashRows);
inline constexpr Field kQuickElement = Object("", kQuickParams);
inline constexpr Field kQuickRows[] = {
    Object("machine", kQuickMachine) AI_TOLD("machine", "机器", "", ""),
    Object("workload", kQuickParams) AI_TOLD("workload", "负载", "", ""),
    Own("crash", kQuickCrash, Rule::kQuickCrash) AI_TOLD("power cut", "断电", "", ""),
    OwnList("schemes", Limits::kSchemes, kQuickElement, Rule::kQuickSchemes)
        AI_TOLD("system", "系统", "", ""),
    OwnList("workloads", Limits::kAxisValues, kQuickElement, Rule::kQuickWorkloads)
        AI_TOLD("workload", "负载", "", ""),
    Names("sweep", Form::kSweep, 0, Limits::kAxes, kSweptValues, Rule::kQuickSweep)
        AI_TOLD("swept", "扫描", "Fewer of the swept values.", "较少的被扫描值。"),
    Merged(kThreads),
    Merged(kTransactions),
    Merged(kWarmup),
    Merged(kSeed)};
inline constexpr Format kQuick =
    Of("QuickScale", kQuickRows,
       "What differs at the quick scale from the rest of the file, which then is the published "
       "one: objects are merged by member, schemes and workloads by position, anything else is "
       "replaced.");

inline constexpr Field kShownMetric = Metric("", Rule::kMetricOrGroup);
inline constexpr Field kAnswerRows[] = {
    List("metrics", kMetrics, kShownMetric)
        AI_TOLD("metric", "指标",
                "Names of metrics, or of groups of them (`latency`), to show first. All are "
                "measured anyway.",
                "首先显示的指标或指标组，全部指标都会测量。"),
    Own("chart", kChart, Rule::kChart) AI_TOLD("chart", "图表", "What is drawn.", "所绘的图。"),
    List("claims", Limits::kClaims, kOneClaim)
        AI_TOLD("claim", "论断", "Formulas over the points; see below.", "关于测量点的公式。"),
    // Read once the rest of the file is right.
    Own("quick", kQuick, Rule::kNone)
        AI_TOLD("quick scale", "快速规模", "What differs at the quick scale; see below.",
                "快速规模下的不同之处。")};
inline constexpr Format kExperiment =
    Of("ExperimentFile", kAnswerRows,
       "Systems that run a workload on a machine, with up to two swept names, and the claims that "
       "the measured points answer.",
       &kSwept);

}  // namespace afterimage::format

#endif  // AFTERIMAGE_RUN_FILE_FORMAT_EXPERIMENT_FORMAT_H_
