#include "workload/replay/relation_names.h"

#include <set>

namespace afterimage::replay {

// A relation's number is unique only within its database. Relations common to all databases are in
// none.
uint64_t NameRelations(RawLog* log) {
  std::set<std::string> databases, names;
  struct Parts {
    std::string space, database, number;
  };
  const auto parts = [](const std::string& name) {
    const size_t first = name.find('/'), last = name.rfind('/');
    return Parts{name.substr(0, first), name.substr(first + 1, last - first - 1),
                 name.substr(last + 1)};
  };
  for (const Relation& relation : log->relations) {
    databases.insert(parts(relation.name).database);
  }
  databases.erase("0");
  for (Relation& relation : log->relations) {
    const Parts part = parts(relation.name);
    std::string id = "rel-" + part.number;
    if (databases.size() > 1) {
      id = (part.database == "0" ? "shared-" : "db-" + part.database + '-') + id;
    }
    if (!names.insert(id).second) id += "-space-" + part.space;
    relation.table.id = id;
  }
  return databases.size();
}

}  // namespace afterimage::replay
