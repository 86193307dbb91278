// The size of PCM as a parameter, the same for all systems that have it between DRAM and the disk.
#ifndef AFTERIMAGE_SCHEME_PCM_SIZE_H_
#define AFTERIMAGE_SCHEME_PCM_SIZE_H_

#include "scheme/scheme.h"

namespace afterimage::pcm {

inline constexpr ParamInfo kPcmKbParam = NumberParam(
    "pcm_kb", {"size of PCM", "PCM 容量"},
    {"All of PCM, of which the system makes as many slots as fit. 0: the slots say how much it is.",
     "PCM 的总容量，系统据此划分槽位。0 表示由槽位数决定。"},
    0, 0, 3 << 20, "KB");

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_PCM_SIZE_H_
