#include "workload/inserts/inserts.h"

#include "workload/inserts/insert_client.h"

namespace afterimage {

using namespace inserts;

namespace {

// In the order of the list below.
enum Param : uint32_t { kOperation, kOperations, kSizes, kBytes, kKeys, kRecords, kCompute };

constexpr ChoiceInfo kOperationChoices[] = {{"insert", {"insert", "插入"}},
                                            {"update", {"update", "修改"}}};
constexpr ChoiceInfo kSizeChoices[] = {{"fixed", {"all alike", "全部相同"}},
                                       {"mixed", {"from 16 to 2016 bytes", "16 到 2016 字节"}}};
constexpr ChoiceInfo kKeyChoices[] = {
    {"scattered", {"scattered", "分散"}},
    {"ascending", {"ascending", "递增"}},
    {"shared", {"scattered, all clients together", "分散，各客户端混在一起"}}};

constexpr ParamInfo kParams[] = {
    ChoiceParam("operation", {"operation", "操作"},
                {"Clients insert records, or change all bytes of their own.",
                 "客户端插入记录，或修改自己记录的全部字节。"},
                0, kOperationChoices),
    NumberParam("operations", {"operations of a transaction", "每事务操作数"},
                {"How many records a transaction writes.", "一个事务写入的记录数。"}, 1, 1, 10000,
                ""),
    ChoiceParam("sizes", {"sizes", "大小"},
                {"The sizes of values: all alike, or six sizes in turn.",
                 "值的大小：全部相同，或六种大小轮流。"},
                0, kSizeChoices),
    NumberParam("bytes", {"value size", "值大小"},
                {"Applies where sizes are all alike.", "大小全部相同时。"}, 80, 8, kMaxValueBytes,
                "B"),
    ChoiceParam(
        "keys", {"keys of inserts", "插入的键"},
        {"Where in its part of the index a client inserts; or all of them in the whole of it.",
         "客户端在其索引区段中的插入位置；或各客户端都在整个索引中插入。"},
        0, kKeyChoices),
    NumberParam("records", {"records of a client", "每客户端记录数"},
                {"For updates, which go through them in turn.", "用于修改，依次循环。"}, 1000, 1,
                1000000, ""),
    NumberParam("compute", {"computation between operations", "操作之间的计算"},
                {"Measured in writes of an NVM line.", "以写一个 NVM 行的时间计。"}, 0, 0, 1000000,
                ""),
};

InsertShape ShapeOf(const WorkloadConfig& config) {
  const auto value = [&](Param param) { return static_cast<uint32_t>(config.params.value[param]); };
  InsertShape shape;
  shape.updates = value(kOperation) != 0;
  shape.operations = value(kOperations);
  shape.mixed = value(kSizes) != 0;
  shape.bytes = value(kBytes);
  shape.keys = static_cast<Keys>(value(kKeys));
  shape.records = shape.updates ? value(kRecords) : 0;
  shape.compute = value(kCompute);
  shape.clients = config.clients;
  shape.seed = config.seed;
  return shape;
}

const Mismatch* CheckParams(const ParamValues& params) {
  static constexpr Mismatch kEights = {
      "bytes", {"the value size must be a multiple of 8", "值大小必须是 8 的整数倍"}};
  return params.value[kBytes] % 8 != 0 ? &kEights : nullptr;
}

std::unique_ptr<Workload> Create(const WorkloadConfig& config) {
  return std::make_unique<Inserts>(ShapeOf(config));
}

}  // namespace

const WorkloadInfo kInserts = {
    "log-inserts",
    {"Inserts", "插入"},
    {"Clients insert or change records of their own and never conflict: what is measured is the "
     "log.",
     "客户端插入或修改各自的记录，互不干扰：测量的是日志。"},
    "BaSE, section 4.3; NV-Logging, section 6.2; REWIND, section 5.1",
    {"the records of each client are those of its first transactions, each whole",
     "每个客户端的记录恰为其前若干个完整事务所写"},
    kParams,
    CheckParams,
    kWhole ? Create : nullptr,
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
