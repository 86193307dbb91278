// Tests YCSB: its generators draw with the frequencies that their distributions have in closed
// form, and its check finds what was lost.
#include "workload/ycsb/ycsb.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "base/digest.h"
#include "base/powers.h"
#include "support/benchmark_run.h"
#include "support/pieces.h"

namespace afterimage::ycsb {
namespace {

using namespace testing_support;
using YcsbRun = BenchmarkRun<Ycsb>;

YcsbShape Small(Mix mix, uint32_t records = 60, uint32_t clients = 1) {
  YcsbShape shape;
  shape.records = records;
  shape.field_bytes = 20;
  shape.mix = mix;
  shape.scan_records = 7;
  shape.clients = clients;
  shape.seed = 3;
  return shape;
}

YcsbShape Own(const Shares& shares, uint32_t records = 60, uint32_t clients = 4) {
  YcsbShape shape = Small(Mix::kOwn, records, clients);
  shape.own = shares;
  return shape;
}

// --- Powers --------------------------------------------------------------------------------------

TEST(Powers, AreThoseOfTheLibrary) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const double x = std::ldexp(1.0 + static_cast<double>(random.Next() >> 12) * 0x1p-52,
                                static_cast<int>(random.Below(80)) - 40);
    EXPECT_NEAR(NaturalLogarithm(x), std::log(x), 4e-16 * (1 + std::abs(std::log(x))));
    const double y = static_cast<double>(random.Below(20001)) / 1000 - 10;
    EXPECT_NEAR(Exponential(y) / std::exp(y), 1, 2e-15);
    EXPECT_NEAR(Power(x, y) / std::pow(x, y), 1, 1e-13);
  }
  EXPECT_EQ(NaturalLogarithm(1), 0);
  EXPECT_EQ(Exponential(0), 1);
  EXPECT_EQ(Power(0, 100), 0);
}

// --- Distributions -------------------------------------------------------------------------------

TEST(YcsbZeta, IsTheSumOfItsTerms) {
  for (const double theta : {0.01, 0.5, 0.9, 0.99}) {
    double sum = 0;
    uint64_t i = 0;
    for (const uint64_t n : {1, 2, 10, 64, 65, 1000, 200000}) {
      while (i < n) sum += std::pow(static_cast<double>(++i), -theta);
      EXPECT_NEAR(Zeta(n, theta) / sum, 1, 1e-11) << n << " " << theta;
    }
  }
}

// The constant in YCSB's ScrambledZipfianGenerator, for ten thousand million ranks.
TEST(YcsbZeta, IsTheConstantOfYcsb) {
  EXPECT_NEAR(Zeta(ScrambledZipfian::kRanks, 0.99), 26.46902820178302, 1e-9);
}

TEST(YcsbZipfian, DrawsEachRankAsOftenAsItShould) {
  constexpr uint32_t kDraws = 400000;
  for (const double theta : {0.5, 0.99}) {
    for (const uint64_t items : {uint64_t{1}, uint64_t{2}, uint64_t{3}, uint64_t{1000}}) {
      const Zipfian zipfian(items, theta);
      Random random(5);
      std::vector<uint32_t> drawn(items, 0);
      for (uint32_t i = 0; i < kDraws; ++i) ++drawn.at(zipfian.Draw(random));
      const auto near = [&](double expected, double found, double tolerance) {
        const double noise = 5 * std::sqrt(expected * kDraws) + 1;
        EXPECT_NEAR(found, expected * kDraws, noise + tolerance * expected * kDraws)
            << theta << " " << items;
      };
      // The first two ranks are exact...
      near(1 / zipfian.zeta(), drawn[0], 0);
      if (items > 1) near(std::pow(0.5, theta) / zipfian.zeta(), drawn[1], 0);
      // ...and the others an integral: exactly so, and nearly the sum.
      for (const uint64_t below : {uint64_t{3}, uint64_t{10}, uint64_t{100}, uint64_t{1000}}) {
        if (below > items || items < 4) continue;
        const uint64_t sum = std::accumulate(drawn.begin(), drawn.begin() + below, uint64_t{0});
        const double part = static_cast<double>(below) / static_cast<double>(items);
        const double u = (std::pow(part, 1 / zipfian.alpha()) - 1 + zipfian.eta()) / zipfian.eta();
        near(u, static_cast<double>(sum), 0);
        near(Zeta(below, theta) / zipfian.zeta(), static_cast<double>(sum), 0.06);
      }
    }
  }
}

TEST(YcsbZipfian, HashesAsYcsbDoes) {
  // FNV-1a of eight bytes, and its absolute value as of a signed number.
  EXPECT_EQ(FnvHash(0), 6284781860667377211u);
  EXPECT_EQ(FnvHash(1), 8517097267634966620u);
}

// The numbers are the same natively and in WebAssembly: this test runs in both.
TEST(YcsbZipfian, DrawsTheSameEverywhere) {
  Digest digest;
  Random random(9);
  for (const double theta : {0.3, 0.75, 0.99}) {
    const Zipfian zipfian(1'000'003, theta);
    const ScrambledZipfian scrambled(theta);
    for (int i = 0; i < 20000; ++i) {
      const uint64_t drawn[] = {zipfian.Draw(random), scrambled.Draw(random, 12345)};
      digest.Bytes(drawn, sizeof drawn);
    }
    for (uint64_t n = 1; n < 3000; ++n) {
      const double zeta = Zeta(n, theta);
      digest.Bytes(&zeta, sizeof zeta);
    }
  }
  EXPECT_EQ(digest.Value(), 9468698700188948169u);
}

// --- What is asked for ---------------------------------------------------------------------------

TEST(YcsbRequests, HaveTheSharesOfTheirMix) {
  struct Case {
    Mix mix;
    uint32_t share[5];  // by operation
  };
  for (const Case& each : {Case{Mix::kA, {50, 50, 0, 0, 0}}, Case{Mix::kB, {95, 5, 0, 0, 0}},
                           Case{Mix::kC, {100, 0, 0, 0, 0}}, Case{Mix::kD, {95, 0, 5, 0, 0}},
                           Case{Mix::kE, {0, 0, 5, 95, 0}}, Case{Mix::kF, {50, 0, 0, 0, 50}}}) {
    const YcsbShape shape = Small(each.mix);
    const Requests requests(shape);
    uint32_t found[5] = {};
    for (uint64_t number = 1; number <= 20000; ++number)
      ++found[static_cast<int>(requests.Of(0, number, 60).operation)];
    for (int i = 0; i < 5; ++i) {
      const uint32_t share = each.share[i];
      EXPECT_NEAR(found[i], share * 200, share % 100 == 0 ? 0 : 200) << i;
    }
  }
}

TEST(YcsbRequests, AreForTheRecordsOfTheirDistribution) {
  constexpr uint32_t kRecords = 1000;
  constexpr uint32_t kDraws = 100000;
  const auto drawn = [&](Distribution distribution, uint64_t records) {
    YcsbShape shape = Small(Mix::kC, kRecords);
    shape.distribution = distribution;
    const Requests requests(shape);
    std::vector<uint32_t> found(records, 0);
    for (uint64_t number = 1; number <= kDraws; ++number)
      ++found.at(requests.Of(0, number, records).record);
    return found;
  };
  const auto most = [](const std::vector<uint32_t>& found) {
    return std::max_element(found.begin(), found.end()) - found.begin();
  };
  const auto uniform = drawn(Distribution::kUniform, kRecords);
  EXPECT_GT(*std::min_element(uniform.begin(), uniform.end()), 50u);
  EXPECT_LT(uniform[most(uniform)], 150u);
  // The most popular is where the hash of the first rank is, with that rank's share and more.
  const auto zipfian = drawn(Distribution::kZipfian, kRecords);
  EXPECT_EQ(most(zipfian), static_cast<int64_t>(FnvHash(0) % kRecords));
  EXPECT_NEAR(zipfian[most(zipfian)], kDraws / 26.469, 500);
  // The latest is the most popular, inserted or not.
  for (const uint64_t records : {kRecords, 2 * kRecords}) {
    const auto latest = drawn(Distribution::kLatest, records);
    const double zeta = Zeta(records, 0.99);
    EXPECT_NEAR(latest[records - 1], kDraws / zeta, 500);
    EXPECT_NEAR(latest[records - 2], kDraws * std::pow(0.5, 0.99) / zeta, 500);
    EXPECT_LT(latest[0], 60u);
  }
}

TEST(YcsbShape, HasAPlaceForEachNumber) {
  for (const uint32_t records : {10u, 16u, 17u, 1000u}) {
    const YcsbShape shape = Small(Mix::kD, records);
    std::set<Key> keys, at_start;
    for (uint64_t row = 0; row < records; ++row) at_start.insert(shape.KeyAtStart(row));
    uint32_t neighbours = 0;
    for (uint64_t number = 0; number < 5 * records; ++number) {
      const Key key = shape.KeyOf(number);
      EXPECT_TRUE(keys.insert(key).second);
      EXPECT_EQ(at_start.count(key), number < records ? 1u : 0u);
      EXPECT_EQ(YcsbShape::IsInserted(key), number >= records);
      EXPECT_LT(key >> YcsbShape::kTurnBits, records);
      if (number > 0)
        neighbours +=
            key >> YcsbShape::kTurnBits == (shape.KeyOf(number - 1) >> YcsbShape::kTurnBits) + 1;
    }
    EXPECT_LT(neighbours, records) << "numbers go everywhere";
  }
}

TEST(Ycsb, RowsReadInPiecesWithIncreasingKeys) {
  ExpectRowsInPieces(Ycsb(Small(Mix::kA, 50)));
  ExpectRowsAreFound(Ycsb(Small(Mix::kA, 50)));
}

// --- Runs ----------------------------------------------------------------------------------------

TEST(Ycsb, IsWholeAfterAnyRun) {
  for (const Mix mix : {Mix::kA, Mix::kB, Mix::kC, Mix::kD, Mix::kE, Mix::kF}) {
    YcsbRun run(Small(mix, 60, 4));
    EXPECT_EQ(run.Broken(), "");
    run.engine.refuse_one_in = 50;
    run.sim.recorder.Mute(true);
    run.Transactions(800);
    run.engine.refuse_one_in = 0;
    EXPECT_EQ(run.Broken(), "") << static_cast<int>(mix);
    EXPECT_EQ(run.observer.acknowledged.size(), 800u);
    EXPECT_EQ(run.observer.disorder, 0u);
    EXPECT_EQ(run.run.abandoned, 0u);
    const bool inserts = mix == Mix::kD || mix == Mix::kE;
    EXPECT_EQ(run.engine.Count(0) > 60, inserts);
  }
}

// The number of runs of so many whose check finds that one change was answered and not made.
uint32_t Found(const Shares& shares, uint32_t runs, const char* condition) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < runs; ++i) {
    YcsbRun run(Own(shares));
    run.sim.recorder.Mute(true);
    run.engine.bad_change = 3 * i;
    run.Transactions(500);
    const std::string broken = run.Broken();
    if (broken.empty()) continue;
    EXPECT_EQ(broken, condition);
    ++found;
  }
  return found;
}

// Only the last updates that are seen of a client could be lost without a trace.
TEST(Ycsb, NoticesALostUpdate) {
  const char kLost[] = "no update that came before one that is seen is lost";
  EXPECT_EQ(Found({.reads = 20, .updates = 80}, 60, kLost), 60u);
  EXPECT_EQ(Found({.reads = 40, .modifies = 60}, 60, kLost), 60u);
}

// One that is missing could be under way. With more of them than clients that cannot be.
TEST(Ycsb, NoticesInsertionsThatAreMissing) {
  YcsbRun run(Own({.inserts = 100}));
  run.sim.recorder.Mute(true);
  run.Transactions(300);
  EXPECT_EQ(run.Broken(), "");
  EXPECT_EQ(run.engine.Count(0), 360u);
  const auto erase = [&](uint64_t number) {
    return run.engine.Lose(0, run.workload.shape().KeyOf(number));
  };
  for (uint64_t number = 100; number < 104; ++number) EXPECT_TRUE(erase(number));
  EXPECT_EQ(run.Broken(), "");
  EXPECT_TRUE(erase(200));
  EXPECT_EQ(run.Broken(), "only insertions under way are missing");
}

TEST(Ycsb, NoticesARecordOfTheStartThatIsMissing) {
  for (const Shares& shares : {Shares{.reads = 100}, Shares{.reads = 99, .inserts = 1}}) {
    YcsbRun run(Own(shares));
    EXPECT_TRUE(run.engine.Lose(0, run.workload.KeyAt(0, 17)));
    EXPECT_EQ(run.Broken(), "every record of the start is there");
  }
}

TEST(Ycsb, NoticesAByteThatNobodyWrote) {
  for (uint32_t offset = 0; offset < 200; offset += 7) {
    YcsbRun run(Own({.reads = 50, .updates = 50}));
    run.sim.recorder.Mute(true);
    run.Transactions(100);
    run.engine.Spoil(0, run.workload.KeyAt(0, offset % 60), offset);
    EXPECT_EQ(run.Broken(), "a field is whole, and its writer's") << offset;
  }
}

}  // namespace
}  // namespace afterimage::ycsb
