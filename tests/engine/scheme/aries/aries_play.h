// Scripts under ARIES, and what their events say.
#ifndef AFTERIMAGE_TESTS_SCHEME_ARIES_ARIES_PLAY_H_
#define AFTERIMAGE_TESTS_SCHEME_ARIES_ARIES_PLAY_H_

#include "log/log_record.h"
#include "scheme/shared/central_log/story.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {

inline Script Aries(const std::string& threads, const std::string& params = "{}",
                    const std::string& mutations = "[]") {
  Script script;
  script.threads = threads;
  script.params = params;
  script.mutations = mutations;
  script.scheme = "aries";
  return script;
}

inline bool Inserts(const Event& e, RecordKind kind) {
  return e.kind == EventKind::kLogInsert && e.a == static_cast<uint32_t>(kind);
}

// The LSNs of the events of one kind, in order.
inline std::vector<uint32_t> LsnsOf(const std::vector<Event>& events, EventKind kind) {
  std::vector<uint32_t> lsns;
  for (const Event& e : events) {
    if (e.kind == kind) lsns.push_back(e.key);
  }
  return lsns;
}

// Plays to the first event for which `stop` holds; false if there is none.
template <class Stop>
bool ToEvent(Play& play, Stop stop) {
  for (uint32_t at = play.session().at() + 1; !play.session().world().ended(); ++at) {
    play.To(at);
    if (!play.events.empty() && stop(play.events.back())) return true;
  }
  return false;
}

// The values that the last recovery left, as "A=1 B=-".
inline std::string Values(Play& play) {
  std::string text;
  for (const ScriptRecord& record : play.session().scenario().script.records) {
    const int64_t number = play.Number(record.name);
    text +=
        (text.empty() ? "" : " ") + record.name + "=" + (number < 0 ? "-" : std::to_string(number));
  }
  return text;
}

inline uint64_t Flushes(const Play& play) {
  uint64_t flushes = 0;
  for (const Event& e : play.events) flushes += e.kind == EventKind::kLogDurable;
  return flushes;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SCHEME_ARIES_ARIES_PLAY_H_
