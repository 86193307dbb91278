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
#include "db/schema.h"
#include "db/structure_check.h"
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
  kDamaged,  // a page or a structure is damaged
};

// What a recovery does one after the other; a system leaves out what it has no use for.
enum class RecoveryPass : uint8_t {
  kRepair,    // the database's home: pages or lines whose write the power cut interrupted
  kOpen,      // the catalog, and where the roots are
  kAnalysis,  // what the log says: who lost, what may be missing
  kRedo,
  kUndo,
  kRebuild,  // what is kept in DRAM only, from what is durable
  kFinish,   // pages go home or a checkpoint is taken, and the log is free again
};
inline constexpr uint32_t kRecoveryPasses = 7;

struct RecoveryReport {
  Status status = Status::kOk;
  // Time of the recovering thread by pass and by what it was spent on; all of it together is
  // `total_ns`.
  Time spent[kRecoveryPasses][kCategories] = {};
  // Of the log, that analysis has read.
  uint64_t records = 0;
  uint64_t record_bytes = 0;  // of these
  Time total_ns = 0;

  Time of(RecoveryPass pass) const {
    Time sum = 0;
    for (const Time ns : spent[static_cast<uint32_t>(pass)]) sum += ns;
    return sum;
  }
};

// --- Self-description ----------------------------------------------------------------------------

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

// A whole number from `min` to `max`.
constexpr ParamInfo NumberParam(const char* id, Text title, Text help, int64_t standard,
                                int64_t min, int64_t max, const char* unit) {
  return {id, title, help, ParamType::kInteger, standard, min, max, unit, nullptr, 0};
}
// Yes or no; `standard` is 1 or 0.
constexpr ParamInfo SwitchParam(const char* id, Text title, Text help, int64_t standard) {
  return {id, title, help, ParamType::kBoolean, standard, 0, 1, "", nullptr, 0};
}
// One of a list; `standard` is its index.
template <uint32_t N>
constexpr ParamInfo ChoiceParam(const char* id, Text title, Text help, int64_t standard,
                                const ChoiceInfo (&choices)[N]) {
  return {id, title, help, ParamType::kChoice, standard, 0, N - 1, "", choices, N};
}

struct ParamSetting {
  const char* id;
  int64_t value;
};

// Settings that go together under a name; a file may start from one and change more.
struct PresetInfo {
  const char* id;
  Text title;
  const ParamSetting* settings;
  uint32_t count;
};

// A deliberate mistake, for the traced build. Where it leaves something out, `off` says what, and
// the algorithm has no branch for it; another order or another value is a branch of the scheme.
struct MutationInfo {
  const char* id;
  Text title;
  Text rule;  // that it breaks
  SiteList off = {};
};

// What a client may rely on after an acknowledgement; the oracle judges by it.
enum class Promise : uint8_t { kDurable, kPrefixConsistent, kNone };
inline constexpr const char* kPromiseNames[] = {"durable", "prefix-consistent", "none"};

inline constexpr uint32_t kMaxParams = 40;
struct ParamValues {
  int64_t value[kMaxParams] = {};
};

struct EngineContext {
  Kernel& kernel;
  Arena& arena;
  DeviceSet& devices;
  const MachineProfile& machine;
  ParamValues params;
  const Schema& schema;
  uint32_t database_pages = 0;  // see DeviceSizes
  uint32_t mutations = 0;       // bit i: the scheme's mutation i is on
  DeadlockPolicy deadlock = DeadlockPolicy::kDetect;
};

class StorageEngine;

struct SchemeInfo {
  const char* id;
  const char* family;
  Text title;
  Text summary;
  const char* paper;
  Promise (*promise)(const ParamValues& params);
  const ParamInfo* params;
  uint32_t param_count;
  const MutationInfo* mutations;
  uint32_t mutation_count;
  const Listing* listings;
  uint32_t listing_count;
  const StructureInfo* structures;
  uint32_t structure_count;
  // How large devices a database with these parameters and rows needs.
  DeviceSizes (*sizes)(const ParamValues& params, const MachineProfile& machine,
                       const InitialRows& rows);
  // Null, or why these parameters do not go together.
  const Text* (*check)(const ParamValues& params, const MachineProfile& machine);
  // An engine over devices as they are. Its threads are added to the kernel, not started. Null
  // where this module does not have it (kWhole).
  StorageEngine* (*create)(const EngineContext& context);
  // Other than the standard values: those with which a small database of several tables runs well.
  const ParamSetting* for_tables;
  uint32_t for_table_count;
  const PresetInfo* presets = nullptr;
  uint32_t preset_count = 0;
};

// --- The engine ----------------------------------------------------------------------------------

// What an engine has done so far. Bytes and I/Os are counted by the files and devices.
struct EngineCounters {
  uint64_t log_records = 0;
  uint64_t log_bytes = 0;  // of those records
  Time log_insert_ns = 0;  // spent in inserting them, all threads
  uint64_t page_hits = 0;  // pages found in the buffer pool
  uint64_t page_misses = 0;
  uint64_t page_writes = 0;      // dirty pages that went home
  uint64_t page_bytes = 0;       // of them, at their whole size
  uint64_t records_written = 0;  // changed records in those pages
  uint64_t steals = 0;  // of them whose latest change was of a transaction that had not ended
  uint64_t checkpoints = 0;
  Time checkpoint_ns = 0;
  uint64_t clrs = 0;
  uint64_t structure_changes = 0;  // page splits, and new pages for records
};

// A stretch of an index: keys from `from` to `to`, both included.
struct KeyRange {
  TableId table = 0;
  uint8_t index = 0;  // 0 the primary index, 1 the secondary
  Key from = 0;
  Key to = 0;
  bool descending = false;  // from the largest key
};

// All coroutines run on the thread they are given. A failed call leaves the transaction as it was;
// after kMustAbort the client must Abort it.
class StorageEngine {
 public:
  // Writes a database with these rows to fresh devices: no cost, no events. False where they do not
  // fit. `rows` must outlive the devices, which may ask it for what nobody has changed.
  virtual bool Format(const InitialRows& rows) = 0;
  // Starts the daemons of normal operation.
  virtual void Start() = 0;
  // Lets the daemons finish what they have and end.
  virtual void Stop(Thread& thread) = 0;

  virtual Task<void> Begin(Thread& thread, Transaction& txn) = 0;
  // Locks shared, or exclusive where the record is to be changed.
  virtual Task<Status> Read(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                            Value* value) = 0;
  virtual Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                              const Value& value) = 0;
  // `value` is the whole new value; only what differs is logged.
  virtual Task<Status> Update(Thread& thread, Transaction& txn, TableId table, Key key,
                              const Value& value) = 0;
  virtual Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Key key) = 0;
  // The first record of the range in its direction, locked as Read does: its index key, and its
  // value. kNotFound where the range is empty. A scan is a sequence of these, each from behind the
  // last.
  virtual Task<Status> Seek(Thread& thread, Transaction& txn, const KeyRange& range, LockMode mode,
                            Key* key, Value* value) = 0;
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
  virtual void Describe(Inspector& inspector) = 0;
  // What must hold of the structures, on their bytes, while no transaction is under way: after a
  // recovery, or at the end of a run. Costs nothing and changes nothing. Ends on any bytes.
  virtual void CheckStructures(StructureCheck& check) = 0;
  // Bytes of DRAM, for the interface; false where out of range.
  virtual bool ReadDram(Address address, uint32_t size, uint8_t* out) const = 0;
  virtual EngineCounters counters() const = 0;

 protected:
  ~StorageEngine() = default;
};

// --- The one list --------------------------------------------------------------------------------

extern const SchemeInfo* const kSchemes[];
extern const uint32_t kSchemeCount;
// Null where there is none.
const SchemeInfo* FindScheme(std::string_view id);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_SCHEME_H_
