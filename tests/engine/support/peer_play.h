// The checks that each of REWIND's peers must pass.
#ifndef AFTERIMAGE_TESTS_SUPPORT_PEER_PLAY_H_
#define AFTERIMAGE_TESTS_SUPPORT_PEER_PLAY_H_

#include <algorithm>

#include "support/scenarios.h"

namespace afterimage::testing_support {

// Commits, rollbacks, stolen pages and a checkpoint, on two threads.
inline constexpr char kBusyPeer[] =
    R"([["begin T1", "A := 50", "B := B + 50", "commit", "begin T2", "A := 7", "steal A", "abort", "begin T4", "A := A + 1", "commit", "checkpoint"],
        ["begin T3", "insert D := 4", "C := 3", "steal D", "wait 30us", "commit", "begin T5", "delete D", "steal D", "wait 200us", "abort"]])";

// Parameters that each of them has: where log and database are, and how commits wait.
inline constexpr const char* kPeerFiles[] = {
    R"({"heap_pages": 4, "frames": 3})",
    R"({"heap_pages": 4, "frames": 2, "commit": "group", "group_size": 2, "flush_us": 30})",
    R"({"heap_pages": 4, "commit": "asynchronous", "flush_us": 30, "log_on": "mmap"})",
    R"({"heap_pages": 4, "frames": 2, "log_on": "tmpfs", "data_on": "hdd", "fsync": false})",
    R"({"placement": "btree", "frames": 5, "cleaner_us": 5})"};

inline uint32_t Count(const Play& play, EventKind kind) {
  return static_cast<uint32_t>(std::count_if(play.events.begin(), play.events.end(),
                                             [&](const Event& e) { return e.kind == kind; }));
}

// Cuts the power about forty times, and each recovery once more.
inline void ExpectConsistentAfterTwoCuts(const Script& script) {
  const uint32_t end = Play(script).To().session().at();
  for (uint32_t at = 3; at < end; at += Stride(1 + end / 40)) {
    Play play(script);
    play.To(at);
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, at, {}}));
    play.To(play.session().at() + at % 37);
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, at + 1, {}}));
    play.To();
    EXPECT_EQ(play.session().Verdict().kind, VerdictKind::kConsistent) << at;
  }
}

// Tells if a client would notice one of the power cuts that are drawn at each of its events.
inline bool LosesSomething(const Script& script, uint32_t draws = 50) {
  Play play(script);
  for (uint32_t at = 0;; ++at) {
    play.To(at);
    const Outlook outlook = LookAhead(play.session(), draws);
    if (outlook.runs != outlook.verdicts[0].runs) return true;
    if (play.session().world().ended()) return false;
  }
}

// The same of what nothing is wrong with, which the explorer asks of every power cut.
inline bool SeemsToLoseSomething(const Script& script, uint32_t draws = 50) {
  return LosesSomething(script, Effort(draws, 1));
}

// A declared mutation, and threads of a script in which a client notices it.
struct BrokenRule {
  const char* mutation;
  const char* threads;
};

inline std::string RuleName(const BrokenRule& rule) {
  std::string name = rule.mutation;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// Expects the rules to be the system's mutations, in their order.
template <size_t N>
void ExpectAllOf(const char* id, const BrokenRule (&rules)[N]) {
  const SchemeInfo& scheme = *FindScheme(id);
  ASSERT_EQ(scheme.mutations.size(), N);
  for (size_t i = 0; i < N; ++i) EXPECT_STREQ(scheme.mutations[i].id, rules[i].mutation);
}

// Tells if the structures hold together that the system shows of itself now.
inline bool StructuresHold(Play& play) {
  StructureReport report;
  StructureCheck check(&report);
  play.session().world().engine().CheckStructures(check);
  return report.holds;
}

// Runs each script, cuts the power and recovers. Every label that is announced must be a line of
// the system's listings, and `wanted` must be among them.
inline void ExpectListed(const char* id, const std::vector<Script>& scripts,
                         const std::vector<uint16_t>& wanted) {
  const SchemeInfo& scheme = *FindScheme(id);
  const auto listed = [&](uint16_t label) {
    for (uint32_t i = 0; i < scheme.listings.size(); ++i) {
      for (uint32_t line = 0; line < scheme.listings[i].count; ++line) {
        if (scheme.listings[i].lines[line].label == label) return true;
      }
    }
    return false;
  };
  std::vector<uint16_t> announced;
  for (const Script& script : scripts) {
    Play play(script);
    play.To(play.session().at() + 400);
    for (const Event& e : play.events) announced.push_back(e.label);
    ASSERT_TRUE(play.Cut(All()));
    play.To();
    for (const Event& e : play.events) announced.push_back(e.label);
  }
  for (const uint16_t label : announced)
    EXPECT_TRUE(label == 0 || listed(label)) << "label " << label << " is no line";
  for (const uint16_t label : wanted)
    EXPECT_GT(std::count(announced.begin(), announced.end(), label), 0) << label;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SUPPORT_PEER_PLAY_H_
