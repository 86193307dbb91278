// The write-ahead rule, seen from the buffer pool: before a page reaches its home, whatever log
// recovery will need for it must be durable. The scheme says how.
#ifndef AFTERIMAGE_DB_WRITE_GATE_H_
#define AFTERIMAGE_DB_WRITE_GATE_H_

#include "base/types.h"
#include "sim/task.h"

namespace afterimage {

class Thread;

class WriteGate {
 public:
  // Returns when the page may be written. The caller holds the page's latch, so no further change
  // can come in between.
  virtual Task<void> BeforeWritePage(Thread& thread, PageId page, Lsn page_lsn) = 0;

 protected:
  ~WriteGate() = default;
};

// Where pages live: disk here; a scheme may bring another home.
class PageHome {
 public:
  virtual Task<void> ReadPage(Thread& thread, PageId page, uint8_t* bytes) = 0;
  virtual Task<void> WritePage(Thread& thread, PageId page, const uint8_t* bytes) = 0;

 protected:
  ~PageHome() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_WRITE_GATE_H_
