#include "scheme/systems/xtradb/log_parser.h"

#include "base/digest.h"

namespace afterimage::xtradb {

uint32_t ChecksumOf(const uint8_t* block, uint32_t size) {
  Digest digest;
  digest.Bytes(block, size);
  return static_cast<uint32_t>(digest.Value());
}

uint32_t ChecksumOf(Checkpoint checkpoint) {
  checkpoint.checksum = 0;
  Digest digest;
  digest.Bytes(&checkpoint, sizeof checkpoint);
  return static_cast<uint32_t>(digest.Value());
}

LogParser::LogParser(Arena& arena, Blocks blocks, Lsn from, uint32_t page_bytes,
                     uint32_t page_limit, bool halves)
    : blocks_(blocks),
      page_bytes_(page_bytes),
      page_limit_(page_limit),
      halves_(halves),
      at_(from),
      block_(blocks_.BlockOf(from)),
      bytes_(ArenaAllocator<uint8_t>(arena)) {}

void LogParser::Feed(const uint8_t* block) {
  BlockHeader header;
  uint32_t checksum;
  std::memcpy(&header, block, sizeof header);
  std::memcpy(&checksum, block + blocks_.end(), sizeof checksum);
  const uint32_t from =
      block_ == blocks_.BlockOf(at_) ? static_cast<uint32_t>(at_ % blocks_.bytes) : kBlockHead;
  const bool follows = header.number == static_cast<uint32_t>(block_ / blocks_.bytes) &&
                       checksum == ChecksumOf(block, blocks_.end()) &&
                       header.checkpoint >= checkpoint_ && header.bytes >= from &&
                       header.bytes <= blocks_.end();
  if (!follows) {
    ended_ = true;
    return;
  }
  bytes_.insert(bytes_.end(), block + from, block + header.bytes);
  checkpoint_ = header.checkpoint;
  block_ += blocks_.bytes;
  ended_ = header.bytes < blocks_.end();
}

LogParser::Result LogParser::Take(Group* group) {
  constexpr size_t kMostRecords = 16;
  group->Clear();
  for (size_t at = 0;;) {
    LogRecord record;
    const bool head = at + sizeof record <= bytes_.size();
    if (head) std::memcpy(&record, bytes_.data() + at, sizeof record);
    const bool sane = !head || (record.change < static_cast<uint8_t>(ChangeKind::kCount) &&
                                record.page < page_limit_ && record.after_bytes <= page_bytes_ &&
                                group->records.size() < kMostRecords);
    if (!sane) return Result::kEnd;
    if (!head || at + record.bytes() > bytes_.size()) {
      if (!ended_) return Result::kNeedsBlock;
      if (!halves_ || group->records.empty()) return Result::kEnd;
      halves_ = false;
      return Result::kGroup;
    }
    group->records.push_back({record, blocks_.Behind(at_, at), group->images.size()});
    const uint8_t* image = bytes_.data() + at + sizeof record;
    group->images.insert(group->images.end(), image, image + record.after_bytes);
    at += record.bytes();
    if (!(record.flags & LogRecord::kLast)) continue;
    at_ = blocks_.Behind(at_, at);
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<ptrdiff_t>(at));
    return Result::kGroup;
  }
}

}  // namespace afterimage::xtradb
