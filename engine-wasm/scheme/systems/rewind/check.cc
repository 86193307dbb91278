// The invariants of the log's bytes while no transaction is under way.
#include <algorithm>

#include "scheme/systems/rewind/logs.h"

namespace afterimage::rewind {

// The log is empty in two layers: the tree has no root, and its own log holds gaps only.
bool Log::IsEmpty() const {
  const auto header = static_cast<Address>(nvm_.LoadWord(space_.in_use));
  if (!space_.IsHeader(header)) return false;
  const bool tree = params_.layers == 2;
  for (const uint32_t word : {kHeadAt, kTailAt, kToAppendAt, kToRemoveAt}) {
    const bool link = word == kHeadAt || word == kTailAt;
    if (!(tree && link) && nvm_.LoadWord(header + word) != 0) return false;
  }
  if (!tree) return true;
  const BucketParams inner = TreeList::InnerOf(params_.records, params_.bucket_records);
  if (nvm_.LoadWord(space_.area + static_cast<Address>(BucketList::BytesOf(inner))) != 0)
    return false;
  uint64_t bucket = nvm_.LoadWord(header + kHeadAt);
  for (uint32_t read = 0; bucket != 0; ++read) {
    if (read == BucketList::BucketsOf(inner) || bucket + BucketList::StrideOf(inner) > nvm_.size())
      return false;
    for (uint32_t i = 0; i < inner.bucket_records; ++i) {
      const auto cell = static_cast<Address>(bucket) + kLineBytes + i * kWord;
      if (nvm_.LoadWord(cell) > BucketList::kGap) return false;
    }
    bucket = nvm_.LoadWord(static_cast<Address>(bucket) + kNodeNextAt);
  }
  return true;
}

void Log::Check(StructureCheck& check) const {
  static constexpr Text kEmptyLog = {"The log is empty, and no operation on its list is open.",
                                     "日志为空，其链表没有未完成的操作。"};
  check.Expect(IsEmpty(), kEmptyLog);
}

bool Log::AddFormats(DeviceFormats* formats, uint32_t* waiting) const {
  WordLogOnDevice log;
  log.in_use = space_.in_use;
  std::copy(space_.headers, space_.headers + 2, log.headers);
  log.area = space_.area;
  log.records = params_.records;
  log.tree = params_.layers == 2;
  if (log.tree || params_.version != Version::kSimple) log.bucket_records = params_.bucket_records;
  log.batch = params_.version == Version::kBatch;
  if (log.tree)
    log.tree_records = TreeList::InnerOf(params_.records, params_.bucket_records).records;
  log.free_places = list_.FreePlaces();
  log.free_records = list_.FreeRecords();
  log.next_lsn = space_.Lsn(next_);
  log.kept = reserved_ - checkpointing_.reserved;
  formats->logs.push_back(log);
  *waiting += static_cast<uint32_t>(retired_.size());
  return true;
}

#if AFTERIMAGE_WATCHES_READS
uint32_t Log::CountFreed() const {
  uint32_t freed = 0;
  for (const Retired& each : retired_) freed += heap_.InUse(each.block) ? 0 : 1;
  return freed;
}

uint32_t Logs::CountFreed() const {
  uint32_t freed = 0;
  for (const Log* log : logs_) freed += log->CountFreed();
  return freed;
}
#endif

}  // namespace afterimage::rewind
