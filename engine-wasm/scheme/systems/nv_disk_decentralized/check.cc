// The invariants of the log while no transaction is under way.
#include "scheme/systems/nv_disk_decentralized/chunks.h"

namespace afterimage::distributed {
namespace {

constexpr Text kLogRecords = {"log records", "日志记录"};

}  // namespace

void Chunks::CheckStructures(StructureCheck& check) {
  static constexpr Text kMasters = {"One of the two masters is whole.", "两个主块至少有一个完整。"};
  bool whole = false;
  for (uint32_t i = 0; i < 2; ++i) {
    ChunkMaster master;
    file_.Peek(uint64_t{i} * Block(), &master, sizeof master);
    whole = whole || (Plausible(master) && master.checksum == ChecksumOf(master));
  }
  check.Expect(whole, kMasters);
  ArenaVector<InFile> records{ArenaAllocator<InFile>(arena_)};
  FindInFile(records);
  check.Count(kLogRecords, records.size());
}

}  // namespace afterimage::distributed
