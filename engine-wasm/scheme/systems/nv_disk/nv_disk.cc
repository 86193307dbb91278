#include "scheme/systems/nv_disk/nv_disk.h"

#include "scheme/systems/aries/aries.h"

namespace afterimage {
namespace {

constexpr ParamSetting kLogInNvram[] = {{"data_on", static_cast<int64_t>(FileKind::kDisk)},
                                        {"log_on", static_cast<int64_t>(FileKind::kTmpfs)}};
constexpr ParamSetting kAllInNvram[] = {{"data_on", static_cast<int64_t>(FileKind::kTmpfs)},
                                        {"log_on", static_cast<int64_t>(FileKind::kTmpfs)}};
constexpr PresetInfo kNvDiskPresets[] = {
    {"log-in-nvram", {"log in NVRAM, database on disk", "日志在 NVRAM，数据库在磁盘"}, kLogInNvram},
    {"all-in-nvram", {"all in NVRAM", "全在 NVRAM"}, kAllInNvram},
};

// Other standard values than those of ARIES: the log through tmpfs, in as many partitions as in the
// paper's set-up, and group commit.
constexpr ChangedTable<aries::kLogParams, Standard<&AriesParams::log_on, FileKind::kTmpfs>,
                       Standard<&AriesParams::partitions, 8>,
                       Standard<&AriesParams::commit, aries::CommitMode::kGroup>>
    kNvDiskLogParams;
constexpr AriesTable<kNvDiskLogParams> kNvDiskParams;

SchemeInfo NvDiskInfo() {
  SchemeInfo info = AriesInfo();
  info.id = "nv-disk";
  info.family = "nv-disk";
  info.title = {"NV-Disk", "NV-Disk"};
  info.summary = {
      "A disk-based system as it is, with its log in NVRAM behind a file interface (tmpfs, mmap or "
      "PMFS); the database on a disk, or in NVRAM as well. One log buffer, group commit.",
      "原样的磁盘型系统，日志经文件接口（tmpfs、mmap 或 PMFS）放入 NVRAM；数据库在磁盘上，或也在 "
      "NVRAM 中。一个日志缓冲区，组提交。"};
  info.paper =
      "Huang, Schwan, Qureshi: NVRAM-aware Logging in Transaction Systems, PVLDB 8(4), 2014, "
      "sections 2.3, 3 and 6";
  info.params = kNvDiskParams;
  info.presets = kNvDiskPresets;
  return info;
}

}  // namespace

const SchemeInfo kNvDisk = NvDiskInfo();

}  // namespace afterimage
