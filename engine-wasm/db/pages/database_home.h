// The home of a database's pages, as the engine over them sees it: the buffer pool reads and writes
// it, a fresh database is made in it, it is repaired after a power cut, and it is shown. It is a
// file, or a home of a scheme's own.
#ifndef AFTERIMAGE_DB_PAGES_DATABASE_HOME_H_
#define AFTERIMAGE_DB_PAGES_DATABASE_HOME_H_

#include "db/pages/write_gate.h"
#include "db/record.h"
#include "tier/paged_bytes.h"
#include "trace/event.h"

namespace afterimage {

// Writes of pages of records to the database's file, and the records that differed from what was
// there.
struct RecordWrites {
  uint64_t pages = 0;
  uint64_t records = 0;
};

class DatabaseHome : public PageHome {
 public:
  // Page numbers are below this.
  virtual uint32_t page_count() const = 0;

  // Writes a page durably, at no cost and without events. REQUIRES: the run has not begun.
  virtual void FormatPage(PageId page, const uint8_t* bytes) = 0;
  // Sets the content of pages that have not been written yet, by their place one behind the other.
  // REQUIRES: nothing has been written; `source` outlives the home and all forks of its device.
  virtual void SetSource(const ByteSource* source) = 0;
  // Brings the home into the state after a long run (see File::Warm). REQUIRES: the run has not
  // begun.
  virtual void Warm() {}

  // Repairs pages that a power cut caught half written, before anything else is read. It can be
  // repeated after a further power cut. False where the home itself is damaged.
  virtual Task<bool> Repair(Thread& thread) = 0;

  virtual RecordWrites record_writes() const = 0;

  // Functions for the interface, at no cost: the tier and the address of a page, the bytes that the
  // device itself holds of it, and those that it will hold once everything on its way has arrived.
  virtual Tier tier() const = 0;
  virtual Address address(PageId page) const = 0;
  // Places for second copies of pages on their way home (double-write): for what follows they are
  // pages from page_count() on.
  virtual uint32_t copy_places() const { return 0; }
  // False where pages do not lie one behind the other, or the newest bytes of one may be elsewhere
  // than at its address.
  virtual bool one_place() const { return true; }
  virtual void PeekDurable(PageId page, uint32_t size, uint8_t* out) const = 0;
  virtual void PeekNewest(PageId page, uint32_t size, uint8_t* out) const = 0;

 protected:
  ~DatabaseHome() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_PAGES_DATABASE_HOME_H_
