#include "scheme/systems/user_program/compiler.h"

#include <algorithm>

#include "base/random.h"
#include "scheme/systems/user_program/view/drawing_reader.h"

namespace afterimage::own {
namespace {

constexpr uint32_t kLineWords = 8;

// Returns the distance of slots. Slots of up to a line never lie across two: their size is rounded
// up to a power of two, or to complete lines.
uint32_t StrideOf(uint32_t words) {
  if (words > kLineWords) return (words + kLineWords - 1) / kLineWords * kLineWords;
  uint32_t stride = 1;
  while (stride < words) stride *= 2;
  return stride;
}

class Compiler {
 public:
  explicit Compiler(std::vector<ProgramProblem>* problems) : reader_(problems) {
    std::fill(std::begin(program_->handlers), std::end(program_->handlers), -1);
    program_->constants.push_back(0);  // what a hash begins with
  }

  std::shared_ptr<Program> Run(std::string_view text) {
    Read(text);
    if (body_.open()) {
      reader_.Begin({}, body_.first_line(), 1);
      reader_.Fail(reader_.Peek(), "this handler or procedure has no `end`",
                   "此处理程序或过程没有 `end`");
    }
    CheckDepths();
    drawings_.Finish();
    if (reader_.any()) return nullptr;
    program_->nvm_words = (program_->nvm_words + kLineWords - 1) / kLineWords * kLineWords;
    for (const char c : text)
      program_->digest = Mix64(program_->digest ^ static_cast<unsigned char>(c));
    return program_;
  }

 private:
  void Read(std::string_view text) {
    uint32_t line = 1;
    for (size_t at = 0; at <= text.size() && !reader_.full(); ++line) {
      const size_t end = std::min(text.find('\n', at), text.size());
      if (line > kMostProgramLines) {
        reader_.Begin({}, line, 1);
        reader_.Fail(reader_.Peek(), "at most 500 lines", "至多 500 行");
        return;
      }
      Line(text.substr(at, end - at), line);
      at = end + 1;
    }
  }

  void Line(std::string_view text, uint32_t line) {
    text = text.substr(0, text.find('#'));
    for (size_t at = 0; at <= text.size();) {
      const size_t end = std::min(text.find(';', at), text.size());
      auto tokens = TokensOf(text.substr(at, end - at), static_cast<uint32_t>(at) + 1);
      const bool any = !tokens.empty();
      reader_.Begin(std::move(tokens), line, static_cast<uint32_t>(end) + 1);
      if (any) body_.open() ? static_cast<void>(body_.Statement()) : Declaration();
      at = end + 1;
    }
  }

  void Declaration() {
    const Token first = reader_.Take();
    if (first.Is("nvm") || first.Is("dram") || first.Is("heap")) {
      Places(first);
    } else if (first.Is("const")) {
      NewConstant();
    } else if (first.Is("latch")) {
      NewLatch();
    } else if (first.Is("on")) {
      NewHandler();
      return;
    } else if (first.Is("proc")) {
      NewProcedure();
      return;
    } else {
      reader_.Fail(first,
                   "a declaration is expected: `nvm`, `dram`, `heap`, `latch`, `const`, `proc` or "
                   "`on`",
                   "此处应为声明：`nvm`、`dram`、`heap`、`latch`、`const`、`proc` 或 `on`");
    }
    reader_.ExpectEnd();
  }

  // --- Names ---
  // A name that nothing else has.
  bool NewName(std::string* name) {
    const Token token = reader_.Take();
    if (!token.IsName() || IsReserved(token.text) || token.text.size() > 20) {
      reader_.Fail(token, "a name is expected: a letter, then letters, digits or _, at most 20",
                   "此处应为名称：以字母开头，由字母、数字或 _ 组成，至多 20 个字符");
      return false;
    }
    for (const Place& place : program_->places) {
      if (place.name == token.text) return Taken(token);
    }
    for (const Constant& constant : constants_) {
      if (constant.name == token.text) return Taken(token);
    }
    for (const std::string& latch : program_->latches) {
      if (latch == token.text) return Taken(token);
    }
    *name = token.text;
    return !reader_.failed();
  }
  bool Taken(const Token& token) {
    reader_.Fail(token, Quoted(token.text) + " is declared already",
                 Quoted(token.text) + " 已经声明");
    return false;
  }

  bool Number(uint64_t* number) {
    const bool minus = reader_.TakeIf("-");
    const Token token = reader_.Take();
    for (const Constant& constant : constants_) {
      if (constant.name != token.text) continue;
      *number = minus ? ~constant.value + 1 : constant.value;
      return true;
    }
    if (!token.IsNumber() || !NumberOf(token, number)) {
      reader_.Fail(token, "a number or a constant is expected", "此处应为数或常量");
      return false;
    }
    if (minus) *number = ~*number + 1;
    return true;
  }

  void NewConstant() {
    Constant constant;
    if (!NewName(&constant.name) || !reader_.Expect("=") || !Number(&constant.value)) return;
    if (constants_.size() >= 64)
      reader_.Fail(reader_.Peek(), "at most 64 constants", "至多 64 个常量");
    constants_.push_back(std::move(constant));
  }

  void NewLatch() {
    do {
      std::string name;
      if (!NewName(&name)) return;
      if (program_->latches.size() >= kMostLatches)
        reader_.Fail(reader_.Peek(), "at most 8 latches", "至多 8 个闩锁");
      program_->latches.push_back(std::move(name));
    } while (reader_.TakeIf(","));
  }

  // --- What is in NVM and DRAM ---
  // The words of one declaration share a line; each declaration begins on a line of its own.
  void Places(const Token& kind) {
    const bool dram = kind.Is("dram");
    uint32_t& words = dram ? program_->dram_words : program_->nvm_words;
    if (!dram) words = (words + kLineWords - 1) / kLineWords * kLineWords;
    do {
      Place place;
      place.dram = dram;
      place.heap = kind.Is("heap");
      if (!NewName(&place.name)) return;
      if (!Size(&place)) {
        // The place is declared even so, so that there is only one complaint about it.
        place.broken = true;
        program_->places.push_back(std::move(place));
        return;
      }
      place.offset = words;
      words += place.count * place.stride;
      if (words > (dram ? kMostDramWords : kMostNvmWords) ||
          program_->places.size() >= kMostPlaces) {
        reader_.Fail(kind, "that is more than a program may have", "超出了一个程序可以拥有的空间");
        return;
      }
      drawings_.Read(&place, static_cast<uint32_t>(program_->places.size()));
      program_->places.push_back(std::move(place));
    } while (reader_.TakeIf(","));
  }

  bool Size(Place* place) {
    if (reader_.TakeIf("[")) {
      uint64_t count = 0;
      const Token token = reader_.Peek();
      if (!Number(&count) || !reader_.Expect("]")) return false;
      if (count < 1 || count > kMostSlots) {
        reader_.Fail(token, "an array has 1 to 512 elements", "数组有 1 至 512 个元素");
        return false;
      }
      place->array = true;
      place->count = static_cast<uint32_t>(count);
    }
    if (place->heap && !place->array) {
      const std::string form = Quoted("heap " + place->name + "[8] { next }");
      reader_.Fail(reader_.Peek(), "a heap has a number of blocks, and fields: " + form,
                   "堆有块数和字段：" + form);
      return false;
    }
    if (place->heap && !reader_.Peek().Is("{")) return reader_.Expect("{");
    if (reader_.TakeIf("{")) {
      if (!Fields(place)) return false;
    } else if (!PointsTo(place)) {
      return false;
    }
    if (place->heap || !reader_.TakeIf("=")) return true;
    place->has_initial = true;
    return Number(&place->initial);
  }

  // Behind a word, a field or a parameter: `-> node`.
  bool PointsTo(std::vector<Points>* points, const Place* declared) {
    points->push_back(kNoPointer);
    if (!reader_.TakeIf("->")) return true;
    const Token name = reader_.Take();
    const auto& places = program_->places;
    const auto found = std::find_if(places.begin(), places.end(),
                                    [&](const Place& each) { return each.name == name.text; });
    // A block may lead to others of its heap, which is being declared.
    const bool own = declared && declared->heap && declared->name == name.text;
    if (!own && found != places.end() && found->broken) {
      reader_.Forget();
      return false;
    }
    if (!own && (found == places.end() || !found->heap)) {
      reader_.Fail(name, "there is no heap " + Quoted(name.text) + " above this line",
                   "此行之上没有堆 " + Quoted(name.text));
      return false;
    }
    points->back() = static_cast<Points>(found - places.begin());
    return true;
  }
  bool PointsTo(Place* place) { return PointsTo(&place->points, place); }

  bool Fields(Place* place) {
    do {
      const Token token = reader_.Take();
      const auto& fields = place->fields;
      if (!token.IsName() || IsReserved(token.text) || fields.size() >= kMostFields ||
          std::find(fields.begin(), fields.end(), token.text) != fields.end()) {
        reader_.Fail(token, "the name of another field is expected, 16 at most",
                     "此处应为另一个字段的名称，至多 16 个");
        return false;
      }
      place->fields.emplace_back(token.text);
      if (!PointsTo(place)) return false;
    } while (reader_.TakeIf(","));
    place->stride = StrideOf(place->slot_words());
    return reader_.Expect("}");
  }

  // --- Handlers and procedures ---
  void NewHandler() {
    const Token name = reader_.Take();
    const auto found =
        std::find_if(std::begin(kHandlers), std::end(kHandlers),
                     [&](const HandlerInfo& info) { return info.name == name.text; });
    if (found == std::end(kHandlers)) {
      reader_.Fail(name,
                   "a handler is expected: `format`, `open`, `begin`, `reserve`, `log`, `update`, "
                   "`commit`, `abort`, `checkpoint` or `recover`",
                   "此处应为处理程序：`format`、`open`、`begin`、`reserve`、`log`、`update`、"
                   "`commit`、`abort`、`checkpoint` 或 `recover`");
      return Skip();
    }
    int& handler = program_->handlers[found - kHandlers];
    if (handler >= 0) reader_.Fail(name, "this handler is there already", "该处理程序已经存在");
    handler = static_cast<int>(program_->procedures.size());
    Body("on " + std::string(name.text), found->params, name);
  }

  void NewProcedure() {
    const Token token = reader_.Peek();
    std::string name;
    if (!NewName(&name)) return Skip();
    for (const Procedure& other : program_->procedures) {
      if (other.name == name) Taken(token);
    }
    Body(name, -1, token);
  }

  // Skips the body, since a wrong head must not cause complaints about its statements.
  void Skip() { Body("on ?", -1, {}); }

  void Body(std::string name, int wanted, const Token& token) {
    std::vector<std::string> params;
    std::vector<Points> points;
    if (reader_.TakeIf("(")) {
      while (!reader_.failed() && !reader_.Peek().Is(")")) {
        params.emplace_back();
        if (!NewName(&params.back()) || !PointsTo(&points, nullptr) || !reader_.TakeIf(",")) break;
      }
      reader_.Expect(")");
    }
    if (wanted >= 0 && params.size() != static_cast<size_t>(wanted)) {
      const HandlerInfo& info =
          *std::find_if(std::begin(kHandlers), std::end(kHandlers),
                        [&](const HandlerInfo& each) { return each.name == token.text; });
      const std::string form = FormOf(info);
      reader_.Fail(token, "it begins with " + Quoted(form), "它应以 " + Quoted(form) + " 开头");
    }
    reader_.ExpectEnd();
    if (program_->procedures.size() >= kMostProcedures || params.size() > 8)
      reader_.Fail(token, "at most 40 procedures, with at most 8 parameters each",
                   "至多 40 个过程，每个至多 8 个参数");
    Procedure procedure;
    procedure.name = std::move(name);
    procedure.params = static_cast<uint8_t>(std::min<size_t>(params.size(), 8));
    procedure.param_points = std::move(points);
    procedure.line = reader_.line();
    program_->procedures.push_back(std::move(procedure));
    body_.Begin(static_cast<uint32_t>(program_->procedures.size() - 1), params);
  }

  static std::string FormOf(const HandlerInfo& info) {
    static constexpr std::string_view kParams[] = {"", "(updates)", "", "(at, old, new)"};
    return "on " + std::string(info.name) + std::string(kParams[info.params]);
  }

  // A procedure is called by what stands below it, so none calls itself.
  void CheckDepths() {
    std::vector<uint32_t> active, depth;
    for (const Procedure& procedure : program_->procedures) {
      uint32_t most = 0, deepest = 0;
      for (const Instruction& instruction : procedure.code) {
        if (instruction.op != Op::kCall || instruction.imm >= active.size()) continue;
        most = std::max(most, active[instruction.imm]);
        deepest = std::max(deepest, depth[instruction.imm]);
      }
      active.push_back(procedure.registers + most);
      depth.push_back(deepest + 1);
      if (active.back() <= kMostActive && depth.back() <= kMostDepth) continue;
      reader_.Begin({}, procedure.line, 1);
      reader_.Fail(reader_.Peek(), "it calls procedures too deeply", "过程调用层次过深");
    }
  }

  std::shared_ptr<Program> program_ = std::make_shared<Program>();
  std::vector<Constant> constants_;
  Reader reader_;
  DrawingReader drawings_{*program_, reader_};
  BodyCompiler body_{*program_, constants_, reader_};
};

}  // namespace

std::shared_ptr<Program> Compile(std::string_view text, std::vector<ProgramProblem>* problems) {
  return Compiler(problems).Run(text);
}

}  // namespace afterimage::own
