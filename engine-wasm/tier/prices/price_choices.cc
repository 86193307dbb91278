#include "tier/prices/price_choices.h"

namespace afterimage {
namespace {

constexpr PriceChoice kChoices[] = {
    {Price::kFlushWaits, 0, {"a flush waits for the memory controller", "刷写等待内存控制器"}},
    {Price::kFlushWaits, 1, {"a flush waits for the medium", "刷写等待介质"}},
    {Price::kPathProfile, 0, {"this machine's instructions", "本机的指令数"}},
    {Price::kPathProfile, 1, {"what each system names", "各系统所指明的软件"}},
    {Price::kPathProfile, 2, {"Berkeley DB's for all", "统一采用 Berkeley DB"}},
    {Price::kPathProfile, 3, {"Stasis's for all", "统一采用 Stasis"}},
    {Price::kPathProfile, 4, {"Shore-MT's for all", "统一采用 Shore-MT"}},
    {Price::kPathProfile, 5, {"InnoDB's for all", "统一采用 InnoDB"}},
    {Price::kPathProfile, 6, {"PostgreSQL's for all", "统一采用 PostgreSQL"}},
    {Price::kCacheProcessor, 0, {"without caches", "没有缓存"}},
    {Price::kCacheProcessor, 1, {"with the machine's caches", "有本机的缓存"}},
    {Price::kCacheProcessor, 2, {"caches of a Xeon X5550", "Xeon X5550 的缓存"}},
    {Price::kCacheProcessor, 3, {"caches of a Xeon E5420", "Xeon E5420 的缓存"}},
    {Price::kCacheProcessor, 4, {"caches of PMEP", "PMEP 的缓存"}},
    {Price::kCacheProcessor, 5, {"caches of an i7-2600", "i7-2600 的缓存"}},
    {Price::kCacheProcessor, 6, {"caches of a Xeon Scalable", "Xeon Scalable 的缓存"}},
    {Price::kDiskBarriers, 0, {"without write barriers", "没有写屏障"}},
    {Price::kDiskBarriers, 1, {"with write barriers", "有写屏障"}},
    {Price::kHddScheduler, 0, {"in order of arrival", "先来先服务"}},
    {Price::kHddScheduler, 1, {"nearest first", "最近优先"}},
};

}  // namespace

std::span<const PriceChoice> PriceChoices() { return kChoices; }

void WritePriceChoices(JsonWriter& json) {
  json.BeginArray();
  for (const auto& [price, value, title] : kChoices) {
    json.BeginObject().Key("price").String(kPriceInfo[static_cast<int>(price)].name);
    json.Key("value").Integer(value).Key("title").Bilingual(title).EndObject();
  }
  json.EndArray();
}

}  // namespace afterimage
