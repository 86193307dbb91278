#include "workload/inserts/shape.h"

namespace afterimage::inserts {

uint64_t InsertShape::VersionAfter(uint64_t transactions, uint64_t record) const {
  const uint64_t end = transactions * operations;  // operations so far
  if (end <= record) return 0;
  const uint64_t last = updates ? record + (end - 1 - record) / records * records : record;
  return last / operations + 1;
}

void InsertShape::PutValue(uint32_t client, uint64_t record, uint64_t version, uint32_t offset,
                           uint32_t size, uint8_t* out) const {
  PutRow(&version, sizeof version, Mix64(Mix64(seed + client) + record) + (version << 16), offset,
         size, out);
}

}  // namespace afterimage::inserts
