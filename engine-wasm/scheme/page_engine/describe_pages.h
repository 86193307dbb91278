// Shows to the interface what all page-based systems have: pages in the buffer pool and at home,
// and locks. It costs no virtual time and changes nothing.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_DESCRIBE_PAGES_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_DESCRIBE_PAGES_H_

#include "db/locks/lock_manager.h"
#include "scheme/page_engine/logged_pages.h"

namespace afterimage {

// Shows kBufferStructure and kDiskStructure: all pages of a hash file, which is small; of an
// indexed database, which may be large, those that were changed last.
class PageDescriber {
 public:
  PageDescriber(Inspector& inspector, Arena& arena, const Schema& schema, LoggedPages& pages,
                const LockManager& locks);

  void DescribeBuffer();
  void DescribeDisk();

 private:
  // A page as it is in one tier: from `address` there on, and in `frame` if it is in the pool.
  struct Shown {
    PageView view;
    Tier tier;
    Address address;
    const Frame* frame = nullptr;
  };

  void ChoosePages();
  void ChooseAtHome();
  void DescribePage(PageId id, const Shown& page);
  void TagPage(PageId id, const Shown& page);
  void DescribeRecords(const Shown& page);
  void DescribeEntries(const Shown& page);
  // Describes which pages are unused.
  void DescribeFree(const Shown& page);

  Inspector& inspector_;
  Arena& arena_;
  const Schema& schema_;
  LoggedPages& pages_;
  const LockManager& locks_;
  ArenaVector<PageId> chosen_;  // in order
};

// Shows kLockStructure: every request for a lock, granted or not.
void DescribeLocks(Inspector& inspector, const LockManager& locks, const Schema& schema);

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_DESCRIBE_PAGES_H_
