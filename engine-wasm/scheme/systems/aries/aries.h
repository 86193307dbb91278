// Disk-based write-ahead logging as in ARIES, and with its log or its pages in NVRAM behind a file
// interface the NV-Disk baselines of the NV-Logging paper (sections 2.3 and 3).
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_ARIES_ARIES_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_ARIES_ARIES_H_

#include "scheme/shared/central_log/setup.h"

namespace afterimage {

struct AriesParams : aries::SharedParams {
  uint32_t commit_delay_us = 0;
  uint32_t commit_siblings = 0;
  uint32_t flush_after_kb = 0;
  uint32_t log_write_kb = 64;
};
inline constexpr auto kAriesOwnParams = TableOf<AriesParams>(
    Param<&AriesParams::commit_delay_us>(
        {.id = "commit_delay_us",
         .title = {"commit delay", "提交延迟"},
         .help = {"A thread about to flush the log sleeps so long before, so that others join.",
                  "将要刷写日志的线程先睡眠这么久，让其他提交加入。"},
         .max = 100000,
         .unit = "µs"}),
    Param<&AriesParams::commit_siblings>(
        {.id = "commit_siblings",
         .title = {"commit siblings", "提交延迟所需的并发事务"},
         .help = {"Only with so many other transactions active.", "仅当有这么多其他活动事务时。"},
         .standard = 5,
         .max = 1000}),
    Param<&AriesParams::flush_after_kb>(
        {.id = "flush_after_kb",
         .title = {"flush after", "达此量即刷写"},
         .help = {"An asynchronous commit ends the flush pause where so much log waits; 0: never.",
                  "等待的日志达到此量时，异步提交结束刷写间隔；0 表示从不。"},
         .max = 1 << 18,
         .unit = "KB"}),
    Param<&AriesParams::log_write_kb>(
        {.id = "log_write_kb",
         .title = {"largest log write", "单次日志写出上限"},
         .help = {"Log that one write takes at most.", "一次写出的日志最多为此量。"},
         .standard = 64,
         .min = 1,
         .max = 1 << 18,
         .unit = "KB"}));
// With the parameters of a log like ARIES's. A system that runs as ARIES has this table, so that
// its numbers are for the same members.
template <const auto& kLog>
using AriesTable = JoinedTables<AriesParams, kLog, kAriesOwnParams, kPageParams>;
inline constexpr AriesTable<aries::kLogParams> kAriesParams;

extern const SchemeInfo kAries;
// Returns ARIES's description, also before kAries exists: for systems that are ARIES with other
// settings.
SchemeInfo AriesInfo();

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_ARIES_ARIES_H_
