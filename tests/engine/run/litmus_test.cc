// Tests that the page's litmus machine leaves what the litmus tests allow and what the models of
// tests/engine/persistency leave, and that it says where a text is no program.
#include "run/litmus/litmus_answer.h"

#include <gtest/gtest.h>

#include <set>

#include "persistency/litmus.h"
#include "persistency/persist_buffer_model.h"
#include "support/effort.h"

namespace afterimage::litmus {
namespace {

constexpr char kLines[] = "line x x1 x2\nline y y1 y2\nline z z1 z2\n";

LitmusProgram Parsed(const std::string& text) {
  LitmusProgram program;
  std::vector<Problem> problems;
  EXPECT_TRUE(ParseLitmus(text, &program, &problems)) << text;
  for (const Problem& problem : problems)
    ADD_FAILURE() << problem.line << ":" << problem.column << " " << problem.reason_en;
  return program;
}

std::string TextOf(const std::vector<const char*>& threads) {
  std::string text = kLines;
  for (const char* code : threads) text += std::string("thread\n") + code + "\n";
  return text;
}

int IndexOf(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

// The words of each image that `watch` names, as digits.
std::set<std::string> Watched(const LitmusProgram& program, const Search& search,
                              const char* watch) {
  std::set<std::string> seen;
  for (const auto& [image, state] : search.images()) {
    std::string digits;
    std::istringstream names(watch);
    for (std::string name; names >> name;) {
      const int word = IndexOf(program.words, name), ack = IndexOf(program.acks, name);
      digits += static_cast<char>(
          '0' + (word >= 0 ? image.words[word] : (ack >= 0 && (image.acknowledged >> ack) & 1)));
    }
    seen.insert(digits);
  }
  return seen;
}

Search Everything(const LitmusProgram& program, FailureModel model = FailureModel::kAdr) {
  return Search(program, model, kMostStates, 1);
}

TEST(Litmus, LeavesWhatTheLitmusTestsAllow) {
  uint32_t asked = 0;
  for (const persistency::Litmus& test : persistency::kLitmusTests) {
    if (test.schedule != nullptr) continue;  // one of the orders alone
    const LitmusProgram program = Parsed(TextOf(test.threads));
    EXPECT_EQ(Watched(program, Everything(program), test.watch), persistency::Listed(test.allowed))
        << test.name;
    ++asked;
  }
  EXPECT_GE(asked, 40u);
}

// The threads' codes of a program whose steps stand in one order.
std::string TextOf(const persistency::Program& program) {
  std::vector<std::string> codes(persistency::kThreads);
  for (const persistency::Step& step : program) {
    const std::string text = persistency::ToString(persistency::Program{step});
    codes[step.thread] += text.substr(text.find(": ") + 2) + "\n";
  }
  std::string text = kLines;
  for (const std::string& code : codes) text += "thread\n" + code;
  return text;
}

std::set<std::string> Texts(const persistency::Outcomes& outcomes) {
  std::set<std::string> texts;
  for (const persistency::Outcome& outcome : outcomes) texts.insert(ToString(outcome));
  return texts;
}

std::set<std::string> Texts(const LitmusProgram& program, const Search& search) {
  std::set<std::string> texts;
  for (const auto& [image, state] : search.images()) {
    persistency::Outcome outcome;
    for (size_t word = 0; word < program.words.size(); ++word)
      outcome.words[persistency::ParseName(program.words[word])] = image.words[word];
    for (size_t ack = 0; ack < program.acks.size(); ++ack) {
      const int number = persistency::ParseName(program.acks[ack]) - persistency::kWords;
      if ((image.acknowledged >> ack) & 1)
        outcome.acknowledged |= static_cast<uint8_t>(1 << number);
    }
    texts.insert(ToString(outcome));
  }
  return texts;
}

TEST(Litmus, AgreesWithThePersistBufferOnRandomPrograms) {
  persistency::PersistBufferModel buffer;
  for (uint64_t seed = 1; seed <= testing_support::Effort(4000, 10); ++seed) {
    Random random(seed);
    const persistency::Program steps = persistency::RandomProgram(random, seed % 2 == 0);
    const LitmusProgram program = Parsed(TextOf(steps));
    ASSERT_EQ(Texts(program, Everything(program)),
              Texts(buffer.Reachable(steps, persistency::Order::kEvery)))
        << "seed " << seed << ": " << ToString(steps);
  }
}

TEST(Litmus, CachesThatAreKeptLoseOnlyWhatPassesThem) {
  const LitmusProgram kept = Parsed("thread\nx = 1; y = 1\n");
  EXPECT_EQ(Watched(kept, Everything(kept, FailureModel::kEadr), "x y"),
            (std::set<std::string>{"00", "10", "11"}));
  const LitmusProgram past = Parsed("thread\nnt x = 1; y = 1\n");
  EXPECT_EQ(Watched(past, Everything(past, FailureModel::kEadr), "x y"),
            (std::set<std::string>{"00", "01", "10", "11"}));
}

TEST(Litmus, ALineIsSavedWholeWhereTheEnergyRunsOut) {
  const LitmusProgram program = Parsed("line x y\nthread\nx = 1; y = 1\n");
  const std::set<std::string> images =
      Watched(program, Everything(program, FailureModel::kWsp), "x y");
  EXPECT_EQ(images, (std::set<std::string>{"00", "10", "11"}));
}

TEST(Litmus, LoadsAndBranchesDecide) {
  const LitmusProgram program = Parsed(
      "thread\nx = 1; clwb x; fence\nthread\nr1 = x\nif r1 == 1\ny = 2\nend\n"
      "never y == 2 && x == 0\n");
  const Search search = Everything(program);
  // The store that was read need not be durable yet.
  EXPECT_EQ(AnswerOf(program, FailureModel::kAdr, search).verdict, Verdict::kSometimes);
  EXPECT_EQ(Watched(program, search, "y").size(), 2u);
}

Answer Answered(const std::string& text) {
  const LitmusProgram program = Parsed(text);
  return AnswerOf(program, FailureModel::kAdr, Everything(program));
}

TEST(Litmus, SaysWhatAnAnswerRestsOn) {
  const Answer never = Answered("thread\nx = 1\nclwb x\nfence\ny = 1\nnever y == 1 && x == 0\n");
  EXPECT_EQ(never.verdict, Verdict::kNever);
  EXPECT_TRUE(never.satisfied);
  EXPECT_TRUE(never.grounds_tried);
  ASSERT_EQ(never.grounds.size(), 2u);  // the write-back, and the fence
  EXPECT_EQ(never.grounds[0].size(), 1u);
  EXPECT_EQ(never.grounds[0][0].instruction, 1);
  EXPECT_EQ(never.grounds[1][0].instruction, 2);
  const Answer line = Answered("line x y\nthread\nx = 1\ny = 1\nnever y == 1 && x == 0\n");
  ASSERT_EQ(line.grounds.size(), 1u);
  EXPECT_TRUE(line.grounds[0][0].line_order);
  // Either of two write-backs is enough: both must go.
  const Answer twice =
      Answered("thread\nx = 1\nclflush x\nclflush x\ny = 1\nnever y == 1 && x == 0\n");
  ASSERT_EQ(twice.grounds.size(), 1u);
  EXPECT_EQ(twice.grounds[0].size(), 2u);
  // The same holds for more of them, for any number.
  const Answer often = Answered(
      "thread\nx = 1\nclflush x\nclflush x\nclflush x\nclflush x\ny = 1\n"
      "never y == 1 && x == 0\n");
  EXPECT_TRUE(often.grounds_tried);
  ASSERT_EQ(often.grounds.size(), 1u);
  EXPECT_EQ(often.grounds[0].size(), 4u);
}

TEST(Litmus, SaysThatAnAnswerRestsOnNothingThatCouldBeLeftOut) {
  // No instruction stores a 2, in whatever order lines are written back.
  const Answer never =
      Answered("line x y\nthread\nx = 1\nclwb x\nfence\ny = 1\nclwb y\nfence\nnever x == 2\n");
  EXPECT_EQ(never.verdict, Verdict::kNever);
  EXPECT_TRUE(never.grounds_tried);
  EXPECT_TRUE(never.grounds.empty());
}

TEST(Litmus, GivesAnImageForBothSidesOfSometimes) {
  const Answer answer = Answered("thread\nx = 1; y = 1\nexists y == 1 && x == 0\n");
  EXPECT_EQ(answer.verdict, Verdict::kSometimes);
  EXPECT_TRUE(answer.satisfied);
  ASSERT_TRUE(answer.witness && answer.counter);
  EXPECT_EQ(answer.witness->words[1], 1);
}

TEST(Litmus, FindsWhatCouldBeLeftOut) {
  const LitmusProgram program = Parsed("thread\nx = 1\nclwb x\nfence\nfence\nack a\n");
  const std::vector<Ground> needless =
      AnswerOf(program, FailureModel::kAdr, Everything(program)).needless;
  ASSERT_EQ(needless.size(), 2u);  // either fence, not both
  EXPECT_EQ(needless[0].instruction, 2);
}

TEST(Litmus, OrdersStoresAsTheyMustPersist) {
  const LitmusProgram program = Parsed("thread\nx = 1\nclflush x\ny = 1\nz = 1\n");
  const auto order = Everything(program).PersistOrder();
  EXPECT_EQ(order.size(), 2u);  // x before y, x before z
}

TEST(Litmus, AWayLeadsToEveryImage) {
  const LitmusProgram program = Parsed("thread\nx = 1; y = 1; clwb x; fence; ack a\n");
  const Search search = Everything(program);
  for (const auto& [image, state] : search.images()) {
    PersistMachine machine(program, FailureModel::kAdr, {});
    PersistMachine::State at;
    for (const Move& move : search.WayTo(state)) {
      bool taken = false;
      machine.ForEachNext(at, [&](const Move& next, const PersistMachine::State& reached) {
        const bool same = next.kind == move.kind && next.thread == move.thread &&
                          next.instruction == move.instruction && next.line == move.line;
        if (!same || taken) return;
        taken = true;
        at = reached;
      });
      ASSERT_TRUE(taken);
    }
    EXPECT_EQ(at.medium, image.words);
    EXPECT_EQ(at.acknowledged, image.acknowledged);
  }
}

TEST(Litmus, LargeProgramsAreSampledAndSaidToBe) {
  std::string text;
  for (int thread = 0; thread < 4; ++thread) {
    text += "thread\n";
    for (int i = 0; i < 16; ++i)
      text += std::string(1, static_cast<char>('a' + thread * 3 + i % 3)) + " = 1\n";
  }
  const LitmusProgram program = Parsed(text);
  const Search search(program, FailureModel::kAdr, 2000, 7);
  EXPECT_FALSE(search.whole());
  EXPECT_GT(search.images().size(), 100u);
}

struct Bad {
  const char* text;
  uint32_t line, column;
  const char* says;
};
class LitmusText : public testing::TestWithParam<Bad> {};

TEST_P(LitmusText, IsRefusedAtItsPlace) {
  LitmusProgram program;
  std::vector<Problem> problems;
  EXPECT_FALSE(ParseLitmus(GetParam().text, &program, &problems));
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems[0].line, GetParam().line);
  EXPECT_EQ(problems[0].column, GetParam().column);
  EXPECT_NE(problems[0].reason_en.find(GetParam().says), std::string::npos)
      << problems[0].reason_en;
}

INSTANTIATE_TEST_SUITE_P(
    All, LitmusText,
    testing::Values(Bad{"", 1, 1, "no thread"}, Bad{"x = 1", 1, 1, "begin a thread"},
                    Bad{"thread\n  x = 256", 2, 7, "0 to 255"},
                    Bad{"thread\n x == 1", 2, 4, "= or +="}, Bad{"thread\nclwb", 2, 5, "a word"},
                    Bad{"thread\nx = 1 y", 2, 7, "nothing is expected"},
                    Bad{"thread\nif x == 1\n", 2, 1, "no end"}, Bad{"thread\nend", 2, 1, "no if"},
                    Bad{"thread\nfoo bar", 2, 5, "= or +="},
                    Bad{"line x x\nthread", 1, 8, "already"},
                    Bad{"thread\nx = 1\nexists x = 1 &&", 3, 16, "a word"},
                    Bad{"thread\nexists x == 1\ny = 1", 3, 1, "comes last"},
                    Bad{"thread\n%", 2, 1, "a statement"}));

// Strings keep their numbers and bytes however many follow, and any single byte distinguishes two
// of them.
TEST(Litmus, BytesAreKnownByOneNumber) {
  ByteStrings strings;
  const auto text = [](uint32_t n) { return std::string(n % 19, 'x') + std::to_string(n); };
  for (uint32_t n = 0; n < 5000; ++n) EXPECT_EQ(strings.Number(text(n)), std::pair(n, true));
  for (uint32_t n = 0; n < 5000; ++n) {
    EXPECT_EQ(strings.Number(text(n)), std::pair(n, false));
    EXPECT_EQ(strings.At(n), text(n));
  }
  EXPECT_EQ(strings.size(), 5000u);
}

// Any text becomes a program or a list of problems with their places.
TEST(Litmus, AnyTextIsReadOrRefused) {
  const char* pieces[] = {"x",      "y1", "=",  "+=",   "1",    "999",   "if",  "end",
                          "thread", "\n", "\n", "nt",   "clwb", "fence", "ack", "exists",
                          "&&",     "||", "r1", "line", ";",    "#"};
  for (uint64_t seed = 1; seed <= testing_support::Effort(4000, 10); ++seed) {
    Random random(seed);
    std::string text = "thread\n";
    for (uint32_t i = 0, n = random.Below(40); i < n; ++i)
      text += std::string(pieces[random.Below(std::size(pieces))]) + " ";
    LitmusProgram program;
    std::vector<Problem> problems;
    if (ParseLitmus(text, &program, &problems)) {
      for (const auto& code : program.threads)
        for (const Instruction& each : code) EXPECT_LE(each.target, code.size());
      Search(program, FailureModel::kAdr, 200, seed);
    } else {
      ASSERT_FALSE(problems.empty());
      for (const Problem& problem : problems) EXPECT_GE(problem.line, 1u);
    }
  }
}

}  // namespace
}  // namespace afterimage::litmus
