#include "workload/pg_wal/index_entry.h"

namespace afterimage::replay {
namespace {

bool BtreeEntry(const WalLine& line) {
  if (line.operation == "INSERT_LEAF" || line.operation == "INSERT_POST") return true;
  uint32_t level = 1;
  return line.operation.substr(0, 6) == "SPLIT_" && line.Number("level", 0, &level) && level == 0;
}

// An insert of the pending list shows in the meta page's update, once for each row.
bool GinEntry(const WalLine& line) {
  if (line.operation == "UPDATE_META_PAGE") return true;
  const bool brings = line.operation == "INSERT" || line.operation == "SPLIT";
  return brings && line.description.find("isleaf: T") != std::string_view::npos;
}

bool GistEntry(const WalLine& line) {
  return line.operation == "PAGE_SPLIT" ||
         (line.operation == "PAGE_UPDATE" && line.block_count == 1);
}

bool SpGistEntry(const WalLine& line) {
  return line.operation == "ADD_LEAF" || line.operation == "PICKSPLIT";
}

bool BrinEntry(const WalLine& line) {
  return line.operation == "INSERT" || line.operation == "UPDATE" ||
         line.operation == "SAMEPAGE_UPDATE";
}

struct Method {
  std::string_view manager;
  bool (*brings)(const WalLine& line);
};
constexpr Method kMethods[] = {
    {"Btree", BtreeEntry},
    {"Hash", [](const WalLine& line) { return line.operation == "INSERT"; }},
    {"Gin", GinEntry},
    {"Gist", GistEntry},
    {"SPGist", SpGistEntry},
    {"BRIN", BrinEntry},
    {"Generic", [](const WalLine&) { return false; }}};

}  // namespace

bool IsIndexRecord(const WalLine& line) {
  for (const Method& method : kMethods) {
    if (method.manager == line.manager) return true;
  }
  return false;
}

const WalBlock* EntryBlock(const WalLine& line) {
  if (line.block_count == 0) return nullptr;
  for (const Method& method : kMethods) {
    if (method.manager == line.manager) return method.brings(line) ? &line.blocks[0] : nullptr;
  }
  return nullptr;
}

}  // namespace afterimage::replay
