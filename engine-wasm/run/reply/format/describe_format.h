// The format of the engine's description of itself (`ai_describe`), which describe.cc writes.
#ifndef AFTERIMAGE_RUN_REPLY_FORMAT_DESCRIBE_FORMAT_H_
#define AFTERIMAGE_RUN_REPLY_FORMAT_DESCRIBE_FORMAT_H_

#include "run/measure/result_format.h"
#include "run/reply/format/reply_names.h"
#include "scheme/contract/scheme.h"
#include "tier/prices/path_profile.h"
#include "trace/listing.h"

namespace afterimage::format::reply {

// ---- Parameters, of systems and of workloads.

inline constexpr Field kChoiceRows[] = {
    String("id").Required() AI_MEANS("Its name in files.", "它在文件中的名称。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    Flag("here")
        AI_MEANS("False where only the whole module has it.", "只有完整模块才有它时为 false。")};
inline constexpr Format kChoice =
    Of("ChoiceDescription", kChoiceRows, "A value to choose for a parameter.");
inline constexpr Field kChoiceElement = Object("", kChoice);

inline constexpr Field kParamRows[] = {
    String("id").Required() AI_MEANS("Its name in files.", "它在文件中的名称。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    Pair("help").Required() AI_MEANS("What it does.", "它的作用。"),
    Choice("type", "choice integer boolean").Required() AI_MEANS("Its form.", "它的形式。"),
    Other("default", Form::kParam, Rule::kNone)
        .Required() AI_MEANS("Its value where a file has none.", "文件没有给出时的取值。"),
    Many("choices", kChoiceElement)
        AI_MEANS("What there is to choose from, where it is a choice.", "为选项时的各个可选值。"),
    Number("min") AI_MEANS("The least of an integer.", "整数的最小值。"),
    Number("max") AI_MEANS("The largest of an integer.", "整数的最大值。"),
    String("unit") AI_MEANS("`ns`, `B`, `entries`, ...; empty for a pure number.",
                            "`ns`、`B`、`entries` 等；纯数字为空。")};
inline constexpr Format kParam =
    Of("ParamDescription", kParamRows, "A parameter of a system or of a workload.");
inline constexpr Field kParamElement = Object("", kParam);

// ---- Systems.

inline constexpr Field kListingLineRows[] = {
    Count("label")
        AI_MEANS("The number that events carry in their `label` column; unique within the scheme.",
                 "事件在 `label` 列中所带的编号；在系统内唯一。"),
    Count("indent") AI_MEANS("How far it is indented.", "缩进的层数。"),
    Pair("text").Required() AI_MEANS("The line.", "该行的内容。"),
    Pair("why").Required() AI_MEANS("The rule that this line obeys, in one or two sentences.",
                                    "该行所遵守的规则，一两句话。")};
inline constexpr Format kListingLine =
    Of("ListingLine", kListingLineRows, "A line of an algorithm.");
inline constexpr Field kListingLineElement = Object("", kListingLine);
inline constexpr Field kListingRows[] = {
    String("id").Required() AI_MEANS("Its name.", "名称。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    Many("lines", kListingLineElement).Required() AI_MEANS("Its lines.", "各行。")};
inline constexpr Format kListing =
    Of("Listing", kListingRows, "An algorithm of a system, such as its commit.");
inline constexpr Field kListingElement = Object("", kListing);

inline constexpr Choices kShapeChoices = {
    .name = "Shape", .meaning = "The drawing of a structure.", .words = kShapeNames};

inline constexpr Field kStructureRows[] = {
    String("id").Required() AI_MEANS("Stable name, as scenario files use it (`log-object`). Its "
                                     "index is the `structure` column less one.",
                                     "固定的名称，场景文件即用此名（`log-object`）。其序号为 "
                                     "`structure` 列减一。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    Named("tier", kTierId).Required() AI_MEANS("Where it is.", "所在的层次。"),
    Named("shape", kShapeChoices).Required() AI_MEANS("How it is drawn.", "绘制的形状。"),
    String("below") AI_MEANS("The structure of the tier below that receives what is here. An item "
                             "that is a copy of one there has the same key.",
                             "下一层中接收此处内容的结构。作为那里某项副本的项，键与之相同。"),
    String("caches")
        AI_MEANS("The structure of whose file an operating system keeps pages in memory here.",
                 "操作系统在此处内存中保存其文件页的那个结构。")};
inline constexpr Format kStructure =
    Of("StructureDescription", kStructureRows, "A structure of a system on the stage.");
inline constexpr Field kStructureElement = Object("", kStructure);

inline constexpr Field kMutationRows[] = {
    String("id").Required() AI_MEANS("Its name in files.", "它在文件中的名称。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    Pair("rule").Required() AI_MEANS("The rule that the mutation breaks.", "该变异所违反的规则。")};
inline constexpr Format kMutation =
    Of("MutationDescription", kMutationRows, "A fault that can be put into a system.");
inline constexpr Field kMutationElement = Object("", kMutation);

inline constexpr Choices kPromiseChoices = {
    .name = "PromiseId",
    .meaning =
        "A system's promise: every acknowledged transaction survives; all but the latest "
        "ones do; nothing is promised.",
    .words = kPromiseNames};

inline constexpr Field kPresetRows[] = {
    String("id").Required() AI_MEANS("Its name in files.", "它在文件中的名称。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    Map("params", kAnyParam)
        .Required() AI_MEANS("The parameters that it sets.", "它所设定的参数。")};
inline constexpr Format kPreset =
    Of("PresetDescription", kPresetRows, "Settings that go together under a name.");
inline constexpr Field kPresetElement = Object("", kPreset);

inline constexpr Field kSchemeRows[] = {
    String("id").Required() AI_MEANS("Its name in files.", "它在文件中的名称。"),
    Flag("here").Required() AI_MEANS("This module can run it; the whole one can run all.",
                                     "此模块可以运行它；完整模块可以运行全部系统。"),
    String("family").Required() AI_MEANS("The systems that it belongs to.", "它所属的系统家族。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    Pair("summary").Required() AI_MEANS("What it does, in a sentence.", "一句话说明它的做法。"),
    String("paper").Required() AI_MEANS("Where it was published.", "发表之处。"),
    String("path").Required()
        AI_MEANS("The id of the software whose instructions stand for its own.",
                 "以其指令代表该系统自身指令的那个软件的标识。"),
    Named("promise", kPromiseChoices)
        .Required() AI_MEANS("The promise with the default parameters.", "默认参数下的承诺。"),
    Many("params", kParamElement).Required() AI_MEANS("Its parameters.", "它的参数。"),
    Map("forTables", kAnyParam)
        .Required() AI_MEANS("Values that differ from the defaults, with which a small database of "
                             "several tables runs well.",
                             "与默认值不同、使含多张表的小型数据库运行良好的取值。"),
    Many("presets", kPresetElement)
        .Required()
            AI_MEANS("Settings that go together under a name.", "以一个名称提供的成组设置。"),
    Many("mutations", kMutationElement)
        .Required() AI_MEANS("The faults that can be put into it.", "可以置入的变异。"),
    Many("listings", kListingElement)
        .Required() AI_MEANS("Its algorithms. Empty where it is not `here`.",
                             "它的算法。`here` 为 false 时为空。"),
    Many("structures", kStructureElement).Required() AI_MEANS("Its structures.", "它的结构。")};
inline constexpr Format kScheme = Of("SchemeDescription", kSchemeRows, "A logging system.");
inline constexpr Field kSchemeElement = Object("", kScheme);

inline constexpr Field kOwnRows[] = {
    Object("scheme", kScheme).Required() AI_MEANS("Its description.", "对它的描述。"),
    Count("labelBefore") AI_MEANS("Line n of a program is the listing line with this label + n.",
                                  "程序的第 n 行即标签为此数加 n 的代码行。"),
    String("standard")
        .Required() AI_MEANS("The program of a scenario that names none.",
                             "场景没有给出程序时所用的程序。")};
inline constexpr Format kOwn =
    Of("OwnSystem", kOwnRows,
       "The system whose algorithm a user writes: it is not one to choose from.");

// ---- Machines and their prices.

inline constexpr Field kPriceRows[] = {
    String("id").Required() AI_MEANS("Its name in files.", "它在文件中的名称。"),
    Number("value").Required() AI_MEANS("Its value on this machine.", "在此机器上的取值。"),
    String("unit").Required() AI_MEANS("Its unit.", "单位。"),
    Pair("title").Required() AI_MEANS("What is priced.", "所计价的事物。"),
    String("source").Required() AI_MEANS("Where the value comes from.", "取值的来源。")};
inline constexpr Format kPrice = Of("PriceDescription", kPriceRows, "A price of a machine.");
inline constexpr Field kPriceElement = Object("", kPrice);
inline constexpr Field kMachineRows[] = {
    String("id").Required() AI_MEANS("Its name in files.", "它在文件中的名称。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    String("caches") AI_MEANS("The id of its processor's caches.", "其处理器缓存的标识。"),
    Many("prices", kPriceElement).Required() AI_MEANS("Its prices.", "它的价格。")};
inline constexpr Format kMachine =
    Of("MachineDescription", kMachineRows, "A machine, which prices every operation.");
inline constexpr Field kMachineElement = Object("", kMachine);

inline constexpr Choices kBasisChoices = {.name = "", .meaning = "", .words = kPathBasisNames};
inline constexpr Field kPathPartRows[] = {
    String("price").Required() AI_MEANS("`path.begin`, ...", "`path.begin` 等。"),
    Count("instructions") AI_MEANS("How many there are.", "指令数。"),
    Named("basis", kBasisChoices)
        .Required()
            AI_MEANS("Counted in itself; the rest of an operation's count; or no such part.",
                     "单独计数；某操作计数的余下部分；或没有这一部分。")};
inline constexpr Format kPathPart =
    Of("PathPart", kPathPartRows, "The instructions of a part of an operation.");
inline constexpr Field kPathPartElement = Object("", kPathPart);
inline constexpr Field kPathRows[] = {
    String("id").Required() AI_MEANS("Its name.", "名称。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    String("source").Required() AI_MEANS("How it was counted.", "计数的方法与来源。"),
    Many("parts", kPathPartElement).Required() AI_MEANS("Its parts.", "各个部分。")};
inline constexpr Format kPath =
    Of("PathDescription", kPathRows,
       "Software whose counted instructions stand for a system's, where a machine asks for them.");
inline constexpr Field kPathElement = Object("", kPath);

inline constexpr Field kCacheLevelRows[] = {
    Count("kb") AI_MEANS("Its size.", "容量。", "KiB"),
    Count("ways") AI_MEANS("Its associativity.", "相联度。"),
    Count("cores") AI_MEANS("Cores that share one.", "共用一个缓存的核数。"),
    Count("ps") AI_MEANS("The latency of a hit.", "命中的延迟。", "ps"),
    String("shapeSource").Required() AI_MEANS("Where its shape is published.", "其规格的出处。"),
    String("latencySource")
        .Required() AI_MEANS("Where its latency is published.", "其延迟的出处。")};
inline constexpr Format kCacheLevel =
    Of("CacheLevel", kCacheLevelRows, "A level of a processor's caches.");
inline constexpr Field kCacheLevelElement = Object("", kCacheLevel);
inline constexpr Field kCacheRows[] = {
    String("id").Required() AI_MEANS("Its name.", "名称。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    Many("levels", kCacheLevelElement)
        .Required() AI_MEANS("Its levels, the nearest first.", "各级缓存，最近的在前。")};
inline constexpr Format kCache =
    Of("CacheDescription", kCacheRows, "The caches of a processor, from the nearest one on.");
inline constexpr Field kCacheElement = Object("", kCache);

// ---- Workloads, and all of it together.

inline constexpr Field kWorkloadRows[] = {
    String("id").Required() AI_MEANS("Its name in files.", "它在文件中的名称。"),
    Flag("here").Required() AI_MEANS("This module can run it; the whole one can run all.",
                                     "此模块可以运行它；完整模块可以运行全部负载。"),
    Pair("title").Required() AI_MEANS("What the page calls it.", "页面上的称呼。"),
    Pair("summary").Required() AI_MEANS("What it does, in a sentence.", "一句话说明它的内容。"),
    String("source").Required()
        AI_MEANS("The specification or paper that it follows.", "它所依据的规范或论文。"),
    Pair("conditions")
        .Required() AI_MEANS("The conditions that its check of a recovered database looks at.",
                             "检查恢复后的数据库时所看的条件。"),
    Flag("readsText")
        .Required() AI_MEANS("It runs a text that comes beside the experiment.",
                             "它运行随实验一同给出的文本。"),
    Flag("usesDatabase")
        .Required() AI_MEANS("False where clients do not use the database at all.",
                             "客户端完全不使用数据库时为 false。"),
    Many("params", kParamElement).Required() AI_MEANS("Its parameters.", "它的参数。")};
inline constexpr Format kWorkload = Of("WorkloadDescription", kWorkloadRows, "A benchmark.");
inline constexpr Field kWorkloadElement = Object("", kWorkload);

inline constexpr Field kCategoryRows[] = {
    String("id").Required() AI_MEANS("Its name in metrics.", "它在指标中的名称。"),
    Pair("title").Required() AI_MEANS("What charts call it.", "图表中的称呼。")};
inline constexpr Format kCategory =
    Of("CategoryDescription", kCategoryRows, "A category of virtual time.");
inline constexpr Field kCategoryElement = Object("", kCategory);

// Tier::kNone has no name.
inline constexpr const char* kNoName[] = {""};
inline constexpr Choices kTierOrNone = {
    .name = "", .meaning = "", .words = kNoName, .before = &kTierId};
inline constexpr Field kTierElement = Named("", kTierOrNone);

inline constexpr Field kDescriptionRows[] = {
    String("version").Required() AI_MEANS("The engine's version.", "引擎的版本。"),
    Many("eventKinds", kAnyString)
        .Required() AI_MEANS("Index = the `kind` column of an event; '' where unused.",
                             "序号即事件的 `kind` 列；未使用处为 ''。"),
    Many("tiers", kTierElement)
        .Required() AI_MEANS("Index = the `tier` column of an event; index 0 is '' (no tier).",
                             "序号即事件的 `tier` 列；序号 0 为 ''（无层次）。"),
    Many("categories", kCategoryElement)
        .Required()
            AI_MEANS("Index = the `category` column of a span.", "序号即时间段的 `category` 列。"),
    Many("schemes", kSchemeElement).Required() AI_MEANS("The systems.", "各个系统。"),
    Object("own", kOwn)
        AI_MEANS("Absent from the module that cannot run it.", "不能运行它的模块没有此项。"),
    Many("machines", kMachineElement).Required() AI_MEANS("The machines.", "各台机器。"),
    Many("paths", kPathElement)
        .Required() AI_MEANS("In the order of the price `path.profile`, from 2 on.",
                             "按价格 `path.profile` 的顺序，从 2 起。"),
    Many("caches", kCacheElement) AI_MEANS(
        "In the order of the price `cache.processor`, from 2 on; absent from the small module.",
        "按价格 `cache.processor` 的顺序，从 2 起；小模块没有此项。"),
    Many("workloads", kWorkloadElement).Required() AI_MEANS("The benchmarks.", "各个负载。"),
    Many("metrics", kMetricElement)
        .Required() AI_MEANS("The metrics of experiments.", "实验的指标。")};
inline constexpr Format kDescription =
    Of("Description", kDescriptionRows, "The engine's description of itself: what it can run.");

}  // namespace afterimage::format::reply

#endif  // AFTERIMAGE_RUN_REPLY_FORMAT_DESCRIBE_FORMAT_H_
