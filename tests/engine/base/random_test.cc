#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/digest.h"

namespace afterimage {
namespace {

// The reference implementation of SplitMix64 (Vigna), seed 1234567.
TEST(Random, IsSplitMix64) {
  Random random(1234567);
  const uint64_t expected[] = {6457827717110365317ull, 3203168211198807973ull,
                               9817491932198370423ull, 4593380528125082431ull,
                               16408922859458223821ull};
  for (const uint64_t word : expected) EXPECT_EQ(random.Next(), word);
}

TEST(Random, BelowStaysBelowAndReachesEveryValue) {
  Random random(1);
  for (const uint32_t bound : {1u, 2u, 3u, 10u, 1000u}) {
    std::vector<uint32_t> seen(bound);
    for (uint32_t i = 0; i < bound * 40; ++i) {
      const uint32_t value = random.Below(bound);
      ASSERT_LT(value, bound);
      ++seen[value];
    }
    for (const uint32_t times : seen) EXPECT_GT(times, 0u);
  }
  for (int i = 0; i < 1000; ++i) EXPECT_LT(random.Below(~0u), ~0u);
}

TEST(Random, BelowUsesFixedNumbersForASeed) {
  Random random(42);
  std::vector<uint32_t> values;
  for (int i = 0; i < 8; ++i) values.push_back(random.Below(1000));
  EXPECT_EQ(values, (std::vector<uint32_t>{741, 159, 278, 344, 38, 868, 218, 800}));
}

TEST(Random, BetweenIncludesBothEnds) {
  Random random(7);
  bool low = false, high = false;
  for (int i = 0; i < 1000; ++i) {
    const int64_t value = random.Between(-2, 2);
    ASSERT_GE(value, -2);
    ASSERT_LE(value, 2);
    low |= value == -2;
    high |= value == 2;
  }
  EXPECT_TRUE(low && high);
  EXPECT_EQ(random.Between(5, 5), 5);
}

TEST(Random, ChanceComesOutAboutRight) {
  Random random(9);
  int hits = 0;
  for (int i = 0; i < 10000; ++i) hits += random.Chance(30) ? 1 : 0;
  EXPECT_NEAR(hits, 3000, 200);
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(random.Chance(0));
    EXPECT_TRUE(random.Chance(100));
  }
}

uint64_t DigestOf(const std::string& bytes) {
  Digest digest;
  digest.Bytes(bytes.data(), bytes.size());
  return digest.Value();
}

TEST(Digest, IsTheSameEverywhere) {
  Digest empty;
  EXPECT_EQ(empty.Value(), Mix64(0xcbf29ce484222325ull));
  Digest words;
  words.Word(1);
  words.Word(2);
  EXPECT_EQ(words.Value(), 0x3ee8d58ab618d619ull);
}

TEST(Digest, DependsOnEveryByteAndOnTheLength) {
  const std::string text = "0123456789abcdefghijk";
  std::vector<uint64_t> seen{DigestOf(text)};
  for (size_t i = 0; i < text.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string other = text;
      other[i] = static_cast<char>(other[i] ^ (1 << bit));
      seen.push_back(DigestOf(other));
    }
    seen.push_back(DigestOf(text.substr(0, i)));
  }
  // Zeros at the end count, too.
  for (size_t zeros = 1; zeros < 20; ++zeros)
    seen.push_back(DigestOf(text + std::string(zeros, '\0')));
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

TEST(Digest, DependsOnTheOrderOfWords) {
  Digest a, b;
  a.Word(1);
  a.Word(2);
  b.Word(2);
  b.Word(1);
  EXPECT_NE(a.Value(), b.Value());
}

}  // namespace
}  // namespace afterimage
