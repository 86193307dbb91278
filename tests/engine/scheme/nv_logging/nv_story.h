// NV-Logging's events as a short text, one word each, so that an order can be written down and
// read:
//
//   tail+ insert1 copy1 copy1! state1 state1! entry1 entry1! page tail! ack
//
// A word with ! is a write-back that has completed; copy, state and entry are stores to an object,
// its state word and its ring entry; the number is the LSN.
#ifndef AFTERIMAGE_TESTS_SCHEME_NV_LOGGING_NV_STORY_H_
#define AFTERIMAGE_TESTS_SCHEME_NV_LOGGING_NV_STORY_H_

#include <string>
#include <vector>

#include "scheme/systems/nv_logging/story.h"
#include "trace/event.h"

namespace afterimage::testing_support {

inline std::string NvWord(const Event& e) {
  using namespace nvlog;  // NOLINT
  const std::string key = std::to_string(e.key);
  const bool back = e.kind == EventKind::kWriteBack;
  if (e.kind == EventKind::kStore || back) {
    const std::string done = back ? "!" : "";
    const bool clears =
        e.label == kCheckpointClear || e.label == kCheckpointClearBack || e.label == kRecoverClear;
    if (e.structure == kAnchors && e.key == 0) return back ? "head!" : "head=";
    if (e.structure == kAnchors) return back ? "tail!" : e.a ? "tail+" : "tail=";
    if (e.structure == kRing) return (clears ? "clear" : "entry") + key + done;
    if (e.structure == kObjects)
      return (e.label == kPersistState || e.label == kPersistStateBack ? "state" : "copy") + key +
             done;
  }
  switch (e.kind) {
    case EventKind::kLogInsert: return "insert" + key;
    case EventKind::kWrite: return "page";
    case EventKind::kUndo: return "undo" + key;
    case EventKind::kRedo: return "redo" + key;
    case EventKind::kRedoSkip: return "skip" + key;
    case EventKind::kAcknowledge: return "ack";
    case EventKind::kAbort: return "aborted";
    case EventKind::kPageWriteStart: return "disk" + key;
    case EventKind::kPageWrite: return "disk" + key + "!";
    case EventKind::kTruncate: return "truncate" + std::to_string(e.b);
    case EventKind::kBackup: return "backup";
    case EventKind::kLogSpaceWait: return "full";
    case EventKind::kRecovered: return "recovered";
    default: return "";
  }
}

inline constexpr ActorId kAnyActor = 0xffff;

// The words of `actor`'s events from number `from` on.
inline std::string NvStory(const std::vector<Event>& events, ActorId actor = kAnyActor,
                           size_t from = 0) {
  std::string story;
  for (size_t i = from; i < events.size(); ++i) {
    if (actor != kAnyActor && events[i].actor != actor) continue;
    const std::string word = NvWord(events[i]);
    if (!word.empty()) story += (story.empty() ? "" : " ") + word;
  }
  return story;
}

// persist(o) of section 5.2, for an object with images (two lines) or without (one), in NVM with a
// state bit of its own or without.
inline std::string Persisted(int lsn, bool images, bool object_bit = true) {
  const std::string n = std::to_string(lsn);
  const std::string copy = images ? "copy" + n + " copy" + n + " copy" + n + "! copy" + n + "!"
                                  : "copy" + n + " copy" + n + "!";
  const std::string state = object_bit ? " state" + n + " state" + n + "!" : "";
  return copy + state + " entry" + n + " entry" + n + "!";
}

}  // namespace afterimage::testing_support

#endif  // AFTERIMAGE_TESTS_SCHEME_NV_LOGGING_NV_STORY_H_
