// Log objects in DRAM (sections 4.3 and 5.1): populated here, copied to NVM later, reused after
// their transaction.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_OBJECTS_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_OBJECTS_H_

#include <cstring>

#include "db/record.h"
#include "scheme/systems/nv_logging/layout.h"
#include "sim/latch.h"
#include "tier/dram.h"
#include "trace/inspector.h"

namespace afterimage::nvlog {

struct LogObject {
  enum class State : uint8_t { kPopulated, kPersisting, kPersistent };
  Address dram = 0;
  Lsn lsn = 0;
  PageId page = 0;
  uint32_t bytes = 0;
  uint32_t room = 0;  // in DRAM
  Kind kind = Kind::kUpdate;
  State state = State::kPopulated;
  TxnLabel label = 0;
  TxnLabel owner = 0;          // nobody: a structure change's
  LogObject* older = nullptr;  // of the same transaction
  LogObject* newer = nullptr;
  LogObject* before_in_queue = nullptr;
  LogObject* after_in_queue = nullptr;
  WaitQueue waiters;    // for persistence
  bool orphan = false;  // its transaction has ended: free it once it is persistent

  // True if no thread is persisting it and it is the next of its transaction: the order of a
  // transaction's objects must be kept (section 4.3). Undo of the later one restores what the
  // earlier one wrote.
  bool ComesNext() const {
    return state == State::kPopulated && (!older || older->state == State::kPersistent);
  }
};

// The volatile state of a transaction that has logged something.
struct TxnLog {
  LogObject* oldest = nullptr;
  LogObject* newest = nullptr;
  uint32_t reserved = 0;  // entries kept free for its CLRs and its last object
  TxnLog* next_free = nullptr;

  void Add(LogObject* object) {
    object->older = newest;
    (newest ? newest->newer : oldest) = object;
    newest = object;
  }
};

// The memory of objects and of transactions' logs.
class ObjectPool {
 public:
  ObjectPool(Arena& arena, Dram& dram)
      : arena_(arena), dram_(dram), live_(ArenaAllocator<LogObject*>(arena)) {}

  // Takes an object with room for this many bytes.
  LogObject* Take(uint32_t bytes);
  void Free(LogObject* object);
  // Its transaction has ended: frees it, as soon as it is persistent.
  void Leave(LogObject* object);
  TxnLog* TakeLog();
  void FreeLog(TxnLog* log);

  uint8_t* Bytes(const LogObject& object) { return dram_.At(object.dram); }
  // Writes the object's bytes: `header`, and the images of `change` where there is one.
  void Fill(const LogObject& object, const ObjectHeader& header, const Change* change);
  ObjectHeader Header(const LogObject& object) const {
    ObjectHeader header;
    std::memcpy(&header, dram_.At(object.dram), sizeof header);
    return header;
  }
  // Returns the objects of running transactions, by LSN; for the interface.
  const ArenaVector<LogObject*>& live() const { return live_; }
  void Describe(Inspector& inspector, const Schema& schema) const;

 private:
  static constexpr uint32_t kSizeClasses = 16;  // 64 bytes times a power of two

  Arena& arena_;
  Dram& dram_;
  LogObject* free_objects_[kSizeClasses] = {};  // through `older`
  TxnLog* free_logs_ = nullptr;
  ArenaVector<LogObject*> live_;
};

// The objects that are not persistent yet, by LSN.
class ObjectQueue {
 public:
  void Add(LogObject* object);
  void Remove(LogObject* object);
  // Returns the oldest object that changed the page; null if there is none.
  LogObject* OldestOf(PageId page) const;
  // Returns the oldest object that comes next in its transaction; null if there is none.
  LogObject* NextToPersist() const;
  // The mutation: returns the newest that no thread is persisting, whatever comes before it.
  LogObject* LastToPersist() const;

 private:
  LogObject* first_ = nullptr;
  LogObject* last_ = nullptr;
};

}  // namespace afterimage::nvlog

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_LOGGING_OBJECTS_H_
