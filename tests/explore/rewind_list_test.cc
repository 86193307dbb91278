// Is REWIND's list, written in the language of own logs (the example `rewind-list`), to its clients
// the log that the system `rewind` has in its Simple version?
//
// Both run the same script with the same records and threads, and the power is cut at every point,
// and once more at every point of every recovery, in every way that the failure model allows. What
// is compared is what a client can tell: at each of a thread's own steps (which of its transactions
// have begun, changed which records, asked for their commit, been told) the set of values that
// recovery may give to the records that the thread changes. Words lie elsewhere in the two logs and
// they store different ones, so neither images nor crash points could be the same; but a log is
// there for what recovery makes of an image, and of all images of a step together these sets say
// exactly that. A thread's steps are its own, since how the threads' steps fall together depends on
// how long the two logs take.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "base/json/json_value.h"
#include "run/life/world_machine.h"
#include "stories.h"

namespace afterimage::testing_support {
namespace {

// The work of a thread, and the records that it alone changes.
struct Work {
  uint32_t first_txn;
  uint32_t last_txn;
  std::vector<std::string> records;
};
struct Told {
  const char* name;
  const char* threads;
  std::vector<Work> works;
};
using Databases = std::set<std::string>;
// The databases by thread and step.
using ByStep = std::map<std::string, Databases>;

std::string ExampleText() {
  std::ifstream file(AFTERIMAGE_SCENARIOS "/own/examples.json", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  JsonValue json;
  JsonError error;
  EXPECT_TRUE(ParseJson(text, &json, &error));
  for (const JsonValue& example : json.elements) {
    if (example.Find("id")->string == "rewind-list") return example.Find("text")->string;
  }
  ADD_FAILURE() << "there is no example rewind-list";
  return "";
}

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '\n' ? "\\n" : c == '"' ? "\\\"" : std::string(1, c);
  return quoted + "\"";
}

std::string JsonOn(const std::string& scheme, const Told& told) {
  return R"({"format": 1, "id": "held", "kind": "scenario", "title": {"en": "t", "zh": "t"}, )"
         R"("machine": {"id": "today"}, "scheme": )" +
         scheme + R"(, "records": {"A": 100, "B": 20, "C": 5}, "threads": )" + told.threads + "}";
}
std::string OwnScheme(const std::string& program) {
  return R"({"id": "user-program", "program": )" + Quoted(program) + "}";
}
const std::string kSimple = R"({"id": "rewind", "params": {"version": "simple"}})";

std::string StepOf(const Work& work, const Scenario& scenario, const Oracle& oracle) {
  std::string step;
  for (uint32_t txn = work.first_txn; txn <= work.last_txn; ++txn) {
    const auto label = static_cast<TxnLabel>(txn);
    step +=
        " T" + std::to_string(txn) + ":" + std::to_string(static_cast<int>(oracle.state(label)));
    for (RecordNumber record = 0; record < oracle.records(); ++record)
      step += oracle.Wrote(label, record) ? " " + scenario.script.records[record].name : "";
  }
  return step;
}

std::string ValuesOf(const Work& work, const Scenario& scenario,
                     const RecoveryOutcomes::Outcome& outcome) {
  if (!outcome.ended || outcome.status != Status::kOk) return "damaged";
  std::string values;
  for (const std::string& record : work.records) {
    const auto index = static_cast<size_t>(scenario.script.FindRecord(record));
    const Observed& seen = outcome.observed[index];
    const std::string value = !seen.present ? "none"
                              : seen.whole  ? std::to_string(seen.number)
                                            : "torn";
    values += " " + record + "=" + value;
  }
  return values;
}

// Every step that is reached, and all that a power cut there comes to.
ByStep Explored(const std::string& json, const Told& told) {
  ByStep by_step;
  Scenario scenario = Parsed(json);
  const std::unique_ptr<Workload> workload = scenario.MakeWorkload();
  std::vector<Oracle::Record> records;
  for (const ScriptRecord& record : scenario.script.records)
    records.push_back({record.present, record.number});
  Oracle oracle;
  oracle.Reset(records, static_cast<uint32_t>(scenario.script.transactions.size()));
  BlockPool pool;
  RecoveryOutcomes outcomes;
  World world(pool, scenario, *workload, oracle);
  WorldMachine machine({pool, scenario, *workload, outcomes}, world);
  Explorer explorer(FailureModel::kAdr, 1);
  do {
    const PointReport report = explorer.Explore(machine);
    for (const Reached& reached : report.reached) {
      for (const Work& work : told.works)
        by_step[StepOf(work, scenario, oracle)].insert(
            ValuesOf(work, scenario, outcomes[reached.outcome]));
    }
  } while (explorer.limit() == Limit::kNone && machine.ToNextPoint());
  EXPECT_EQ(explorer.limit(), Limit::kNone);
  EXPECT_EQ(world.program_fault(), nullptr);
  return by_step;
}

class RewindList : public testing::TestWithParam<Told> {};

TEST_P(RewindList, GivesWhatRewindSimpleGives) {
  const Told& told = GetParam();
  const ByStep system = Explored(JsonOn(kSimple, told), told);
  const ByStep own = Explored(JsonOn(OwnScheme(ExampleText()), told), told);
  EXPECT_EQ(own, system);
  // Somewhere the image decides.
  EXPECT_TRUE(std::any_of(system.begin(), system.end(),
                          [](const auto& step) { return step.second.size() > 1; }));
}

INSTANTIATE_TEST_SUITE_P(
    All, RewindList,
    testing::Values(
        Told{"commits_and_rolls_back",
             R"([["begin T1", "A := 50", "B := 70", "commit", "begin T2", "A := 51", "abort"]])",
             {{1, 2, {"A", "B", "C"}}}},
        Told{"inserts_and_deletes",
             R"([["begin T1", "insert D := 3", "delete B", "commit"]])",
             {{1, 1, {"A", "B", "C", "D"}}}},
        Told{
            "changes_a_record_twice",
            R"([["begin T1", "A := 1", "B := 2", "A := 3", "abort", "begin T2", "A := 4", "commit"]])",
            {{1, 2, {"A", "B"}}}},
        Told{"stays_open",
             R"([["begin T1", "A := 50", "commit", "begin T2", "B := 1", "C := 2"]])",
             {{1, 2, {"A", "B", "C"}}}},
        Told{"has_two_threads",
             R"([["begin T1", "A := 50", "commit"], ["begin T2", "B := 70", "C := 1", "commit"]])",
             {{1, 1, {"A"}}, {2, 2, {"B", "C"}}}}),
    [](const auto& told) { return told.param.name; });

// The comparison sees what a wrong list does.
TEST(RewindListHeld, AWrongOneGivesSomethingElse) {
  const Told told = {"", R"([["begin T1", "A := 50", "B := 70", "commit"]])", {{1, 1, {"A", "B"}}}};
  const ByStep system = Explored(JsonOn(kSimple, told), told);
  std::string program = ExampleText();
  const std::string durable = "  write_back [n]\n";
  ASSERT_NE(program.find(durable), std::string::npos);
  program.erase(program.find(durable), durable.size());
  EXPECT_NE(Explored(JsonOn(OwnScheme(program), told), told), system);
}

}  // namespace
}  // namespace afterimage::testing_support
