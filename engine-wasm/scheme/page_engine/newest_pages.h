// The bytes that a database's pages have now, for checks: no cost and no event.
#ifndef AFTERIMAGE_SCHEME_PAGE_ENGINE_NEWEST_PAGES_H_
#define AFTERIMAGE_SCHEME_PAGE_ENGINE_NEWEST_PAGES_H_

#include "db/pages/page_check.h"
#include "scheme/page_engine/logged_pages.h"

namespace afterimage {

// A page's bytes are the pool's where that has newer ones than the page's home, else the home's.
class NewestPages final : public PageBytes {
 public:
  explicit NewestPages(LoggedPages& pages)
      : pool_(pages.pool()), home_(pages.home()), page_bytes_(pages.params().page_bytes) {}

  void ReadPage(PageId page, uint8_t* out) const override {
    const Frame* frame = pool_.Made(page);
    const bool newer = frame && !frame->loading && (frame->dirty || frame->writing);
    if (newer && pool_.Read(frame->address, page_bytes_, out)) return;
    home_.Peek(page, 0, page_bytes_, out);
  }

 private:
  const BufferPool& pool_;
  const DatabaseHome& home_;
  uint32_t page_bytes_;
};

}  // namespace afterimage

#endif  // AFTERIMAGE_SCHEME_PAGE_ENGINE_NEWEST_PAGES_H_
