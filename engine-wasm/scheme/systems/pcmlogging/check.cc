// The invariants of slots, bits and list while no transaction is under way.
#include "scheme/systems/pcmlogging/pcm_log.h"

namespace afterimage::pcm {

void PcmLog::CheckStructures(StructureCheck& check) {
  static constexpr Text kEntry = {"entry of the list", "列表项"};
  static constexpr Text kSlot = {"slot", "槽位"};
  static constexpr Text kSlots = {"slots", "槽位"};
  static constexpr Text kNobody = {"No transaction is on the list.", "列表中没有事务。"};
  static constexpr Text kMapped = {
      "Of each record, entry or page one version counts, and the mapping table has it.",
      "每条记录、索引项或页只有一个版本有效，且在映射表中。"};
  static constexpr Text kApart = {"Versions do not overlap.", "版本互不重叠。"};
  static constexpr Text kOfPage = {"page", "页"};
  static constexpr Text kQuiet = {
      "Nothing of a page is being written or moved any more, and what is known of it has a "
      "version.",
      "页的内容不再有正在写入或移动的，且每个已知条目都有版本。"};
  const Slots& slots = area_.slots();
  const Layout& layout = slots.layout();
  for (uint32_t i = 0; i < layout.entries(); ++i)
    check.Expect(slots.active(i) == 0, kNobody, {{kEntry, i}});
  const Tables& tables = area_.tables();
  for (uint32_t i = 0, end = 0; i < layout.slots(); ++i) {
    if (!slots.counts(i)) continue;
    const SlotHeader header = slots.Header(i);
    check.Expect(i >= end, kApart, {{kSlot, i}});
    end = i + layout.SlotsOf(header);
    const Item* item = tables.ItemOf(header);
    check.Expect(item && item->current.first == i, kMapped, {{kSlot, i}});
  }
  tables.ForEach([&](const PageEntry& page) {
    bool quiet = !page.frozen && !page.destaging;
    for (const Item* item = page.items; item; item = item->older)
      quiet = quiet && !item->flushing && (item->owner || item->current.there());
    check.Expect(quiet, kQuiet, {{kOfPage, page.id}});
  });
  check.Count(kSlots, layout.slots());
}

void PcmLog::AddFormats(DeviceFormats* formats) {
  SlotsOnDevice& slots = formats->slots;
  area_.slots().AddFormats(&slots);
  slots.database_pages = home_.page_count();
  slots.next_version = area_.next_seq();
  slots.next_transaction = area_.next_xid();
  slots.kept = area_.owned();
  slots.destages = true;
  area_.tables().ForEach([&](const PageEntry& page) {
    if (page.listed) slots.leaving.push_back(page.id);
  });
}

}  // namespace afterimage::pcm
