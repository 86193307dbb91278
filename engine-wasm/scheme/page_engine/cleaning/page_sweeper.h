// Page cleaners that sweep, as Shore-MT's do (bf.cpp, bf_cleaner_thread_t): when more than two log
// partitions are open, or more than an eighth of the frames is dirty, all dirty pages go home, in
// the order of their numbers and neighbours together. In between none does.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_CLEANING_PAGE_SWEEPER_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_CLEANING_PAGE_SWEEPER_H_

#include "db/pool/buffer_pool.h"
#include "scheme/contract/checkpointer.h"

namespace afterimage {

// A log whose file is partitions, used in turn.
class PartitionedLog {
 public:
  // The number of the partition in which the log begins that restart may need, and of that in which
  // it ends.
  virtual uint32_t oldest_partition() const = 0;
  virtual uint32_t newest_partition() const = 0;

 protected:
  ~PartitionedLog() = default;
};

// The parts of the log that a sweep needs: none if its file has no partitions.
struct SweptLog {
  const PartitionedLog* partitions = nullptr;
  Checkpointer* checkpointer = nullptr;  // set where `partitions` is
};

class PageSweeper {
 public:
  // Partitions that may be open before pages go home, and before a checkpoint follows, too.
  static constexpr uint32_t kOpenPartitions = 2, kManyPartitions = 4;
  // One in this many frames may be dirty.
  static constexpr uint32_t kDirtyShare = 8;
  // The pages of a sweep that a thread takes at a time: eight runs of eight.
  static constexpr uint32_t kShare = 8 * 8;

  // Makes a sweeper with at least `pause` ns between two sweeps. REQUIRES: all arguments outlive
  // it.
  PageSweeper(Kernel& kernel, Arena& arena, BufferPool& pool, Time pause, const SweptLog& log);

  // Starts the threads, of which the first leads.
  void Start(const ArenaVector<Thread*>& threads);
  void Stop(Thread& thread);
  // Says that a record has been logged, and maybe a page has become dirty. REQUIRES: the thread is
  // ordered.
  void Look(Thread& thread);

 private:
  uint32_t open_partitions() const {
    const PartitionedLog* log = log_.partitions;
    return log ? log->newest_partition() - log->oldest_partition() + 1 : 0;
  }
  bool TooDirty() const { return pool_.dirty_count() > pool_.frame_count() / kDirtyShare; }
  Task<void> Lead(Thread& thread);
  Task<void> Help(Thread& thread);
  Task<void> Sweep(Thread& thread);
  // Writes parts of the sweep until none is left.
  Task<void> WriteShares(Thread& thread);

  Kernel& kernel_;
  BufferPool& pool_;
  Time pause_;
  SweptLog log_;
  bool stopping_ = false;
  bool wanted_ = false;
  uint32_t newest_partition_ = 0;  // when somebody last looked
  uint64_t dirty_victims_ = 0;
  ArenaVector<PageId> pages_;  // of the sweep
  size_t next_ = 0;            // of them, the first that nobody has taken
  uint32_t busy_ = 0;          // threads that write
  WaitQueue pauses_;
  WaitQueue leader_;
  WaitQueue helpers_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_CLEANING_PAGE_SWEEPER_H_
