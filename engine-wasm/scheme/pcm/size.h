// What all systems with PCM between DRAM and the disk say of its size, in the same words.
#ifndef AFTERIMAGE_SCHEME_PCM_SIZE_H_
#define AFTERIMAGE_SCHEME_PCM_SIZE_H_

#include "scheme/scheme.h"

namespace afterimage::pcm {

inline constexpr ParamInfo kPcmKbParam = NumberParam(
    "pcm_kb", {"size of PCM", "PCM 容量"},
    {"All of PCM, of which the system makes as many slots as fit. 0: the slots say how much it is.",
     "PCM 的总容量，系统据此划分槽位。0 表示由槽位数决定。"},
    0, 0, 3 << 20, "KB");

// Why a machine is refused whose slots would not be whole lines.
inline constexpr Mismatch kUnitOfLines = {
    nullptr,
    {"the machine's unit of wear is no multiple of a line", "机器的磨损单位不是缓存行的整数倍"}};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_PCM_SIZE_H_
