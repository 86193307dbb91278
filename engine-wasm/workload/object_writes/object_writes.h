// One log object after the other, written to NVM as a database could write it: by memcpy, or to a
// file behind an API. NV-Logging's figure 9, which compares those for log objects and for groups of
// them. A client has a place of its own for its objects and no business with the system that runs
// beside it.
#ifndef AFTERIMAGE_WORKLOAD_OBJECT_WRITES_OBJECT_WRITES_H_
#define AFTERIMAGE_WORKLOAD_OBJECT_WRITES_OBJECT_WRITES_H_

#include "workload/workload.h"

namespace afterimage {

class ObjectWrites final : public Workload {
 public:
  // The first is a memcpy; the others are those of NvmFileApi, in their order.
  enum class Through : uint8_t { kMemory, kTmpfs, kMmap, kPmfs };
  struct Shape {
    Through through = Through::kMemory;
    uint32_t bytes = 64;  // of an object
    uint32_t clients = 1;
  };
  explicit ObjectWrites(const Shape& shape) : shape_(shape) {}

  // The system beside it has one table, with a record that is not used.
  uint32_t table_count() const override { return 1; }
  const TableInfo& table(TableId) const override;
  uint64_t RowCount(TableId) const override { return 1; }
  Key KeyAt(TableId, uint64_t) const override { return 1; }
  void ValueAt(TableId, uint64_t, uint32_t, uint32_t size, uint8_t* out) const override {
    std::memset(out, 0, size);
  }
  Key SecondaryAt(TableId, uint64_t, uint64_t*) const override { return 0; }  // there is none
  bool InUse(TableId, uint64_t) const override { return false; }

  uint32_t clients() const override { return shape_.clients; }
  uint64_t own_nvm_bytes(const MachineProfile& machine) const override {
    return shape_.clients * PlaceBytes(machine);
  }
  Task<void> RunClient(Thread& thread, ClientRun& run, uint32_t client) override;
  // Nothing in the database is theirs.
  Task<void> Check(Thread&, StorageEngine&, Consistency*) override { co_return; }

  uint32_t kinds() const override { return 1; }
  Text kind_title(uint32_t) const override { return {"object writes", "对象写入"}; }
  uint32_t KindOf(TxnLabel) const override { return 0; }
  uint32_t statement_count(uint32_t) const override { return 1; }
  Text statement(uint32_t, uint32_t) const override { return {"write an object", "写入一个对象"}; }

 private:
  uint64_t PlaceBytes(const MachineProfile& machine) const;

  Shape shape_;
};

extern const WorkloadInfo kObjectWrites;

}  // namespace afterimage

#endif  // AFTERIMAGE_WORKLOAD_OBJECT_WRITES_OBJECT_WRITES_H_
