#include "workload/tatp/tatp.h"

#include "workload/tatp/handset.h"
#include "workload/tatp/register_check.h"

namespace afterimage {

using namespace tatp;

namespace {

constexpr Text kKindTitles[kKinds] = {
    {"get subscriber data", "读用户数据"},     {"get new destination", "查呼叫转移目的地"},
    {"get access data", "读接入信息"},         {"update subscriber data", "更新用户数据"},
    {"update location", "更新位置"},           {"insert call forwarding", "插入呼叫转移"},
    {"delete call forwarding", "删除呼叫转移"}};
// The kinds of a hundred transactions.
constexpr uint32_t kShares[kKinds] = {35, 10, 35, 2, 14, 2, 2};

constexpr ChoiceInfo kDistributions[] = {
    {"non-uniform", {"as the benchmark says", "按基准规定"}},
    {"uniform", {"uniform", "均匀"}},
};

constexpr auto kParams = TableOf<Settings>(
    Param<&Settings::subscribers>(
        {.id = "subscribers",
         .title = {"subscribers", "用户数"},
         .help = {"The scale factor times 10000.", "规模因子乘以 10000。"},
         .standard = 100000,
         .min = 1,
         .max = kMaxSubscribers}),
    Param<&Settings::uniform>({.id = "distribution",
                               .title = {"choice of subscribers", "用户的选取"},
                               .help = {"Some are asked for more often than others, or all alike.",
                                        "部分用户更常被访问，或全部相同。"},
                               .choices = kDistributions}),
    Param<&Settings::queried>(
        {.id = "queried",
         .title = {"subscribers in use", "使用的用户数"},
         .help = {"Clients ask only for this many subscribers, the first ones; 0: for all.",
                  "客户端只访问前若干个用户；0 表示全部。"},
         .max = kMaxSubscribers}));

Settings SettingsOf(const WorkloadConfig& config) {
  Settings settings = kParams.Read(config.params);
  settings.clients = config.clients;
  settings.seed = config.seed;
  return settings;
}

const Mismatch* CheckParams(const Settings& settings) {
  static constexpr Mismatch kTooMany = {
      "queried", {"more subscribers are in use than there are", "使用的用户多于用户总数"}};
  return settings.queried > settings.subscribers ? &kTooMany : nullptr;
}

std::unique_ptr<Workload> Create(const WorkloadConfig& config) {
  return std::make_unique<Tatp>(SettingsOf(config));
}

}  // namespace

const WorkloadInfo kTatp = {
    .id = "tatp",
    .title = {"TATP", "TATP"},
    .summary =
        {"A mobile carrier's home location register: seven short transactions over subscribers and "
         "their call forwardings.",
         "移动运营商的归属位置寄存器：七种短事务，涉及用户及其呼叫转移。"},
    .source =
        "Telecommunication Application Transaction Processing benchmark, description, version 1.0",
    .conditions =
        {"existence and foreign keys of TATP, the columns that never change, and the index by "
         "telephone number",
         "TATP 的存在性与外键、从不改变的列，以及按电话号码的索引"},
    .params = kParams,
    .check = WholeOnly(kParams.On<CheckParams>()),
    .create = WholeOnly(Create),
};

Task<void> Tatp::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  return thread.arena().New<Handset>(*this, run, client)->Run(thread);
}

Task<void> Tatp::Check(Thread& thread, StorageEngine& engine, Consistency* result) {
  return thread.arena().New<RegisterCheck>(*this, engine, result)->Run(thread);
}

Text Tatp::kind_title(uint32_t kind) const { return kKindTitles[kind]; }

uint32_t Tatp::KindOf(TxnLabel txn) const {
  auto draw = static_cast<uint32_t>(Mix64(Mix64(settings_.seed + 1) + txn) % 100);
  uint32_t kind = 0;
  while (draw >= kShares[kind]) draw -= kShares[kind++];
  return kind;
}

uint32_t Tatp::statement_count(uint32_t kind) const { return StatementsOf(kind).count; }

Text Tatp::statement(uint32_t kind, uint32_t i) const { return StatementsOf(kind).texts[i]; }

}  // namespace afterimage
