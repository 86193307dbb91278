#include "scheme/page_engine/describe_pages.h"

namespace afterimage {

namespace {
std::string Label(const TableInfo& table, const LockName& name) {
  if (name.level == LockLevel::kDatabase) return "db";
  return name.level == LockLevel::kTable ? table.id : RecordName(table, name.key);
}
}  // namespace

void DescribeLocks(Inspector& inspector, const LockManager& locks, const Schema& schema) {
  static constexpr Text kModes[] = {{"shared", "共享"},
                                    {"exclusive", "排他"},
                                    {"intends to read", "意向共享"},
                                    {"intends to change", "意向排他"}};
  static constexpr Text kDatabase = {"the whole database", "整个数据库"};
  static constexpr Text kHolds = {"holds", "持有"};
  static constexpr Text kWaits = {"waits", "等待"};
  static constexpr Text kRemembers = {"remembers", "记着"};
  inspector.BeginStructure(kLockStructure);
  locks.ForEach([&](const LockName& name, const LockRequest& request) {
    const TableInfo& table = schema.table(name.table);
    inspector.BeginItem(name.number(), Label(table, name), request.txn->label);
    if (name.level == LockLevel::kDatabase) inspector.Tag(kDatabase);
    inspector.Tag(kModes[static_cast<int>(request.mode)]);
    inspector.TagTransaction(request.granted ? kHolds : kWaits, request.txn->label);
    inspector.EndItem();
  });
  locks.ForEachTag([&](const LockName& name, Lsn lsn) {
    inspector.BeginItem(name.number(), Label(schema.table(name.table), name), 0);
    inspector.TagNumber(kRemembers, lsn);
    inspector.EndItem();
  });
  inspector.EndStructure();
}

}  // namespace afterimage
