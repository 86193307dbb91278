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

inline constexpr auto kLogWritingParams = TableOf<LogWriting>(
    Param<&LogWriting::block_bytes>(
        {.id = "log_block_bytes",
         .title = {"log block", "日志块"},
         .help = {"The log is written in whole blocks of this size, or of the device's if larger.",
                  "日志以此大小的整块写出；设备的块更大时取后者。"},
         .standard = 64,
         .min = 64,
         .max = 65536,
         .unit = "B"}),
    Param<&LogWriting::in_parts>(
        {.id = "log_write",
         .title = {"log written by", "日志写出方式"},
         .help = {"One write(); or lseek(), writev() with O_SYNC and fsync(), as Shore-MT.",
                  "一次 write()；或如 Shore-MT：lseek()、带 O_SYNC 的 writev() 与 fsync()。"},
         .choices = kLogWritingWays}));

// Returns null, or why blocks of this size do not go with what is written in them: sizes that must
// be multiples of a block (0: none), and the device's sector.
const Mismatch* CheckLogWriting(const LogWriting& writing, int64_t partition_bytes,
                                int64_t buffer_bytes, const MachineProfile& machine);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SHARED_LOG_FILE_LOG_WRITING_PARAMS_H_
