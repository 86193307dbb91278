// The common setup of REWIND's peers over a central log: files on PMFS, and an fsync for each
// commit.
#ifndef AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_PEER_SETUP_H_
#define AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_PEER_SETUP_H_

#include "scheme/shared/central_log/setup.h"

namespace afterimage::aries::peer {

struct PeerParams : SharedParams {
  bool fsync = false;
};
inline constexpr auto kFsyncParams = TableOf<PeerParams>(Param<&PeerParams::fsync>(
    {.id = "fsync",
     .title = {"fsync the log", "日志 fsync"},
     .help = {"Each write of the log file is followed by fsync(), also on a file system whose "
              "writes are durable by themselves.",
              "日志文件每次写入后都调用 fsync()，即使文件系统的写入本身已经持久。"},
     .standard = true}));
// Other standard values than those of ARIES, and than those of pages: log and database are files on
// PMFS, whose writes a power cut may tear.
inline constexpr ChangedTable<kLogParams, Standard<&PeerParams::log_on, FileKind::kPmfs>>
    kPmfsLogParams;
inline constexpr ChangedTable<kLockedPageParams, Standard<&PeerParams::data_on, FileKind::kPmfs>,
                              Standard<&PeerParams::torn, TornPages::kDoubleWrite>>
    kPmfsPageParams;

// Work like PlacesOf and CheckLog, with the same `structure_bytes`.
Places PeerPlacesOf(const PeerParams& p, const MachineProfile& machine, uint32_t structure_bytes,
                    uint32_t page_limit);
const Mismatch* CheckPeer(const PeerParams& p, const MachineProfile& machine,
                          uint32_t structure_bytes);

inline constexpr ParamSetting kForTables[] = {
    {"placement", static_cast<int64_t>(Placement::kIndexed)},
    {"spare_pages", 256},
    {"frames", 64},
    {"partition_kb", 64},
    {"buffer_kb", 32},
    {"checkpoint_kb", 96}};

}  // namespace afterimage::aries::peer

#endif  // AFTERIMAGE_SCHEME_SHARED_CENTRAL_LOG_PEER_SETUP_H_
