// The one event schema. Every change that the stage can show is one fixed-size record, read as
// typed arrays straight out of linear memory.
#ifndef AFTERIMAGE_TRACE_EVENT_H_
#define AFTERIMAGE_TRACE_EVENT_H_

#include <cstdint>

#include "base/types.h"

namespace afterimage {

// Kind, and the name that scenario files and links use for it.
#define AFTERIMAGE_EVENT_KINDS(X)                                                            \
  X(kNone, "")                                                                               \
  X(kStatement, "statement") /* a client starts a statement */                               \
  X(kStatementEnd, "statement-end")                                                          \
  X(kBegin, "begin")                                                                         \
  X(kAcknowledge, "acknowledge") /* the client is told: committed */                         \
  X(kAbort, "abort")             /* the client is told: rolled back */                       \
  /* Locks: key and b name the record, address its table; size: 1 a table, 2 the database */ \
  X(kLockGrant, "lock-grant")     /* a: the LockMode */                                      \
  X(kLockWait, "lock-wait")       /* a: label of the holder */                               \
  X(kLockRelease, "lock-release") /* a: 1 passed on to the next transaction */               \
  X(kStore, "store")                                                                         \
  X(kNtStore, "nt-store")                                                                    \
  X(kWriteBackStart, "write-back-start")                                                     \
  X(kWriteBack, "write-back") /* the line is durable */                                      \
  X(kFence, "fence")                                                                         \
  X(kEvict, "evict") /* the cache wrote a line back by itself */                             \
  X(kPageReadStart, "page-read-start")                                                       \
  X(kPageRead, "page-read")                                                                  \
  X(kPageWriteStart, "page-write-start")                                                     \
  X(kPageWrite, "page-write")   /* the device holds the page */                              \
  X(kLogInsert, "log-insert")   /* a record has its LSN; key: LSN */                         \
  X(kLogDurable, "log-durable") /* key: LSN; of a central log a..b */                        \
  X(kLatchWait, "latch-wait")                                                                \
  X(kCheckpointBegin, "checkpoint-begin")                                                    \
  X(kCheckpointEnd, "checkpoint-end")                                                        \
  X(kTruncate, "truncate")  /* a: old head, b: new head */                                   \
  X(kPhase, "phase")        /* a: 0 analysis, 1 redo, 2 undo, 3 end */                       \
  X(kRedo, "redo")          /* key: LSN, a: page; size: of a whole page */                   \
  X(kRedoSkip, "redo-skip") /* key: LSN, a: page, b: page LSN */                             \
  X(kUndo, "undo")          /* key: LSN undone, a: page, b: its CLR or 0 */                  \
  X(kCheck, "check")        /* recovery looks; a: 1 holds, 0 not */                          \
  X(kSignal, "signal")                                                                       \
  X(kAwait, "await")                                                                         \
  X(kDeadlock, "deadlock")   /* this transaction is the victim */                            \
  X(kStep, "step")           /* a listing line with no device effect */                      \
  X(kRecovered, "recovered") /* recovery has ended */                                        \
  X(kEnd, "end")             /* the thread has run its script */                             \
  X(kRead, "read")           /* a client read a record */                                    \
  X(kWrite, "write")         /* a record changed in the buffer pool */                       \
  X(kLogSpaceWait, "log-space-wait")                                                         \
  X(kBackup, "backup") /* cold log copied to disk; key: LSN */                               \
  X(kSync, "sync")     /* the disk has written its cache */

enum class EventKind : uint8_t {
#define AFTERIMAGE_KIND(id, name) id,
  AFTERIMAGE_EVENT_KINDS(AFTERIMAGE_KIND)
#undef AFTERIMAGE_KIND
      kCount
};

inline constexpr const char* kEventKindNames[] = {
#define AFTERIMAGE_KIND(id, name) name,
    AFTERIMAGE_EVENT_KINDS(AFTERIMAGE_KIND)
#undef AFTERIMAGE_KIND
};

enum class Tier : uint8_t { kNone, kCache, kDram, kNvm, kDisk, kCount };
inline constexpr const char* kTierNames[] = {"", "cache", "dram", "nvm", "disk"};

// A category of virtual time. Categories are the entries of the time-breakdown figures.
enum class Category : uint8_t {
  kLogic,  // transaction logic
  kLockManager,
  kLogWork,
  kLogContention,
  kBufferPool,
  kDataIo,
  kLogIo,
  kWait,      // waiting for a lock, a signal or work
  kCoreWait,  // runnable, but every core is taken
  kCount
};
inline constexpr int kCategories = static_cast<int>(Category::kCount);

struct CategoryName {
  const char* id;
  Text title;
};
inline constexpr CategoryName kCategoryNames[] = {
    {"logic", {"transaction logic", "事务逻辑"}},
    {"lock-manager", {"lock manager", "锁管理器"}},
    {"log-work", {"log work", "日志操作"}},
    {"log-contention", {"log contention", "日志争用"}},
    {"buffer-pool", {"buffer pool", "缓冲池"}},
    {"data-io", {"data I/O", "数据 I/O"}},
    {"log-io", {"log I/O", "日志 I/O"}},
    {"wait", {"waiting", "等待"}},
    {"core-wait", {"waiting for a core", "等待处理器核"}},
};

inline constexpr uint8_t kFlagDevice = 1;  // changes a persistent device: a distinct crash point
inline constexpr uint8_t kFlagAck = 2;     // a client is told something
inline constexpr uint8_t kFlagWait = 4;    // the actor starts to wait
inline constexpr uint8_t kFlagBroken = 8;  // a mutation changed what happens here

inline constexpr uint16_t kNoStatement = 0xffff;

struct Event {
  uint32_t seq = 0;
  EventKind kind = EventKind::kNone;
  Tier tier = Tier::kNone;
  Category category = Category::kLogic;
  uint8_t flags = 0;
  Time time_ns = 0;
  ActorId actor = 0;
  TxnLabel txn = 0;
  uint16_t label = 0;    // listing line, 0 none
  uint16_t ordinal = 0;  // which device operation of that line
  uint32_t address = 0;
  uint32_t size = 0;
  uint16_t structure = 0;  // 1 + index of the scheme's structure, 0 none
  uint16_t statement = kNoStatement;
  uint32_t key = 0;  // which item of the structure
  uint32_t a = 0;
  uint32_t b = 0;
};
static_assert(sizeof(Event) == 48);

// A span of one actor's time in one category. The spans of an actor have no gaps.
struct Span {
  Time start_ns = 0;
  Time end_ns = 0;
  ActorId actor = 0;
  Category category = Category::kLogic;
  uint8_t waits = 0;  // 1: the device or what is asked for was busy with somebody else's
  TxnLabel txn = 0;
  uint16_t unused = 0;
};
static_assert(sizeof(Span) == 24);

}  // namespace afterimage

#endif  // AFTERIMAGE_TRACE_EVENT_H_
