// The database's pages in NVM. A page goes home line by line, those that differ and no others. The
// hardware writes 8 bytes atomically, no more, so before a line changes its old content is in a
// journal: a power cut in the middle leads to the page as it was.
#ifndef AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_HOME_H_
#define AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_HOME_H_

#include "db/pages/database_home.h"
#include "scheme/contract/scheme.h"
#include "scheme/systems/nv_wsp/layout.h"
#include "sim/latch.h"

namespace afterimage::nvwsp {

class Home final : public DatabaseHome {
 public:
  Home(const EngineContext& context, const Layout& layout);

  Task<void> ReadPage(Thread& thread, PageId page) override;
  Task<void> WritePage(Thread& thread, PageId page, const uint8_t* bytes) override;
  Task<void> Sync(Thread&) override { co_return; }
  bool durable_on_write() const override { return true; }
  void Peek(PageId page, uint32_t offset, uint32_t size, uint8_t* out) const override {
    nvm_.Load(layout_.Page(page) + offset, out, size);
  }
  uint32_t page_count() const override { return pages_; }
  void FormatPage(PageId page, const uint8_t* bytes) override {
    nvm_.Format(layout_.Page(page), bytes, layout_.page_bytes);
  }
  void SetSource(const ByteSource* source) override;
  Task<bool> Repair(Thread& thread) override;
  RecordWrites record_writes() const override { return {}; }
  Tier tier() const override { return Tier::kNvm; }
  Address address(PageId page) const override { return layout_.Page(page); }
  void PeekNewest(PageId page, uint32_t size, uint8_t* out) const override {
    nvm_.Load(layout_.Page(page), out, size);
  }
  void PeekDurable(PageId page, uint32_t size, uint8_t* out) const override {
    nvm_.LoadDurable(layout_.Page(page), out, size);
  }

  // The page's LSN at home; charges the line.
  Lsn PageLsn(Thread& thread, PageId page);
  void Describe(Inspector& inspector);

 private:
  static constexpr uint32_t kMostLines = 128;
  // Listing labels of storing lines of a page and writing them back.
  struct Labels {
    uint16_t store, back;
  };
  // Lines of a page, and how many they are.
  struct Lines {
    uint64_t bits[kMostLines / 64] = {};
    uint32_t count = 0;
    bool Has(uint32_t line) const { return bits[line / 64] >> line % 64 & 1; }
    void Add(uint32_t line) {
      bits[line / 64] |= uint64_t{1} << line % 64;
      ++count;
    }
  };
  uint32_t line_count() const { return layout_.page_bytes / kLineBytes; }
  // Returns the lines in which `bytes` differ from the page at home.
  Lines Differing(PageId page, const uint8_t* bytes) const;
  Task<uint32_t> TakePlace(Thread& thread);
  Task<void> SaveLines(Thread& thread, uint32_t place, PageId page, const Lines& lines);
  // Makes those lines of the page equal to `bytes`, the complete page's, run by run.
  Task<void> PutLines(Thread& thread, PageId page, const Lines& lines, const uint8_t* bytes,
                      Labels labels);
  Nvm::StoreAndFlushOp ClearPlace(Thread& thread, uint32_t place, Labels labels);
  Task<bool> PutBack(Thread& thread, uint32_t place, const JournalHeader& header);

  Nvm& nvm_;
  Arena& arena_;
  Layout layout_;
  uint32_t pages_;
  Time copy_line_ns_;
  ArenaVector<uint8_t> taken_;
  ArenaVector<uint8_t*> scratch_;  // a page for each place
  uint32_t next_ = 0;              // places are taken in turn, so that they wear alike
  WaitQueue free_places_;
};

}  // namespace afterimage::nvwsp

#endif  // AFTERIMAGE_SCHEME_SYSTEMS_NV_WSP_HOME_H_
