// The invariants of the logs while no transaction is under way.
#include "scheme/shared/log_rings/rings.h"

namespace afterimage::distributed {
namespace {

constexpr Text kLog = {"log", "日志"};
constexpr Text kPosition = {"position", "位置"};
constexpr Text kLogRecords = {"log records", "日志记录"};

}  // namespace

void Rings::CheckStructures(StructureCheck& check) {
  static constexpr Text kBounds = {"A log's head and tail lie within one turn of its ring.",
                                   "日志的头与尾相距不超过一圈。"};
  static constexpr Text kWhole = {
      "What lies between head and tail is whole records with rising GSNs.",
      "头与尾之间都是完整的记录，GSN 递增。"};
  for (uint32_t i = 0; i < params_.logs; ++i) {
    const uint64_t head = nvm_.LoadWord(HeadAt(i)), tail = nvm_.LoadWord(TailAt(i));
    if (!check.Expect(head <= tail && tail - head <= params_.ring_bytes && head % kLineBytes == 0,
                      kBounds, {{kLog, i}}))
      return;
    Lsn latest = 0;
    uint64_t records = 0;
    for (uint64_t place = head; place < tail; ++records) {
      RecordHeader header;
      rings_[i]->Load(place, &header, sizeof header);
      const bool whole = Sane(header, engine_->page_limit()) && header.place == place &&
                         header.log == i && header.gsn > latest;
      if (!check.Expect(whole, kWhole, {{kLog, i}, {kPosition, place}})) return;
      latest = header.gsn;
      place += RoundUp(header.bytes());
    }
    check.Count(kLogRecords, records);
  }
}

}  // namespace afterimage::distributed
