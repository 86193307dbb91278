// XtraDB's undo pages are another transaction's soon after: does a rollback read its own alone?
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

std::string Updates(char record, uint32_t count) {
  std::string all;
  for (uint32_t i = 0; i < count; ++i)
    all += std::string(", \"") + record + " := " + std::to_string(i) + "\"";
  return all;
}

// The power fails when a transaction is open and all that it has changed is durable.
void ExpectTakenBack(const std::string& statements, const char* params) {
  Play play(ScriptOn("xtradb", "[[" + statements + R"(, "checkpoint"]])", params, "[]"));
  play.To();
  ASSERT_EQ(play.VerdictAfter(All()), VerdictKind::kConsistent) << statements;
}

// T1 has had a second page, which says that it belongs to the first. T2 fills that one.
TEST(XtraDbUndo, OfAnotherTransactionIsLeftAlone) {
  for (uint32_t count = 1; count <= 24; ++count) {
    ExpectTakenBack(
        R"("begin T1")" + Updates('A', 24) + R"(, "commit", "begin T2")" + Updates('B', count),
        R"({"undo_pages": 6})");
  }
}

TEST(XtraDbUndo, OfManyPagesIsTakenBackWhole) {
  for (uint32_t count = 10; count <= 60; count += 10)
    ExpectTakenBack(R"("begin T1", "B := 7")" + Updates('A', count), R"({"undo_pages": 10})");
}

// A rollback logs what it takes back, whatever room the buffer has at that moment.
TEST(XtraDbUndo, FitsTheBufferWhereverItStands) {
  for (uint32_t count = 1; count <= 12; ++count) {
    for (uint32_t before = 0; before < 3; ++before) {
      Script script = ScriptOn(
          "xtradb",
          R"([["begin T1")" + Updates('A', before) + R"(, "commit", "begin T2")" +
              Updates('B', count) + R"(, "abort"]])",
          R"({"undo_pages": 30, "buffer_kb": 2, "value_bytes": 128, "log_file_kb": 64})", "[]");
      Play play(script);
      play.To();
      ASSERT_EQ(play.session().oracle().state(2), ClientState::kAborted);
    }
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
