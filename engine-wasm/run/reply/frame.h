// The state at a position as JSON: the formats of run/reply/format/frame_format.h.
#ifndef AFTERIMAGE_RUN_REPLY_FRAME_H_
#define AFTERIMAGE_RUN_REPLY_FRAME_H_

#include <string>

#include "run/life/session.h"

namespace afterimage {

// The names of WaitFor; a thread that waits for work is idle.
inline constexpr const char* kWaitNames[] = {"",       "lock",        "latch",   "signal",
                                             "device", "log-space",   "work",    "persister",
                                             "room",   "transaction", "schedule"};
// The names of ClientState.
inline constexpr const char* kClientStateNames[] = {"not-begun", "active", "committing",
                                                    "acknowledged", "aborted"};

void WriteFrame(Session& session, std::string* out);
// False where the range lies outside of the tier or is longer than 4096 bytes.
bool WriteBytes(Session& session, Tier tier, Address address, uint32_t size, std::string* out);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_FRAME_H_
