#include "scheme/contract/record_fields.h"

namespace afterimage {

FieldSpec KeyField(const Text& name, Tier tier, Address address, const TableInfo& table,
                   uint8_t index, KeyForm form) {
  FieldSpec field{.name = name,
                  .tier = tier,
                  .address = address,
                  .size = 8,
                  .codec = Codec::kKey,
                  .role = FieldRole::kSubject};
  if (table.named && index == 0) {
    field.codec = Codec::kName;
  } else {
    if (form == KeyForm::kWithTable) field.table = table.id;
    field.columns = table.columns[index < kMaxIndexes ? index : 0];
  }
  return field;
}

FieldSpec ValueField(const Text& name, Tier tier, Address address, uint32_t size,
                     const TableInfo& table) {
  // A damaged header may give more bytes than a value can have.
  const Codec codec = size > kMaxValueBytes ? Codec::kBytes
                      : table.named         ? Codec::kNumber
                                            : Codec::kDigest;
  return {.name = name, .tier = tier, .address = address, .size = size, .codec = codec};
}

FieldSpec ImageField(const Text& name, Tier tier, Address address, uint32_t size,
                     const TableInfo& table, ChangeKind kind) {
  FieldSpec field = ValueField(name, tier, address, size, table);
  field.role = FieldRole::kImage;
  const bool entry = kind == ChangeKind::kEntryInsert || kind == ChangeKind::kEntryErase;
  if (entry) {
    field.codec = Codec::kRid;
  } else if (kind == ChangeKind::kBytes) {
    field.codec = Codec::kBytes;
  } else if (kind == ChangeKind::kUpdate && !table.named) {
    field.codec = Codec::kBytes;  // part of a value only
  }
  return field;
}

const Text* ChangeTag(ChangeKind kind) {
  static constexpr Text kTags[] = {{},
                                   {"inserts: nothing before", "插入：无前像"},
                                   {"deletes: nothing after", "删除：无后像"},
                                   {"index entry in", "加入索引项"},
                                   {"index entry out", "移除索引项"},
                                   {"page structure", "页结构"}};
  return kind == ChangeKind::kUpdate || kind >= ChangeKind::kCount ? nullptr
                                                                   : &kTags[static_cast<int>(kind)];
}

}  // namespace afterimage
