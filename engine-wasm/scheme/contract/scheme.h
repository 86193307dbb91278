// The contract between a system and everything around it.
//
// A system is one folder that describes itself in a SchemeInfo and builds a StorageEngine. Clients
// and the oracle see only the StorageEngine; recovery is given the devices, the machine profile and
// the scheme's parameters, and nothing else.
#ifndef AFTERIMAGE_SCHEME_CONTRACT_SCHEME_H_
#define AFTERIMAGE_SCHEME_CONTRACT_SCHEME_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "base/arena.h"
#include "base/build.h"
#include "db/locks/lock_manager.h"
#include "db/schema.h"
#include "db/structure_check.h"
#include "db/transaction.h"
#include "scheme/contract/device_formats.h"
#include "scheme/contract/params.h"
#include "scheme/contract/program.h"
#include "sim/kernel.h"
#include "tier/device_set.h"
#include "tier/files/os_page_cache.h"
#include "tier/prices/machine_profile.h"
#include "tier/prices/path_profile.h"
#include "trace/inspector.h"
#include "trace/listing.h"

namespace afterimage {

// --- What a client may be told -------------------------------------------------------------------

// The outcome of an engine's call. A system that has no locks, pages or log never gives the values
// that are about them.
enum class Status : uint8_t {
  kOk,
  kNotFound,   // no such record
  kExists,     // insert of a record that is there
  kMustAbort,  // deadlock, or no room for the log: abort the transaction
  kPageFull,
  kDamaged,  // a page or a structure is damaged
};

// The passes of a recovery, in their order. A system leaves out those that it has no use for.
enum class RecoveryPass : uint8_t {
  kRepair,    // the database's home: pages or lines whose write the power cut interrupted
  kOpen,      // the catalog, and where the roots are
  kAnalysis,  // what the log says: who lost, what may be missing
  kRedo,
  kUndo,
  kFinish,   // pages go home or a checkpoint is taken, and the log is free again
  kClear,    // records leave the log, where that is a pass of its own
  kRebuild,  // what is kept in DRAM only, from what is durable
};
// The names in the same order, in which the page shows the passes, too.
inline constexpr const char* kRecoveryPassNames[] = {"repair", "open",   "analysis", "redo",
                                                     "undo",   "finish", "clear",    "rebuild"};
inline constexpr uint32_t kRecoveryPasses = std::size(kRecoveryPassNames);
static_assert(kRecoveryPasses == static_cast<uint32_t>(RecoveryPass::kRebuild) + 1);

// The result of a recovery, and its costs in virtual time.
struct RecoveryReport {
  // kOk, or kDamaged where the devices hold no database that can be brought back.
  Status status = Status::kOk;
  // The recovering thread's time by pass and by what it was spent on. Its sum is `total_ns`.
  Time spent[kRecoveryPasses][kCategories] = {};
  uint64_t records = 0;       // log records that analysis has read
  uint64_t record_bytes = 0;  // and their bytes
  Time total_ns = 0;

  // The time of one pass.
  Time of(RecoveryPass pass) const {
    Time sum = 0;
    for (const Time ns : spent[static_cast<uint32_t>(pass)]) sum += ns;
    return sum;
  }
};

// --- Self-description ----------------------------------------------------------------------------

// Why values do not go together.
struct Mismatch {
  const char* field;  // the parameter, or price, to change; null: none of them alone
  Text reason;
};

// Settings that go together under a name; a file may start from one and change more.
struct PresetInfo {
  const char* id;
  Text title;
  std::span<const ParamSetting> settings;
};

// A deliberate mistake that a scenario of the traced build may switch on. Where it leaves something
// out, `off` says what, and the algorithm has no branch for it; another order or another value is a
// branch of the scheme.
struct MutationInfo {
  const char* id;
  Text title;
  Text rule;  // the rule that it breaks
  SiteList off = {};
};

// An array, where this module runs systems; one that only describes them needs none of it.
template <typename T, size_t N>
constexpr std::span<const T> WholeOnly(const T (&array)[N]) {
  return kWhole ? std::span<const T>(array) : std::span<const T>();
}

// The same for a function.
template <class Result, class... Args>
constexpr auto WholeOnly(Result (*function)(Args...)) {
  return kWhole ? function : nullptr;
}

// A system's description of its algorithms. All parts are empty if this module only describes it.
struct SchemeStory {
  std::span<const Listing> listings;
  std::span<const StructureInfo> structures;
  std::span<const MutationInfo> mutations;
};

// The guarantee to a client after an acknowledgement; the oracle judges by it.
enum class Promise : uint8_t { kDurable, kPrefixConsistent, kNone };
inline constexpr const char* kPromiseNames[] = {"durable", "prefix-consistent", "none"};
inline Promise AlwaysDurable(const ParamValues&) { return Promise::kDurable; }

// All that a system is given to build an engine; what it refers to outlives the engine.
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
  OsPageCache* page_cache = nullptr;  // null: files on disks have any room
};

class StorageEngine;

// A system as it describes itself; texts are shown as they are.
struct SchemeInfo {
  const char* id;
  const char* family;
  Text title;
  Text summary;
  const char* paper;
  // The software whose counted instructions stand for this system's.
  const PathProfile* path;
  Promise (*promise)(const ParamValues& params) = AlwaysDurable;
  ParamList params;
  // These three are empty where this module only describes the system, as `create` below is null.
  std::span<const MutationInfo> mutations = {};
  std::span<const Listing> listings = {};
  std::span<const StructureInfo> structures = {};
  // Returns how large devices a database with these parameters and rows needs. REQUIRES: `check`
  // has nothing against the parameters. The pointer may be null where `create` is.
  DeviceSizes (*sizes)(const ParamValues& params, const MachineProfile& machine,
                       const InitialRows& rows);
  // Returns null, or why these parameters do not go together on this machine. The pointer may be
  // null where `create` is.
  const Mismatch* (*check)(const ParamValues& params, const MachineProfile& machine);
  // Builds an engine, in the context's arena, over devices as they are: Format or Recover comes
  // next. Its threads are added to the kernel and not started. The pointer is null where this
  // module only describes the system (see kWhole).
  StorageEngine* (*create)(const EngineContext& context);
  // Settings that differ from the standard values, with which a small database of several tables
  // runs well.
  std::span<const ParamSetting> for_tables;
  std::span<const PresetInfo> presets = {};
  // The description of programs, of the system whose algorithm a user writes; null for all others.
  const ProgramInfo* program = nullptr;
};

// --- The engine ----------------------------------------------------------------------------------

// The counters of BaSE alone: NVM that records hold at present, and the most that they have held.
struct BaseCounters {
  uint64_t log_held = 0;
  uint64_t log_held_most = 0;
};

// The counters of PCMLogging's staging area alone.
struct PcmLoggingCounters {
  uint64_t destage_reads = 0;  // pages read to be merged
  uint64_t destage_versions = 0;
  uint64_t destage_windows = 0;  // in which rates were measured
  uint64_t destage_outrun = 0;   // of them without an equilibrium
  uint64_t swaps = 0;            // moves that only level wear
  uint64_t relocations = 0;      // of hot structures, for the same reason
  uint64_t swap_lines = 0;       // written to NVM by both
  // Free slots that lie where none of the longest versions so far fits.
  uint64_t room_scattered = 0;
};

// The work of an engine since it was created. Files and devices count bytes and I/Os.
struct EngineCounters {
  uint64_t log_records = 0;
  uint64_t log_bytes = 0;  // of those records
  Time log_insert_ns = 0;  // that all threads have spent in inserting them
  uint64_t page_hits = 0;  // pages found in the buffer pool
  uint64_t page_misses = 0;
  uint64_t misses_in_nvm = 0;       // of them that NVM served, without the disk
  uint64_t page_writes = 0;         // dirty pages that went home
  uint64_t page_bytes = 0;          // their whole size
  uint64_t page_evicted_bytes = 0;  // of them that went because their frame was wanted
  // Writes of pages of records to the database's file, and the records that differed there.
  uint64_t record_page_writes = 0;
  uint64_t records_written = 0;
  uint64_t steals = 0;  // of them whose latest change was of a transaction that had not ended
  uint64_t checkpoints = 0;
  Time checkpoint_ns = 0;
  uint64_t clrs = 0;
  uint64_t structure_changes = 0;  // page splits, and new pages for records
  // The counters of a staging area in NVM between buffer pool and disk: waits of threads for room
  // in it, pages that go from there to the disk, slots, and the slots in use at present.
  uint64_t room_waits = 0;
  Time room_wait_ns = 0;
  uint64_t destage_writes = 0;
  uint64_t room_slots = 0;
  uint64_t room_used = 0;
  BaseCounters base;
  PcmLoggingCounters pcmlogging;
};

// States that a system is in by turns and plans by a model: how they are named.
struct OccupancyInfo {
  Text title;      // of all of them
  Text state;      // what the number of one says
  Text imbalance;  // what happens where the model has no equilibrium
};
inline constexpr uint32_t kMostStates = 66;
// The time that an engine has been in each of its states since it was created, and the results of
// its plans. The last state stands for all behind it, too.
struct Occupancy {
  const OccupancyInfo* info = nullptr;  // null: it has no such states
  uint32_t states = 0;
  Time spent[kMostStates] = {};
  uint64_t plans = 0;
  uint64_t unbalanced = 0;  // of them without an equilibrium
  // The probability of each state, of all other plans added up.
  double planned[kMostStates] = {};

  bool balanced() const { return plans > unbalanced; }
  // Returns the probability by the mean plan. REQUIRES: balanced().
  double Planned(uint32_t state) const {
    return planned[state] / static_cast<double>(plans - unbalanced);
  }
  // Returns the additions since `before`.
  Occupancy Since(const Occupancy& before) const {
    Occupancy since = *this;
    since.plans -= before.plans;
    since.unbalanced -= before.unbalanced;
    for (uint32_t k = 0; k < states; ++k) {
      since.spent[k] -= before.spent[k];
      since.planned[k] -= before.planned[k];
    }
    return since;
  }
};

// A range of an index: keys from `from` to `to`, both included.
struct KeyRange {
  TableId table = 0;
  uint8_t index = 0;  // 0 the primary index, 1 the secondary
  Key from = 0;
  Key to = 0;
  bool descending = false;  // from the largest key
};

// A system as its clients, the oracle and the interface see it. All coroutines run on the thread
// they are given. A transaction makes one call at a time: Begin, then reads and changes, then
// Commit or Abort, then Finish. A call that fails leaves the transaction as it was; after
// kMustAbort the client must Abort it.
class StorageEngine {
 public:
  // Writes a database with these rows to fresh devices, durably, at no cost and without events.
  // Returns false if they do not fit. REQUIRES: `rows` outlives the devices, which may ask it for
  // unchanged bytes.
  virtual bool Format(const InitialRows& rows) = 0;
  // Starts the daemons of normal operation. REQUIRES: the database is formatted. A recovery runs
  // without them.
  virtual void Start() = 0;
  // Lets the daemons finish what they have and end. REQUIRES: no transaction is under way.
  virtual void Stop(Thread& thread) = 0;

  // Begins `txn`, which must live until it is finished.
  virtual Task<void> Begin(Thread& thread, Transaction& txn) = 0;
  // Reads a record into `value`, under a lock that is kept until Finish: shared, or exclusive where
  // the record is to be changed. kNotFound where there is no such record.
  virtual Task<Status> Read(Thread& thread, Transaction& txn, TableId table, Key key, LockMode mode,
                            Value* value) = 0;
  // The three changes lock their record exclusively. Insert gives kExists for an existing record,
  // Update and Erase give kNotFound for a missing one. `value` is the complete value, of the
  // table's size; an update logs only the difference.
  virtual Task<Status> Insert(Thread& thread, Transaction& txn, TableId table, Key key,
                              const Value& value) = 0;
  virtual Task<Status> Update(Thread& thread, Transaction& txn, TableId table, Key key,
                              const Value& value) = 0;
  virtual Task<Status> Erase(Thread& thread, Transaction& txn, TableId table, Key key) = 0;
  // Finds the first record of the range in its direction, locks it as Read does, and gives its
  // index key and its value. kNotFound where the range is empty. A scan is a sequence of such
  // calls, each from behind the last one's key.
  virtual Task<Status> Seek(Thread& thread, Transaction& txn, const KeyRange& range, LockMode mode,
                            Key* key, Value* value) = 0;
  // Returns when the scheme's promise holds. The caller then acknowledges, under
  // acknowledge_label(), and calls Finish.
  virtual Task<Status> Commit(Thread& thread, Transaction& txn) = 0;
  // Undoes all that the transaction has changed. The caller then calls Finish.
  virtual Task<void> Abort(Thread& thread, Transaction& txn) = 0;
  // False where Abort leaves in place what the transaction has stored.
  virtual bool undoes() const { return true; }
  // False where a shared read takes no lock: it may give a value that is not committed.
  virtual bool locks_reads() const { return true; }
  // Releases the transaction's locks and forgets it.
  virtual Task<void> Finish(Thread& thread, Transaction& txn) = 0;
  // Takes a checkpoint now, in the system's own sense.
  virtual Task<void> Checkpoint(Thread& thread) = 0;
  // Writes the page home that holds the first table's record `key`, as a page cleaner might.
  virtual Task<void> Steal(Thread& thread, Key key) = 0;
  // Brings the database back from its devices, to a state that the scheme's promise allows. It can
  // be repeated after a power cut at any point in it. REQUIRES: the engine is new.
  virtual Task<RecoveryReport> Recover(Thread& thread) = 0;

  // The listing labels at which a commit and an abort are acknowledged.
  virtual uint16_t acknowledge_label() const = 0;
  virtual uint16_t abort_label() const = 0;
  // Shows the structures as they are now. It costs no virtual time and changes nothing.
  virtual void Describe(Inspector& inspector) = 0;
  // Checks what must hold of the structures, on their bytes, and reports what does not. REQUIRES:
  // no transaction is under way (after a recovery, or at the end of a run). It costs no virtual
  // time, changes nothing, and ends on any bytes.
  virtual void CheckStructures(StructureCheck& check) = 0;
#if AFTERIMAGE_WATCHES_READS
  // Holds what the system counts in DRAM against what is there: nothing that a transaction has
  // taken is left. REQUIRES: all transactions have ended, and all daemons have nothing to do.
  virtual void CheckMemory(StructureCheck&) {}
  // The same of what holds between any two steps of threads, whatever is under way.
  virtual void CheckAnytime(StructureCheck&) {}
#endif
  // Says where its structures are on the devices, for walkers that read them there. REQUIRES: as of
  // CheckStructures. It costs no virtual time and changes nothing.
  virtual void AddFormats(DeviceFormats*) {}
  // Copies `size` bytes of DRAM for the interface; false where there are no such bytes.
  virtual bool ReadDram(Address address, uint32_t size, uint8_t* out) const = 0;
  virtual EngineCounters counters() const = 0;
  // Returns the parameter that gives too little room for a transaction that has been tried, even if
  // it had all of it; null while there was none.
  virtual const Mismatch* too_small() const { return nullptr; }
  // Returns the fault of the user's program, which has stopped the machine; null while there is
  // none.
  virtual const ProgramFault* program_fault() const { return nullptr; }
  // The states of a system that plans by a model, up to `now`. REQUIRES: nothing has happened
  // later.
  virtual Occupancy occupancy(Time) const { return {}; }

 protected:
  ~StorageEngine() = default;
};

// --- The one list --------------------------------------------------------------------------------

// Every system, in the order in which the interface lists them.
extern const SchemeInfo* const kSchemes[];
extern const uint32_t kSchemeCount;
// The system whose algorithm a user writes, which is on no list; null where this module cannot run
// it.
const SchemeInfo* UserProgramScheme();
// Returns the system with this id, or null. It finds those that are on no list, too.
const SchemeInfo* FindScheme(std::string_view id);
// A system on no list, which only a test has: a test program may define this function itself. The
// default returns null.
const SchemeInfo* UnlistedScheme();

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_CONTRACT_SCHEME_H_
