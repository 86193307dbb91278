#include "workload/tpcc/tpcc.h"

#include <numeric>

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
// The kinds of a hundred transactions; the standard's least percentages (clause 5.2.3), the rest
// new-orders.
constexpr uint32_t kShares[kKinds] = {45, 43, 4, 4, 4};
// A new-order changes its district, a page each of orders, new-orders and order lines, and for each
// line one of the stock: at most ten pages with six lines. A payment changes four pages, the two
// queries none; a delivery changes up to four in each of ten districts. Of a hundred transactions,
// times eleven, for a new-order has one of eleven numbers of lines.
constexpr uint32_t kMostShortLines = 6;
constexpr uint32_t kShortShares[kKinds] = {45 * 2, 43 * 11, 4 * 11, 0, 4 * 11};
constexpr uint32_t kLongShares[kKinds] = {45 * 9, 0, 0, 4 * 11, 0};
static_assert(kMaxLines - kMinLines + 1 == 11 && kMostShortLines - kMinLines + 1 == 2);
const uint32_t (&SharesOf(Pages pages)) [kKinds] {
  return pages == Pages::kAny ? kShares : pages == Pages::kAtMostTen ? kShortShares : kLongShares;
}

constexpr ChoiceInfo kMixes[] = {
    {"standard", {"standard mix", "标准混合"}},
    {"new-order", {"new-order alone", "仅新订单"}},
};
constexpr ChoiceInfo kPageClasses[] = {
    {"any", {"any number", "不限"}},
    {"at-most-10", {"at most 10", "至多 10 页"}},
    {"more-than-10", {"more than 10", "超过 10 页"}},
};
constexpr ChoiceInfo kHomes[] = {
    {"one-for-good", {"one for good", "固定一个"}},
    {"each-transaction", {"drawn for each transaction", "每个事务抽取"}},
};
constexpr ChoiceInfo kRowLayouts[] = {
    {"full", {"full", "完整"}},
    {"compact", {"compact", "紧凑"}},
};

struct Params : Scale {
  bool new_order_only = false;
  uint32_t rollback_percent = 0;
  Pages pages = Pages::kAny;
  Home home = Home::kOneForGood;
};

constexpr auto kParams = TableOf<Params>(
    Param<&Params::warehouses>({.id = "warehouses",
                                .title = {"warehouses", "仓库数"},
                                .help = {"Each has its districts and a stock of every item.",
                                         "每个仓库有自己的地区和每种商品的库存。"},
                                .standard = 1,
                                .min = 1,
                                .max = Scale::kMaxWarehouses}),
    Param<&Params::new_order_only>(
        {.id = "mix",
         .title = {"mix", "事务组合"},
         .help = {"45% new-order, 43% payment, 4% each of order-status, delivery and stock-level; "
                  "or new-order alone.",
                  "45% 新订单、43% 付款，订单状态、发货、库存水平各 4%；或仅新订单。"},
         .choices = kMixes}),
    Param<&Params::rollback_percent>(
        {.id = "rollback_percent",
         .title = {"rollbacks", "回滚比例"},
         .help = {"New-orders that ask for an item that does not exist; 1 in the standard.",
                  "请求不存在商品的新订单比例；标准为 1。"},
         .standard = 1,
         .max = 100,
         .unit = "%"}),
    Param<&Params::compact>(
        {.id = "rows",
         .title = {"rows", "行"},
         .help = {"Compact rows have little filler text: none exceeds 120 bytes.",
                  "紧凑行的填充文本很少：每行不超过 120 字节。"},
         .choices = kRowLayouts}),
    Param<&Params::districts>({.id = "districts",
                               .title = {"districts of a warehouse", "每仓库地区数"},
                               .help = {"10 in the standard.", "标准为 10。"},
                               .standard = Scale::kDistricts,
                               .min = 1,
                               .max = Scale::kDistricts}),
    Param<&Params::customers>({.id = "customers",
                               .title = {"customers of a district", "每地区客户数"},
                               .help = {"3000 in the standard.", "标准为 3000。"},
                               .standard = Scale::kCustomers,
                               .min = 1,
                               .max = Scale::kCustomers}),
    Param<&Params::items>({.id = "items",
                           .title = {"items", "商品数"},
                           .help = {"100000 in the standard.", "标准为 100000。"},
                           .standard = Scale::kItems,
                           .min = 1,
                           .max = Scale::kItems}),
    Param<&Params::orders>(
        {.id = "orders",
         .title = {"orders of a district", "每地区订单数"},
         .help = {"Before the run; 3000 in the standard.", "运行之前；标准为 3000。"},
         .standard = Scale::kOrders,
         .min = 1,
         .max = Scale::kOrders}),
    Param<&Params::pages>(
        {.id = "pages_changed",
         .title = {"pages changed", "修改的页数"},
         .help =
             {"Of the mix only those transactions that change at most ten pages of records, or "
              "only those that change more; new-orders by their number of lines.",
              "只取事务组合中至多修改十个数据页的事务，或只取修改更多页的事务；新订单按行数区分。"},
         .choices = kPageClasses}),
    Param<&Params::home>(
        {.id = "home",
         .title = {"warehouse of a client", "客户端的仓库"},
         .help = {"Of client n that of number n mod warehouses, or any one each time.",
                  "第 n 个客户端固定用第 n mod 仓库数 个，或每次任取。"},
         .choices = kHomes}));

Settings SettingsOf(const WorkloadConfig& config) {
  const Params params = kParams.Read(config.params);
  Settings settings;
  settings.scale = params;
  settings.new_order_only = params.new_order_only;
  settings.rollback_percent = params.rollback_percent;
  settings.pages = params.pages;
  settings.home = params.home;
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
    .id = "tpcc",
    .title = {"TPC-C", "TPC-C"},
    .summary =
        {"Order entry: five transactions over warehouses, districts, customers, orders and stock.",
         "订单录入：五种事务，涉及仓库、地区、客户、订单和库存。"},
    .source = "TPC Benchmark C, standard specification, revision 5.11",
    .conditions = {"TPC-C consistency conditions 1 to 5 and 7, and the secondary indexes",
                   "TPC-C 一致性条件 1 至 5、7 以及二级索引"},
    .params = kParams,
    .check = WholeOnly(CheckParams),
    .create = WholeOnly(Create),
};

Task<void> Tpcc::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  Arena& arena = thread.arena();
  return arena
      .New<Terminal>(arena, *this, population_, run, client, OrdersAskedFor(), settings_.home)
      ->Run(thread);
}

NewOrders Tpcc::OrdersAskedFor() const {
  NewOrders orders;
  orders.rollback_percent = settings_.rollback_percent;
  if (settings_.pages == Pages::kAtMostTen) orders.most = kMostShortLines;
  if (settings_.pages == Pages::kMoreThanTen) orders.fewest = kMostShortLines + 1;
  return orders;
}

Task<void> Tpcc::Check(Thread& thread, StorageEngine& engine, Consistency* result) {
  return thread.arena().New<ConsistencyCheck>(settings_.scale, engine, result)->Run(thread);
}

uint32_t Tpcc::kinds() const { return kKinds; }

Text Tpcc::kind_title(uint32_t kind) const { return kKindTitles[kind]; }

uint32_t Tpcc::KindOf(TxnLabel txn) const {
  if (settings_.new_order_only) return kNewOrder;
  const auto& shares = SharesOf(settings_.pages);
  const uint32_t all = std::accumulate(shares, shares + kKinds, 0u);
  auto draw = static_cast<uint32_t>(Mix64(Mix64(settings_.seed + 1) + txn) % all);
  uint32_t kind = 0;
  while (draw >= shares[kind]) draw -= shares[kind++];
  return kind;
}

uint32_t Tpcc::statement_count(uint32_t kind) const {
  return StatementsOf(static_cast<Kind>(kind)).count;
}

Text Tpcc::statement(uint32_t kind, uint32_t i) const {
  return StatementsOf(static_cast<Kind>(kind)).texts[i];
}

}  // namespace afterimage
