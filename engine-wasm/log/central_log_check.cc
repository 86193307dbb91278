// The invariants of a central log while no thread appends to it.
#include "log/central_log.h"

namespace afterimage {

void CentralLog::CheckStructures(StructureCheck& check) {
  static constexpr Text kLsn = {"LSN", "LSN"};
  static constexpr Text kRecords = {"log records", "日志记录"};
  static constexpr Text kMasters = {"One of the two masters is whole.", "两个主块至少有一个完整。"};
  static constexpr Text kChained = {
      "From where restart begins to its end the log is whole records, each bearing its LSN.",
      "从重启起点到日志末尾都是完整的记录，且各自记有自己的 LSN。"};
  bool master_whole = false;
  for (uint32_t i = 0; i < 2; ++i) {
    LogMaster master;
    file_.Peek(uint64_t{i} * Block(), &master, sizeof master);
    master_whole =
        master_whole || (master.magic == kMagic && master.checksum == MasterChecksum(master));
  }
  if (!check.Expect(master_whole, kMasters)) return;
  uint64_t records = 0;
  for (Lsn lsn = first_; lsn < released_; ++records) {
    RecordHeader header;
    if (!check.Expect(PeekHeader(lsn, &header), kChained, {{kLsn, lsn}})) return;
    lsn = Behind(lsn, header.size(), header.kind == RecordKind::kPad);
  }
  check.Count(kRecords, records);
}

}  // namespace afterimage
