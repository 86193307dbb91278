// What REWIND's peers over a central log have in common: files on PMFS, and an fsync a commit.
#ifndef AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_PEER_SETUP_H_
#define AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_PEER_SETUP_H_

#include <algorithm>
#include <array>

#include "scheme/shared/central_log/setup.h"

namespace afterimage::aries::peer {

// Behind the parameters of any system over a central log.
inline constexpr uint32_t kFsync = param::kCount;
inline constexpr uint32_t kParams = kFsync + 1;

// Returns the parameters of such a system, with `own` ones of its own behind kFsync.
template <size_t N>
auto WithPeerParams(const std::array<ParamInfo, N>& own) {
  ParamInfo first[kParams + N];
  std::copy_n(kOwn, param::kCount, first);
  first[kFsync] = SwitchParam(
      "fsync", {"fsync the log", "日志 fsync"},
      {"Each write of the log file is followed by fsync(), also on a file system whose writes are "
       "durable by themselves.",
       "日志文件每次写入后都调用 fsync()，即使文件系统的写入本身已经持久。"},
      1);
  std::copy(own.begin(), own.end(), first + kParams);
  auto all = WithLockedPageParams(first);
  // Other standard values than those of ARIES, and than those of pages: log and database are files
  // on PMFS, whose writes a power cut may tear.
  constexpr ParamSetting kStandard[] = {
      {"log_on", static_cast<int64_t>(FileKind::kPmfs)},
      {"data_on", static_cast<int64_t>(FileKind::kPmfs)},
      {"torn_pages", static_cast<int64_t>(TornPages::kDoubleWrite)}};
  SetStandards(all, kStandard);
  return all;
}

// As PlacesOf and CheckLog, whose `structure_bytes` they take.
Places PeerPlacesOf(const ParamValues& p, const MachineProfile& machine, const PageParams& pages,
                    uint32_t structure_bytes, uint32_t page_limit);
const Mismatch* CheckPeer(const ParamValues& p, const MachineProfile& machine,
                          const PageParams& pages, uint32_t structure_bytes);

extern const ParamSetting kForTables[];
extern const uint32_t kForTableCount;

}  // namespace afterimage::aries::peer

#endif  // AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_PEER_SETUP_H_
