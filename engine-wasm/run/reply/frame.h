// The state at the playhead as JSON: Frame and ByteView of web/engine/protocol.ts.
#ifndef AFTERIMAGE_RUN_REPLY_FRAME_H_
#define AFTERIMAGE_RUN_REPLY_FRAME_H_

#include <string>

#include "run/life/session.h"

namespace afterimage {

void WriteFrame(Session& session, std::string* out);
// False where the range lies outside of the tier or is longer than 4096 bytes.
bool WriteBytes(Session& session, Tier tier, Address address, uint32_t size, std::string* out);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_FRAME_H_
