// The description of the size of PCM for all systems with PCM between DRAM and the disk, in the
// same words.
#ifndef AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_SIZE_H_
#define AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_SIZE_H_

#include "scheme/page_engine/page_params.h"

namespace afterimage::pcm {

// The size relative to DRAM, so that a smaller database with less DRAM has less PCM, too.
struct PcmSize {
  uint32_t pcm_percent = 0;
};
inline constexpr auto kPcmPercentParam = Param<&PcmSize::pcm_percent>(
    {.id = "pcm_percent",
     .title = {"size of PCM", "PCM 容量"},
     .help = {"All of PCM, as a share of the buffer pool's DRAM; the system makes as many slots of "
              "it as fit. 0: the slots say how much it is.",
              "PCM 的总容量，以缓冲池 DRAM 的百分比表示，系统据此划分槽位。0 表示由槽位数决定。"},
     .max = 100000,
     .unit = "%"});

// Returns the bytes of PCM at this percentage of the buffer pool.
inline int64_t PcmBytes(int64_t percent, const PageParams& pages) {
  return percent * pages.frames * pages.page_bytes / 100;
}

inline constexpr int64_t kMostPcmBytes = int64_t{7} << 29;
inline constexpr Mismatch kBeyondNvm = {"pcm_percent",
                                        {"PCM does not fit 4 GB of NVM", "PCM 超出 4 GB NVM"}};

// The complaint about a machine whose slots would not be complete lines.
inline constexpr Mismatch kUnitOfLines = {
    nullptr,
    {"the machine's unit of wear is no multiple of a line", "机器的磨损单位不是缓存行的整数倍"}};

}  // namespace afterimage::pcm

#endif  // AFTERIMAGE_SCHEME_SHARED_PCM_SLOTS_SIZE_H_
