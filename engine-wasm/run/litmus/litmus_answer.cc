#include "run/litmus/litmus_answer.h"

#include <algorithm>

#include "base/json/json_writer.h"

namespace afterimage::litmus {
namespace {

// A search for grounds is repeated for each of them, and for pairs.
constexpr uint32_t kMostStatesForGrounds = 20000, kStatesForGrounds = 600000;
constexpr uint64_t kSeed = 1;

std::vector<Ground> GroundsOf(const LitmusProgram& program) {
  std::vector<Ground> grounds;
  for (uint8_t thread = 0; thread < program.threads.size(); ++thread) {
    const std::vector<Instruction>& code = program.threads[thread];
    for (uint8_t i = 0; i < code.size(); ++i)
      if (code[i].op == Op::kClflush || code[i].op == Op::kClwb || code[i].op == Op::kFence)
        grounds.push_back({false, thread, i});
  }
  return grounds;
}

Removed Without(const std::vector<Ground>& grounds) {
  Removed removed;
  for (const Ground& ground : grounds) {
    if (ground.line_order)
      removed.line_order = true;
    else
      removed.instructions[ground.thread] |= uint64_t{1} << ground.instruction;
  }
  return removed;
}

Verdict VerdictOf(const Condition& condition, const Search& search) {
  bool holds = false, fails = false;
  for (const auto& [image, state] : search.images()) {
    holds |= Holds(condition, image);
    fails |= !Holds(condition, image);
  }
  return !fails ? Verdict::kAlways : holds ? Verdict::kSometimes : Verdict::kNever;
}

// The smallest sets without which the verdict falls, of one ground or of two.
class GroundSearch {
 public:
  GroundSearch(const LitmusProgram& program, FailureModel model, Verdict verdict)
      : program_(program), model_(model), verdict_(verdict) {}

  std::vector<std::vector<Ground>> Run() {
    std::vector<Ground> grounds = GroundsOf(program_);
    grounds.push_back({true, 0, 0});
    std::vector<std::vector<Ground>> found;
    for (const Ground& one : grounds) Try({one}, &found);
    if (!found.empty()) return found;
    for (size_t i = 0; i < grounds.size(); ++i)
      for (size_t j = i + 1; j < grounds.size(); ++j) Try({grounds[i], grounds[j]}, &found);
    return found;
  }

 private:
  void Try(const std::vector<Ground>& set, std::vector<std::vector<Ground>>* found) {
    if (spent_ >= kStatesForGrounds) return;
    const Search without(program_, model_, Without(set), kMostStates, kSeed);
    spent_ += without.states();
    if (VerdictOf(program_.condition, without) != verdict_) found->push_back(set);
  }

  const LitmusProgram& program_;
  const FailureModel model_;
  const Verdict verdict_;
  uint64_t spent_ = 0;
};

void WriteGround(const LitmusProgram& program, const Ground& ground, JsonWriter& json) {
  json.BeginObject();
  if (ground.line_order)
    json.Key("rule").String("line-order");
  else
    json.Key("thread")
        .Integer(ground.thread)
        .Key("line")
        .Integer(program.threads[ground.thread][ground.instruction].line);
  json.EndObject();
}

void WriteImage(const LitmusProgram& program, const Image& image, JsonWriter& json) {
  json.Key("words").BeginArray();
  for (size_t word = 0; word < program.words.size(); ++word) json.Integer(image.words[word]);
  json.EndArray().Key("acks").BeginArray();
  for (size_t ack = 0; ack < program.acks.size(); ++ack) json.Bool((image.acknowledged >> ack) & 1);
  json.EndArray();
}

void WriteWay(const LitmusProgram& program, const std::vector<Move>& way, JsonWriter& json) {
  static constexpr const char* kKinds[] = {"run", "persist", "promise"};
  json.Key("way").BeginArray();
  for (const Move& move : way) {
    json.BeginObject().Key("kind").String(kKinds[static_cast<int>(move.kind)]);
    json.Key("thread").Integer(move.thread);
    if (move.kind == Move::Kind::kPromise)
      json.Key("cacheLine").Integer(move.line);
    else
      json.Key("line").Integer(program.threads[move.thread][move.instruction].line);
    json.EndObject();
  }
  json.EndArray();
}

int64_t IndexOf(const Search& search, const Image& image) {
  return std::distance(search.images().begin(), search.images().find(image));
}

void WriteAnswer(const LitmusProgram& program, const Search& search, const Answer& answer,
                 JsonWriter& json) {
  static constexpr const char* kVerdicts[] = {"always", "sometimes", "never"};
  static constexpr const char* kQuantifiers[] = {"none", "exists", "never", "forall"};
  json.Key("answer").BeginObject();
  json.Key("quantifier").String(kQuantifiers[static_cast<int>(program.quantifier)]);
  json.Key("line").Integer(program.condition_line);
  json.Key("verdict").String(kVerdicts[static_cast<int>(answer.verdict)]);
  json.Key("satisfied").Bool(answer.satisfied);
  if (answer.witness) json.Key("witness").Integer(IndexOf(search, *answer.witness));
  if (answer.counter) json.Key("counter").Integer(IndexOf(search, *answer.counter));
  json.Key("groundsTried").Bool(answer.grounds_tried).Key("grounds").BeginArray();
  for (const std::vector<Ground>& set : answer.grounds) {
    json.BeginArray();
    for (const Ground& ground : set) WriteGround(program, ground, json);
    json.EndArray();
  }
  json.EndArray().EndObject();
}

void WriteProgram(const LitmusProgram& program, JsonWriter& json) {
  json.Key("words").BeginArray();
  for (size_t word = 0; word < program.words.size(); ++word) {
    json.BeginObject().Key("name").String(program.words[word]);
    json.Key("cacheLine").Integer(program.line_of[word]).EndObject();
  }
  json.EndArray().Key("acks").BeginArray();
  for (const std::string& ack : program.acks) json.String(ack);
  json.EndArray().Key("threads").BeginArray();
  int64_t fences = 0, write_backs = 0;
  for (const std::vector<Instruction>& code : program.threads) {
    json.BeginArray();
    for (const Instruction& instruction : code) {
      json.Integer(instruction.line);
      fences += instruction.op == Op::kFence;
      write_backs += instruction.op == Op::kClflush || instruction.op == Op::kClwb;
    }
    json.EndArray();
  }
  json.EndArray().Key("fences").Integer(fences).Key("writeBacks").Integer(write_backs);
}

void WriteFound(const LitmusProgram& program, const Search& search, JsonWriter& json) {
  json.Key("whole").Bool(search.whole()).Key("states").Integer(search.states());
  json.Key("images").BeginArray();
  for (const auto& [image, state] : search.images()) {
    json.BeginObject();
    WriteImage(program, image, json);
    WriteWay(program, search.WayTo(state), json);
    json.EndObject();
  }
  json.EndArray().Key("points").BeginArray();
  for (const auto& [point, images] : search.points()) {
    json.BeginObject().Key("done").BeginArray();
    for (size_t thread = 0; thread < program.threads.size(); ++thread) json.Integer(point[thread]);
    json.EndArray().Key("images").BeginArray();
    for (const Image& image : images) json.Integer(IndexOf(search, image));
    json.EndArray().EndObject();
  }
  json.EndArray().Key("order").BeginArray();
  const auto line = [&](const Search::Store& store) {
    return program.threads[store.first][store.second].line;
  };
  for (const auto& [first, second] : search.PersistOrder()) {
    json.BeginObject().Key("from").Integer(line(first)).Key("to").Integer(line(second));
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

Answer AnswerOf(const LitmusProgram& program, FailureModel model, const Search& search) {
  Answer answer;
  answer.verdict = VerdictOf(program.condition, search);
  for (const auto& [image, state] : search.images()) {
    std::optional<Image>& first = Holds(program.condition, image) ? answer.witness : answer.counter;
    if (!first) first = image;
  }
  switch (program.quantifier) {
    case Quantifier::kExists: answer.satisfied = answer.verdict != Verdict::kNever; break;
    case Quantifier::kNever: answer.satisfied = answer.verdict == Verdict::kNever; break;
    case Quantifier::kForall: answer.satisfied = answer.verdict == Verdict::kAlways; break;
    case Quantifier::kNone: break;
  }
  if (answer.verdict == Verdict::kSometimes) return answer;
  answer.grounds_tried = search.whole() && search.states() <= kMostStatesForGrounds;
  if (answer.grounds_tried) answer.grounds = GroundSearch(program, model, answer.verdict).Run();
  return answer;
}

std::vector<Ground> Needless(const LitmusProgram& program, FailureModel model,
                             const Search& search) {
  std::vector<Ground> needless;
  if (!search.whole() || search.states() > kMostStatesForGrounds) return needless;
  for (const Ground& ground : GroundsOf(program)) {
    const Search without(program, model, Without({ground}), kMostStates, kSeed);
    const auto equal = [](const auto& a, const auto& b) {
      return !(a.first < b.first) && !(b.first < a.first);
    };
    if (without.whole() && std::equal(without.images().begin(), without.images().end(),
                                      search.images().begin(), search.images().end(), equal))
      needless.push_back(ground);
  }
  return needless;
}

bool WriteLitmus(std::string_view text, FailureModel model, std::vector<Problem>* problems,
                 std::string* out) {
  LitmusProgram program;
  if (!ParseLitmus(text, &program, problems)) return false;
  const Search search(program, model, {}, kMostStates, kSeed);
  JsonWriter json(*out);
  json.BeginObject().Key("model").String(kFailureModelNames[static_cast<int>(model)]);
  WriteProgram(program, json);
  WriteFound(program, search, json);
  if (program.quantifier != Quantifier::kNone)
    WriteAnswer(program, search, AnswerOf(program, model, search), json);
  json.Key("needless").BeginArray();
  for (const Ground& ground : Needless(program, model, search)) WriteGround(program, ground, json);
  json.EndArray().EndObject();
  return true;
}

}  // namespace afterimage::litmus
