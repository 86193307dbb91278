// The engine's description of itself, as JSON: schemes, parameters, listings, structures, machines.
#ifndef AFTERIMAGE_RUN_REPLY_DESCRIBE_H_
#define AFTERIMAGE_RUN_REPLY_DESCRIBE_H_

#include <string>
#include <vector>

#include "run/life/session.h"

namespace afterimage {

// Description, SessionInfo and ScenarioProblem[] of web/engine/protocol.ts.
void WriteDescription(std::string* out);
void WriteSessionInfo(Session& session, uint32_t memory_bytes, std::string* out);
void WriteProblems(const std::vector<Problem>& problems, std::string* out);

}  // namespace afterimage

#endif  // AFTERIMAGE_RUN_REPLY_DESCRIBE_H_
