#include "workload/inserts/inserts.h"

#include "workload/inserts/insert_client.h"

namespace afterimage {

using namespace inserts;

namespace {

constexpr ChoiceInfo kOperationChoices[] = {{"insert", {"insert", "插入"}},
                                            {"update", {"update", "修改"}}};
constexpr ChoiceInfo kSizeChoices[] = {{"fixed", {"all alike", "全部相同"}},
                                       {"mixed", {"from 16 to 2016 bytes", "16 到 2016 字节"}}};
constexpr ChoiceInfo kKeyChoices[] = {
    {"scattered", {"scattered", "分散"}},
    {"ascending", {"ascending", "递增"}},
    {"shared", {"scattered, all clients together", "分散，各客户端混在一起"}}};

constexpr auto kParams = TableOf<InsertShape>(
    Param<&InsertShape::updates>(
        {.id = "operation",
         .title = {"operation", "操作"},
         .help = {"Clients insert records, or change all bytes of their own.",
                  "客户端插入记录，或修改自己记录的全部字节。"},
         .choices = kOperationChoices}),
    Param<&InsertShape::operations>(
        {.id = "operations",
         .title = {"operations of a transaction", "每事务操作数"},
         .help = {"How many records a transaction writes.", "一个事务写入的记录数。"},
         .standard = 1,
         .min = 1,
         .max = 10000}),
    Param<&InsertShape::mixed>({.id = "sizes",
                                .title = {"sizes", "大小"},
                                .help = {"The sizes of values: all alike, or six sizes in turn.",
                                         "值的大小：全部相同，或六种大小轮流。"},
                                .choices = kSizeChoices}),
    Param<&InsertShape::bytes>({.id = "bytes",
                                .title = {"value size", "值大小"},
                                .help = {"Applies where sizes are all alike.", "大小全部相同时。"},
                                .standard = 80,
                                .min = 8,
                                .max = kMaxValueBytes,
                                .unit = "B"}),
    Param<&InsertShape::keys>(
        {.id = "keys",
         .title = {"keys of inserts", "插入的键"},
         .help =
             {"Where in its part of the index a client inserts; or all of them in the whole of it.",
              "客户端在其索引区段中的插入位置；或各客户端都在整个索引中插入。"},
         .choices = kKeyChoices}),
    Param<&InsertShape::records>(
        {.id = "records",
         .title = {"records of a client", "每客户端记录数"},
         .help = {"For updates, which go through them in turn.", "用于修改，依次循环。"},
         .standard = 1000,
         .min = 1,
         .max = 1000000}),
    Param<&InsertShape::compute>(
        {.id = "compute",
         .title = {"computation between operations", "操作之间的计算"},
         .help = {"Measured in writes of an NVM line.", "以写一个 NVM 行的时间计。"},
         .max = 1000000}));

InsertShape ShapeOf(const WorkloadConfig& config) {
  InsertShape shape = kParams.Read(config.params);
  if (!shape.updates) shape.records = 0;
  shape.clients = config.clients;
  shape.seed = config.seed;
  return shape;
}

const Mismatch* CheckParams(const InsertShape& shape) {
  static constexpr Mismatch kEights = {
      "bytes", {"the value size must be a multiple of 8", "值大小必须是 8 的整数倍"}};
  return shape.bytes % 8 != 0 ? &kEights : nullptr;
}

std::unique_ptr<Workload> Create(const WorkloadConfig& config) {
  return std::make_unique<Inserts>(ShapeOf(config));
}

}  // namespace

const WorkloadInfo kInserts = {
    .id = "log-inserts",
    .title = {"Inserts", "插入"},
    .summary = {"Clients insert or change records of their own and never conflict: what is "
                "measured is the "
                "log.",
                "客户端插入或修改各自的记录，互不干扰：测量的是日志。"},
    .source = "BaSE, section 4.3; NV-Logging, section 6.2; REWIND, section 5.1",
    .conditions = {"the records of each client are those of its first transactions, each whole",
                   "每个客户端的记录恰为其前若干个完整事务所写"},
    .params = kParams,
    .check = WholeOnly(kParams.On<CheckParams>()),
    .create = WholeOnly(Create),
};

Inserts::Inserts(const InsertShape& shape) : shape_(shape) {
  static constexpr const char* kIds[kMaxSizes] = {"record",   "record-2", "record-3",
                                                  "record-4", "record-5", "record-6"};
  for (uint32_t table = 0; table < shape_.tables(); ++table) {
    tables_[table] = {kIds[table], {"record", "记录"}, shape_.value_bytes(table), nullptr, false,
                      {{{32}}}};
  }
}

uint64_t Inserts::RowCount(TableId table) const {
  return shape_.records == 0 ? 0 : shape_.clients * RowsOfClient(table);
}

void Inserts::Place(TableId table, uint64_t row, uint32_t* client, uint64_t* record) const {
  const uint64_t rows = RowsOfClient(table);
  *client = static_cast<uint32_t>(row / rows);
  *record = row % rows * shape_.tables() + table;
}

Key Inserts::KeyAt(TableId table, uint64_t row) const {
  uint32_t client;
  uint64_t record;
  Place(table, row, &client, &record);
  return shape_.KeyOf(client, record);
}

void Inserts::ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
                      uint8_t* out) const {
  uint32_t client;
  uint64_t record;
  Place(table, row, &client, &record);
  shape_.PutValue(client, record, 0, offset, size, out);
}

Task<void> Inserts::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  return thread.arena().New<InsertClient>(*this, shape_, run, client)->Run(thread);
}

Task<void> Inserts::Check(Thread& thread, StorageEngine& engine, Consistency* result) {
  return thread.arena().New<InsertCheck>(shape_, engine, result)->Run(thread);
}

Text Inserts::kind_title(uint32_t) const {
  return shape_.updates ? Text{"updates", "修改"} : Text{"inserts", "插入"};
}

uint32_t Inserts::statement_count(uint32_t) const { return kInsertStatements.count; }

Text Inserts::statement(uint32_t, uint32_t i) const {
  return (shape_.updates ? kUpdateStatements : kInsertStatements).texts[i];
}

}  // namespace afterimage
