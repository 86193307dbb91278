#include "tier/prices/machine_profile.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tier/dram.h"
#include "tier/prices/price_choices.h"

namespace afterimage {
namespace {

TEST(MachineProfile, EveryPriceOfEveryMachineHasASourceAndLiesInItsRange) {
  for (int m = 0; m < kMachineCount; ++m) {
    const Machine& machine = kMachines[m];
    EXPECT_STRNE(machine.title.en, "");
    EXPECT_STRNE(machine.title.zh, "");
    for (int i = 0; i < kPrices; ++i) {
      const SourcedPrice& price = machine.At(static_cast<Price>(i));
      const std::string what = std::string(machine.id) + " " + kPriceInfo[i].name;
      EXPECT_EQ(price.price, static_cast<Price>(i)) << what;
      EXPECT_GT(std::string(price.source).size(), 5u) << what;
      EXPECT_GE(price.value, kPriceInfo[i].min) << what;
      EXPECT_LE(price.value, kPriceInfo[i].max) << what;
    }
    std::set<Price> own;
    for (uint32_t i = 0; i < machine.own_count; ++i)
      EXPECT_TRUE(own.insert(machine.own[i].price).second);
  }
}

TEST(MachineProfile, EachValueOfAChoiceIsNamedOnceInOrder) {
  std::map<Price, std::vector<int64_t>> named;
  for (const auto& [price, value, title] : PriceChoices()) {
    named[price].push_back(value);
    EXPECT_STRNE(title.en, "");
    EXPECT_STRNE(title.zh, "");
  }
  EXPECT_FALSE(named.empty());
  for (const auto& [price, values] : named) {
    const PriceInfo& info = kPriceInfo[static_cast<int>(price)];
    ASSERT_EQ(values.size(), static_cast<size_t>(info.max - info.min + 1)) << info.name;
    for (size_t i = 0; i < values.size(); ++i)
      EXPECT_EQ(values[i], info.min + static_cast<int64_t>(i)) << info.name;
  }
}

TEST(MachineProfile, NamesAreUniqueDescribedAndFoundAgain) {
  std::set<std::string> names;
  for (int i = 0; i < kPrices; ++i) {
    EXPECT_TRUE(names.insert(kPriceInfo[i].name).second) << kPriceInfo[i].name;
    EXPECT_STRNE(kPriceInfo[i].title.en, "");
    EXPECT_STRNE(kPriceInfo[i].title.zh, "");
    EXPECT_LT(kPriceInfo[i].min, kPriceInfo[i].max);
    EXPECT_EQ(FindPrice(kPriceInfo[i].name), static_cast<Price>(i));
  }
  EXPECT_EQ(FindPrice("nvm.colour"), Price::kCount);
  EXPECT_EQ(FindPrice(""), Price::kCount);
}

TEST(MachineProfile, PricesNameNoSchemeWorkloadOrFigure) {
  for (int i = 0; i < kPrices; ++i) {
    const std::string name = kPriceInfo[i].name;
    for (const char* word : {"logging", "aries", "rewind", "tpc", "figure", "scheme"}) {
      EXPECT_EQ(name.find(word), std::string::npos) << name;
    }
  }
}

// The papers' results are what the engine predicts; no price may come from them.
TEST(MachineProfile, SourcesCiteNoResultOfAReproducedPaper) {
  for (int m = 0; m < kMachineCount; ++m) {
    for (int i = 0; i < kPrices; ++i) {
      const std::string source = kMachines[m].At(static_cast<Price>(i)).source;
      for (const char* paper : {"NV-Logging", "REWIND", "BaSE", "PCMLogging"}) {
        if (source.find(paper) == std::string::npos) continue;
        EXPECT_EQ(source.find("figure"), std::string::npos)
            << kMachines[m].id << " " << kPriceInfo[i].name;
      }
    }
  }
}

TEST(MachineProfile, EveryPublishedSetupIsThere) {
  for (const char* id : {"setup-a", "pmep", "rewind", "base", "pcmlogging-hdd", "pcmlogging-ssd",
                         "pcmlogging-sd", "today"}) {
    EXPECT_NE(FindMachine(id), nullptr) << id;
  }
  EXPECT_EQ(MachineProfile(*FindMachine("pcmlogging-sd"))[Price::kDiskWrite], 200100000u);
  EXPECT_EQ(MachineProfile(*FindMachine("rewind")).nvm_write_ns(), 204u);
  EXPECT_EQ(MachineProfile(*FindMachine("base"))[Price::kCores], 16u);
}

TEST(MachineProfile, MachinesAreFoundByTheirIds) {
  ASSERT_GE(kMachineCount, 2);
  for (int i = 0; i < kMachineCount; ++i) EXPECT_EQ(FindMachine(kMachines[i].id), &kMachines[i]);
  EXPECT_EQ(FindMachine("abacus"), nullptr);
  EXPECT_EQ(FindMachine(""), nullptr);
}

TEST(MachineProfile, AnOverrideReplacesOnePriceAndNoOther) {
  const MachineProfile before(kMachines[0]);
  MachineProfile after(kMachines[0]);
  after.Set(Price::kNvmWrite, 777);
  EXPECT_EQ(after[Price::kNvmWrite], 777u);
  for (int i = 0; i < kPrices; ++i) {
    const auto price = static_cast<Price>(i);
    if (price != Price::kNvmWrite) EXPECT_EQ(after[price], before[price]);
  }
}

TEST(MachineProfile, DerivedPricesFollowFromTheirParts) {
  MachineProfile machine(kMachines[0]);
  machine.Set(Price::kNvmWrite, 60);
  machine.Set(Price::kNvmSlowdown, 8);
  machine.Set(Price::kInstructionPs, 375);
  machine.Set(Price::kPathCommit, 1500);
  machine.Set(Price::kCopyLine, 6);
  EXPECT_EQ(machine.nvm_write_ns(), 480u);
  EXPECT_EQ(machine.instructions_ns(Price::kPathCommit), 562u);
  EXPECT_EQ(machine.copy_ns(1), 6u);
  EXPECT_EQ(machine.copy_ns(64), 6u);
  EXPECT_EQ(machine.copy_ns(65), 12u);
}

TEST(Dram, GivesZeroedAlignedSpaceAndNeverAddressZero) {
  BlockPool pool;
  Arena arena(pool);
  Dram dram(arena);
  const Address first = dram.Allocate(10), second = dram.Allocate(64), third = dram.Allocate(65);
  EXPECT_GT(first, 0u);
  EXPECT_EQ(first % 64, 0u);
  EXPECT_EQ(second, first + 64);
  EXPECT_EQ(third, second + 64);
  EXPECT_EQ(dram.Allocate(1), third + 128);
  for (uint32_t i = 0; i < 64; ++i) EXPECT_EQ(dram.At(first)[i], 0);
}

}  // namespace
}  // namespace afterimage
