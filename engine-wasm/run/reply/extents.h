// What the structures of a session ever show: every item at its largest. The stage gives each a
// place once, from this, and keeps it there. Structure of web/engine/protocol.ts, with `most`.
#ifndef AFTERIMAGE_RUN_REPLY_EXTENTS_H_
#define AFTERIMAGE_RUN_REPLY_EXTENTS_H_

#include <string>

#include "run/life/session.h"

namespace afterimage {

// Runs the session from where it is to `to` events in all, or to the end of the phase, and writes
// what its structures showed on the way. Looks after every event of a short run; of a long one ever
// more rarely, as `Looked` says.
void WriteExtents(Session& session, uint32_t to, std::string* out);

// Whether it looks at this position: always in the first 256 events, then after every second,
// fourth, ... one.
bool Looked(uint32_t events);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_EXTENTS_H_
