// Is everything that can be wrong in a file found, with its place and a reason?
#include "run/file/scenario/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "run/file/field_reader.h"

namespace afterimage {
namespace {

// A good scenario, its members in a list so that one can be replaced or dropped.
using Members = std::vector<std::pair<std::string, std::string>>;
Members Good() {
  return {
      {"format", "1"},
      {"id", "\"x-1\""},
      {"kind", "\"scenario\""},
      {"title", R"({"en": "t", "zh": "t"})"},
      {"machine", R"({"id": "setup-a", "overrides": {"nvm.slowdown": 2}})"},
      {"scheme",
       R"({"id": "nv-logging", "params": {"persist": "flush-on-insert"}, "mutations": ["state-bit-first"]})"},
      {"deadlock", "\"wait-die\""},
      {"seed", "7"},
      {"records", R"({"A": 100, "B": -20})"},
      {"threads", R"([["begin T1", "A := 1", "signal go", "commit"], ["await go"]])"},
      {"faults",
       R"([{"at": {"event": "write-back", "of": "log-object", "tx": "T1", "nth": 2, "phase": 0}, "crash": {"survive": "none"}}])"},
      {"marks",
       R"([{"when": {"event": "acknowledge"}, "say": {"en": "a", "zh": "b"}, "focus": ["nvm.log-entry"],
                         "subjects": ["nvm.log-entry", "nvm.log-entry:3", "dram.buffer-page:1/A", "nvm.log-entry:3>next", "thread:1"],
                         "ask": {"kind": "value-after-crash", "record": "A", "survive": "all"}},
                        {"when": {"event": "begin"}, "say": {"en": "a", "zh": "b"}, "ask": {"kind": "fate", "tx": "T1"}}])"},
      {"facts",
       R"([{"after": "recovery", "record": "A", "is": 100}, {"after": "run", "record": "B", "is": null},
                        {"verdict": "consistent"}, {"fate": "never", "at": {"event": "begin"}, "tx": "T1"}])"}};
}
std::string Json(const Members& members) {
  std::string text = "{";
  for (const auto& [key, value] : members)
    text += (text.size() > 1 ? ",\n \"" : "\n \"") + key + "\": " + value;
  return text + "\n}";
}
// The scenario with `key` set to `value`, or without it if `value` is empty.
std::string With(const std::string& key, const std::string& value) {
  Members members = Good();
  const auto found =
      std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.first == key; });
  if (found == members.end()) {
    members.emplace_back(key, value);
  } else if (value.empty()) {
    members.erase(found);
  } else {
    found->second = value;
  }
  return Json(members);
}
// "path: reason" of each problem.
std::vector<std::string> Problems(const std::string& text) {
  Scenario scenario;
  std::vector<Problem> problems;
  const bool good = ParseScenario(text, &scenario, &problems);
  EXPECT_EQ(good, problems.empty());
  std::vector<std::string> found;
  for (const Problem& problem : problems) {
    EXPECT_FALSE(problem.reason_zh.empty());
    found.push_back(problem.path + ": " + problem.reason_en);
  }
  return found;
}

TEST(ScenarioFile, AGoodOneIsReadWhole) {
  Scenario scenario;
  std::vector<Problem> problems;
  ASSERT_TRUE(ParseScenario(Json(Good()), &scenario, &problems))
      << problems[0].path << problems[0].reason_en;
  EXPECT_STREQ(scenario.scheme->id, "nv-logging");
  EXPECT_STREQ(scenario.machine->id, "setup-a");
  EXPECT_EQ(scenario.Profile()[Price::kNvmSlowdown], 2u);
  EXPECT_EQ(scenario.params.value[0], 0);   // flush-on-insert
  EXPECT_EQ(scenario.params.value[1], 64);  // the standard number of entries
  EXPECT_EQ(scenario.mutations, 1u);
  EXPECT_EQ(scenario.deadlock, DeadlockPolicy::kWaitDie);
  EXPECT_EQ(scenario.seed, 7u);
  EXPECT_EQ(scenario.script.records[1].number, -20);
  EXPECT_EQ(scenario.script.threads.size(), 2u);
  EXPECT_EQ(scenario.script.transactions.size(), 1u);
}

TEST(ScenarioFile, WhatRunsOneLifeRefusesACrashInAScript) {
  const std::string text =
      With("threads", R"([["begin T1", "A := 1", "signal go", "commit"], ["await go", "crash"]])");
  const std::vector<std::string> problems = Problems(text);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].rfind("threads[1][1]: ", 0), 0u) << problems[0];
  if (!kExplorer) return;
  EXPECT_NE(problems[0].find("lab verify"), std::string::npos);
  Scenario scenario;
  std::vector<Problem> none;
  EXPECT_TRUE(ParseScenario(text, &scenario, &none, Lives::kSeveral));
  EXPECT_EQ(scenario.script.lives, 2u);
}

TEST(ScenarioFile, OptionalFieldsMayBeLeftOut) {
  for (const char* key : {"deadlock", "seed", "faults", "marks", "facts"})
    EXPECT_TRUE(Problems(With(key, "")).empty()) << key;
  EXPECT_TRUE(Problems(With("machine", R"({"id": "pmep"})")).empty());
  EXPECT_TRUE(Problems(With("scheme", R"({"id": "nv-logging"})")).empty());
  EXPECT_TRUE(Problems(With("about", R"({"en": "x", "zh": "x"})")).empty());
}

TEST(ScenarioFile, RequiredFieldsMustBeThere) {
  for (const std::string key :
       {"format", "id", "kind", "title", "machine", "scheme", "records", "threads"}) {
    const std::vector<std::string> found = Problems(With(key, ""));
    ASSERT_FALSE(found.empty()) << key;
    EXPECT_EQ(found[0], key + ": this field is missing");
  }
}

struct Wrong {
  const char* key;
  const char* value;
  const char* problem;  // the beginning
};

class WrongField : public testing::TestWithParam<Wrong> {};

TEST_P(WrongField, IsNamedWithItsPathAndTheReason) {
  const std::vector<std::string> found = Problems(With(GetParam().key, GetParam().value));
  ASSERT_FALSE(found.empty()) << GetParam().value;
  EXPECT_EQ(found[0].substr(0, std::string(GetParam().problem).size()), GetParam().problem);
}

INSTANTIATE_TEST_SUITE_P(
    Head, WrongField,
    testing::Values(
        Wrong{"format", "2", "format: the number must be in 1 .. 1"},
        Wrong{"format", "\"1\"", "format: a whole number is expected"},
        Wrong{"format", "1.0", "format: a whole number is expected"},
        Wrong{"kind", "\"experiment\"", "kind: one of these is expected: scenario"},
        Wrong{"id", "\"\"", "id: an id has"}, Wrong{"id", "\"Upper\"", "id: an id has"},
        Wrong{"id", "5", "id: a text is expected"},
        Wrong{"title", "\"t\"", "title: an object is expected"},
        Wrong{"title", "{}", "title: expected: a text in at least one language"},
        Wrong{"title", R"({"en": "t", "zh": "t", "fr": "t"})", "title.fr: there is no such field"},
        Wrong{"about", "[]", "about: an object is expected"},
        Wrong{"seed", "-1", "seed: the number must be in 0 .. 9007199254740992"},
        Wrong{"deadlock", "\"hope\"",
              "deadlock: one of these is expected: detect wait-die wait-die-after-older"},
        Wrong{"surprise", "1", "surprise: there is no such field"}));

INSTANTIATE_TEST_SUITE_P(
    MachineAndScheme, WrongField,
    testing::Values(
        Wrong{"machine", "\"setup-a\"", "machine: an object is expected"},
        Wrong{"machine", R"({"id": "abacus"})", "machine.id: there is no machine with this name"},
        Wrong{"machine", R"({"id": "setup-a", "overrides": {"nvm.colour": 1}})",
              "machine.overrides.nvm.colour: there is no price with this name"},
        Wrong{"machine", R"({"id": "setup-a", "overrides": {"nvm.slowdown": 0}})",
              "machine.overrides.nvm.slowdown: the number must be in 1 .. 1000"},
        Wrong{"machine", R"({"id": "setup-a", "overrides": {"disk.sector_bytes": 600}})",
              "machine.overrides.disk.sector_bytes: a power of two"},
        Wrong{"machine", R"({"id": "setup-a", "overrides": {"os.dirty_percent": 101}})",
              "machine.overrides.os.dirty_percent: the number must be in 0 .. 100"},
        Wrong{"machine", R"({"id": "setup-a", "overrides": {"os.dirty_background_percent": 101}})",
              "machine.overrides.os.dirty_background_percent: the number must be in 0 .. 100"},
        Wrong{"machine",
              R"({"id": "setup-a", "overrides": {"os.page_cache": 1, "os.memory_mb": 1}})",
              "machine.overrides.os.memory_mb: the buffer pool, log buffers and NVM in memory"},
        Wrong{"machine", R"({"id": "setup-a", "overrides": {"nvm.banks": -1}})",
              "machine.overrides.nvm.banks: the number must be in 0 .. 1024"},
        Wrong{"machine",
              R"({"id": "setup-a", "overrides": {"nvm.banks": 4, "nvm.interleave_bytes": 192}})",
              "machine.overrides.nvm.interleave_bytes: a power of two"},
        Wrong{"machine", R"({"id": "setup-a", "overrides": {"nvm.start_gap": -1}})",
              "machine.overrides.nvm.start_gap: the number must be in 0 .. 1000000000"},
        Wrong{"machine", R"({"id": "setup-a", "overrides": {"nvm.randomize": 1}})",
              "machine.overrides.nvm.randomize: nvm.randomize is about Start-Gap"},
        Wrong{"machine", R"({"id": "setup-a", "overrides": {"nvm.spare_units": 4}})",
              "machine.overrides.nvm.spare_units: nvm.spare_units are for units that wear out"},
        Wrong{"machine", R"({"id": "today", "overrides": {"nvm.worn_out": 1, "nvm.endurance": 3}})",
              "machine.overrides.nvm.endurance: with nvm.worn_out, nvm.endurance must be at least"},
        Wrong{"machine", R"({"id": "setup-a", "overrides": []})",
              "machine.overrides: an object is expected"},
        Wrong{"scheme", R"({"id": "wishful"})", "scheme.id: there is no system with this name"},
        Wrong{"scheme", R"({"params": {}})", "scheme.id: this field is missing"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"colour": 1}})",
              "scheme.params.colour: the system has no such parameter"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"entries": 7}})",
              "scheme.params.entries: the number must be in 8 .. 33554432"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"entries": true}})",
              "scheme.params.entries: a whole number"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"backup": 1}})",
              "scheme.params.backup: true or false"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"persist": "never"}})",
              "scheme.params.persist: one of these is expected: flush-on-insert flush-on-commit"},
        Wrong{"scheme", R"({"id": "nv-logging", "mutations": ["typo"]})",
              "scheme.mutations[0]: the system has no such mutation"},
        Wrong{"scheme", R"({"id": "nv-logging", "mutations": "x"})",
              "scheme.mutations: a list is expected"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"page_bytes": 768}})",
              "scheme.params.page_bytes: the page size must be a multiple"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"object_bytes": 100}})",
              "scheme.params.object_bytes: the log object space must be a multiple of 64"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"value_bytes": 7}})",
              "scheme.params.value_bytes: the number must be in 8 .. 256"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"page_bytes": 520}})",
              "scheme.params.page_bytes: the page size must be a multiple of 64"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"page_bytes": 576}})",
              "scheme.params.page_bytes: the page size must be a multiple of the disk"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"torn_pages": "full-page-images"}})",
              "scheme.params.torn_pages: this system logs no full-page"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"placement": "btree"}})",
              "scheme.params.entries: the ring is too small for B+-tree"},
        Wrong{"scheme", R"({"id": "aries", "params": {"placement": "btree", "page_bytes": 2048}})",
              "scheme.params.partition_kb: the log is too small for B+-tree"},
        Wrong{
            "scheme",
            R"({"id": "nv-logging", "params": {"placement": "btree", "entries": 1024, "frames": 3}})",
            "scheme.params.frames: B+-trees need at least 4"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"entries": 16}})",
              "scheme.params.checkpoint_after: the checkpoint threshold must not exceed"},
        Wrong{
            "scheme",
            R"({"id": "nv-logging", "params": {"entries": 32, "checkpoint_after": 9, "object_bytes": 64, "value_bytes": 256}})",
            "scheme.params.entries: an update takes more entries"},
        Wrong{"scheme", R"({"id": "nv-logging", "params": {"entries": 1000000}})",
              "scheme.params: these parameters need"},
        Wrong{
            "scheme",
            R"({"id": "nv-logging", "params": {"heap_pages": 4096, "page_bytes": 8192, "frames": 4096}})",
            "scheme.params: these parameters need"},
        Wrong{
            "scheme",
            R"({"id": "nv-logging", "params": {"entries": 500000, "checkpoint_after": 9, "object_bytes": 64, "value_bytes": 256}})",
            "scheme.params: these parameters need"}));

INSTANTIATE_TEST_SUITE_P(
    Script, WrongField,
    testing::Values(
        Wrong{"records", "[]", "records: an object is expected"},
        Wrong{"records", R"({"A": 1, "1A": 2})", "records.1A: a record's name is a letter"},
        Wrong{"records", R"({"A": 1.5})", "records.A: a whole number is expected"},
        Wrong{"records", R"({"A": "1"})", "records.A: a whole number is expected"},
        Wrong{"threads", "{}", "threads: a list is expected"},
        Wrong{"threads", "[]", "threads: at least one thread is expected"},
        Wrong{"threads", R"(["begin T1"])", "threads[0]: a list is expected"},
        Wrong{"threads", "[[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[],[]]",
              "threads: more than 16 elements"},
        Wrong{"threads", R"([["begin T1", 5]])", "threads[0][1]: a text is expected"},
        Wrong{"threads", R"([["begin T1", "A := Q"]])",
              "threads[0][1]: there is no record with this name"},
        Wrong{"threads", R"([[], ["commit"]])", "threads[1][0]: no transaction is open here"},
        Wrong{"threads", R"([["await go"]])",
              "threads[0][0]: this signal is awaited but never sent"},
        Wrong{"threads", R"([["begin T1"], ["begin T1"]])",
              "threads[1][0]: this transaction name is used twice"}));

INSTANTIATE_TEST_SUITE_P(
    Story, WrongField,
    testing::Values(
        Wrong{"faults", R"([{"at": {"event": "explosion"}, "crash": {"survive": "none"}}])",
              "faults[0].at.event: there is no event of this kind"},
        Wrong{"faults", R"([{"at": {"event": ""}, "crash": {"survive": "none"}}])",
              "faults[0].at.event: there is no event of this kind"},
        Wrong{"faults", R"([{"at": {"of": "log-object"}, "crash": {"survive": "none"}}])",
              "faults[0].at.event: this field is missing"},
        Wrong{"faults",
              R"([{"at": {"event": "store", "of": "teapot"}, "crash": {"survive": "none"}}])",
              "faults[0].at.of: the system has no such structure"},
        Wrong{"faults", R"([{"at": {"event": "store", "tx": "T9"}, "crash": {"survive": "none"}}])",
              "faults[0].at.tx: the script has no such transaction"},
        Wrong{"faults", R"([{"at": {"event": "store", "nth": 0}, "crash": {"survive": "none"}}])",
              "faults[0].at.nth: the number must be in"},
        Wrong{"faults", R"([{"at": {"event": "store"}, "crash": {"survive": "some"}}])",
              "faults[0].crash.survive: one of these is expected: none all random"},
        Wrong{
            "faults",
            R"([{"at": {"event": "store"}, "crash": {"survive": "none", "units": [{"tier": "dram", "address": 0, "stores": []}]}}])",
            "faults[0].crash.units[0].tier: one of these is expected: nvm disk"},
        Wrong{
            "faults",
            R"([{"at": {"event": "store"}, "crash": {"survive": "none", "units": [{"tier": "nvm", "address": -1, "stores": []}]}}])",
            "faults[0].crash.units[0].address: the number must be in"},
        Wrong{
            "faults",
            R"([{"at": {"event": "store"}, "crash": {"survive": "none", "units": [{"tier": "nvm", "address": 0, "stores": [1]}]}}])",
            "faults[0].crash.units[0].stores[0]: true or false"},
        Wrong{"marks", R"([{"when": {"event": "begin"}}])", "marks[0].say: this field is missing"},
        Wrong{
            "marks",
            R"([{"when": {"event": "begin"}, "say": {"en": "", "zh": ""}, "focus": ["log-entry"]}])",
            "marks[0].focus[0]: there is no such structure"},
        Wrong{
            "marks",
            R"([{"when": {"event": "begin"}, "say": {"en": "", "zh": ""}, "subjects": ["nvm.log-entry", "bank:0"]}])",
            "marks[0].subjects[1]: there is no such subject"},
        Wrong{
            "marks",
            R"([{"when": {"event": "begin"}, "say": {"en": "", "zh": ""}, "ask": {"kind": "riddle"}}])",
            "marks[0].ask.kind: one of these is expected"},
        Wrong{
            "marks",
            R"([{"when": {"event": "begin"}, "say": {"en": "", "zh": ""}, "ask": {"kind": "value-after-crash", "record": "Q"}}])",
            "marks[0].ask.record: there is no record"},
        Wrong{
            "marks",
            R"([{"when": {"event": "begin"}, "say": {"en": "", "zh": ""}, "ask": {"kind": "fate"}}])",
            "marks[0].ask.tx: this field is missing"},
        Wrong{"facts", R"([{"after": "lunch", "record": "A", "is": 1}])",
              "facts[0].after: one of these is expected: run recovery"},
        Wrong{"facts", R"([{"after": "run", "record": "A", "is": "1"}])",
              "facts[0].is: a whole number is expected"},
        Wrong{"facts", R"([{"verdict": "fine"}])", "facts[0].verdict: one of these is expected"},
        Wrong{"facts", R"([{"fate": "never", "tx": "T1"}])", "facts[0].at: this field is missing"},
        Wrong{"facts", "{}", "facts: a list is expected"}));

TEST(ScenarioFile, SaysLineAndColumnOfTheField) {
  Scenario scenario;
  std::vector<Problem> problems;
  ASSERT_FALSE(ParseScenario(With("seed", "-1"), &scenario, &problems));
  EXPECT_EQ(problems[0].line, 9u);  // the eighth member, below the brace
  EXPECT_EQ(problems[0].column, 10u);
  problems.clear();
  ASSERT_FALSE(ParseScenario("{\n\"format\": 1,\n]", &scenario, &problems));
  EXPECT_EQ(problems[0].path, "");
  EXPECT_EQ(problems[0].line, 3u);
  EXPECT_EQ(problems[0].column, 1u);
  EXPECT_NE(problems[0].reason_en.find("not JSON"), std::string::npos);
}

TEST(ScenarioFile, ReportsSeveralProblemsAtOnceButNotEndlessly) {
  Members members = Good();
  members[0].second = "2";
  members[6].second = "5";
  EXPECT_EQ(Problems(Json(members)).size(), 2u);
  std::string statements = "[[\"begin T1\"";
  for (int i = 0; i < 500; ++i) statements += ", \"nonsense\"";
  EXPECT_EQ(Problems(With("threads", statements + "]]")).size(), 50u);
}

TEST(ScenarioFile, IsNotTooLarge) {
  EXPECT_TRUE(
      Problems(Json(Good()) + std::string(kMaxFileBytes - Json(Good()).size(), ' ')).empty());
  const auto found = Problems(Json(Good()) + std::string(kMaxFileBytes, ' '));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], ": the file is larger than 1 MB");
}

TEST(ScenarioFile, IsNotTooLong) {
  std::string statements = "[[\"begin T1\"";
  for (int i = 0; i < 20000; ++i) statements += ",\"read A\"";
  EXPECT_EQ(Problems(With("threads", statements + "]]"))[0],
            "threads[0]: more than 20000 elements");
  std::string two = "[[\"begin T1\"";
  for (int i = 0; i < 10000; ++i) two += ",\"read A\"";
  two += "],[\"begin T2\"";
  for (int i = 0; i < 10000; ++i) two += ",\"read A\"";
  EXPECT_EQ(Problems(With("threads", two + "]]"))[0],
            "threads[1]: more than 20000 statements in all");
  std::string records = "{\"A\": 1, \"B\": 1";
  for (int i = 0; i < 1000; ++i) records += ", \"R" + std::to_string(i) + "\": 1";
  EXPECT_EQ(Problems(With("records", records + "}"))[0], "records: more than 1000 records");
}

TEST(ScenarioFile, ARecordInsertedByALaterThreadIsKnown) {
  EXPECT_TRUE(
      Problems(
          With("threads",
               R"([["begin T1", "read N", "commit"], ["begin T2", "insert N := 1", "commit"]])"))
          .empty());
}

TEST(SurviveFile, IsReadWhole) {
  Survive survive;
  std::vector<Problem> problems;
  ASSERT_TRUE(ParseSurvive(
      R"({"survive": "random", "seed": 9, "units": [{"tier": "disk", "address": 512, "stores": [true]},
                               {"tier": "nvm", "address": 64, "stores": [true, false]}]})",
      &survive, &problems));
  EXPECT_EQ(survive.policy, SurvivePolicy::kRandom);
  EXPECT_EQ(survive.seed, 9u);
  ASSERT_EQ(survive.units.size(), 2u);
  EXPECT_EQ(survive.units[0].tier, Tier::kDisk);
  EXPECT_EQ(survive.units[1].address, 64u);
  EXPECT_EQ(survive.units[1].stores, (std::vector<bool>{true, false}));
}

TEST(SurviveFile, RefusesWhatItDoesNotKnow) {
  for (const char* text :
       {"", "[]", "{}", R"({"survive": "maybe"})", R"({"survive": "all", "extra": 1})",
        R"({"survive": "random", "seed": -1})"}) {
    Survive survive;
    std::vector<Problem> problems;
    EXPECT_FALSE(ParseSurvive(text, &survive, &problems)) << text;
    EXPECT_FALSE(problems.empty()) << text;
  }
}

// --- Workloads -----------------------------------------------------------------------------------

// The good scenario with a workload in place of its script, and `more` members.
std::string WorkloadJson(const std::string& workload, const std::string& more) {
  Members members = Good();
  members.erase(std::remove_if(members.begin(), members.end(),
                               [](const auto& m) {
                                 return m.first == "records" || m.first == "threads" ||
                                        m.first == "faults" || m.first == "marks" ||
                                        m.first == "facts" || m.first == "scheme";
                               }),
                members.end());
  members.emplace_back(
      "scheme", R"({"id": "nv-logging", "params": {"placement": "btree", "entries": 1024}})");
  std::string text = Json(members);
  text.erase(text.size() - 2);
  return text + ",\n \"workload\": " + workload + more + "\n}";
}
const std::string kSmall =
    R"({"id": "tpcc", "params": {"rows": "compact", "districts": 1, "customers": 10, "items": 20, "orders": 10}})";

TEST(ScenarioWorkload, IsReadWithItsParametersAndNamesItsTransactions) {
  Scenario scenario;
  std::vector<Problem> problems;
  const std::string text = WorkloadJson(
      kSmall,
      R"(, "clients": 2, "transactions": 3, "facts": [{"fate": "never", "at": {"event": "begin", "tx": "T3"}, "tx": "T3"}])");
  ASSERT_TRUE(ParseScenario(text, &scenario, &problems))
      << problems[0].path << problems[0].reason_en;
  EXPECT_STREQ(scenario.workload->id, "tpcc");
  EXPECT_EQ(scenario.clients, 2u);
  EXPECT_EQ(scenario.transactions, 3u);
  ASSERT_EQ(scenario.script.transactions.size(), 3u);
  EXPECT_EQ(scenario.script.transactions[2].name, "T3");
  EXPECT_EQ(scenario.MakeWorkload()->RowCount(0), 1u);
}

TEST(ScenarioWorkload, WhatIsWrongIsFoundAtItsPlace) {
  const auto first = [](const std::string& text) {
    const std::vector<std::string> problems = Problems(text);
    return problems.empty() ? std::string("none") : problems[0];
  };
  const std::string counts = R"(, "clients": 1, "transactions": 1)";
  EXPECT_EQ(first(WorkloadJson(kSmall, counts)), "none");
  EXPECT_NE(first(WorkloadJson(kSmall, counts + R"(, "records": {})"))
                .find("records: a scenario has a workload, or"),
            std::string::npos);
  EXPECT_NE(first(WorkloadJson(kSmall, counts + R"(, "threads": [[]])"))
                .find("threads: a scenario has a workload, or"),
            std::string::npos);
  EXPECT_NE(first(WorkloadJson(kSmall, R"(, "transactions": 1)")).find("clients: "),
            std::string::npos);
  EXPECT_NE(first(WorkloadJson(kSmall, R"(, "clients": 17, "transactions": 1)"))
                .find("clients: the number must be in 1 .. 16"),
            std::string::npos);
  EXPECT_NE(first(WorkloadJson(kSmall, R"(, "clients": 1, "transactions": 1001)"))
                .find("transactions: the number must be in 1 .. 1000"),
            std::string::npos);
  EXPECT_NE(
      first(WorkloadJson(R"({"id": "tpcd"})", counts)).find("workload.id: there is no workload"),
      std::string::npos);
  EXPECT_NE(first(WorkloadJson(R"({"id": "tpcc", "params": {"shops": 1}})", counts))
                .find("workload.params.shops: "),
            std::string::npos);
  EXPECT_NE(first(WorkloadJson(R"({"id": "tpcc", "params": {"warehouses": 9}})", counts))
                .find("workload.params: these parameters need"),
            std::string::npos);
  EXPECT_NE(
      first(
          WorkloadJson(
              kSmall,
              counts +
                  R"(, "marks": [{"when": {"event": "begin", "tx": "T2"}, "say": {"en": "a", "zh": "b"}}])"))
          .find("marks[0].when.tx: "),
      std::string::npos);
  EXPECT_NE(first(With("clients", "2")).find("clients: belongs to a workload"), std::string::npos);
}

}  // namespace
}  // namespace afterimage
