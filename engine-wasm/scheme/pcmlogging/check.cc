// What must hold of slots, bits and list while no transaction is under way.
#include "scheme/pcmlogging/pcm_log.h"

namespace afterimage::pcm {

void PcmLog::CheckStructures(StructureCheck& check) {
  static constexpr Text kEntry = {"entry of the list", "列表项"};
  static constexpr Text kSlot = {"slot", "槽位"};
  static constexpr Text kSlots = {"slots", "槽位"};
  static constexpr Text kNobody = {"No transaction is on the list.", "列表中没有事务。"};
  static constexpr Text kOnce = {"Of each record or page one version counts.",
                                 "每条记录或每一页只有一个版本有效。"};
  static constexpr Text kMapped = {"Each version that counts is in the mapping table.",
                                   "每个有效版本都在映射表中。"};
  static constexpr Text kApart = {"Versions do not overlap.", "版本互不重叠。"};
  const Slots& slots = area_.slots();
  const Layout& layout = slots.layout();
  for (uint32_t i = 0; i < layout.transactions; ++i)
    check.Expect(slots.active(i) == 0, kNobody, {{kEntry, i}});
  FlatMap<uint32_t> seen(arena_);
  uint32_t end = 0;
  for (uint32_t i = 0; i < layout.slots; ++i) {
    if (!slots.counts(i)) continue;
    const SlotHeader header = slots.Header(i);
    check.Expect(i >= end, kApart, {{kSlot, i}});
    end = i + layout.SlotsFor(header.bytes);
    uint32_t& times = seen[uint64_t{header.page} << 16 | header.slot];
    check.Expect(++times == 1, kOnce, {{kSlot, i}});
    const Item* item = area_.tables().Find(header.page, header.slot);
    check.Expect(item && item->current.first == i, kMapped, {{kSlot, i}});
  }
  check.Count(kSlots, layout.slots);
}

}  // namespace afterimage::pcm
