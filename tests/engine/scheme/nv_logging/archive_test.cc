// NV-Logging's objects beside the ring: those that wait to be persisted, by LSN, and those that a
// backup has, all of them.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include <algorithm>
#include <vector>

#include "scheme/systems/nv_logging/objects.h"
#include "scheme/systems/nv_logging/story.h"
#include "support/scenarios.h"

namespace afterimage::testing_support {
namespace {

// Threads take their LSNs in order, and reach the queue in another order.
TEST(NvLoggingQueue, IsByLsn) {
  nvlog::LogObject objects[4];
  nvlog::ObjectQueue queue;
  for (const uint32_t i : {2u, 0u, 3u, 1u}) {
    objects[i].lsn = 10 + i;
    objects[i].page = i % 2;
    objects[i].state = nvlog::LogObject::State::kPopulated;
    queue.Add(&objects[i]);
  }
  for (uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(queue.NextToPersist(), &objects[i]);
    EXPECT_EQ(queue.OldestOf(i % 2), &objects[i]);
    queue.Remove(&objects[i]);
  }
  EXPECT_EQ(queue.NextToPersist(), nullptr);
}

// Several objects to a sector: the next piece keeps those that are there.
TEST(NvLoggingArchive, KeepsWhatItsSectorHasAlready) {
  std::string all;
  for (int i = 1; i <= 9; ++i) {
    all += std::string(i > 1 ? ", " : "") + R"("begin T)" + std::to_string(i) + R"(", "A := )" +
           std::to_string(i) + R"(", "commit", "steal A", "checkpoint")";
  }
  constexpr nvlog::Layout kLayout{256, 64};
  Play play(ScriptOn("nv-logging", "[[" + all + "]]",
                     R"({"entries": 256, "object_bytes": 64, "backup": true})", "[]"));
  play.To();
  const DeviceSet& devices = play.session().world().devices();
  const uint32_t per_block = devices.disk.sector_bytes() / kLayout.object_bytes;
  std::vector<Event> pieces = play.events;
  std::erase_if(pieces, [](const Event& e) { return e.kind != EventKind::kBackup; });
  ASSERT_GT(pieces.size(), 3u);
  const uint32_t first = pieces[0].key;
  const Lsn end = pieces.back().key;
  for (Lsn lsn = first; lsn < end; ++lsn) {
    uint8_t there[64], here[64];
    const uint64_t block = lsn / per_block - first / per_block;
    devices.disk.LoadNewest(
        pieces[0].address + block * devices.disk.sector_bytes() + lsn % per_block * sizeof there,
        there, sizeof there);
    devices.nvm.LoadDurable(kLayout.Object(lsn), here, sizeof here);
    EXPECT_TRUE(std::equal(there, there + nvlog::kStateOffset, here)) << lsn;
  }
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
