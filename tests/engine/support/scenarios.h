// Sessions over small scripted scenarios.
#ifndef AFTERIMAGE_TESTS_SUPPORT_SCENARIOS_H_
#define AFTERIMAGE_TESTS_SUPPORT_SCENARIOS_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "run/explore/outlook.h"
#include "run/life/session.h"
#include "support/effort.h"

namespace afterimage::testing_support {

struct Script {
  std::string records = R"({"A": 100, "B": 20, "C": 5})";
  std::string threads;  // JSON
  std::string params = "{}";
  std::string mutations = "[]";
  std::string overrides = R"({"disk.read_ns": 20000, "disk.write_ns": 20000})";
  std::string deadlock = "detect";
  std::string scheme = "nv-logging";

  std::string Json() const {
    return R"({"format": 1, "id": "test", "kind": "scenario", "title": {"en": "t", "zh": "t"}, "machine": {"id": "setup-a", "overrides": )" +
           overrides + R"(}, "scheme": {"id": ")" + scheme + R"(", "params": )" + params +
           R"(, "mutations": )" + mutations + R"(}, "deadlock": ")" + deadlock +
           R"(", "records": )" + records + R"(, "threads": )" + threads + "}";
  }
};

inline Script ScriptOn(const char* scheme, const std::string& threads, const std::string& params,
                       const std::string& mutations) {
  Script script;
  script.scheme = scheme;
  script.threads = threads;
  script.params = params;
  script.mutations = mutations;
  return script;
}

// Parameters of a system under a name, for tests that try it in several forms.
struct Form {
  const char* name;
  const char* params;
};

// Fails the test where the scenario is refused; `good`: whether it was not.
inline Scenario ParsedScenario(const std::string& json, bool* good = nullptr) {
  Scenario scenario;
  std::vector<Problem> problems;
  const bool parsed = ParseScenario(json, &scenario, &problems);
  EXPECT_TRUE(parsed) << (problems.empty() ? "" : problems[0].path + ": " + problems[0].reason_en);
  if (good) *good = parsed;
  return scenario;
}

// A session that keeps all events of the phase that is open.
class Play {
 public:
  explicit Play(const std::string& json) {
    bool good = false;
    Scenario scenario = ParsedScenario(json, &good);
    if (good) session_ = std::make_unique<Session>(std::move(scenario), trace_.get());
  }
  explicit Play(const Script& script) : Play(script.Json()) {}

  Session& session() { return *session_; }

  // Plays to the end of the phase, or to `to` events in all.
  Play& To(uint32_t to = ~0u) {
    for (;;) {
      const Session::Advanced advanced = session_->Advance(to, true);
      events.insert(events.end(), trace_->events(), trace_->events() + trace_->event_count());
      trace_->Drain();
      if (advanced != Session::Advanced::kFull) return *this;
    }
  }
  bool Cut(const Survive& survive) {
    Refusal refusal;
    events.clear();
    return session_->Cut(survive, &refusal);
  }
  VerdictKind VerdictAfter(const Survive& survive) {
    EXPECT_TRUE(Cut(survive));
    To();
    return session_->Verdict().kind;
  }
  // The number of a record after a finished recovery, or -1 where it is absent.
  int64_t Number(const std::string& record) {
    const int index = session_->scenario().script.FindRecord(record);
    const Observed& value = session_->world().observed()[static_cast<size_t>(index)];
    return value.present ? value.number : -1;
  }
  uint32_t Count(EventKind kind) const {
    uint32_t n = 0;
    for (const Event& event : events) n += event.kind == kind;
    return n;
  }

  std::vector<Event> events;

 private:
  std::unique_ptr<TraceBuffer> trace_ = std::make_unique<TraceBuffer>();
  std::unique_ptr<Session> session_;
};

// Every verdict at every `step`th event up to the end of the phase.
inline void ExpectConsistentEverywhere(Play& play, uint32_t step, uint32_t limit) {
  for (uint32_t at = play.session().at();; at += Stride(step)) {
    play.To(at);
    const Outlook outlook = LookAhead(play.session(), limit);
    ASSERT_EQ(outlook.verdicts[0].runs, outlook.runs)
        << "at event " << at << " of phase " << play.session().phase();
    if (play.session().world().ended() || play.session().at() < at) return;
  }
}

// Tells if no transaction is under way.
inline bool AllEnded(const Oracle& oracle) {
  for (uint32_t txn = 1; txn <= oracle.transactions(); ++txn) {
    const ClientState state = oracle.state(static_cast<TxnLabel>(txn));
    if (state == ClientState::kActive || state == ClientState::kCommitting) return false;
  }
  return true;
}

// The reads of values that were not there to read, in words; empty if there are none. The systems
// under test serialize their transactions, however those end.
inline std::string WrongReads([[maybe_unused]] const Oracle& oracle,
                              [[maybe_unused]] const Scenario& scenario) {
  std::string text;
#if AFTERIMAGE_WATCHES_READS
  const auto told = [](const Observed& value) {
    return value.present ? (value.whole ? std::to_string(value.number) : "torn") : "absent";
  };
  for (const WrongRead& read : oracle.wrong_reads()) {
    text += "T" + std::to_string(read.txn) + " reads " + scenario.script.records[read.record].name +
            " as " + told(read.read) + ", which was " + told(read.expected) + "; ";
  }
#endif
  return text;
}

inline Survive All() { return {SurvivePolicy::kAll, 0, {}}; }
inline Survive None() { return {SurvivePolicy::kNone, 0, {}}; }

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_SCENARIOS_H_
