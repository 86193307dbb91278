// The write-ahead rule, seen from the buffer pool: before a page reaches its home, the log that
// recovery will need for it must be durable. The scheme implements this.
#ifndef AFTERIMAGE_DB_PAGES_WRITE_GATE_H_
#define AFTERIMAGE_DB_PAGES_WRITE_GATE_H_

#include "base/check.h"
#include "base/types.h"
#include "sim/task.h"

namespace afterimage {

class Thread;

class WriteGate {
 public:
  // Returns when the page, with this page LSN, may be written. REQUIRES: the caller holds the
  // page's latch, so no further change can come in between.
  virtual Task<void> BeforeWritePage(Thread& thread, PageId page, Lsn page_lsn) = 0;

 protected:
  ~WriteGate() = default;
};

// A page on its way home.
struct PageWrite {
  PageId page = 0;
  uint8_t* bytes = nullptr;
  const uint64_t* lines = nullptr;  // see PageHome::TakesLines; null: all
};

// The home of pages. It is a file, unless a scheme brings another one.
class PageHome {
 public:
  // Brings the page, at the device's cost. Afterwards Peek gives its bytes.
  virtual Task<void> ReadPage(Thread& thread, PageId page) = 0;
  // Writes the page. On return its home has these bytes: durably if durable_on_write(), else once
  // Sync returns.
  virtual Task<void> WritePage(Thread& thread, PageId page, const uint8_t* bytes) = 0;
  // True where a page may go home by what differs there: only those lines of 64 bytes are given
  // that have a bit in PageWrite::lines, 64 lines a word, and no checksum. It stays so.
  virtual bool TakesLines() { return false; }
  // Writes such a page, as WritePage does. REQUIRES: TakesLines; the first line is among them.
  virtual Task<void> WriteLines(Thread&, const PageWrite&) {
    AI_CHECK(false);
    __builtin_unreachable();
  }
  // Returns the number of pages that WritePages takes at once; 1 means that it must not be called.
  virtual uint32_t batch_pages() const { return 1; }
  // Writes pages that differ, and returns once all of them are durable. REQUIRES: 1 < count <=
  // batch_pages(); the bytes stay until it returns.
  virtual Task<void> WritePages(Thread&, const PageWrite*, uint32_t) {
    AI_CHECK(false);
    __builtin_unreachable();
  }
  // Returns the number of consecutive pages that WriteRun takes at once; 1 means that it must not
  // be called.
  virtual uint32_t run_pages() const { return 1; }
  // Writes such pages as WritePage does, in one request. REQUIRES: 1 < count <= run_pages(), and
  // batch_pages() is 1; the bytes stay until it returns.
  virtual Task<void> WriteRun(Thread&, const PageWrite*, uint32_t) {
    AI_CHECK(false);
    __builtin_unreachable();
  }
  virtual Task<void> Sync(Thread& thread) = 0;
  virtual bool durable_on_write() const = 0;
  // True where WritePage takes from a page only the records that it has not: then no page is
  // copied and none counts as written.
  virtual bool takes_records() const { return false; }
  // True if a page that leaves DRAM is to be offered to KeepPage although it has not changed since
  // it was read: a cache may take it.
  virtual bool Keeps(PageId) const { return false; }
  // Takes the page as it is at home. Afterwards Keeps is false, for a while at least.
  virtual Task<void> KeepPage(Thread&, PageId) { co_return; }
  // Returns the bytes of DRAM that the home takes from the buffer pool at present: the pool has
  // correspondingly fewer frames.
  virtual uint64_t pool_bytes() const { return 0; }
  // True where the page is put together from several places: a base, and what goes over it.
  virtual bool Merges(PageId) const { return false; }
  // Gives the bytes that are there now, from `offset` in the page on, at no cost.
  virtual void Peek(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const = 0;
  // The same of the base alone, which is cheap to read. A frame holds it but for bytes of its own,
  // so where it changes while a frame has the page, it takes from that frame's bytes.
  virtual void PeekBase(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const {
    Peek(page, offset, size, out);
  }

 protected:
  ~PageHome() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_PAGES_WRITE_GATE_H_
