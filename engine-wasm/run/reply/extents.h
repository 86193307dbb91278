// The extents of a session's structures: every item that they ever show, at its largest. The stage
// gives each a place once, from this, and keeps it there. They are written as the Structure of
// web/engine/protocol, with `most`.
#ifndef AFTERIMAGE_RUN_REPLY_EXTENTS_H_
#define AFTERIMAGE_RUN_REPLY_EXTENTS_H_

#include <string>

#include "run/life/session.h"

namespace afterimage {

// Runs the session on to `to` events in all, or to the end of the phase, and writes what its
// structures showed on the way. It looks after every event of a short run, and ever more rarely in
// a long one, as Looked says.
void WriteExtents(Session& session, uint32_t to, std::string* out);

// True where it looks at this position: always in the first 256 events, then after every second,
// fourth, ... one.
bool Looked(uint32_t events);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_EXTENTS_H_
