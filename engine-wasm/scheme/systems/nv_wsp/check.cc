// The invariants of undo records and journal while no transaction is under way.
#include "scheme/systems/nv_wsp/undo_log.h"

namespace afterimage::nvwsp {

void UndoLog::CheckStructures(StructureCheck& check) {
  static constexpr Text kRecord = {"undo record", "撤销记录"};
  static constexpr Text kRecords = {"undo records", "撤销记录"};
  static constexpr Text kSlot = {"journal slot", "日志槽位"};
  static constexpr Text kEnded = {"Every undo record belongs to a transaction that has ended.",
                                  "每条撤销记录都属于已结束的事务。"};
  static constexpr Text kClosed = {"No page is half installed.", "没有只装入一半的页。"};
  for (uint32_t i = 0; i < layout_.records; ++i) {
    UndoRecord record;
    nvm_.Load(layout_.Record(i), &record, sizeof record);
    check.Expect(!Live(record), kEnded, {{kRecord, i}});
  }
  for (uint32_t i = 0; i < layout_.installs; ++i) {
    JournalHeader header;
    nvm_.Load(layout_.Journal(i), &header, sizeof header);
    check.Expect(header.page_plus_1 == 0, kClosed, {{kSlot, i}});
  }
  check.Count(kRecords, layout_.records);
}

}  // namespace afterimage::nvwsp
