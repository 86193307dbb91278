// Shore-MT's description of itself: that of a system over rings, and its undo buffers.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_SHORE_MT_STORY_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_SHORE_MT_STORY_H_

#include "scheme/shared/log_rings/story.h"

namespace afterimage::distributed {

const Story& BufferStory();

}  // namespace afterimage::distributed

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_SHORE_MT_STORY_H_
