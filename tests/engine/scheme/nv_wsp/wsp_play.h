// Scripts under NV-WSP, and what its events say.
#ifndef AFTERIMAGE_TESTS_SCHEME_NV_WSP_WSP_PLAY_H_
#define AFTERIMAGE_TESTS_SCHEME_NV_WSP_WSP_PLAY_H_

#include <cstring>

#include "scheme/page_engine/page_engine.h"
#include "scheme/systems/nv_wsp/layout.h"
#include "scheme/systems/nv_wsp/story.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {

inline Script OnNvWsp(const std::string& threads, const std::string& params = "{}",
                      const std::string& mutations = "[]") {
  return ScriptOn("nv-wsp", threads, params, mutations);
}

// Listing labels of an actor's events from `from` on, each stretch once.
inline std::vector<uint16_t> Labels(const Play& play, ActorId actor = 0, size_t from = 0) {
  std::vector<uint16_t> labels;
  for (size_t i = from; i < play.events.size(); ++i) {
    const Event& e = play.events[i];
    if (e.actor == actor && e.label != 0 && (labels.empty() || labels.back() != e.label))
      labels.push_back(e.label);
  }
  return labels;
}

inline size_t FirstOf(const Play& play, uint16_t label) {
  for (size_t i = 0; i < play.events.size(); ++i) {
    if (play.events[i].label == label) return i;
  }
  ADD_FAILURE() << "label " << label << " never comes";
  return play.events.size();
}

// Plays to the first event for which `stop` holds.
template <class Stop>
void PlayTo(Play& play, Stop stop) {
  for (uint32_t at = play.session().at() + 1; !play.session().world().ended(); ++at) {
    play.To(at);
    if (!play.events.empty() && stop(play.events.back())) return;
  }
  FAIL() << "never";
}

inline Lsn LsnAtHome(Play& play, PageId page) {
  Lsn lsn = 0;
  uint8_t bytes[sizeof lsn];
  static_cast<PageEngine&>(play.session().world().engine())
      .home()
      .PeekDurable(page, sizeof bytes, bytes);
  std::memcpy(&lsn, bytes, sizeof lsn);
  return lsn;
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SCHEME_NV_WSP_WSP_PLAY_H_
