#include "db/schema.h"

namespace afterimage {

std::string RecordName(const TableInfo& table, Key key) {
  if (table.named) {
    char name[kMaxNameBytes + 1] = {};
    std::memcpy(name, &key, kMaxNameBytes);
    return name;
  }
  std::string name = std::string(table.id) + " ";
  WriteKey(table.columns[0], key, &name);
  return name;
}

}  // namespace afterimage
