#include "workload/script.h"

#include <gtest/gtest.h>

#include "base/build.h"

namespace afterimage {
namespace {

class ScriptTest : public testing::Test {
 protected:
  ScriptTest() {
    script_.records = {{"A", true, 1}, {"B", true, 2}};
    script_.threads.emplace_back();
  }
  // "" or the English reason.
  std::string Compile(std::string_view text) {
    const Text* error = CompileStatement(text, script_, &open_);
    if (error) EXPECT_STRNE(error->zh, "");
    return error ? error->en : "";
  }
  bool Refuses(std::string_view text, std::string_view reason) {
    const size_t before = script_.threads.back().size();
    const std::string error = Compile(text);
    EXPECT_NE(error.find(reason), std::string::npos) << text << ": " << error;
    return script_.threads.back().size() == before;
  }
  const Statement& Last() { return script_.threads.back().back(); }
  // The compiled expression in reverse Polish notation.
  std::string Polish() {
    std::string text;
    for (const Term& term : Last().value) {
      text += text.empty() ? "" : " ";
      switch (term.op) {
        case Term::Op::kNumber: text += std::to_string(term.number); break;
        case Term::Op::kRecord: text += script_.records[term.record].name; break;
        case Term::Op::kAdd: text += "+"; break;
        case Term::Op::kSubtract: text += "-"; break;
        case Term::Op::kMultiply: text += "*"; break;
        case Term::Op::kNegate: text += "neg"; break;
      }
    }
    return text;
  }

  Script script_;
  OpenTransactions open_;
};

TEST_F(ScriptTest, KnowsEveryStatement) {
  const struct {
    const char* text;
    Verb verb;
  } statements[] = {
      {"signal go", Verb::kSignal},      {"await go", Verb::kAwait},
      {"checkpoint", Verb::kCheckpoint}, {"steal A", Verb::kSteal},
      {"wait 5us", Verb::kWait},         {"begin T1", Verb::kBegin},
      {"A := 1", Verb::kAssign},         {"read B", Verb::kRead},
      {"insert C := 3", Verb::kInsert},  {"delete A", Verb::kDelete},
      {"commit", Verb::kCommit},         {"begin T2", Verb::kBegin},
      {"abort", Verb::kAbort},           {"  \t steal   B ", Verb::kSteal},
      {"begin T3", Verb::kBegin},        {"scan A to B", Verb::kScan},
  };
  for (const auto& [text, verb] : statements) {
    EXPECT_EQ(Compile(text), "") << text;
    EXPECT_EQ(Last().verb, verb) << text;
    EXPECT_EQ(Last().text, text);
  }
}

TEST_F(ScriptTest, WhatIsBehindACrashIsForTheNextLife) {
  if (!kExplorer) {
    EXPECT_TRUE(Refuses("crash", "not a statement"));
    return;
  }
  ASSERT_EQ(Compile("begin T1"), "");
  ASSERT_EQ(Compile("A := 1"), "");
  ASSERT_EQ(Compile("await go"), "");
  ASSERT_EQ(Compile("crash"), "");
  EXPECT_EQ(Last().verb, Verb::kCrash);
  EXPECT_EQ(Last().life, 0u);
  EXPECT_EQ(Last().txn, 0u);
  EXPECT_EQ(script_.lives, 2u);
  // T1 has ended with its life, and so have its locks.
  EXPECT_TRUE(Refuses("commit", "no transaction is open"));
  ASSERT_EQ(Compile("begin T2"), "");
  EXPECT_EQ(Last().life, 1u);
  ASSERT_EQ(Compile("A := 2"), "");
  EXPECT_TRUE(Refuses("begin T1", "used twice"));
  EXPECT_TRUE(Refuses("crash now", "text after the end"));
  // A signal of an earlier life does not count.
  ASSERT_EQ(Compile("signal go"), "");
  uint32_t thread = 9, statement = 9;
  ASSERT_NE(CheckSignals(script_, &thread, &statement), nullptr);
  EXPECT_EQ(statement, 2u);
  for (uint32_t life = 3; life < Script::kMaxLives; ++life) EXPECT_EQ(Compile("crash"), "");
  EXPECT_TRUE(Refuses("crash", "at most 7"));
}

TEST_F(ScriptTest, AScanNamesARangeThatTheIndexHas) {
  EXPECT_TRUE(Refuses("scan A to B", "no transaction is open"));
  ASSERT_EQ(Compile("begin T1"), "");
  EXPECT_EQ(Compile("scan A to A"), "");
  EXPECT_TRUE(Refuses("scan B to A", "the second record before the first"));
  EXPECT_TRUE(Refuses("scan A", "'to' and a second record"));
  EXPECT_TRUE(Refuses("scan A to Z", "no record with this name"));
  // Two of one thread would wait for each other.
  ASSERT_EQ(Compile("begin T2"), "");
  ASSERT_EQ(Compile("T1: B := 1"), "");
  EXPECT_TRUE(Refuses("T2: scan A to B", "neither could ever go on"));
}

TEST_F(ScriptTest, EachStatementBelongsToTheTransactionAroundIt) {
  std::vector<TxnLabel> labels;
  for (const char* text :
       {"checkpoint", "begin T1", "A := 1", "wait 1ns", "commit", "steal A", "begin T2", "abort"}) {
    EXPECT_EQ(Compile(text), "");
    labels.push_back(Last().txn);
  }
  EXPECT_EQ(labels, (std::vector<TxnLabel>{0, 1, 1, 1, 1, 0, 2, 2}));
  EXPECT_EQ(script_.transactions[1].name, "T2");
}

TEST_F(ScriptTest, WhereSeveralAreOpenAStatementNamesItsTransaction) {
  std::vector<std::pair<TxnLabel, uint16_t>> belongs;
  for (const char* text :
       {"begin T1", "A := 1", "begin T2", "T2: B := 2", "T1 : wait 1ns", "checkpoint", "T1:commit",
        "begin T3", "T3: A := 3", "T2: abort", "read A", "T3: commit"}) {
    EXPECT_EQ(Compile(text), "") << text;
    belongs.emplace_back(Last().txn, Last().place);
    EXPECT_EQ(Last().text, text);
  }
  EXPECT_EQ(belongs, (std::vector<std::pair<TxnLabel, uint16_t>>{{1, 0},
                                                                 {1, 0},
                                                                 {2, 1},
                                                                 {2, 1},
                                                                 {1, 0},
                                                                 {0, 0},
                                                                 {1, 0},
                                                                 {3, 0},
                                                                 {3, 0},
                                                                 {2, 1},
                                                                 {3, 0},
                                                                 {3, 0}}));
}

TEST_F(ScriptTest, RefusesANameThatDoesNotTellWhichTransactionIsMeant) {
  EXPECT_TRUE(Refuses("T1: A := 1", "no such transaction open"));
  Compile("begin T1");
  Compile("begin T2");
  for (const char* text : {"A := 1", "commit", "abort", "read A", "delete A", "insert C := 1"})
    EXPECT_TRUE(Refuses(text, "several transactions are open")) << text;
  EXPECT_TRUE(Refuses("T3: A := 1", "no such transaction open"));
  EXPECT_TRUE(Refuses(": A := 1", "no such transaction open"));
  EXPECT_TRUE(Refuses("T1: begin T3", "begin names its transaction itself"));
  EXPECT_TRUE(Refuses("T1:", "empty"));
  EXPECT_TRUE(Refuses("T1: := 1", "not a statement"));
  EXPECT_TRUE(Refuses("T1: T2: commit", "not a statement"));
  Compile("T1: commit");
  EXPECT_TRUE(Refuses("T1: A := 1", "no such transaction open"));
  EXPECT_TRUE(Refuses("begin T1", "used twice"));
}

TEST_F(ScriptTest, RefusesALockThatAnotherTransactionOfTheThreadHas) {
  for (const char* text : {"begin T1", "begin T2", "T1: read A", "T2: read A", "T1: B := 1"})
    EXPECT_EQ(Compile(text), "") << text;
  for (const char* text : {"T2: A := 1", "T2: read B", "T2: B := 2", "T2: delete A",
                           "T2: insert C := B", "T1: A := A + 1"}) {
    EXPECT_TRUE(Refuses(text, "neither could ever go on")) << text;
  }
  EXPECT_EQ(Compile("T1: abort"), "");
  EXPECT_EQ(Compile("T2: A := B"), "");  // it is the only one now
}

TEST_F(ScriptTest, AThreadHasAtMost16TransactionsOpen) {
  for (int i = 1; i <= 16; ++i) EXPECT_EQ(Compile("begin T" + std::to_string(i)), "");
  EXPECT_TRUE(Refuses("begin T17", "more than 16"));
  EXPECT_EQ(Compile("T9: commit"), "");
  EXPECT_EQ(Compile("begin T17"), "");
  EXPECT_EQ(Last().place, 8);
}

TEST_F(ScriptTest, KnowsWhatAStatementInserts) {
  EXPECT_EQ(InsertedName("insert C := 1"), "C");
  EXPECT_EQ(InsertedName(" T1 :  insert  C:=1"), "C");
  for (const char* text :
       {"insert := 1", "inserts C := 1", "T1: delete C", "A := insert", "", "T1:"})
    EXPECT_EQ(InsertedName(text), "") << text;
}

TEST_F(ScriptTest, ExpressionsFollowTheUsualPrecedence) {
  Compile("begin T1");
  const struct {
    const char* text;
    const char* polish;
  } cases[] = {
      {"A := 1 + 2 * 3", "1 2 3 * +"},
      {"A := (1 + 2) * 3", "1 2 + 3 *"},
      {"A := 1 - 2 - 3", "1 2 - 3 -"},
      {"A := -A * -2", "A neg 2 neg *"},
      {"A := --5", "5 neg neg"},
      {"A:=A+B", "A B +"},
      {"A := ((((B))))", "B"},
      {"A := -(A + 1)", "A 1 + neg"},
      {"insert C := A * (B - 7)", "A B 7 - *"},
  };
  for (const auto& [text, polish] : cases) {
    EXPECT_EQ(Compile(text), "") << text;
    EXPECT_EQ(Polish(), polish) << text;
  }
}

TEST_F(ScriptTest, TimesHaveAUnitAndALimit) {
  EXPECT_EQ(Compile("wait 7ns"), "");
  EXPECT_EQ(Last().wait_ns, 7u);
  EXPECT_EQ(Compile("wait 3 us"), "");
  EXPECT_EQ(Last().wait_ns, 3000u);
  EXPECT_EQ(Compile("wait 1000ms"), "");
  EXPECT_EQ(Last().wait_ns, 1000000000u);
  for (const char* text : {"wait", "wait 5", "wait us", "wait 5s", "wait 1001ms", "wait -1us",
                           "wait 99999999999ns", "wait 1.5us"}) {
    EXPECT_TRUE(Refuses(text, "a time is expected")) << text;
  }
}

TEST_F(ScriptTest, RefusesWhatItDoesNotUnderstand) {
  Compile("begin T1");
  EXPECT_TRUE(Refuses("", "empty"));
  EXPECT_TRUE(Refuses("   ", "empty"));
  EXPECT_TRUE(Refuses(":= 5", "not a statement"));
  EXPECT_TRUE(Refuses("A = 5", "not a statement"));
  EXPECT_TRUE(Refuses("COMMIT", "not a statement"));
  EXPECT_TRUE(Refuses("drop A", "not a statement"));
  EXPECT_TRUE(Refuses("A := 5 6", "after the end"));
  EXPECT_TRUE(Refuses("A := 5)", "after the end"));
  EXPECT_TRUE(Refuses("read", "a name is expected"));
  EXPECT_TRUE(Refuses("read 5", "a name is expected"));
  EXPECT_TRUE(Refuses("delete Q", "no record with this name"));
  EXPECT_TRUE(Refuses("steal Q", "no record with this name"));
  EXPECT_TRUE(Refuses("Q := 5", "no record with this name"));
  EXPECT_TRUE(Refuses("A := Q", "no record with this name"));
  EXPECT_TRUE(Refuses("A :=", "a value is expected"));
  EXPECT_TRUE(Refuses("A := +", "a value is expected"));
  EXPECT_TRUE(Refuses("A := 1 +", "a value is expected"));
  EXPECT_TRUE(Refuses("A := (1", "a value is expected"));
  EXPECT_TRUE(Refuses("A := 9007199254740993", "beyond 2^53"));
  EXPECT_TRUE(Refuses("A := 99999999999999999999999", "beyond 2^53"));
  EXPECT_TRUE(Refuses("insert C", "':=' and a value"));
  EXPECT_TRUE(Refuses("insert := 5", "a name is expected"));
  EXPECT_TRUE(Refuses("signal", "a name is expected"));
  EXPECT_TRUE(Refuses("commit now", "after the end"));
  for (const char* text : {"commit", "abort", "A := 1", "read A", "delete A", "insert C := 1"}) {
    EXPECT_TRUE(Refuses(text, "no transaction is open")) << text;
  }
  EXPECT_TRUE(Refuses("begin T1", "used twice"));
  EXPECT_TRUE(Refuses("begin", "a name is expected"));
  EXPECT_TRUE(Refuses("begin 1T", "a name is expected"));
}

TEST_F(ScriptTest, ExpressionsAreBoundedInLengthAndDepth) {
  Compile("begin T1");
  std::string sum = "A := 1";
  for (int i = 0; i < 31; ++i) sum += "+1";
  EXPECT_EQ(Compile(sum), "");  // 32 numbers and 31 operators
  EXPECT_TRUE(Refuses(sum + "+1", "too long"));
  EXPECT_EQ(Compile("A := " + std::string(10, '(') + "1" + std::string(10, ')')), "");
  EXPECT_TRUE(Refuses("A := " + std::string(1000, '(') + "1", "too long"));
  EXPECT_TRUE(Refuses("A := " + std::string(1000, '-') + "1", "too long"));
}

TEST_F(ScriptTest, AnInsertMakesItsRecordKnown) {
  Compile("begin T1");
  EXPECT_TRUE(Refuses("read C", "no record"));
  EXPECT_EQ(Compile("insert C := 1"), "");
  EXPECT_EQ(Compile("read C"), "");
  EXPECT_FALSE(script_.records[2].present);
}

TEST_F(ScriptTest, NamesAreALetterAndUpToSevenMore) {
  for (const char* good : {"A", "abcdefgh", "x_1", "Z9999999"}) EXPECT_TRUE(IsName(good)) << good;
  for (const char* bad : {"", "1a", "_a", "abcdefghi", "a-b", "a b", "ä"})
    EXPECT_FALSE(IsName(bad)) << bad;
}

TEST_F(ScriptTest, ASignalThatIsAwaitedMustBeSentSomewhere) {
  Compile("signal one");
  Compile("await one");
  uint32_t thread = 9, statement = 9;
  EXPECT_EQ(CheckSignals(script_, &thread, &statement), nullptr);
  script_.threads.emplace_back();
  open_ = {};
  Compile("checkpoint");
  Compile("await two");
  EXPECT_NE(CheckSignals(script_, &thread, &statement), nullptr);
  EXPECT_EQ(thread, 1u);
  EXPECT_EQ(statement, 1u);
}

}  // namespace
}  // namespace afterimage
