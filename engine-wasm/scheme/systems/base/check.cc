// The invariants of the two tables while no transaction is under way.
#include "scheme/systems/base/hooks.h"
#include "scheme/systems/base/story.h"

namespace afterimage::base {

void Hooks::CheckStructures(StructureCheck& check) {
  static constexpr Text kEnded = {"No header is that of a running transaction.",
                                  "没有表头属于运行中的事务。"};
  static constexpr Text kBucket = {
      "A bucket leads to headers of pages that hash there, each made before the last.",
      "桶指向散列到该处的页的表头，每一个都早于前一个建立。"};
  static constexpr Text kRising = {"A page's chain has its records only, and their LSNs rise.",
                                   "页的链上只有该页的记录，其 LSN 递增。"};
  static constexpr Text kLast = {"A page's header says where its chain ends.",
                                 "页的表头说明其链在何处结束。"};
  static constexpr Text kLeak = {"Memory that is taken is that of records in the chains.",
                                 "被占用的内存都属于链上的记录。"};
  static constexpr Text kHeader = {"header", "表头"}, kPage = {"page", "页"};
  static constexpr Text kBytes = {"bytes", "字节"}, kRecords = {"redo records", "重做记录"};
  const Layout& layout = params_.layout;
  for (uint32_t i = 0; i < layout.transactions; ++i) {
    if (!check.Expect(undo_.Load(i).phase != static_cast<uint64_t>(TxnPhase::kRunning), kEnded,
                      {{kHeader, i}}))
      return;
  }
  uint64_t records = 0, bytes = 0;
  for (uint32_t bucket = 0; bucket < layout.buckets; ++bucket) {
    uint64_t later = layout.heap();
    for (uint64_t at = redo_.Bucket(bucket); at != 0;) {
      const bool whole = layout.IsPage(at) && at < later;
      const PageHeader header = whole ? redo_.LoadPage(at) : PageHeader();
      if (!check.Expect(
              whole && header.page < layout.pages && layout.BucketOf(header.page) == bucket,
              kBucket, {{kPage, header.page}}))
        return;
      uint64_t last = 0;
      Lsn lsn = 0;
      for (uint64_t next = header.first; next != 0;) {
        const bool here = layout.IsRecord(next, sizeof(Record));
        const Record record = here ? redo_.LoadRecord(next) : Record();
        if (!check.Expect(here && Sane(record, next, Kind::kRedo) && record.page == header.page &&
                              record.lsn > lsn,
                          kRising, {{kPage, header.page}}))
          return;
        ++records;
        bytes += WholeLines(record.bytes());
        lsn = record.lsn;
        last = next;
        next = record.link;
      }
      if (!check.Expect(header.last == last && (last == 0 || header.end_lsn == lsn), kLast,
                        {{kPage, header.page}}))
        return;
      later = at;
      at = header.next;
    }
  }
  check.Expect(bytes == heap_.live_bytes(), kLeak, {{kBytes, heap_.live_bytes()}});
  check.Count(kRecords, records);
}

}  // namespace afterimage::base
