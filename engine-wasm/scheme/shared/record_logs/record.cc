#include "scheme/shared/record_logs/record.h"

#include <cstddef>

#include "scheme/contract/record_fields.h"

namespace afterimage::wal {

bool Sane(const RecordHeader& header, uint32_t page_limit) {
  if (header.kind >= Kind::kCount || header.txn == 0 || header.gsn == kNoLsn ||
      header.bytes() > kMostRecordBytes)
    return false;
  if (header.kind == Kind::kClr && header.compensates >= header.gsn) return false;
  if (!header.changes_page()) return header.bytes() == sizeof header;
  return header.change < static_cast<uint8_t>(ChangeKind::kCount) && header.page < page_limit;
}

void DescribeRecord(Inspector& inspector, uint16_t structure, Tier tier, Address at,
                    const RecordHeader& header, const Schema& schema, Numbers numbers) {
  static constexpr Text kNumber[] = {{"GSN", "GSN"}, {"LSN", "LSN"}};
  static constexpr Text kKind = {"kind", "类型"};
  static constexpr Text kName = {"record", "记录"};
  static constexpr Text kBefore = {"before", "前像"};
  static constexpr Text kAfter = {"after", "后像"};
  static constexpr Text kPage = {"page", "页"};
  static constexpr Text kPrevious[] = {{"prev GSN", "前一 GSN"}, {"prev LSN", "前一 LSN"}};
  static constexpr Text kCompensates = {"compensates", "补偿"};
  static constexpr Text kStructureChange = {"structure change", "结构修改"};
  static constexpr Text kKinds[] = {
      {"update", "更新"}, {"commit", "提交"}, {"abort", "中止"}, {"CLR", "补偿"}};
  static constexpr Text kMark = {"mark", "标记"};
  static constexpr Text kMarks[] = {{"unfinished", "未完成"}, {"whole", "完整"}};
  const auto which = static_cast<size_t>(numbers);
  const bool marked = numbers == Numbers::kLsn;
  const bool counts = !marked || header.log == static_cast<uint8_t>(Mark::kWhole);
  const auto field = [&](const Text& name, size_t offset, uint32_t size,
                         Codec codec = Codec::kUnsigned, FieldRole role = FieldRole::kPlain) {
    inspector.Field({.name = name,
                     .tier = tier,
                     .address = static_cast<Address>(at + offset),
                     .size = size,
                     .codec = codec,
                     .names = kKinds,
                     .name_count = 4,
                     .role = role});
  };
  if (header.kind == Kind::kCommit && !header.system && counts) inspector.Commits();
  field(kNumber[which], offsetof(RecordHeader, gsn), 8);
  field(kKind, offsetof(RecordHeader, kind), 1, Codec::kEnum);
  if (header.changes_page()) {
    const auto kind = static_cast<ChangeKind>(header.change);
    const TableInfo& table = TableOf(schema, header.table);
    const auto image = [&](const Text& name, size_t offset, uint32_t size) {
      if (size > 0)
        inspector.Field(
            ImageField(name, tier, static_cast<Address>(at + offset), size, table, kind));
    };
    if (kind != ChangeKind::kBytes) {
      inspector.Field(KeyField(kName, tier, static_cast<Address>(at + offsetof(RecordHeader, key)),
                               table, header.index));
    }
    image(kBefore, sizeof header, header.before_bytes);
    image(kAfter, sizeof header + header.before_bytes, header.after_bytes);
    if (const Text* tag = ChangeTag(kind)) inspector.Tag(*tag);
    field(kPage, offsetof(RecordHeader, page), 4);
  }
  if (header.kind == Kind::kClr) field(kCompensates, offsetof(RecordHeader, compensates), 8);
  if (header.prev != kNoLsn) {
    field(kPrevious[which], offsetof(RecordHeader, prev), 8, Codec::kUnsigned, FieldRole::kPointer);
    inspector.Link(structure, static_cast<uint32_t>(header.prev), kPrevious[which]);
  }
  if (marked) {
    inspector.Field({.name = kMark,
                     .tier = tier,
                     .address = static_cast<Address>(at + offsetof(RecordHeader, log)),
                     .size = 1,
                     .codec = Codec::kEnum,
                     .names = kMarks,
                     .name_count = 2});
  }
  if (header.system) inspector.Tag(kStructureChange);
}

}  // namespace afterimage::wal
