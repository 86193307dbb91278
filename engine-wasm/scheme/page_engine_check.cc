// The structures of a system that keeps its database in pages, checked by their bytes.
#include "base/build.h"
#include "db/page_check.h"
#include "scheme/page_engine.h"

namespace afterimage {
namespace {

// What a pool holds that is newer than the page's home, else what the home holds.
class NewestPages final : public PageBytes {
 public:
  NewestPages(const BufferPool& pool, const DatabaseHome& home, uint32_t page_bytes)
      : pool_(pool), home_(home), page_bytes_(page_bytes) {}

  void ReadPage(PageId page, uint8_t* out) const override {
    const Frame* frame = pool_.Lookup(page);
    const bool newer = frame && !frame->loading && (frame->dirty || frame->writing);
    if (newer && pool_.Read(frame->address, page_bytes_, out)) return;
    home_.Peek(page, 0, page_bytes_, out);
  }

 private:
  const BufferPool& pool_;
  const DatabaseHome& home_;
  uint32_t page_bytes_;
};

}  // namespace

void PageEngine::CheckStructures(StructureCheck& check) {
  const NewestPages pages(pool_, home_, params_.page_bytes);
  if (hashed()) {
    HashFileCheck(pages, params_.page_bytes, schema_, check)
        .Run(params_.heap_pages, kCatalogKey, &PageEngine::HomeIn);
  } else if constexpr (kWhole) {  // the first page's engine, which must stay small, leaves this one
                                  // to the whole engine
    IndexedCheck(pages, page_limit_, params_.page_bytes, schema_, check).Run();
  }
  hooks_.CheckStructures(check);
}

}  // namespace afterimage
