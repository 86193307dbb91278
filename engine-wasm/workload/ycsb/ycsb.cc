#include "workload/ycsb/ycsb.h"

#include <algorithm>

#include "workload/ycsb/field_check.h"
#include "workload/ycsb/request_client.h"

namespace afterimage {

using namespace ycsb;

namespace {

constexpr ChoiceInfo kMixes[] = {
    {"a", {"A: 50% reads, 50% updates", "A：50% 读，50% 更新"}},
    {"b", {"B: 95% reads, 5% updates", "B：95% 读，5% 更新"}},
    {"c", {"C: reads alone", "C：只读"}},
    {"d", {"D: 95% reads, 5% insertions", "D：95% 读，5% 插入"}},
    {"e", {"E: 95% scans, 5% insertions", "E：95% 扫描，5% 插入"}},
    {"f", {"F: 50% reads, 50% read-modify-writes", "F：50% 读，50% 读改写"}},
    {"own", {"by the shares below", "按下列比例"}}};

constexpr ChoiceInfo kDistributions[] = {{"of-the-mix", {"as the mix has it", "按所选混合"}},
                                         {"uniform", {"uniform", "均匀"}},
                                         {"zipfian", {"zipfian", "Zipf 分布"}},
                                         {"latest", {"latest", "偏向最新"}}};

struct Params : YcsbShape {
  uint32_t reads = 0;
  uint32_t updates = 0;
  uint32_t inserts = 0;
  uint32_t scans = 0;
  uint32_t modifies = 0;
};

constexpr auto kParams = TableOf<Params>(
    Param<&Params::records>({.id = "records",
                             .title = {"records", "记录数"},
                             .help = {"At the start.", "开始时的数目。"},
                             .standard = 1000,
                             .min = 10,
                             .max = 10'000'000}),
    Param<&Params::field_bytes>({.id = "field_bytes",
                                 .title = {"field size", "字段大小"},
                                 .help = {"A value has ten fields.", "每个值有十个字段。"},
                                 .standard = 100,
                                 .min = 20,
                                 .max = kMaxValueBytes / YcsbShape::kFields / 4 * 4,
                                 .unit = "B"}),
    Param<&Params::mix>(
        {.id = "mix",
         .title = {"mix", "操作混合"},
         .help = {"A core workload, or shares of one's own.", "核心负载之一，或自定比例。"},
         .choices = kMixes}),
    Param<&Params::distribution>({.id = "distribution",
                                  .title = {"requests", "请求分布"},
                                  .help = {"D asks for the latest records, the other mixes by a "
                                           "scrambled zipfian distribution.",
                                           "D 偏向最新记录，其余按打散的 Zipf 分布。"},
                                  .choices = kDistributions}),
    Param<&Params::theta_percent>(
        {.id = "theta",
         .title = {"skew", "倾斜度"},
         .help = {"The zipfian constant, in hundredths.", "Zipf 常数，以百分之一计。"},
         .standard = 99,
         .min = 1,
         .max = 99}),
    Param<&Params::scan_records>(
        {.id = "scan_records",
         .title = {"longest scan", "最长扫描"},
         .help = {"Each length up to it is as likely.", "不超过它的每个长度概率相同。"},
         .standard = 100,
         .min = 1,
         .max = 1000,
         .unit = "records"}),
    Param<&Params::reads>({.id = "reads",
                           .title = {"reads", "读"},
                           .help = {"Of one's own mix.", "用于自定混合。"},
                           .standard = 50,
                           .max = 100,
                           .unit = "%"}),
    Param<&Params::updates>({.id = "updates",
                             .title = {"updates", "更新"},
                             .help = {"Of one's own mix.", "用于自定混合。"},
                             .standard = 50,
                             .max = 100,
                             .unit = "%"}),
    Param<&Params::inserts>({.id = "inserts",
                             .title = {"insertions", "插入"},
                             .help = {"Of one's own mix.", "用于自定混合。"},
                             .max = 100,
                             .unit = "%"}),
    Param<&Params::scans>({.id = "scans",
                           .title = {"scans", "扫描"},
                           .help = {"Of one's own mix.", "用于自定混合。"},
                           .max = 100,
                           .unit = "%"}),
    Param<&Params::modifies>({.id = "modifies",
                              .title = {"read-modify-writes", "读改写"},
                              .help = {"Of one's own mix.", "用于自定混合。"},
                              .max = 100,
                              .unit = "%"}));

YcsbShape ShapeOf(const Params& params) {
  YcsbShape shape = params;
  shape.own = {params.reads, params.updates, params.inserts, params.scans, params.modifies};
  return shape;
}

const Mismatch* CheckParams(const Params& params) {
  static constexpr Mismatch kFours = {
      "field_bytes", {"the field size must be a multiple of 4", "字段大小必须是 4 的整数倍"}};
  static constexpr Mismatch kSum = {
      "reads",
      {"the shares of one's own mix must add up to 100", "自定混合的各比例之和必须为 100"}};
  if (params.field_bytes % 4 != 0) return &kFours;
  return ShapeOf(params).shares().sum() != 100 ? &kSum : nullptr;
}

std::unique_ptr<Workload> Create(const WorkloadConfig& config) {
  YcsbShape shape = ShapeOf(kParams.Read(config.params));
  shape.clients = config.clients;
  shape.seed = config.seed;
  return std::make_unique<Ycsb>(shape);
}

}  // namespace

const WorkloadInfo kYcsb = {
    .id = "ycsb",
    .title = {"YCSB", "YCSB"},
    .summary = {"Reads, updates, insertions, scans and read-modify-writes of single records, some "
                "far more popular than others.",
                "对单条记录的读、更新、插入、扫描与读改写，其中一些记录远比其他的热门。"},
    .source = "Cooper et al.: Benchmarking Cloud Serving Systems with YCSB, SoCC 2010",
    .conditions = {"every field is whole, and nothing that a client did before what is seen of it "
                   "is lost",
                   "每个字段完整，且客户端可见操作之前所做的一切均未丢失"},
    .params = kParams,
    .check = WholeOnly(kParams.On<CheckParams>()),
    .create = WholeOnly(Create),
};

Ycsb::Ycsb(const YcsbShape& shape)
    : shape_(shape), table_{"usertable", {"record", "记录"},        shape.bytes(), nullptr,
                            false,       {{{YcsbShape::kTurnBits}}}} {}

// The check looks for inserted records by a range, too.
bool Ycsb::reads_ranges() const { return shape_.inserts() || shape_.shares().scans > 0; }

uint64_t Ycsb::RowFrom(TableId, Key key, uint64_t low, uint64_t high) const {
  const Key step = Key{1} << YcsbShape::kTurnBits;
  return std::clamp(key / step + (key % step > 0), low, high);
}

void Ycsb::ValueAt(TableId, uint64_t row, uint32_t offset, uint32_t size, uint8_t* out) const {
  const Key key = shape_.KeyAtStart(row);
  while (size > 0) {
    const uint32_t within = offset % shape_.field_bytes;
    const uint32_t part = std::min(size, shape_.field_bytes - within);
    PutField(shape_, key, offset / shape_.field_bytes, Stamp(), within, part, out);
    offset += part;
    out += part;
    size -= part;
  }
}

Task<void> Ycsb::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  Arena& arena = thread.arena();
  if (!run.shared) run.shared = arena.New<Insertions>(shape_, arena);
  return arena.New<RequestClient>(*this, *static_cast<Insertions*>(run.shared), run, client)
      ->Run(thread);
}

Task<void> Ycsb::Check(Thread& thread, StorageEngine& engine, Consistency* result) {
  return thread.arena().New<FieldCheck>(*this, engine, result, thread.arena())->Run(thread);
}

Text Ycsb::kind_title(uint32_t) const { return {"operation", "操作"}; }

uint32_t Ycsb::statement_count(uint32_t) const { return kOperationStatements.count; }

Text Ycsb::statement(uint32_t, uint32_t i) const { return kOperationStatements.texts[i]; }

}  // namespace afterimage
