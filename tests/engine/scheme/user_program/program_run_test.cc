// Does a program do what it says, does what it does wrong stop it at its line, and does nothing
// that can be written bring the engine down?
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "run/explore/store_fates.h"
#include "run/reply/shown_items.h"
#include "scheme/systems/user_program/user_program.h"
#include "support/own_program.h"
#include "support/second_life.h"

namespace afterimage::testing_support {
namespace {

// The same by the program of a scenario that names none.
std::string StandardJson(const std::string& threads = kTransfer) {
  std::string json = JsonOf("", threads);
  const std::string named = R"(, "program": "")";
  return json.erase(json.find(named), named.size());
}

TEST(OwnProgram, TheStandardOneKeepsItsPromise) {
  const VerdictPairs failing = Verified(StandardJson());
  EXPECT_EQ(failing.direct + failing.in_recovery, 0);
}

TEST(OwnProgram, TheStandardOneKeepsItWithThreadsAndNodes) {
  const VerdictPairs failing = Verified(StandardJson(
      R"([["begin T1", "insert C := 9", "B := 1", "commit"],
          ["begin T2", "delete A", "abort", "begin T3", "B := 2", "commit"]])"));
  EXPECT_EQ(failing.direct + failing.in_recovery, 0);
}

TEST(OwnProgram, WithoutALogHalfATransferIsLeft) {
  const VerdictPairs failing = Verified(JsonOf("on commit\nfence\nend"));
  EXPECT_GT(failing.direct, 0);
}

struct Faulty {
  const char* program;
  uint32_t line;
  const char* says;
};
class OwnFault : public ::testing::TestWithParam<Faulty> {};

TEST_P(OwnFault, StopsTheRunAtItsLine) {
  uint32_t line = 0;
  EXPECT_EQ(FaultOf(GetParam().program, &line), GetParam().says) << GetParam().program;
  EXPECT_EQ(line, GetParam().line) << GetParam().program;
}

INSTANTIATE_TEST_SUITE_P(
    All, OwnFault,
    ::testing::Values(
        Faulty{"on format\nx = 1 / 0\nend", 2, "it divides by zero"},
        Faulty{"dram n\non open\nx = n\nend", 3,
               "n is in DRAM and has no value: a power cut takes it, and nothing has set it since"},
        Faulty{"nvm a[2]\non commit\na[1 + 1] = 1\nend", 3,
               "a[2] is not there: it has 2 elements, from 0 on"},
        Faulty{"nvm a[2]\non commit\na[0 - 1] = 1\nend", 3,
               "a[-1] is not there: it has 2 elements, from 0 on"},
        Faulty{"nvm a\non commit\n[a] = 1\nend", 3, "it follows an address that is 0"},
        Faulty{"on commit\n[12] = 1\nend", 2, "12 is not the address of a word of the database"},
        Faulty{"on commit\nx = [0 - 8]\nend", 2,
               "18446744073709551608 is not the address of a word of the database"},
        Faulty{"dram a\non commit\nx = a\nend", 3,
               "a is in DRAM and has no value: a power cut takes it, and nothing has set it since"},
        Faulty{"on commit\nx = 1 / 0\nend", 2, "it divides by zero"},
        Faulty{"on commit\nx = 1 % 0\nend", 2, "it divides by zero"},
        Faulty{"on commit\nwhile 1\nend\nend", 2, "it goes on for more than 20,000 statements"},
        Faulty{"on commit\nassert txn == 0\nend", 2, "what it asserts does not hold"},
        Faulty{"latch m\non commit\nacquire m\nacquire m\nend", 4,
               "the thread holds this latch already"},
        Faulty{"latch m\non commit\nrelease m\nend", 3, "the thread does not hold this latch"},
        Faulty{"latch m\non commit\nacquire m\nend", 3,
               "the handler has ended and holds a latch still"}));

// Each line leaves what the assertion behind it says; a fault would have its line.
TEST(OwnProgram, ComputesAsItIsWritten) {
  const char kProgram[] =
      "const TWO = 2\nnvm a, b = 7\nnvm s[4] { x, y }\ndram d = 3\ndram e[4]\n"
      "proc add(p, q)\nreturn p + q\nend\nproc twice(p)\nreturn add(p, p)\nend\n"
      "on commit\n"
      "assert b == 7 && a == 0\n"
      "a = 1 + 2 * 3; assert a == 7\n"
      "a = (1 + 2) * 3; assert a == 9\n"
      "assert 7 / TWO == 3 && 7 % TWO == 1\n"
      "assert (6 & 3) == 2 && (6 | 3) == 7 && (6 ^ 3) == 5\n"
      "assert 1 << 3 == 8 && 8 >> 2 == 2 && 1 << 64 == 0\n"
      "assert 1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 2 && 1 != 2\n"
      "assert !(1 > 2) || 1 / 0 == 0\n"
      "assert !(1 > 2 && 1 / 0 == 0)\n"
      "assert -1 + 1 == 0 && 0x10 == 16\n"
      "s[1].y = 5; s[2].x = s[1].y + 1; assert s[2].x == 6 && s[1].x == 0\n"
      "assert &s[2].x == &s[1].y + 8\n"
      "[&s[3].y] = 4; assert s[3].y == 4\n"
      "e[2] = d; d = 4; assert e[2] == 3 && d == 4\n"
      "assert twice(add(2, 3)) == 10\n"
      "assert hash(1, 2) != hash(2, 1) && hash(1) == hash(1)\n"
      "assert txn == 1 && thread == 1\n"
      "i = 0; n = 0\nwhile i < 5\nif i % 2 == 0\nn = n + 1\nelse\nn = n + 10\nend\n"
      "i = i + 1\nend\nassert n == 23\n"
      "nt a = 12; assert a == 12\n"
      "defer a = 13; assert a == 13\n"
      "a = 14; assert a == 14\n"
      "end";
  Play play(JsonOf(kProgram, R"([["begin T1", "A := 50", "commit"]])"));
  play.To();
  const ProgramFault* fault = play.session().world().program_fault();
  EXPECT_EQ(fault, nullptr) << (fault ? fault->line : 0) << " " << (fault ? fault->en : "");
}

// --- What becomes of stores ---------------------------------------------------------------------

struct Stored {
  const char* commit;  // the statements of `on commit` from line 3 on
  std::string fates;   // of lines: durable, unwritten, unfenced, overwritten, other, by
};
class OwnStores : public ::testing::TestWithParam<Stored> {};

TEST_P(OwnStores, ComeToTheirFates) {
  const std::string program = "nvm a, b\non commit\n" + std::string(GetParam().commit) + "\nend";
  const auto fates =
      StoreFatesOf(ParsedScenario(JsonOf(program, R"([["begin T1", "A := 50", "commit"]])")));
  ASSERT_TRUE(fates.has_value());
  std::string all;
  for (const StoreFate& fate : *fates) {
    all += std::to_string(fate.line) + ":";
    for (const uint32_t count :
         {fate.durable, fate.unwritten, fate.unfenced, fate.overwritten, fate.other, fate.by})
      all += " " + std::to_string(count);
    all += "; ";
  }
  EXPECT_EQ(all, GetParam().fates) << program;
}

INSTANTIATE_TEST_SUITE_P(
    All, OwnStores,
    ::testing::Values(
        Stored{"a = 1\nwrite_back a\nfence", "3: 1 0 0 0 0 0; "},
        Stored{"nt a = 1\nfence", "3: 1 0 0 0 0 0; "}, Stored{"a = 1\nfence", "3: 0 1 0 0 0 0; "},
        Stored{"a = 1\nwrite_back a", "3: 0 0 1 0 0 0; "}, Stored{"nt a = 1", "3: 0 0 1 0 0 0; "},
        Stored{"write_back a\na = 1\nfence", "4: 0 1 0 0 0 0; "},
        Stored{"a = 1\na = 2\nwrite_back a\nfence", "3: 0 0 0 1 0 4; 4: 1 0 0 0 0 0; "},
        Stored{"a = 1\na = a + 1\nwrite_back a\nfence", "3: 0 0 0 0 1 0; 4: 1 0 0 0 0 0; "},
        // The other word of the line could not be durable before the first value of a.
        Stored{"a = 1\nb = 1\na = 2\nwrite_back a\nfence",
               "3: 0 0 0 0 1 0; 4: 1 0 0 0 0 0; 5: 1 0 0 0 0 0; "},
        Stored{"a = 1\nwrite_back a\na = 2\nwrite_back a\nfence",
               "3: 0 0 0 0 1 0; 5: 1 0 0 0 0 0; "}));

TEST(OwnProgram, HasNoFatesOfStoresWhereItDoesNotEnd) {
  EXPECT_FALSE(StoreFatesOf(ParsedScenario(JsonOf("nvm a\non commit\na = 1 / 0\nend"))));
}

TEST(OwnProgram, SaysThatThreadsWaitForEachOther) {
  bool stuck = false;
  // Long enough for the other thread to come as far.
  const std::string waits = "i = 0\nwhile i < 1000\ni = i + 1\nend\n";
  Verified(JsonOf("latch m, n\non update(at, old, new)\nif thread == 1\nacquire m\n" + waits +
                      "acquire n\nelse\nacquire n\n" + waits +
                      "acquire m\nend\nrelease m\nrelease n\nend\non commit\nend",
                  R"([["begin T1", "A := 50", "commit"], ["begin T2", "B := 70", "commit"]])"),
           &stuck);
  EXPECT_TRUE(stuck);
}

TEST(OwnProgram, AFaultOfRecoveryIsInItsVerdict) {
  Play play(
      JsonOf("nvm a[2]\ndram n\non commit\na[1] = 1\nwrite_back a[1]\nfence\nend\n"
             "on recover\nx = n\nend"));
  play.To();
  EXPECT_EQ(play.VerdictAfter({SurvivePolicy::kAll, 0, {}}), VerdictKind::kDamaged);
  const ProgramFault* fault = play.session().world().program_fault();
  ASSERT_NE(fault, nullptr);
  EXPECT_EQ(fault->line, 9u);
}

// Blocks that were freed are taken again, before the power cut and after the recovery.
TEST(OwnProgram, WorkAfterARecoverySurvivesTheNextPowerCut) {
  const std::string json = StandardJson(
      R"([["begin T1", "delete A", "commit", "begin T2", "insert C := 4", "commit",
           "begin T3", "delete C", "insert A := 5", "abort", "begin T4", "insert D := 6", "commit"],
          ["begin T5", "B := 7", "insert E := 1", "commit", "begin T6", "delete E", "commit"]])");
  const uint32_t end = Play(json).To().session().at();
  uint32_t committed = 0, cut_short = 0;
  for (uint32_t i = 0; i < Effort(400, 8); ++i) {
    Random random(i);
    Play play(json);
    play.To(random.Below(end + 1));
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, i, {}}));
    play.To();
    ASSERT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << i;
    SecondLife life(play.session());
    cut_short += life.Run(random.Chance(50) ? 1000000 : 1 + random.Below(600)) ? 0 : 1;
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, i + 1, {}}));
    play.To();
    ASSERT_EQ(play.session().world().report().status, Status::kOk) << i;
    ASSERT_EQ(life.Wrong(play.session().world().observed()), "") << i;
    committed += life.committed();
  }
  EXPECT_GT(committed, 0u);
  EXPECT_GT(cut_short, 0u);
}

// Generates programs of complete statements in any order, in every handler.
class RandomPrograms {
 public:
  explicit RandomPrograms(uint64_t seed) : random_(seed) {}

  std::string Next() {
    std::string text = "nvm a, b\nnvm s[4] { x, y, z }" + Shape() +
                       "\nnvm w[8]\ndram d = 0\ndram e[4]\nlatch m\n"
                       "proc f(p)\nq = p\n";
    Block(&text, 2, "q");
    text += "end\n";
    for (const char* head : {"on begin", "on update(at, old, new)", "on commit", "on abort",
                             "on checkpoint", "on recover"}) {
      text += std::string(head) + "\nq = 1\n";
      Block(&text, 3, "q");
      text += "end\n";
    }
    return text;
  }

 private:
  void Block(std::string* text, uint32_t depth, const char* local) {
    for (uint32_t n = 1 + random_.Below(5); n > 0; --n) Statement(text, depth, local);
  }
  void Statement(std::string* text, uint32_t depth, const char* local) {
    switch (random_.Below(depth == 0 ? 8 : 10)) {
      case 0: *text += "fence\n"; return;
      case 1: *text += "write_back " + Word() + "\n"; return;
      case 2: *text += "nt " + Word() + " = " + Value() + "\n"; return;
      case 3: *text += "defer " + Word() + " = " + Value() + "\n"; return;
      case 4: *text += "d = " + Value() + "\n"; return;
      case 5: *text += std::string(local) + " = " + Value() + "\n"; return;
      case 6:
      case 7: *text += Word() + " = " + Value() + "\n"; return;
      default: break;
    }
    *text += (random_.Chance(80) ? "if " : "while ") + Value() + "\n";
    Block(text, depth - 1, local);
    *text += "end\n";
  }
  std::string Shape() {
    const char* const shapes[] = {"",
                                  " as list(x) from a",
                                  " as ring(a, b)",
                                  " as chains(y) from w",
                                  " as tree(x, z) from b",
                                  " as table"};
    return shapes[random_.Below(static_cast<uint32_t>(std::size(shapes)))];
  }
  std::string Word() {
    const char* const words[] = {"a", "b", "s[q & 3].x", "s[1].z", "w[q % 8]", "w[d]", "[&a + 8]"};
    return words[random_.Below(static_cast<uint32_t>(std::size(words)))];
  }
  std::string Value() {
    const char* const values[] = {"0",     "1",          "q + 1",   "a",  "d",
                                  "b * 3", "hash(q, a)", "s[2].y",  "-q", "txn",
                                  "q < 3", "e[q & 3]",   "w[2] ^ a"};
    return values[random_.Below(static_cast<uint32_t>(std::size(values)))];
  }

  Random random_;
};

// The structures that a frame would show of any bytes.
std::vector<std::string> Shown(Session& session) {
  const SchemeInfo& scheme = *session.scenario().scheme;
  ShownItems shown(scheme);
  session.world().engine().Describe(shown);
  std::vector<std::string> ids;
  for (const ShownItems::Structure& each : shown.structures())
    ids.push_back(scheme.structures[each.number - 1].id);
  return ids;
}

TEST(OwnProgram, ShowsArraysInTheirShapesAndNoOthersWhereThereAreNone) {
  const auto shows = [](const std::string& declared, const std::string& id) {
    Play play(JsonOf(declared + "\non commit\nend"));
    const std::vector<std::string> ids = Shown(play.To().session());
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  EXPECT_TRUE(shows("nvm a[4]", "own-slot"));
  EXPECT_TRUE(shows("nvm a[4] as table\nnvm b[4]", "own-slot"));
  EXPECT_TRUE(shows("nvm h[2]\nnvm a[4] { x } as chains(x) from h", "own-slot"));
  EXPECT_FALSE(shows("nvm a[4] as table", "own-slot"));
  EXPECT_TRUE(shows("nvm a[4] as table", "program-a"));
}

TEST(OwnProgram, NothingThatCanBeWrittenBringsTheEngineDown) {
  RandomPrograms programs(7);
  uint32_t recovered = 0;
  size_t shown = 0;
  for (uint32_t i = 0; i < Effort(1500, 8); ++i) {
    const std::string program = programs.Next();
    Play play(JsonOf(program));
    play.To(20 + i % 400);
    shown += Shown(play.session()).size();
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, i, {}})) << program;
    play.To(40000);
    shown += Shown(play.session()).size();
    if (!play.session().world().ended()) continue;
    play.session().Verdict();
    recovered += play.session().world().report().status == Status::kOk ? 1 : 0;
  }
  EXPECT_GT(recovered, 0u);
  EXPECT_GT(shown, 0u);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
