#include "families.h"

namespace afterimage::testing_support {
namespace {

// They promise nothing, so there is no promise to explore: see UnloggedSystems in families_test.cc.
const Declared kNvm(SchemeFamilies{
    .scheme = "unlogged-nvm",
    .numbers = {{"fanout", {4, 8}}, {"buckets", {1, 2}}, {"spare_kb", {0, 4}}}});
const Declared kDram(SchemeFamilies{
    .scheme = "unlogged-dram",
    .numbers = {{"fanout", {4, 8}}, {"buckets", {1, 2}}, {"spare_kb", {0, 4}}}});

}  // namespace
}  // namespace afterimage::testing_support
