// The format of a scenario file.
#ifndef AFTERIMAGE_RUN_FILE_FORMAT_SCENARIO_FORMAT_H_
#define AFTERIMAGE_RUN_FILE_FORMAT_SCENARIO_FORMAT_H_

#include "run/file/format/setup_format.h"
#include "run/file/scenario/scenario.h"

namespace afterimage::format {

inline constexpr char kFates[] = "always sometimes never";
inline constexpr char kPolicies[] = "none all random";
inline constexpr char kVerdictWords[] =
    "consistent lost visible never-existed damaged recovery-failed";

// The value of a record is within this much of 0.
inline constexpr int64_t kMostValue = int64_t{1} << 53;
inline constexpr int64_t kMostStatementBytes = 200;

// The numbers of a delay, as the file has them.
struct DelayNumbers {
  int64_t thread = 0, operation = 0, until = 0, next = 1;
};
inline constexpr int64_t kMostThreadNumber = 128;
inline constexpr int64_t kMostOperationNumber = 1000000;
inline constexpr Field kDelayRows[] = {
    Whole("thread", 1, kMostThreadNumber)
        .Required()
        .To<&DelayNumbers::thread>()
            AI_TOLD("thread", "线程",
                    "The thread that is held, counted from 1: the clients, then the system's own.",
                    "被阻住的线程，从 1 数起：先是客户端，再是系统自己的线程。"),
    Whole("operation", 1, kMostOperationNumber)
        .Required()
        .To<&DelayNumbers::operation>()
            AI_TOLD("operation", "操作",
                    "It is held before this shared operation of its own, counted from 1.",
                    "它在自己的第几个共享操作之前被阻住，从 1 数起。"),
    Whole("until", 1, kMostThreadNumber)
        .Required()
        .To<&DelayNumbers::until>() AI_TOLD("end of the delay", "延迟的终点",
                                            "The thread that it waits for.", "它所等待的线程。"),
    Whole("next", 1, kMostOperationNumber)
        .To<&DelayNumbers::next>()
            AI_TOLD("next operations", "其后的操作数",
                    "How many more shared operations that thread ends first.",
                    "该线程先要完成多少个共享操作。", "", "1")};
inline constexpr Format kDelay = Of("ThreadDelay", kDelayRows);
inline constexpr Field kDelayElement = Own("", kDelay, Rule::kDelay);

inline constexpr Field kMutation = String("", Rule::kMutation);
inline constexpr Field kScenarioSchemeRows[] = {
    kProgram, List("mutations", 16, kMutation) AI_TOLD(
                  "mutation", "变异",
                  "Rules of the system that this scenario breaks on purpose, or operations that it "
                  "leaves out or delays ([by line](#verification)).",
                  "此场景有意违反的系统规则，或省去、推迟的操作。")};
inline constexpr Format kScenarioScheme =
    Of("ScenarioScheme", kScenarioSchemeRows, "The logging system under study.", &kScheme);

inline constexpr Field kEventRows[] = {
    String("event", Rule::kEventKind)
        .Required() AI_TOLD("event", "事件", "The kind of the event, such as `write-back`.",
                            "事件的种类，例如 `write-back`。"),
    String("of", Rule::kStructureKind)
        AI_TOLD("structure", "结构", "A structure of the system, such as `log-object`.",
                "系统的结构，例如 `log-object`。"),
    String("tx", Rule::kTransaction) AI_TOLD("transaction", "事务", "Its transaction.", "其事务。"),
    Whole("nth", 1, 100000000)
        AI_TOLD("number of the event", "事件的序号", "Which of these events, counted from 1.",
                "是其中第几个事件，从 1 数起。", "", "1"),
    Whole("phase", 0, 100)
        AI_TOLD("phase", "阶段", "0 is the run, 1 the first recovery, and so on.",
                "0 为运行，1 为第一次恢复，依此类推。", "", "0")};
inline constexpr Format kEvent =
    Of("EventPattern", kEventRows,
       "An event by its meaning: the nth of its kind, structure and transaction within its phase.");

// A unit that somebody chose by hand.
struct UnitNumbers {
  uint32_t tier = 0;
  uint64_t address = 0;
};
inline constexpr Field kStoreSurvives = Flag("");
inline constexpr Field kUnitRows[] = {
    Choice("tier", "nvm disk")
        .Required()
        .To<&UnitNumbers::tier>() AI_TOLD("tier", "层次", "The device.", "设备。"),
    Whole("address", 0, 0xffffffff)
        .Required()
        .To<&UnitNumbers::address>()
            AI_TOLD("address", "地址", "The address of the line or sector.", "行或扇区的地址。"),
    List("stores", 100000, kStoreSurvives)
        .Required() AI_TOLD("store", "存储", "Whether each pending store persists, oldest first.",
                            "各个待定存储是否持久，最早的在前。")};
inline constexpr Format kUnit = Of("UnitChoice", kUnitRows);
inline constexpr Field kUnitElement = Own("", kUnit, Rule::kUnit);
inline constexpr Field kSurviveRows[] = {
    Choice("survive", kPolicies)
        .Required()
        .To<&Survive::policy>()
            AI_TOLD("what survives", "保留的内容",
                    "Which of the stores that are not durable reach the device, of all units that "
                    "`units` does not name.",
                    "未持久的存储中哪些到达设备；`units` 所列单元除外。"),
    Whole("seed", 0, kMostSeed)
        .To<&Survive::seed>()
            AI_TOLD("seed", "种子", "The seed of `random`.", "`random` 的种子。", "", "0"),
    List("units", 10000, kUnitElement) AI_TOLD(
        "line of memory", "内存行", "Lines and sectors chosen by hand.", "手工选择的行与扇区。")};
inline constexpr Format kSurvive = Of("Survive", kSurviveRows, "What survives a power cut.");

inline constexpr Field kFaultRows[] = {
    Object("at", kEvent)
        .Required() AI_TOLD("event", "事件", "The power fails just after this event.",
                            "此事件之后立即断电。"),
    Object("crash", kSurvive)
        .Required() AI_TOLD("power cut", "断电", "What survives.", "保留的内容。")};
inline constexpr Format kFault = Of("Fault", kFaultRows);
inline constexpr Field kFaultElement = Object("", kFault);

inline constexpr Field kStructure = String("", Rule::kStructure);
inline constexpr Field kSubject = String("", Rule::kSubject);
inline constexpr Text kTooFewChoices = {"a question needs at least two to choose from",
                                        "问题至少需要两个选项"};
inline constexpr int64_t kMostChoices = 8;

inline constexpr Field kLineRows[] = {
    Pair("text") AI_TOLD("text", "文字", "Its words, where they are not the line's.",
                         "与代码行不同时的文字。"),
    String("mutation", Rule::kMutation)
        .Required()
            AI_TOLD("mutation", "变异", "A declared one, or a site such as `leave-out-commit-2-1`.",
                    "已声明的变异，或 `leave-out-commit-2-1` 这样的位置。")};
inline constexpr Format kLine = Of("AskLine", kLineRows);
inline constexpr Field kLineElement = Object("", kLine);
inline constexpr Field kStepRows[] = {
    Object("when", kEvent).Required() AI_TOLD("event of the mark", "标记所在的事件", "", ""),
    Pair("text").Required() AI_TOLD("text", "文字", "", "")};
inline constexpr Format kStep = Of("AskStep", kStepRows);
inline constexpr Field kStepElement = Object("", kStep);
inline constexpr Field kSideRows[] = {
    Pair("title").Required() AI_TOLD("title", "标题", "", ""),
    Own("scheme", kScheme, Rule::kSide)
        .Required()
            AI_TOLD("system", "系统", "The system that runs the script.", "运行脚本的系统。")};
inline constexpr Format kSide = Of("AskSide", kSideRows);
inline constexpr Field kSideElement = Object("", kSide);

inline constexpr Field kReason = Pair("");
inline constexpr Field kPhrase = String("", Rule::kNone, 200);
inline constexpr Field kPhrasesRows[] = {List("en", 32, kPhrase) AI_TOLD("English", "英文", "", ""),
                                         List("zh", 32, kPhrase)
                                             AI_TOLD("Chinese", "中文", "", "")};
inline constexpr Format kPhrases = Of("Phrases", kPhrasesRows);
inline constexpr Field kAskRows[] = {
    Pair("words") AI_TOLD("words of the question", "问题的文字",
                          "The question in the author's own words.", "作者自己的问题文字。"),
    Map("because", kReason) AI_TOLD("sentence for the answer", "对此回答的说明",
                                    "A sentence for whoever chose an answer, by the answer.",
                                    "给选择某个回答者的一句话，按回答。"),
    Object("gives_away", kPhrases)
        AI_TOLD("phrases that give it away", "会泄露答案的词句",
                "Phrases that must not be read before the question is closed.",
                "问题结束之前不得出现的词句。")};
inline constexpr Format kAskTexts = Of("AskTexts", kAskRows);

inline constexpr char kQuestionKinds[] =
    "value-after-crash fate undone-next leave-out order faster cut";
#define AI_KIND(word) Choice("kind", word).Required() AI_TOLD("kind", "种类", "", "")
inline constexpr Field kRecordRow =
    String("record", Rule::kRecord).Required() AI_TOLD("record", "记录", "", "");
inline constexpr Field kTransactionRow =
    String("tx", Rule::kTransaction).Required() AI_TOLD("transaction", "事务", "", "");
inline constexpr Field kAskValueRows[] = {
    AI_KIND("value-after-crash"), kRecordRow,
    Choice("survive", kPolicies)
        AI_TOLD("what survives", "保留的内容", "What survives the power cut.", "断电时保留的内容。",
                "", "none")};
inline constexpr Field kAskFateRows[] = {AI_KIND("fate"), kTransactionRow};
inline constexpr Field kAskUndoneRows[] = {AI_KIND("undone-next")};
inline constexpr Field kAskLeaveOutRows[] = {
    AI_KIND("leave-out"), List("lines", 2, kTooFewChoices, kMostChoices, kLineElement)
                              .Required() AI_TOLD("line", "代码行", "", "")};
inline constexpr Field kAskOrderRows[] = {
    AI_KIND("order"), List("steps", 2, kTooFewChoices, kMostChoices, kStepElement)
                          .Required() AI_TOLD("step", "步骤", "", "")};
inline constexpr Field kAskFasterRows[] = {
    AI_KIND("faster"), List("sides", 2, kTooFewChoices, kMostChoices, kSideElement)
                           .Required() AI_TOLD("side", "一方", "", "")};
inline constexpr Field kAskCutRows[] = {AI_KIND("cut"), kTransactionRow};
#undef AI_KIND
inline constexpr Format kAskValue =
    Of("AskValue", kAskValueRows, "What a record holds after a power cut here and its recovery.",
       &kAskTexts);
inline constexpr Format kAskFate =
    Of("AskFate", kAskFateRows,
       "Whether a transaction always, sometimes or never survives a power cut here.", &kAskTexts);
inline constexpr Format kAskUndone =
    Of("AskUndone", kAskUndoneRows, "In a recovery: which log record is undone next.", &kAskTexts);
inline constexpr Format kAskLeaveOut = Of(
    "AskLeaveOut", kAskLeaveOutRows,
    "Which line may be left out and every power cut still leaves what was promised.", &kAskTexts);
inline constexpr Format kAskOrder =
    Of("AskOrder", kAskOrderRows, "In which order these events come.", &kAskTexts);
inline constexpr Format kAskFaster =
    Of("AskFaster", kAskFasterRows,
       "On which system, or with which parameters, this script ends first.", &kAskTexts);
inline constexpr Format kAskCut =
    Of("AskCut", kAskCutRows, "Cut the power so that this transaction is lost.", &kAskTexts);
// The formats of questions, in the order of kQuestionKinds.
inline constexpr const Format* kQuestions[] = {&kAskValue, &kAskFate,   &kAskUndone, &kAskLeaveOut,
                                               &kAskOrder, &kAskFaster, &kAskCut};

inline constexpr Field kMarkRows[] = {
    Pair("name")
        AI_TOLD("name", "名称", "A few words for maps of the lecture.", "课程地图上的几个字。"),
    Pair("then") AI_TOLD("what is said afterwards", "之后的讲解",
                         "What is said once the question is closed.", "问题结束之后的讲解。"),
    Pair("notes") AI_TOLD("speaker’s notes", "讲者备注",
                          "For the speaker alone: what to ask and to point at.",
                          "只给讲者：要问什么，要指什么。"),
    Whole("minutes", 0, 180) AI_TOLD("minutes", "分钟数", "How long a speaker means to stay.",
                                     "讲者打算停留多久。", "min"),
    Whole("pause", 1, 600)
        AI_TOLD("seconds that playing waits", "播放停留秒数",
                "How long playing waits here before it goes on to the next mark by itself. Without "
                "it, playing ends at a mark. It goes on past no question, not in a speaker's "
                "presentation, and not where the reader wants less motion.",
                "播放在此停留多久再自行前往下一个标记；没有它，播放在标记处结束。", "s"),
    Object("when", kEvent)
        .Required() AI_TOLD("event of the mark", "标记所在的事件",
                            "The event after which the clicker stops.", "翻页器在此事件之后停下。"),
    Pair("say").Required()
        AI_TOLD("what is said", "讲解", "What is said on arriving here, before the question.",
                "到达此处时、提问之前的讲解。"),
    List("focus", 16, kStructure)
        AI_TOLD("structure to look at", "要看的结构", "Structures to look at, as `tier.structure`.",
                "要看的结构，写作 `tier.structure`。"),
    List("subjects", 32, kSubject)
        AI_TOLD("thing that the sentence names", "句中提到的对象",
                "What `say` names, and the stage has in sight; see below.",
                "`say` 所提到、舞台应当显示的对象。"),
    Variants("ask", kQuestions, std::size(kQuestions), Rule::kQuestion)
        AI_TOLD("question", "问题",
                "A question, answered by the student, then by the engine, which really crashes a "
                "fork there.",
                "先由学生、再由引擎回答的问题。")};
inline constexpr Format kMark = Of("Mark", kMarkRows, "Narration tied to an event.");
inline constexpr Field kMarkElement = Object("", kMark);

inline constexpr Field kLectureId = Id("");
inline constexpr Field kLectureRows[] = {
    Whole("minutes", 1, 180)
        AI_TOLD("minutes", "分钟数", "How long it takes.", "所需时间。", "min"),
    Choice("level", "first-steps further advanced") AI_TOLD("level", "难度", "", ""),
    List("needs", 16, kLectureId) AI_TOLD("lecture that it builds on", "先修课程",
                                          "The lectures that it builds on.", "它所依据的课程。"),
    List("structures", 16, kStructure)
        AI_TOLD("structure", "结构",
                "What it is about, as `tier.structure`; other structures are folded to a name.",
                "课程所讲的结构，写作 `tier.structure`；其余收起为名称。"),
    Pair("keep") AI_TOLD("sentence to keep", "要记住的一句话", "The one sentence to keep.",
                         "要记住的一句话。")};
inline constexpr Format kLecture =
    Of("LectureAbout", kLectureRows, "What the scenario says of itself as a lecture.");

inline constexpr Field kVerdictRows[] = {
    Choice("verdict", kVerdictWords).Required() AI_TOLD("verdict", "裁定", "", "")};
inline constexpr Field kFateRows[] = {
    Choice("fate", kFates).Required() AI_TOLD("fate", "结局", "", ""),
    Object("at", kEvent).Required() AI_TOLD("event", "事件", "", ""), kTransactionRow};
inline constexpr Field kRecordFactRows[] = {
    Choice("after", "run recovery")
        .Required() AI_TOLD("when the fact holds", "事实成立的时刻", "", ""),
    kRecordRow,
    Other("is", Form::kValue, Rule::kValue)
        .Required()
        .Between(-kMostValue, kMostValue)
            AI_TOLD("value", "值", "`null`: the record is absent.", "`null`：记录不存在。")};
inline constexpr Format kVerdictFact =
    Of("VerdictFact", kVerdictRows, "The oracle's verdict on the last recovery.");
inline constexpr Format kFateFact =
    Of("FateFact", kFateRows, "Whether this transaction would survive a power cut here.");
inline constexpr Format kRecordFact =
    Of("RecordFact", kRecordFactRows,
       "The value of a record after the run or after the last recovery.");
inline constexpr const Format* kFacts[] = {&kRecordFact, &kVerdictFact, &kFateFact};
inline constexpr Field kFactElement = Variants("", kFacts, std::size(kFacts), Rule::kFact);

inline constexpr Field kScenarioRows[] = {
    Whole("format", 1, 1)
        .Required()
            AI_TOLD("format", "格式", "The version of this file format.", "文件格式的版本。"),
    Choice("kind", "scenario").Required() AI_TOLD("kind", "种类", "", ""),
    Id("id").Required()
        AI_TOLD("id", "标识", "A lecture's file is named after it, and so are links to it.",
                "课程文件与链接以此为名。"),
    Pair("title").Required() AI_TOLD("title", "标题", "", ""),
    Pair("about")
        AI_TOLD("description", "说明", "One paragraph for the library.", "库中的一段说明。"),
    Whole("seed", 0, kMostSeed)
        .To<&Scenario::seed>()
            AI_TOLD("seed", "种子",
                    "What a workload asks for is drawn from it; in a script nothing is random.",
                    "负载的请求由它抽取；脚本中没有随机。", "", "0"),
    Choice("deadlock", kDeadlockPolicies)
        .To<&Scenario::deadlock>() AI_CALLED(kDeadlockNames) AI_TOLD(
            "deadlock policy", "死锁策略",
            "What becomes of transactions that wait in a circle, or would. A cycle is found, and "
            "its "
            "youngest rolled back; or the younger of two starts again, soon or when the older "
            "one has ended.",
            "等待并检测环，或让较年轻的事务重新开始。", "", "detect"),
    Own("machine", kMachine, Rule::kMachine)
        .Required() AI_TOLD("machine", "机器", "The machine profile that prices every operation.",
                            "为每个操作定价的机器配置。"),
    Own("scheme", kScenarioScheme, Rule::kScheme)
        .Required()
            AI_TOLD("system", "系统", "The logging system under study.", "所研究的日志系统。"),
    List("delays", kMostDelays, kDelayElement) AI_TOLD(
        "delays", "延迟",
        "The run's schedule, where it is not that of virtual time alone ([below](#delays)).",
        "运行的调度，如果不只由虚拟时间决定。")};
inline constexpr Format kScenarioHead = Of("ScenarioHead", kScenarioRows);

// A script, or a benchmark's workload: one of the two.
inline constexpr Field kRecordValue = Whole("", -kMostValue, kMostValue);
inline constexpr Field kStatement = String("", Rule::kNone, kMostStatementBytes);
inline constexpr Field kStatements = List("", Script::kMaxStatements, kStatement);
inline constexpr Field kScriptRows[] = {
    Map("records", kRecordValue)
        .Required()
        .By(Rule::kRecords)
        .Between(0, Script::kMaxRecords)
            AI_TOLD("record", "记录",
                    "Records before the run and their values, at most 1,000 with those inserted.",
                    "运行之前的记录及其值，连同插入的最多 1000 条。"),
    OwnList("threads", Script::kMaxThreads, kStatements, Rule::kThreads)
        .Required()
        .Between(1, Script::kMaxThreads) AI_TOLD(
            "threads", "线程",
            "Lists of statements, one for each simulated thread; 20,000 statements of up to "
            "200 bytes and 10,000 transactions in all.",
            "语句列表，每个模拟线程一个。")};
inline constexpr Format kScript = Of("Script", kScriptRows, "", &kScenarioHead);
inline constexpr Field kBenchmarkRows[] = {
    Own("workload", kWorkload, Rule::kWorkload)
        .Required() AI_TOLD("workload", "负载", "A benchmark in place of `records` and `threads`.",
                            "代替 `records` 与 `threads` 的基准测试。"),
    Whole("clients", 1, Script::kMaxThreads)
        .Required()
        .To<&Scenario::clients>()
            AI_TOLD("clients", "客户端", "Simulated threads that run its transactions in turn.",
                    "轮流运行其事务的模拟线程数。"),
    Whole("transactions", 1, Scenario::kMaxWorkloadTransactions)
        .Required()
        .To<&Scenario::transactions>() AI_TOLD(
            "transactions", "事务数",
            "How many begin in all. They are `T1`, `T2`, ... in the order in which they begin.",
            "总共开始多少个事务，按开始次序称为 `T1`、`T2`……")};
inline constexpr Format kBenchmark = Of("Benchmark", kBenchmarkRows, "", &kScript);

inline constexpr Field kStoryRows[] = {
    Object("lecture", kLecture) AI_TOLD(
        "lecture", "课程", "What the library says of it as a lecture.", "库中作为课程的说明。"),
    List("faults", 16, kFaultElement)
        AI_TOLD("power cut", "断电",
                "Power cuts in order: the first in the run, the second in the first recovery, and "
                "so on.",
                "依次的断电：第一次在运行中，第二次在第一次恢复中，依此类推。"),
    List("marks", 200, kMarkElement)
        AI_TOLD("mark", "标记", "Narration tied to events: the clicker's stops.",
                "与事件相连的讲解：翻页器的停点。"),
    List("facts", 200, kFactElement) AI_TOLD(
        "fact", "事实", "What must be true; `lab run` and the contract tests check each one.",
        "必须成立的事实，`lab run` 与契约测试逐条检查。")};
inline constexpr Format kScenario =
    Of("Scenario", kStoryRows,
       "A script of transactions on a few simulated threads, or a benchmark's workload, run by one "
       "system on one machine.",
       &kBenchmark);

}  // namespace afterimage::format

#endif  // AFTERIMAGE_RUN_FILE_FORMAT_SCENARIO_FORMAT_H_
