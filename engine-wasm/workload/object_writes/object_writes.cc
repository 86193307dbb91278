#include "workload/object_writes/object_writes.h"

#include "tier/files/nvm_file.h"
#include "workload/client.h"

namespace afterimage {
namespace {

using Shape = ObjectWrites::Shape;
using Through = ObjectWrites::Through;

constexpr ChoiceInfo kThroughChoices[] = {
    {"memory", {"memcpy", "memcpy"}},
    {"tmpfs", {"write(), tmpfs", "write(),tmpfs"}},
    {"mmap", {"mmap and msync(MS_SYNC)", "mmap 与 msync(MS_SYNC)"}},
    {"pmfs", {"write(), PMFS", "write(),PMFS"}}};
constexpr uint32_t kMostBytes = 1 << 20;

constexpr auto kParams = TableOf<Shape>(
    Param<&Shape::through>(
        {.id = "through",
         .title = {"interface", "接口"},
         .help = {"How an object is written to NVM.", "对象以何种方式写入 NVM。"},
         .choices = kThroughChoices}),
    Param<&Shape::bytes>({.id = "bytes",
                          .title = {"object size", "对象大小"},
                          .help = {"The size of a log object, or of a group of them.",
                                   "一个日志对象或一组日志对象的大小。"},
                          .standard = 64,
                          .min = 8,
                          .max = kMostBytes,
                          .unit = "B"}));

NvmFileApi ApiOf(Through through) { return static_cast<NvmFileApi>(static_cast<int>(through) - 1); }

const Mismatch* CheckParams(const Shape& shape) {
  static constexpr Mismatch kEights = {
      "bytes", {"the object size must be a multiple of 8", "对象大小必须是 8 的整数倍"}};
  return shape.bytes % 8 != 0 ? &kEights : nullptr;
}

std::unique_ptr<Workload> Create(const WorkloadConfig& config) {
  Shape shape = kParams.Read(config.params);
  shape.clients = config.clients;
  return std::make_unique<ObjectWrites>(shape);
}

class ObjectWriter final : private Client {
 public:
  ObjectWriter(Thread& thread, ClientRun& run, const ObjectWrites::Shape& shape, Address place)
      : Client(run),
        shape_(shape),
        place_(place),
        bytes_(thread.arena().NewArray<uint8_t>(shape.bytes)) {
    if (shape.through == Through::kMemory) return;
    file_ = thread.arena().New<NvmFile>(thread.arena(), run.machine, *run.nvm, ApiOf(shape.through),
                                        place, shape.bytes);
  }

  Task<void> Run(Thread& thread) {
    for (;;) {
      co_await Ordered(thread);
      if (run_.transactions == 0) break;
      --run_.transactions;
      const TxnLabel label = run_.NextLabel();
      thread.set_txn(label);
      thread.set_statement(0);
      run_.observer.OnBegin(label, thread.now());
      co_await Note(thread, EventKind::kStatement);
      std::memset(bytes_, static_cast<int>(label & 0xff), shape_.bytes);
      co_await Write(thread);
      co_await Ordered(thread);
      run_.observer.OnCommit(label);
      run_.observer.OnAcknowledge(label, thread.now());
      co_await Note(thread, EventKind::kAcknowledge, {.flags = kFlagAck});
      co_await Note(thread, EventKind::kStatementEnd);
    }
    thread.set_statement(kNoStatement);
    co_await End(thread);
  }

 private:
  // A memcpy is not made durable, nor is the content of tmpfs: neither the paper's figure nor its
  // text mentions a flush.
  Task<void> Write(Thread& thread) {
    if (!file_) {
      co_await run_.nvm->Store(thread, Category::kLogWork, place_, bytes_, shape_.bytes,
                               Access::kPrivate);
      co_return;
    }
    co_await file_->Write(thread, Category::kLogIo, 0, bytes_, shape_.bytes);
    if (shape_.through == Through::kMmap) co_await file_->Sync(thread, Category::kLogIo);
  }

  const ObjectWrites::Shape& shape_;
  Address place_;
  uint8_t* bytes_;
  NvmFile* file_ = nullptr;
};

}  // namespace

const WorkloadInfo kObjectWrites = {
    .id = "object-writes",
    .title = {"Writes of an object", "对象写入"},
    .summary =
        {"Clients write one object after the other to NVM, by memcpy or through a file: what an "
         "interface costs.",
         "客户端逐个将对象写入 NVM，用 memcpy 或经由文件：接口的代价。"},
    .source = "NV-Logging, section 4.1 and figure 9",
    .conditions = {"the clients own nothing in the database", "数据库中没有属于它们的内容"},
    .params = kParams,
    .check = WholeOnly(kParams.On<CheckParams>()),
    .create = WholeOnly(Create),
    .uses_database = false,
};

const TableInfo& ObjectWrites::table(TableId) const {
  static const TableInfo kTable = {"record", {"record", "记录"}, 8, nullptr, false, {}};
  return kTable;
}

uint64_t ObjectWrites::PlaceBytes(const MachineProfile& machine) const {
  // A memcpy needs what a file without a journal does.
  const NvmFileApi api =
      shape_.through == Through::kMemory ? NvmFileApi::kMmap : ApiOf(shape_.through);
  return NvmFile::RegionBytes(machine, api, shape_.bytes);
}

Task<void> ObjectWrites::RunClient(Thread& thread, ClientRun& run, uint32_t client) {
  const Address place = run.own_nvm + client * PlaceBytes(run.machine);
  return thread.arena().New<ObjectWriter>(thread, run, shape_, place)->Run(thread);
}

}  // namespace afterimage
