#include "workload/tpcc/tpcc.h"

#include "workload/tpcc/consistency.h"
#include "workload/tpcc/terminal.h"

namespace afterimage {

using namespace tpcc;

namespace {

constexpr Text kKindTitles[kKinds] = {{"new-order", "新订单"},
                                      {"payment", "付款"},
                                      {"order-status", "订单状态"},
                                      {"delivery", "发货"},
                                      {"stock-level", "库存水平"}};
// Of a hundred transactions; the standard's least shares (clause 5.2.3), the rest new-orders.
constexpr uint32_t kShares[kKinds] = {45, 43, 4, 4, 4};

constexpr ChoiceInfo kMixes[] = {
    {"standard", {"standard mix", "标准混合"}},
    {"new-order", {"new-order alone", "仅新订单"}},
};
constexpr ChoiceInfo kRowLayouts[] = {
    {"full", {"full", "完整"}},
    {"compact", {"compact", "紧凑"}},
};

// In the order of the list below.
enum Param : uint32_t {
  kWarehouseCount,
  kMix,
  kRollbacks,
  kRowLayout,
  kDistrictCount,
  kCustomerCount,
  kItemCount,
  kOrderCount
};

constexpr ParamInfo kParams[] = {
    NumberParam("warehouses", {"warehouses", "仓库数"},
                {"Client n works for warehouse n mod warehouses.",
                 "第 n 个客户端使用第 n mod 仓库数 个仓库。"},
                1, 1, Scale::kMaxWarehouses, ""),
    ChoiceParam("mix", {"mix", "事务组合"},
                {"45% new-order, 43% payment, 4% each of order-status, delivery and stock-level; "
                 "or new-order "
                 "alone.",
                 "45% 新订单、43% 付款，订单状态、发货、库存水平各 4%；或仅新订单。"},
                0, kMixes),
    NumberParam("rollback_percent", {"rollbacks", "回滚比例"},
                {"New-orders that ask for an item that does not exist; 1 in the standard.",
                 "请求不存在商品的新订单比例；标准为 1。"},
                1, 0, 100, "%"),
    ChoiceParam("rows", {"rows", "行"},
                {"Compact rows have little filler text: none exceeds 120 bytes.",
                 "紧凑行的填充文本很少：每行不超过 120 字节。"},
                0, kRowLayouts),
    NumberParam("districts", {"districts of a warehouse", "每仓库地区数"},
                {"10 in the standard.", "标准为 10。"}, Scale::kDistricts, 1, Scale::kDistricts,
                ""),
    NumberParam("customers", {"customers of a district", "每地区客户数"},
                {"3000 in the standard.", "标准为 3000。"}, Scale::kCustomers, 1, Scale::kCustomers,
                ""),
    NumberParam("items", {"items", "商品数"}, {"100000 in the standard.", "标准为 100000。"},
                Scale::kItems, 1, Scale::kItems, ""),
    NumberParam("orders", {"orders of a district", "每地区订单数"},
                {"Before the run; 3000 in the standard.", "运行之前；标准为 3000。"},
                Scale::kOrders, 1, Scale::kOrders, ""),
};

Settings SettingsOf(const WorkloadConfig& config) {
  const auto value = [&](Param param) { return static_cast<uint32_t>(config.params.value[param]); };
  Settings settings;
  settings.scale.warehouses = value(kWarehouseCount);
  settings.scale.districts = value(kDistrictCount);
  settings.scale.customers = value(kCustomerCount);
  settings.scale.items = value(kItemCount);
  settings.scale.orders = value(kOrderCount);
  settings.scale.compact = value(kRowLayout) != 0;
  settings.new_order_only = value(kMix) != 0;
  settings.rollback_percent = value(kRollbacks);
  settings.clients = config.clients;
  settings.seed = config.seed;
  return settings;
}

// Any parameters in their ranges go together.
const Mismatch* CheckParams(const ParamValues&) { return nullptr; }

std::unique_ptr<Workload> Create(const WorkloadConfig& config) {
  return std::make_unique<Tpcc>(SettingsOf(config));
}

}  // namespace

const WorkloadInfo kTpcc = {
    "tpcc",
    {"TPC-C", "TPC-C"},
    {"Order entry: five transactions over warehouses, districts, customers, orders and stock.",
     "订单录入：五种事务，涉及仓库、地区、客户、订单和库存。"},
    "TPC Benchmark C, standard specification, revision 5.11",
    {"TPC-C consistency conditions 1 to 5 and 7, and the secondary indexes",
     "TPC-C 一致性条件 1 至 5、7 以及二级索引"},
    kParams,
    sizeof kParams / sizeof *kParams,
    CheckParams,
    kWhole ? Create : nullptr,
};

Task<void> Tpcc::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  Arena& arena = thread.arena();
  return arena.New<Terminal>(arena, *this, population_, run, client, settings_.rollback_percent)
      ->Run(thread);
}

Task<void> Tpcc::Check(Thread& thread, StorageEngine& engine, Consistency* result) {
  return thread.arena().New<ConsistencyCheck>(settings_.scale, engine, result)->Run(thread);
}

uint32_t Tpcc::kinds() const { return kKinds; }

Text Tpcc::kind_title(uint32_t kind) const { return kKindTitles[kind]; }

uint32_t Tpcc::KindOf(TxnLabel txn) const {
  if (settings_.new_order_only) return kNewOrder;
  auto draw = static_cast<uint32_t>(Mix64(Mix64(settings_.seed + 1) + txn) % 100);
  uint32_t kind = 0;
  while (draw >= kShares[kind]) draw -= kShares[kind++];
  return kind;
}

uint32_t Tpcc::statement_count(uint32_t kind) const {
  return StatementsOf(static_cast<Kind>(kind)).count;
}

Text Tpcc::statement(uint32_t kind, uint32_t i) const {
  return StatementsOf(static_cast<Kind>(kind)).texts[i];
}

}  // namespace afterimage
