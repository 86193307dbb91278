// The format of the answer to a litmus program (`ai_litmus`), which litmus_answer.cc writes.
#ifndef AFTERIMAGE_RUN_LITMUS_LITMUS_FORMAT_H_
#define AFTERIMAGE_RUN_LITMUS_LITMUS_FORMAT_H_

#include "crash/failure_model.h"
#include "run/file/format/reply_rows.h"
#include "run/litmus/litmus_answer.h"

namespace afterimage::format::litmus {

inline constexpr Choices kFailureModelChoices = {
    .name = "FailureModelId",
    .meaning = "A failure model, which says what the hardware does with its caches.",
    .words = kFailureModelNames};

inline constexpr Field kWordRows[] = {
    String("name").Required() AI_MEANS("Its name.", "名称。"),
    Count("cacheLine") AI_MEANS("The cache line that has it.", "它所在的缓存行。")};
inline constexpr Format kWord = Of("LitmusWord", kWordRows, "A word of NVM.");
inline constexpr Field kWordElement = Object("", kWord);

// ---- Steps of an execution.

// Move::Kind::kPromise comes last.
inline constexpr Choices kStepKinds = {
    .name = "", .meaning = "", .words = std::span(afterimage::litmus::kMoveNames).first(2)};
inline constexpr Choices kPromiseKind = {
    .name = "", .meaning = "", .words = std::span(afterimage::litmus::kMoveNames).subspan(2)};
inline constexpr Field kStepRows[] = {
    Named("kind", kStepKinds)
        .Required() AI_MEANS("The thread's statement runs; or its store reaches the medium by "
                             "itself.",
                             "线程的语句执行；或其存储自行到达介质。"),
    Count("thread") AI_MEANS("The thread, from 0.", "线程，从 0 数起。"),
    Count("line") AI_MEANS("The line of the text, from 1.", "文本的行号，从 1 数起。")};
inline constexpr Format kStep =
    Of("LitmusStep", kStepRows, "A statement, or a store that reaches the medium.");
inline constexpr Field kPromiseRows[] = {
    Named("kind", kPromiseKind)
        .Required() AI_MEANS("A clwb of the thread begins, which had only been promised.",
                             "线程的一个此前只是承诺过的 clwb 开始执行。"),
    Count("thread") AI_MEANS("The thread, from 0.", "线程，从 0 数起。"),
    Count("cacheLine") AI_MEANS("The cache line.", "缓存行。")};
inline constexpr Format kPromise = Of("LitmusPromise", kPromiseRows, "A write-back that begins.");
inline constexpr const Format* kMoves[] = {&kStep, &kPromise};
inline constexpr Field kMove = OneOf("", "LitmusMove", kMoves);

// ---- What may be left, and when.

inline constexpr Field kImageRows[] = {
    Many("words", kAnyNumber).Required() AI_MEANS("By word.", "按字。"),
    Many("acks", kAnyFlag)
        .Required() AI_MEANS("By acknowledgement: whether the world outside had been told.",
                             "按确认：是否已告知外界。"),
    Many("way", kMove)
        .Required() AI_MEANS("The shortest execution that leaves it.", "留下它的最短执行。")};
inline constexpr Format kImage =
    Of("LitmusImage", kImageRows, "A possible state of memory after a power cut.");
inline constexpr Field kImageElement = Object("", kImage);

inline constexpr Field kMomentRows[] = {
    Many("done", kAnyCount)
        .Required() AI_MEANS("Statements of each thread.", "各线程已执行的语句数。"),
    Many("images", kAnyCount).Required() AI_MEANS("Indexes of images.", "映像的序号。")};
inline constexpr Format kMoment = Of("LitmusPoint", kMomentRows, "A moment, by what has run.");
inline constexpr Field kMomentElement = Object("", kMoment);

inline constexpr Field kOrderRows[] = {
    Count("from") AI_MEANS("The line of the first.", "先者的行号。"),
    Count("to") AI_MEANS("The line of the second.", "后者的行号。")};
inline constexpr Format kOrder =
    Of("LitmusOrder", kOrderRows, "Two stores, of which the first persists before the second.");
inline constexpr Field kOrderElement = Object("", kOrder);

// ---- The answer.

inline constexpr Field kRuleRows[] = {
    Choice("rule", "line-order")
        .Required() AI_MEANS("Stores of a cache line persist in their order.",
                             "同一缓存行的存储按其次序持久。")};
inline constexpr Format kRule = Of("LitmusRule", kRuleRows, "A rule of the machine.");
inline constexpr Field kPlaceRows[] = {
    Count("thread") AI_MEANS("The thread, from 0.", "线程，从 0 数起。"),
    Count("line") AI_MEANS("The line of the text, from 1.", "文本的行号，从 1 数起。")};
inline constexpr Format kPlace = Of("LitmusPlace", kPlaceRows, "A statement.");
inline constexpr const Format* kGrounds[] = {&kRule, &kPlace};
inline constexpr Field kGround = OneOf("", "LitmusGround", kGrounds);
inline constexpr Field kGroundSet = Many("", kGround);

// Quantifier::kNone comes first: a program without a question has no answer.
inline constexpr Choices kQuantifiers = {
    .name = "", .meaning = "", .words = std::span(afterimage::litmus::kQuantifierNames).subspan(1)};
inline constexpr Choices kVerdicts = {
    .name = "", .meaning = "", .words = afterimage::litmus::kVerdictNames};
inline constexpr Field kAnswerRows[] = {
    Named("quantifier", kQuantifiers)
        .Required() AI_MEANS("What the program claims.", "程序所作的断言。"),
    Count("line") AI_MEANS("The line of its condition.", "其条件所在的行。"),
    Named("verdict", kVerdicts)
        .Required()
            AI_MEANS("The verdict over all images at all moments.", "对所有时刻所有映像的判定。"),
    Flag("satisfied")
        .Required()
            AI_MEANS("True if the claim of the quantifier holds.", "量词的断言成立时为 true。"),
    MaybeCount("witness") AI_MEANS("The index of an image in which the condition holds.",
                                   "使条件成立的一个映像的序号。"),
    MaybeCount("counter") AI_MEANS("The index of an image in which it does not hold.",
                                   "使条件不成立的一个映像的序号。"),
    Flag("groundsTried")
        .Required() AI_MEANS("All sets that the verdict may rest on were searched.",
                             "判定可能依据的所有集合都已搜索。"),
    Many("grounds", kGroundSet)
        .Required() AI_MEANS("The smallest sets without which the verdict would fall.",
                             "缺少时判定便不成立的最小集合。")};
inline constexpr Format kAnswer =
    Of("LitmusAnswer", kAnswerRows, "The answer to the program's condition.");

inline constexpr Field kLines = Many("", kAnyCount);
inline constexpr Field kReplyRows[] = {
    Named("model", kFailureModelChoices)
        .Required()
            AI_MEANS("The failure model that it is answered under.", "回答所依据的故障模型。"),
    Many("words", kWordElement).Required() AI_MEANS("The words of NVM.", "NVM 的各个字。"),
    Many("acks", kAnyString)
        .Required() AI_MEANS("The acknowledgements, by name.", "各个确认的名称。"),
    Many("threads", kLines)
        .Required() AI_MEANS("The text's line of each statement, by thread.",
                             "按线程，每条语句在文本中的行号。"),
    Count("fences") AI_MEANS("Fences in the text.", "文本中的内存屏障数。"),
    Count("writeBacks") AI_MEANS("Write-backs in the text.", "文本中的写回数。"),
    Flag("whole").Required() AI_MEANS("False: executions were drawn, for there are too many.",
                                      "为 false 表示执行太多，只抽取了一部分。"),
    Count("states") AI_MEANS("The states that were met.", "遇到过的状态数。"),
    Many("images", kImageElement).Required() AI_MEANS("All images.", "全部映像。"),
    Many("points", kMomentElement).Required() AI_MEANS("All moments.", "全部时刻。"),
    Many("order", kOrderElement)
        .Required()
            AI_MEANS("Stores, by lines of the text, of which the first persists before the second.",
                     "以文本行号表示的存储，其中先者先于后者持久。"),
    Object("answer", kAnswer) AI_MEANS("The answer, where the program asks.", "程序提问时的回答。"),
    Many("needless", kGround)
        .Required() AI_MEANS("Write-backs and fences each of which could be left out alone.",
                             "单独省去任何一个都无妨的写回与屏障。")};
inline constexpr Format kReply =
    Of("LitmusReply", kReplyRows, "All images that a power cut may leave of a litmus program.");

}  // namespace afterimage::format::litmus

#endif  // AFTERIMAGE_RUN_LITMUS_LITMUS_FORMAT_H_
