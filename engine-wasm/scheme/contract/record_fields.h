// The fields through which page-based schemes show keys, values and images of any table.
#ifndef AFTERIMAGE_SCHEME_CONTRACT_RECORD_FIELDS_H_
#define AFTERIMAGE_SCHEME_CONTRACT_RECORD_FIELDS_H_

#include "db/schema.h"
#include "trace/inspector.h"

namespace afterimage {

// Returns the table that a log record names; the first one where it does not exist, since bytes
// that are no record may name any.
inline const TableInfo& TableOf(const Schema& schema, uint8_t table) {
  return schema.table(table < schema.table_count() ? table : TableId{0});
}

// Returns the owner of a log record: none for a structure change, which ends whatever the outcome
// of the transaction that needed it.
template <class Header>
TxnLabel OwnerOf(const Header& header) {
  return header.system ? TxnLabel{0} : header.label;
}

// Describes the 8 bytes of a key of this index: with its table's name, or its columns alone where
// the context says the rest.
enum class KeyForm : uint8_t { kWithTable, kColumns };
FieldSpec KeyField(const Text& name, Tier tier, Address address, const TableInfo& table,
                   uint8_t index, KeyForm form = KeyForm::kWithTable);
// Describes a record's complete value of `size` bytes.
FieldSpec ValueField(const Text& name, Tier tier, Address address, uint32_t size,
                     const TableInfo& table);
// Describes an image of `size` bytes in a log record of a change of this kind.
FieldSpec ImageField(const Text& name, Tier tier, Address address, uint32_t size,
                     const TableInfo& table, ChangeKind kind);
// Returns what a change does, for log records whose kind does not say it; null for updates of a
// record.
const Text* ChangeTag(ChangeKind kind);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_CONTRACT_RECORD_FIELDS_H_
