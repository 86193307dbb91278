#include "workload/updates/updates.h"

#include "workload/updates/update_client.h"

namespace afterimage {

using namespace updates;

namespace {

constexpr auto kParams = TableOf<UpdateShape>(
    Param<&UpdateShape::words>(
        {.id = "words",
         .title = {"words", "字数"},
         .help = {"Rows of the table, each a word of 8 bytes. Every client has a share of its own, "
                  "of one word at least.",
                  "表的行数，每行一个 8 字节的字。每个客户端独占一份，至少一个字。"},
         .standard = 1000,
         .min = 1,
         .max = 10'000'000}),
    Param<&UpdateShape::operations>(
        {.id = "operations",
         .title = {"updates of a transaction", "每事务修改数"},
         .help = {"How many words a transaction changes, one after the other.",
                  "一个事务依次修改的字数。"},
         .standard = 100,
         .min = 1,
         .max = 1'000'000}),
    Param<&UpdateShape::compute>(
        {.id = "compute",
         .title = {"computation between updates", "修改之间的计算"},
         .help =
             {"Measured in writes of an NVM line: 1 / (1 + this) of the unlogged time is updates.",
              "以写一个 NVM 行的时间计：不记日志时，修改占时间的 1 /（1 + 此值）。"},
         .max = 1'000'000}));

// All go together.
const Mismatch* CheckParams(const ParamValues&) { return nullptr; }

std::unique_ptr<Workload> Create(const WorkloadConfig& config) {
  UpdateShape shape = kParams.Read(config.params);
  shape.clients = config.clients;
  shape.seed = config.seed;
  return std::make_unique<Updates>(shape);
}

}  // namespace

const WorkloadInfo kUpdates = {
    .id = "updates",
    .title = {"Updates of words", "修改字"},
    .summary = {"Clients change words of their own share of a table, with computation between the "
                "changes: "
                "what is measured is the log.",
                "客户端修改表中各自那一份的字，修改之间有计算：测量的是日志。"},
    .source = "REWIND, section 5.1, figures 3 and 6",
    .conditions =
        {"the words of each client are what its first transactions made of them, each whole",
         "每个客户端的各字恰为其前若干个完整事务所写"},
    .params = kParams,
    .check = WholeOnly(CheckParams),
    .create = WholeOnly(Create),
};

const TableInfo& Updates::table(TableId) const {
  static const TableInfo kTable = {"word", {"word", "字"}, 8, nullptr, false, {}};
  return kTable;
}

void Updates::ValueAt(TableId, uint64_t row, uint32_t offset, uint32_t size, uint8_t* out) const {
  const uint64_t value = shape_.InitialValue(row);
  std::memcpy(out, reinterpret_cast<const uint8_t*>(&value) + offset, size);
}

Task<void> Updates::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  return thread.arena().New<UpdateClient>(*this, shape_, run, client)->Run(thread);
}

Task<void> Updates::Check(Thread& thread, StorageEngine& engine, Consistency* result) {
  return thread.arena().New<UpdateCheck>(shape_, engine, result, thread.arena())->Run(thread);
}

uint32_t Updates::statement_count(uint32_t) const { return kStatements.count; }

Text Updates::statement(uint32_t, uint32_t i) const { return kStatements.texts[i]; }

}  // namespace afterimage
