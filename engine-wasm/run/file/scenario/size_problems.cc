#include "run/file/scenario/size_problems.h"

#include "base/json/json_value.h"
#include "run/file/scenario/scenario.h"

namespace afterimage {

Problem SizeProblem(const Scenario& scenario, std::string_view text) {
  Problem problem{"records", "the records do not fit the pages; raise heap_pages or page_bytes",
                  "记录放不进页中；请增大 heap_pages 或 page_bytes"};
  if (scenario.workload) {
    problem = {"scheme",
               "the tables do not fit; choose placement btree and pages that hold a whole record "
               "and the catalog",
               "这些表放不下；请选择 placement：btree，并使页足以容纳一条完整记录和目录"};
  }
  JsonValue root;
  JsonError error;
  if (!ParseJson(text, &root, &error)) return problem;
  if (const JsonValue* field = root.Find(problem.path)) {
    problem.line = field->line;
    problem.column = field->column;
  }
  return problem;
}

Problem SizeProblem(uint32_t scheme, bool fills_memory) {
  if (fills_memory) {
    return {"workload.params",
            "the database does not fit the memory that a page may use; take fewer rows",
            "数据库超出网页可用的内存；请减少行数"};
  }
  return {"schemes[" + std::to_string(scheme) + "].params",
          "the workload's database does not fit these parameters; several tables, "
          "or one that is read by ranges, need placement btree",
          "这些参数容不下该负载的数据库；多张表或按范围读取的表需要 placement 为 btree"};
}

}  // namespace afterimage
