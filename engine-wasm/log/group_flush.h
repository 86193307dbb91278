// The durable part of a log, and its flushing. The first thread that asks writes out everything up
// to that moment; threads that ask meanwhile wait for it, and ask again if that was too little.
#ifndef AFTERIMAGE_LOG_GROUP_FLUSH_H_
#define AFTERIMAGE_LOG_GROUP_FLUSH_H_

#include "base/build.h"
#include "base/types.h"
#include "sim/latch.h"
#include "tier/files/file.h"

namespace afterimage {

class GroupFlush {
 public:
  explicit GroupFlush(Lsn durable) : durable_(durable) {}

  // Everything below is durable.
  Lsn durable() const { return durable_; }
  // A restart has read the log up to there.
  void Found(Lsn end) { durable_ = end; }
  bool under_way() const { return under_way_; }
  // Sleeps until a flush has ended.
  Sleep End(Thread& thread, WaitFor what, Category category) {
    return Sleep(thread, ended_, what, 0, 0, category);
  }

  // Makes everything below `inserted` durable, or waits until the thread that is doing so has
  // ended; returns true if this thread wrote. `latch` guards `inserted`. `write(from, to)` is a
  // task that makes it durable and gives the place of the last byte; `written` is the line for the
  // write. The writer sleeps for `pause` first, so that others may join.
  template <class Write>
  Task<bool> Flush(Thread& thread, Latch& latch, const Lsn& inserted, Where written, Time pause,
                   Write write) {
    const Where outer = thread.where();
    co_await Latch::Acquire(thread, latch, Category::kLogContention);
    co_await Ordered(thread);
    const bool turn = !under_way_;
    Lsn to = inserted;
    under_way_ = true;
    co_await Latch::Release(thread, latch);
    if (!turn) {
      if (under_way_) co_await End(thread, WaitFor::kPersister, Category::kLogIo);
      co_return false;
    }
    const bool writes = durable_ < to;
    if (kWhole && writes && pause > 0) {
      co_await Delay(thread, pause, WaitFor::kPersister, Category::kLogIo);
      co_await Ordered(thread);
      to = inserted;
    }
    if (writes) {
      const DevicePlace place = co_await write(durable_, to);
      co_await Ordered(thread);
      written.key = static_cast<uint32_t>(durable_);
      thread.At(written);
      co_await Note(thread, EventKind::kLogDurable,
                    {.tier = place.tier,
                     .address = place.address,
                     .a = static_cast<uint32_t>(durable_),
                     .b = static_cast<uint32_t>(to)});
      durable_ = to;
    }
    co_await Ordered(thread);
    under_way_ = false;
    ended_.WakeAll(thread.kernel(), thread.now());
    thread.At(outer);
    co_return writes;
  }

 private:
  Lsn durable_;
  bool under_way_ = false;
  WaitQueue ended_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_LOG_GROUP_FLUSH_H_
