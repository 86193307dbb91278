#include "workload/skip_records/skip_records.h"

#include "workload/skip_records/skip_client.h"

namespace afterimage {

using namespace skip_records;

namespace {

constexpr ChoiceInfo kOutcomes[] = {
    {"commit", {"commits", "提交"}},
    {"rollback", {"rolls back", "回滚"}},
    {"lost", {"is left open for a power cut", "保持打开直到断电"}},
};

constexpr auto kSkipParams = TableOf<SkipShape>(
    Param<&SkipShape::words>(
        {.id = "words",
         .title = {"words", "字数"},
         .help =
             {"Rows of the table, each a word of 8 bytes; as many at least as the transactions "
              "under way need. A lost one keeps its words, so runs with many need a larger table.",
              "表的行数，每行一个 8 "
              "字节的字；至少够进行中的事务使用。丢失的事务会一直占用其字，此类事务多时需要更大的表"
              "。"},
         .standard = 1000,
         .min = 1,
         .max = 10'000'000}),
    Param<&SkipShape::skip>(
        {.id = "skip",
         .title = {"skip records", "跳过记录数"},
         .help = {"Records of other transactions between two of the target: so many others are "
                  "under way, and all change a word each by turns.",
                  "目标事务两条记录之间其他事务的记录数：同时有这么多其他事务，轮流各改一个字。"},
         .standard = 3,
         .max = 10'000}),
    Param<&SkipShape::operations>({.id = "operations",
                                   .title = {"updates of a transaction", "每事务修改数"},
                                   .help = {"How many words of its own each transaction changes.",
                                            "每个事务修改多少个自己的字。"},
                                   .standard = 10,
                                   .min = 1,
                                   .max = 100'000}),
    Param<&SkipShape::target>(
        {.id = "outcome",
         .title = {"the target", "目标事务"},
         .help = {"What becomes of the first transaction of a round; the others end behind it.",
                  "每轮第一个事务的结局；其他事务在它之后结束。"},
         .choices = kOutcomes}),
    Param<&SkipShape::rounds>(
        {.id = "rounds",
         .title = {"rounds", "轮数"},
         .help = {"How many rounds each client has; then it ends. 0: it goes on and on.",
                  "每个客户端的轮数，之后结束。0：一直继续。"},
         .max = 1'000'000}),
    Param<&SkipShape::lost_percent>(
        {.id = "lost_percent",
         .title = {"rounds that lose their target", "丢失目标事务的轮"},
         .help = {"Share of a client's rounds, the last ones, whose target is left open for a "
                  "power cut.",
                  "客户端最后若干轮所占的比例：这些轮的目标事务保持打开直到断电。"},
         .max = 100,
         .unit = "%"}),
    Param<&SkipShape::checkpoint>(
        {.id = "checkpoint",
         .title = {"checkpoint after a round", "每轮之后做检查点"},
         .help = {"The client itself takes a checkpoint after each round that loses nothing, so "
                  "that the log is empty for the next one.",
                  "客户端在每个无丢失的轮之后自己做一次检查点，使下一轮开始时日志为空。"}}));

const Mismatch* CheckSkipParams(const SkipShape& shape) {
  static constexpr Mismatch kTooLarge = {
      "skip",
      {"the transactions under way have more than 10000000 words together",
       "进行中的事务的字总数超过 10000000"}};
  static constexpr Mismatch kNoEnd = {
      "rounds",
      {"the last rounds are to lose their target: the number of rounds is needed",
       "丢失目标事务的是最后若干轮，因此需要给出轮数"}};
  if (shape.lost_percent > 0 && shape.rounds == 0) return &kNoEnd;
  const uint64_t under_way = uint64_t{shape.round()} + shape.lost_rounds();
  return under_way * shape.operations > 10'000'000 ? &kTooLarge : nullptr;
}

uint64_t WholeRun(const SkipShape& shape, uint32_t clients) {
  return uint64_t{shape.rounds} * shape.round() * clients;
}

std::unique_ptr<Workload> CreateSkip(const WorkloadConfig& config) {
  SkipShape shape = kSkipParams.Read(config.params);
  shape.clients = config.clients;
  shape.seed = config.seed;
  return std::make_unique<SkipRecords>(shape);
}

}  // namespace

const WorkloadInfo kSkipRecords = {
    .id = "skip-records",
    .title = {"Skip records", "跳过记录"},
    .summary =
        {"Each client has several transactions open and changes a word for each by turns: so many "
         "records of others lie between two of the target, which commits, rolls back or is lost.",
         "每个客户端同时打开多个事务，轮流为每个事务修改一个字：目标事务的两条记录之间有这么多其他"
         "事务"
         "的记录；目标事务提交、回滚或丢失。"},
    .source = "REWIND, section 5.1, figures 3 (right), 4 and 5",
    .conditions =
        {"the words of a transaction are all its own, or none, and only of one that commits",
         "一个事务的字要么全为其所写，要么都不是，且该事务应当提交"},
    .params = kSkipParams,
    .check = WholeOnly(kSkipParams.On<CheckSkipParams>()),
    .create = WholeOnly(CreateSkip),
    .whole_run = kSkipParams.On<WholeRun>(),
};

const TableInfo& SkipRecords::table(TableId) const {
  static const TableInfo kTable = {"word", {"word", "字"}, 8, nullptr, false, {}};
  return kTable;
}

void SkipRecords::ValueAt(TableId, uint64_t row, uint32_t offset, uint32_t size,
                          uint8_t* out) const {
  const uint64_t value = shape_.InitialValue(row);
  std::memcpy(out, reinterpret_cast<const uint8_t*>(&value) + offset, size);
}

Task<void> SkipRecords::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  return thread.arena().New<SkipClient>(shape_, run, client, thread.arena())->Run(thread);
}

Task<void> SkipRecords::Check(Thread& thread, StorageEngine& engine, Consistency* result) {
  return thread.arena().New<SkipCheck>(shape_, engine, result)->Run(thread);
}

uint32_t SkipRecords::statement_count(uint32_t) const { return kSkipStatements.count; }

Text SkipRecords::statement(uint32_t, uint32_t i) const { return kSkipStatements.texts[i]; }

}  // namespace afterimage
