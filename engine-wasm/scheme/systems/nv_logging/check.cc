// The invariants of the ring and its objects while no transaction is under way.
#include "scheme/systems/nv_logging/ring/ring.h"

namespace afterimage::nvlog {

void Ring::Check(StructureCheck& check) const {
  static constexpr Text kLsn = {"LSN", "LSN"};
  static constexpr Text kEntries = {"ring entries", "环形日志项"};
  static constexpr Text kBounds = {"log_head and log_tail lie within one turn of the ring.",
                                   "log_head 与 log_tail 相距不超过一圈。"};
  static constexpr Text kPoints = {"A ring entry points at its own log object.",
                                   "环形日志项指向它自己的日志对象。"};
  static constexpr Text kOutside = {"No entry outside the log has its state bit set.",
                                    "日志之外的项都没有置状态位。"};
  static constexpr Text kLeads = {
      "An entry with its state bit set leads to a durable object of its LSN.",
      "已置状态位的日志项指向已持久且 LSN 相符的对象。"};
  const Lsn head = nvm_.LoadWord(Layout::kHead), tail = nvm_.LoadWord(Layout::kTail);
  if (!check.Expect(head >= kFirstLsn && head <= tail && tail - head <= layout_.entries, kBounds))
    return;
  for (Lsn lsn = head; lsn < head + layout_.entries; ++lsn) {
    const uint64_t word = nvm_.LoadWord(layout_.Entry(lsn));
    const bool bit_set = (word & kEntryStateBit) != 0;
    check.Expect((word & 0xffffffff) == layout_.Object(lsn), kPoints, {{kLsn, lsn}});
    check.Expect(!bit_set || lsn < tail, kOutside, {{kLsn, lsn}});
    if (!bit_set || lsn >= tail) continue;
    ObjectHeader header;
    nvm_.Load(layout_.Object(lsn), &header, sizeof header);
    const bool durable = header.state == 1 || !layout_.object_has_bit();
    check.Expect(durable && header.lsn == lsn, kLeads, {{kLsn, lsn}});
  }
  check.Count(kEntries, layout_.entries);
}

}  // namespace afterimage::nvlog
