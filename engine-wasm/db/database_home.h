// Where the pages of a database live, as the engine over them sees it: what the buffer pool needs,
// and what it takes to make a fresh database, to repair one after a power cut and to show it. A
// file, or a home of a scheme's own.
#ifndef AFTERIMAGE_DB_DATABASE_HOME_H_
#define AFTERIMAGE_DB_DATABASE_HOME_H_

#include "db/write_gate.h"
#include "tier/paged_bytes.h"
#include "trace/event.h"

namespace afterimage {

class DatabaseHome : public PageHome {
 public:
  // Page numbers are below this.
  virtual uint32_t page_count() const = 0;

  // Before the run: durable, no cost, no event.
  virtual void FormatPage(PageId page, const uint8_t* bytes) = 0;
  // What pages hold that nobody has written, by their place one behind the other; before anything
  // else.
  virtual void SetSource(const ByteSource* source) = 0;
  // Before the run: as after a long one; see File.
  virtual void Warm() {}

  // First of all after a power cut, and repeatable: pages that it caught half written. False where
  // the home itself is damaged.
  virtual Task<bool> Repair(Thread& thread) = 0;

  // For the interface: where a page stands, what the device itself holds of it, and what it will
  // hold once all that is on its way has arrived.
  virtual Tier tier() const = 0;
  virtual Address address(PageId page) const = 0;
  virtual void PeekDurable(PageId page, uint32_t size, uint8_t* out) const = 0;
  virtual void PeekNewest(PageId page, uint32_t size, uint8_t* out) const = 0;

 protected:
  ~DatabaseHome() = default;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_DB_DATABASE_HOME_H_
