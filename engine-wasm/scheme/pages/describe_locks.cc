#include "scheme/pages/describe_pages.h"

namespace afterimage {

void DescribeLocks(Inspector& inspector, const LockManager& locks, const Schema& schema) {
  static constexpr Text kModes[] = {{"shared", "共享"},
                                    {"exclusive", "排他"},
                                    {"intends to read", "意向共享"},
                                    {"intends to change", "意向排他"}};
  static constexpr Text kHolds = {"holds", "持有"};
  static constexpr Text kWaits = {"waits", "等待"};
  inspector.BeginStructure(kLockStructure);
  locks.ForEach([&](const LockName& name, const LockRequest& request) {
    const TableInfo& table = schema.table(name.table);
    const auto key = name.whole_table ? name.table : static_cast<uint32_t>(name.key);
    inspector.BeginItem(key, name.whole_table ? table.id : RecordName(table, name.key),
                        request.txn->label);
    inspector.Tag(kModes[static_cast<int>(request.mode)]);
    inspector.TagTransaction(request.granted ? kHolds : kWaits, request.txn->label);
    inspector.EndItem();
  });
  inspector.EndStructure();
}

}  // namespace afterimage
