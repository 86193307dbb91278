#include "run/litmus/litmus_answer.h"

#include <algorithm>

#include "base/json/json_writer.h"

namespace afterimage::litmus {
namespace {

// The reasons of an answer are sought in programs of at most this many states; all searches for
// them, one for each set of reasons, may together take this many.
constexpr uint32_t kMostStatesForGrounds = 20000, kStatesForGrounds = 80000;
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

bool SameImages(const Search& a, const Search& b) {
  return std::equal(
      a.images().begin(), a.images().end(), b.images().begin(), b.images().end(),
      [](const auto& x, const auto& y) { return !(x.first < y.first) && !(y.first < x.first); });
}

// The verdicts on a program without some of its reasons. Each set is searched once, until an image
// contradicts the verdict, or to its end.
class GroundSearch {
 public:
  // `verdict`: it is asked what this rests on; without, only what is needless.
  GroundSearch(const LitmusProgram& program, FailureModel model, const Search& search,
               std::optional<Verdict> verdict)
      : program_(program), model_(model), search_(search) {
    if (verdict) goal_ = {&program.condition, *verdict == Verdict::kNever};
  }

  void Run() {
    std::vector<Ground> grounds = GroundsOf(program_);
    for (const Ground& one : grounds) {
      const bool same = Try({one});
      if (same) needless_.push_back(one);
    }
    if (!goal_.condition) return;
    const Ground line_order{true, 0, 0};
    Try({line_order});
    grounds.push_back(line_order);
    if (!found_.empty() || grounds.size() < 2 || !all_) return;
    // Removing more of them makes more images possible, never fewer.
    if (!FallsWithout(grounds)) return;
    for (size_t size = 2; found_.empty() && all_; ++size) TryEach(grounds, size, 0, {});
  }

  // All of them have been searched.
  bool tried() const { return all_; }
  // The smallest sets without which the verdict falls; none where it falls without no set.
  std::vector<std::vector<Ground>> found() const { return found_; }
  // Those without each of which the images stay the same.
  std::vector<Ground> needless() const { return needless_; }

 private:
  bool FallsWithout(const std::vector<Ground>& set) {
    Try(set);
    const bool falls = !found_.empty();
    found_.clear();
    return falls;
  }

  // Tries each set of `size` grounds that has those of `set`, and else only some from `first` on.
  void TryEach(const std::vector<Ground>& grounds, size_t size, size_t first,
               std::vector<Ground> set) {
    if (set.size() == size) {
      Try(set);
      return;
    }
    for (size_t i = first; i < grounds.size() && all_; ++i) {
      set.push_back(grounds[i]);
      TryEach(grounds, size, i + 1, set);
      set.pop_back();
    }
  }

  bool spent() const { return spent_ >= kStatesForGrounds; }

  // Returns whether the images stay the same without them.
  bool Try(const std::vector<Ground>& set) {
    if (spent()) {
      all_ = false;
      return false;
    }
    const auto left = static_cast<uint32_t>(kStatesForGrounds - spent_);
    const Search without(program_, model_, Without(set), left, goal_);
    spent_ += without.states();
    if (without.met_goal()) found_.push_back(set);
    all_ = all_ && (without.met_goal() || without.whole());
    return without.whole() && SameImages(without, search_);
  }

  const LitmusProgram& program_;
  const FailureModel model_;
  const Search& search_;
  Goal goal_;
  bool all_ = true;
  std::vector<std::vector<Ground>> found_;
  std::vector<Ground> needless_;
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
  json.Key("way").BeginArray();
  for (const Move& move : way) {
    json.BeginObject().Key("kind").String(kMoveNames[static_cast<int>(move.kind)]);
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
  json.Key("answer").BeginObject();
  json.Key("quantifier").String(kQuantifierNames[static_cast<int>(program.quantifier)]);
  json.Key("line").Integer(program.condition_line);
  json.Key("verdict").String(kVerdictNames[static_cast<int>(answer.verdict)]);
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
  std::vector<Image> all;  // in their order
  for (const auto& [image, state] : search.images()) {
    all.push_back(image);
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
    for (const Image& image : images)
      json.Integer(std::lower_bound(all.begin(), all.end(), image) - all.begin());
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
  const bool asked = program.quantifier != Quantifier::kNone;
  std::optional<Verdict> certain;
  if (asked) {
    answer.verdict = VerdictOf(program.condition, search);
    if (answer.verdict != Verdict::kSometimes) certain = answer.verdict;
    for (const auto& [image, state] : search.images()) {
      std::optional<Image>& first =
          Holds(program.condition, image) ? answer.witness : answer.counter;
      if (!first) first = image;
    }
  }
  switch (program.quantifier) {
    case Quantifier::kExists: answer.satisfied = answer.verdict != Verdict::kNever; break;
    case Quantifier::kNever: answer.satisfied = answer.verdict == Verdict::kNever; break;
    case Quantifier::kForall: answer.satisfied = answer.verdict == Verdict::kAlways; break;
    case Quantifier::kNone: break;
  }
  if (!search.whole() || search.states() > kMostStatesForGrounds) return answer;
  GroundSearch grounds(program, model, search, certain);
  grounds.Run();
  answer.needless = grounds.needless();
  if (!certain) return answer;
  // All of several sets are given or none: a single one would seem to be the only one.
  answer.grounds_tried = grounds.tried();
  if (answer.grounds_tried) answer.grounds = grounds.found();
  return answer;
}

bool WriteLitmus(std::string_view text, FailureModel model, std::vector<Problem>* problems,
                 std::string* out) {
  LitmusProgram program;
  if (!ParseLitmus(text, &program, problems)) return false;
  const Search search(program, model, kMostStates, kSeed);
  const Answer answer = AnswerOf(program, model, search);
  JsonWriter json(*out);
  json.BeginObject().Key("model").String(kFailureModelNames[static_cast<int>(model)]);
  WriteProgram(program, json);
  WriteFound(program, search, json);
  if (program.quantifier != Quantifier::kNone) WriteAnswer(program, search, answer, json);
  json.Key("needless").BeginArray();
  for (const Ground& ground : answer.needless) WriteGround(program, ground, json);
  json.EndArray().EndObject();
  return true;
}

}  // namespace afterimage::litmus
