// Tests that recovery ends on any bytes, and reports those that it cannot interpret.
#include "base/build.h"
#if AFTERIMAGE_TRACED
#include "base/random.h"
#include "run/reply/frame.h"
#include "scheme/distributed/distributed_play.h"
#include "scheme/systems/nv_disk_decentralized/chunks.h"

namespace afterimage::testing_support {
namespace {

const char kSpoilt[] =
    R"([["begin T1", "A := 50", "delete B", "insert D := 5", "signal go", "wait 30us", "commit"],
                           ["await go", "begin T2", "C := 7", "insert E := 1", "delete E", "abort"]])";

class DistributedDamage : public testing::TestWithParam<Distribution> {};
INSTANTIATE_TEST_SUITE_P(
    Shapes, DistributedDamage,
    testing::Values(
        Distribution{"rings", kRings, R"({"ring_kb": 2, "checkpoint_kb": 1, "archive_kb": 1})"},
        Distribution{"buffers", kBuffers,
                     R"({"ring_kb": 2, "checkpoint_kb": 1, "archive": false})"},
        Distribution{"one_log", kScm,
                     R"({"ring_kb": 2, "checkpoint_kb": 1, "archive_kb": 1, "archive": false})"},
        Distribution{"one_log_archived", kScm,
                     R"({"ring_kb": 2, "checkpoint_kb": 1, "archive_kb": 1})"},
        Distribution{"chunks", kChunks,
                     R"({"partition_kb": 2, "partitions": 3, "checkpoint_kb": 2})"}),
    NameOf);

uint64_t OtherWord(Nvm& nvm, Random& random, Address at) {
  switch (random.Below(4)) {
    case 0: return nvm.LoadWord(at) ^ uint64_t { 1 } << random.Below(64);
    case 1: return nvm.LoadWord(random.Below(nvm.size() / 8) * 8);
    case 2: return random.Below(nvm.size() / 64) * 64;
    default: return random.Next();
  }
}

// Checksums are set again, so that the damage is believed. The log is the only file in NVM.
void Believe(Nvm& nvm) {
  for (Address at = 0; at + sizeof(distributed::ChunkMaster) <= nvm.size(); at += kLineBytes) {
    distributed::ChunkHeader chunk;
    nvm.Load(at, &chunk, sizeof chunk);
    if (chunk.magic == 0) continue;
    if (at < 2 * kLineBytes) {
      distributed::ChunkMaster master;
      nvm.Load(at, &master, sizeof master);
      master.checksum = ChecksumOf(master);
      nvm.Format(at, &master, sizeof master);
    } else if (chunk.place % kLineBytes == 0 && chunk.bytes >= sizeof chunk &&
               uint64_t{at} + chunk.bytes <= nvm.size()) {
      std::vector<uint8_t> bytes(chunk.bytes);
      nvm.Load(at, bytes.data(), chunk.bytes);
      chunk.checksum = ChecksumOf(chunk, bytes.data() + sizeof chunk);
      nvm.Format(at, &chunk, sizeof chunk);
    }
  }
}

TEST_P(DistributedDamage, RecoveryEndsOnAnyBytes) {
  const uint32_t end = Play(Under(GetParam(), kSpoilt)).To().session().at();
  uint32_t refused = 0, rounds = 0;
  for (uint32_t seed = 0; seed < Effort(2000); ++seed) {
    Random random(seed);
    Play play(Under(GetParam(), kSpoilt));
    play.To(random.Below(end));
    ASSERT_TRUE(play.Cut({SurvivePolicy::kRandom, seed, {}}));
    Nvm& nvm = play.session().world().devices().nvm;
    nvm.crash_image().DecideAll();
    for (uint32_t changes = 1 + random.Below(6); changes > 0; --changes) {
      // Most of the log has never been written.
      const Address at = random.Below(random.Chance(70) ? 1024 / 8 : nvm.size() / 8) * 8;
      const uint64_t word = OtherWord(nvm, random, at);
      nvm.Format(at, &word, sizeof word);
    }
    if (GetParam().scheme == std::string(kChunks) && random.Chance(80)) Believe(nvm);
    play.To();
    ASSERT_TRUE(play.session().world().ended()) << "seed " << seed;
    std::string frame;
    WriteFrame(play.session(), &frame);
    refused += play.session().world().report().status == Status::kDamaged;
    ++rounds;
  }
  EXPECT_GT(refused, rounds / 10);
  EXPECT_LT(refused, rounds);
}

}  // namespace
}  // namespace afterimage::testing_support
#endif
