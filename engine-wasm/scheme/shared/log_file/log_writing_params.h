// The parameters that say how a log writes its file, for every system that has one.
#ifndef AFTERIMAGE_SCHEME_SHARED_LOG_FILE_LOG_WRITING_PARAMS_H_
#define AFTERIMAGE_SCHEME_SHARED_LOG_FILE_LOG_WRITING_PARAMS_H_

#include "scheme/page_engine/page_params.h"
#include "tier/files/file.h"

namespace afterimage {

inline constexpr ChoiceInfo kLogWritingWays[] = {
    {"write", {"write()", "write()"}},
    {"writev", {"lseek(), writev(), fsync()", "lseek()、writev()、fsync()"}, kWhole},
};

// In this order among a system's parameters.
inline constexpr ParamInfo kLogBlockParam =
    NumberParam("log_block_bytes", {"log block", "日志块"},
                {"The log is written in whole blocks of this size, or of the device's if larger.",
                 "日志以此大小的整块写出；设备的块更大时取后者。"},
                64, 64, 65536, "B");
inline constexpr ParamInfo kLogWriteParam =
    ChoiceParam("log_write", {"log written by", "日志写出方式"},
                {"One write(); or lseek(), writev() with O_SYNC and fsync(), as Shore-MT.",
                 "一次 write()；或如 Shore-MT：lseek()、带 O_SYNC 的 writev() 与 fsync()。"},
                0, kLogWritingWays);

// Reads them; `first` is the index of the first of the two.
LogWriting LogWritingOf(const ParamValues& p, uint32_t first);
// Returns null, or why blocks of this size do not go with what is written in them: sizes that must
// be multiples of a block (0: none), and the device's sector.
const Mismatch* CheckLogWriting(const LogWriting& writing, int64_t partition_bytes,
                                int64_t buffer_bytes, const MachineProfile& machine);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SHARED_LOG_FILE_LOG_WRITING_PARAMS_H_
