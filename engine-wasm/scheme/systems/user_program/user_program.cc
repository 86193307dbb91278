#include "scheme/systems/user_program/user_program.h"

#include "scheme/shared/heap/engine.h"
#include "scheme/systems/user_program/program_log.h"
#include "scheme/systems/user_program/story.h"
#include "scheme/systems/user_program/view/drawn.h"

namespace afterimage {
namespace {

using own::Program;
using own::ProgramLog;

// A scenario without a program has the standard one.
const Program& ProgramOf(const ParamValues& params) {
  static const std::shared_ptr<const Program> standard = [] {
    std::vector<ProgramProblem> problems;
    return own::Compile(own::kStandardProgram, &problems);
  }();
  return params.program ? *params.program : *standard;
}

DeviceSizes Sizes(const ParamValues& p, const MachineProfile&, const InitialRows& rows) {
  return heap::SizesOf(ProgramLog::BytesOf(ProgramOf(p)), heap::kHeapParams.Read(p), rows);
}

const Mismatch* Check(const ParamValues& p, const MachineProfile&) {
  return heap::CheckParams(ProgramLog::BytesOf(ProgramOf(p)), heap::kHeapParams.Read(p));
}

// The heap engine, and what its program has done wrong.
class OwnEngine final : public heap::Engine {
 public:
  OwnEngine(const EngineContext& context, heap::PersistentHeap& heap, ProgramLog& log,
            const heap::Params& params)
      : heap::Engine(context, heap, log, params), log_(log) {}
  const ProgramFault* program_fault() const override { return log_.fault(); }

 private:
  ProgramLog& log_;
};

StorageEngine* Create(const EngineContext& context) {
  const heap::Params params = heap::kHeapParams.Read(context.params);
  heap::PersistentHeap& heap = *params.MakeHeap(context, true);
  auto& log = *context.arena.New<ProgramLog>(context, heap, ProgramOf(context.params));
  return context.arena.New<OwnEngine>(context, heap, log, params);
}

constexpr ParamSetting kForTables[] = {{"spare_kb", 1024}};

// Compiles a program and describes it with the structures that it declares, if it does.
std::shared_ptr<const Program> CompileAndDescribe(std::string_view text,
                                                  std::vector<ProgramProblem>* problems) {
  std::shared_ptr<Program> program = own::Compile(text, problems);
  if (!program || program->drawings.empty()) return program;
  program->structures = own::StructuresOf(*program);
  SchemeInfo described = kUserProgram;
  described.structures = program->structures;
  program->described = std::make_shared<const SchemeInfo>(described);
  return program;
}

const SchemeInfo* Described(const Program& program) { return program.described.get(); }

uint64_t DigestOf(const Program& program) { return program.digest; }

constexpr ProgramInfo kProgramInfo = {CompileAndDescribe, Described, DigestOf, own::kProgram,
                                      own::kStandardProgram};

}  // namespace

const SchemeInfo kUserProgram = {
    .id = "user-program",
    .family = "own",
    .title = {"A log of your own", "自己写的日志"},
    .summary = {"What becomes of each change of a word, of a commit and of a recovery is a program "
                "of yours. Records, locks and the heap are REWIND's.",
                "每次改字、提交与恢复时做什么，由你的程序决定。记录、锁与堆沿用 REWIND。"},
    .paper = "",
    .path = &kRewindPath,
    .params = heap::kHeapParams,
    .listings = own::kOwnListings,
    .structures = own::kOwnStructures,
    .sizes = Sizes,
    .check = Check,
    .create = Create,
    .for_tables = kForTables,
    .program = &kProgramInfo,
};

}  // namespace afterimage
