#include "workload/tpcb/tpcb.h"

#include "workload/tpcb/account_client.h"
#include "workload/tpcb/balance_check.h"

namespace afterimage {

using namespace tpcb;

namespace {

struct Params : Scale {
  uint32_t local_percent = 0;
};

constexpr auto kParams = TableOf<Params>(
    Param<&Params::branches>(
        {.id = "branches",
         .title = {"branches", "支行数"},
         .help = {"The scale factor; each has 10 tellers.", "规模因子；每个支行有 10 名柜员。"},
         .standard = 1,
         .min = 1,
         .max = Scale::kMaxBranches}),
    Param<&Params::accounts>({.id = "accounts",
                              .title = {"accounts of a branch", "每支行账户数"},
                              .help = {"100000 in the standard.", "标准为 100000。"},
                              .standard = Scale::kMaxAccounts,
                              .min = 1,
                              .max = Scale::kMaxAccounts}),
    Param<&Params::local_percent>({.id = "local_percent",
                                   .title = {"accounts of the teller's branch", "同支行账户比例"},
                                   .help = {"85 in the standard.", "标准为 85。"},
                                   .standard = 85,
                                   .max = 100,
                                   .unit = "%"}),
    Param<&Params::queried>(
        {.id = "queried",
         .title = {"branches in use", "使用的支行数"},
         .help = {"Clients ask only for this many branches, the first ones; 0: for all.",
                  "客户端只使用前若干个支行；0 表示全部。"},
         .max = Scale::kMaxBranches}));

Settings SettingsOf(const WorkloadConfig& config) {
  const Params params = kParams.Read(config.params);
  Settings settings;
  settings.scale = params;
  settings.local_percent = params.local_percent;
  settings.clients = config.clients;
  settings.seed = config.seed;
  return settings;
}

const Mismatch* CheckParams(const Params& params) {
  static constexpr Mismatch kTooMany = {
      "queried", {"more branches are in use than there are", "使用的支行多于支行总数"}};
  return params.queried > params.branches ? &kTooMany : nullptr;
}

std::unique_ptr<Workload> Create(const WorkloadConfig& config) {
  return std::make_unique<Tpcb>(SettingsOf(config));
}

}  // namespace

const WorkloadInfo kTpcb = {
    .id = "tpcb",
    .title = {"TPC-B", "TPC-B"},
    .summary = {"A bank: every transaction changes an account, a teller and a branch and adds to "
                "the history.",
                "银行：每个事务修改一个账户、一名柜员和一个支行，并追加一条历史。"},
    .source = "TPC Benchmark B, standard specification, revision 2.0",
    .conditions = {"the balances of TPC-B: branches against tellers and accounts, and all of them "
                   "against the "
                   "history",
                   "TPC-B 的余额：支行与柜员、账户一致，且都与历史一致"},
    .params = kParams,
    .check = WholeOnly(kParams.On<CheckParams>()),
    .create = WholeOnly(Create),
};

Tpcb::Tpcb(const Settings& settings) : settings_(settings), seed_(Mix64(settings.seed)) {
  const uint64_t branches = settings.scale.branches;
  tables_[kBranches] = {"branch", {"branch", "支行"}, kBalanceRowBytes, nullptr};
  tables_[kTellers] = {"teller", {"teller", "柜员"}, kBalanceRowBytes, nullptr,
                       false,    {{{kTellerBits}}}};
  tables_[kAccounts] = {"account", {"account", "账户"}, kBalanceRowBytes, nullptr,
                        false,     {{{kAccountBits}}}};
  tables_[kHistory] = {"history", {"history", "历史"}, kHistoryRowBytes, nullptr, false, {{{32}}}};
  rows_[kBranches] = branches;
  rows_[kTellers] = branches * Scale::kTellers;
  rows_[kAccounts] = branches * settings.scale.accounts;
  rows_[kHistory] = 0;
}

Key Tpcb::KeyAt(TableId table, uint64_t row) const {
  const auto r = static_cast<uint32_t>(row);
  if (table == kBranches) return BranchKey(r + 1);
  if (table == kTellers) return TellerKey(r / Scale::kTellers + 1, r % Scale::kTellers + 1);
  return AccountKey(r / settings_.scale.accounts + 1, r % settings_.scale.accounts + 1);
}

void Tpcb::ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
                   uint8_t* out) const {
  const BalanceHead head{0};
  PutRow(&head, sizeof head, Mix64(seed_ ^ uint64_t{table} << 56 ^ row), offset, size, out);
}

bool Tpcb::InUse(TableId table, uint64_t row) const {
  const Scale& scale = settings_.scale;
  const uint64_t of_branch = table == kBranches  ? 1
                             : table == kTellers ? Scale::kTellers
                                                 : scale.accounts;
  return row / of_branch < scale.queried_branches();
}

Task<void> Tpcb::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  return thread.arena().New<AccountClient>(*this, run, client)->Run(thread);
}

Task<void> Tpcb::Check(Thread& thread, StorageEngine& engine, Consistency* result) {
  return thread.arena()
      .New<BalanceCheck>(thread.arena(), settings_.scale, engine, result)
      ->Run(thread);
}

Text Tpcb::kind_title(uint32_t) const { return {"account update", "账户更新"}; }

uint32_t Tpcb::statement_count(uint32_t) const { return kAccountUpdate.count; }

Text Tpcb::statement(uint32_t, uint32_t i) const { return kAccountUpdate.texts[i]; }

}  // namespace afterimage
