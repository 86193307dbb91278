// The contract between a system and everything around it.
//
// A system is one folder that describes itself in a SchemeInfo and builds a StorageEngine. Clients
// and the oracle see only the StorageEngine; recovery is given the devices, the machine profile and
// the scheme's parameters, and nothing else.
#ifndef AFTERIMAGE_SCHEME_SCHEME_H_
#define AFTERIMAGE_SCHEME_SCHEME_H_

#include <cstdint>
#include <string_view>

#include "base/arena.h"
#include "db/lock_manager.h"
#include "db/record.h"
#include "db/transaction.h"
#include "sim/kernel.h"
#include "tier/device_set.h"
#include "tier/machine_profile.h"
#include "trace/inspector.h"
#include "trace/listing.h"

namespace afterimage {

// --- What a client may be told -------------------------------------------------------------------

enum class Status : uint8_t {
  kOk,
  kNotFound,   // no such record
  kExists,     // insert of a record that is there
  kMustAbort,  // deadlock, or no room for the log: abort the transaction
  kPageFull,
  kDamaged,    // a page or a structure is damaged
};

struct RecoveryReport {
  Status status = Status::kOk;
  Time analysis_ns = 0;
  Time redo_ns = 0;
  Time undo_ns = 0;
  Time total_ns = 0;
};

// --- Self-description ------------------------------------------------------------------------------

enum class ParamType : uint8_t { kChoice, kInteger, kBoolean };

struct ChoiceInfo {
  const char* id;
  Text title;
};

// Values are integers: the index of a choice, 0 or 1 for a boolean.
struct ParamInfo {
  const char* id;
  Text title;
  Text help;
  ParamType type;
  int64_t standard;
  int64_t min;
  int64_t max;
  const char* unit;
  const ChoiceInfo* choices;
  uint32_t choice_count;
};

// A deliberate mistake, for the traced build.
struct MutationInfo {
  const char* id;
  Text title;
  Text rule;  // that it breaks
};

// What a client may rely on after an acknowledgement; the oracle judges by it.
enum class Promise : uint8_t { kDurable, kPrefixConsistent, kNone };
inline constexpr const char* kPromiseNames[] = {"durable", "prefix-consistent", "none"};

inline constexpr uint32_t kMaxParams = 24;
struct ParamValues {
  int64_t value[kMaxParams] = {};
};

struct EngineContext {
  Kernel& kernel;
  Arena& arena;
  DeviceSet& devices;
  const MachineProfile& machine;
  ParamValues params;
  uint32_t mutations = 0;  // bit i: the scheme's mutation i is on
  DeadlockPolicy deadlock = DeadlockPolicy::kDetect;
};

class StorageEngine;

struct SchemeInfo {
  const char* id;
  const char* family;
  Text title;
  Text summary;
  const char* paper;
  Promise promise;
  const ParamInfo* params;
  uint32_t param_count;
  const MutationInfo* mutations;
  uint32_t mutation_count;
  const Listing* listings;
  uint32_t listing_count;
  const StructureInfo* structures;
  uint32_t structure_count;
  // How large devices a database with these parameters needs.
  DeviceSizes (*sizes)(const ParamValues& params, const MachineProfile& machine);
  // Null, or why these parameters do not go together.
  const Text* (*check)(const ParamValues& params, const MachineProfile& machine);
  // An engine over devices as they are. Its threads are added to the kernel, not started.
  StorageEngine* (*create)(const EngineContext& context);
};

// --- The engine ------------------------------------------------------------------------------------

struct InitialRecord {
  Key key;
  int64_t number;
};

// All coroutines run on the thread they are given. A failed call leaves the transaction as it was;
// after kMustAbort the client must Abort it.
class StorageEngine {
 public:
  // Writes an empty database with these records to fresh devices: no cost, no events. False where
  // they do not fit.
  virtual bool Format(const InitialRecord* records, uint32_t count) = 0;
  // Starts the daemons of normal operation.
  virtual void Start() = 0;
  // Lets the daemons finish what they have and end.
  virtual void Stop(Thread& thread) = 0;

  virtual Task<void> Begin(Thread& thread, Transaction& txn) = 0;
  // Locks shared, or exclusive where the record is to be changed.
  virtual Task<Status> Read(Thread& thread, Transaction& txn, Key key, LockMode mode, Value* value) = 0;
  virtual Task<Status> Insert(Thread& thread, Transaction& txn, Key key, const Value& value) = 0;
  virtual Task<Status> Update(Thread& thread, Transaction& txn, Key key, const Value& value) = 0;
  virtual Task<Status> Erase(Thread& thread, Transaction& txn, Key key) = 0;
  // Returns when the scheme's promise holds; the caller then tells the client (see `acknowledge`).
  // Locks are released by Finish, after that.
  virtual Task<Status> Commit(Thread& thread, Transaction& txn) = 0;
  virtual Task<void> Abort(Thread& thread, Transaction& txn) = 0;
  virtual Task<void> Finish(Thread& thread, Transaction& txn) = 0;
  virtual Task<void> Checkpoint(Thread& thread) = 0;
  // Writes the page that holds `key` home now, as a page cleaner might.
  virtual Task<void> Steal(Thread& thread, Key key) = 0;
  // Brings the database back from its devices. Repeatable after a crash at any point in it.
  virtual Task<RecoveryReport> Recover(Thread& thread) = 0;

  // The listing label at which a commit is acknowledged, and one for an abort.
  virtual uint16_t acknowledge_label() const = 0;
  virtual uint16_t abort_label() const = 0;
  virtual uint32_t value_bytes() const = 0;
  virtual uint64_t log_records() const = 0;
  virtual void Describe(Inspector& inspector) = 0;
  // Bytes of DRAM, for the interface; null where out of range.
  virtual const uint8_t* DramAt(Address address, uint32_t size) const = 0;

 protected:
  ~StorageEngine() = default;
};

// --- The one list ----------------------------------------------------------------------------------

extern const SchemeInfo* const kSchemes[];
extern const uint32_t kSchemeCount;
// Null where there is none.
const SchemeInfo* FindScheme(std::string_view id);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SCHEME_H_
