// NV-WSP's structures, for the interface.
#include <cstdio>

#include "scheme/contract/record_fields.h"
#include "scheme/systems/nv_wsp/undo_log.h"

namespace afterimage::nvwsp {
namespace {

constexpr Text kLsn = {"LSN", "LSN"};
constexpr Text kRecord = {"record", "记录"};
constexpr Text kBefore = {"before", "前像"};
constexpr Text kPage = {"page", "页"};
constexpr Text kNumber = {"number", "编号"};
constexpr Text kEnded = {"ended", "已结束"};
constexpr Text kSystem = {"structure change", "结构修改"};
constexpr Text kPagePlus1 = {"page + 1", "页 + 1"};

}  // namespace

void UndoLog::Describe(Inspector& inspector) {
  DescribeRecords(inspector);
  DescribeMarks(inspector);
  home_.Describe(inspector);
}

// Those of transactions that have not ended, or whose end is not durable yet.
void UndoLog::DescribeRecords(Inspector& inspector) {
  inspector.BeginStructure(kUndoLog, layout_.records);
  for (uint32_t i = 0; i < layout_.records; ++i) {
    UndoRecord record;
    nvm_.Load(layout_.Record(i), &record, sizeof record);
    uint64_t ended = 0;
    if (record.mark() < layout_.marks())
      nvm_.LoadDurable(layout_.Mark(record.mark()), &ended, sizeof ended);
    if (!Live(record) && (record.mark() >= layout_.marks() || record.number() != ended + 1))
      continue;
    char label[24];
    std::snprintf(label, sizeof label, "%u", static_cast<unsigned>(record.lsn));
    inspector.BeginItem(static_cast<uint32_t>(record.lsn), label, record.label);
    const Address at = layout_.Record(i);
    const auto kind = static_cast<ChangeKind>(record.change);
    const TableInfo& table = TableOf(schema_, record.table);
    inspector.Field({.name = kLsn, .tier = Tier::kNvm, .address = at, .size = 8});
    if (kind != ChangeKind::kBytes) {
      inspector.Field(KeyField(kRecord, Tier::kNvm, at + kKeyOffset, table, record.index));
    }
    if (record.bytes > 0 && record.bytes <= layout_.image_bytes) {
      inspector.Field(ImageField(kBefore, Tier::kNvm,
                                 record.inlined() ? at + kImageOffset : layout_.Image(i),
                                 record.bytes, table, kind));
    }
    if (const Text* tag = ChangeTag(kind)) inspector.Tag(*tag);
    inspector.Field({.name = kPage, .tier = Tier::kNvm, .address = at + kPageOffset, .size = 4});
    inspector.Field(
        {.name = kNumber, .tier = Tier::kNvm, .address = at + kOwnerOffset + 2, .size = 6});
    inspector.Link(kMarks, record.mark(), kNumber);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

const Transaction* UndoLog::CommittedBy(uint32_t mark) const {
  const uint64_t number = nvm_.LoadWord(layout_.Mark(mark));
  for (const Transaction* txn = engine_->active().first(); txn; txn = txn->next) {
    const auto* undo = static_cast<const TxnUndo*>(txn->log);
    const bool commits = txn->state == TxnState::kCommitting || txn->state == TxnState::kCommitted;
    if (undo && commits && !txn->system && undo->mark == mark && undo->number == number) return txn;
  }
  return nullptr;
}

// Those that have been used.
void UndoLog::DescribeMarks(Inspector& inspector) {
  inspector.BeginStructure(kMarks, layout_.marks());
  for (uint32_t mark = 0; mark < layout_.marks(); ++mark) {
    if (nvm_.LoadWord(layout_.Mark(mark)) == 0) continue;
    char label[24];
    std::snprintf(label, sizeof label, "%u", mark);
    const Transaction* txn = CommittedBy(mark);
    inspector.BeginItem(mark, label, txn ? txn->label : 0);
    if (txn) inspector.Commits();
    inspector.Field({.name = kEnded, .tier = Tier::kNvm, .address = layout_.Mark(mark), .size = 8});
    if (layout_.OfSystem(mark)) inspector.Tag(kSystem);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

void Home::Describe(Inspector& inspector) {
  static constexpr Text kLines = {"lines saved", "已保存行数"};
  inspector.BeginStructure(kJournal, layout_.installs);
  for (uint32_t place = 0; place < layout_.installs; ++place) {
    JournalHeader header;
    nvm_.Load(layout_.Journal(place), &header, sizeof header);
    char label[24];
    std::snprintf(label, sizeof label, "%u", place);
    inspector.BeginItem(place, label, 0, header.page_plus_1 == 0);
    inspector.Field({.name = kPagePlus1,
                     .tier = Tier::kNvm,
                     .address = layout_.Journal(place) + kJournalMarkOffset,
                     .size = 8});
    uint32_t lines = 0;
    for (uint32_t line = 0; line < line_count(); ++line)
      lines += header.lines[line / 64] >> line % 64 & 1;
    if (header.page_plus_1 != 0) inspector.TagNumber(kLines, lines);
    inspector.EndItem();
  }
  inspector.EndStructure();
}

}  // namespace afterimage::nvwsp
