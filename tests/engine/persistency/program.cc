#include "persistency/program.h"

#include <algorithm>
#include <sstream>

#include "base/check.h"

namespace afterimage::persistency {
namespace {

std::string NameOf(int number) {
  if (number >= kWords) return std::string(1, static_cast<char>('a' + number - kWords));
  std::string name(1, static_cast<char>('x' + number / kWordsOfLine));
  const int word = number % kWordsOfLine;
  return word == 0 ? name : name + static_cast<char>('0' + word);
}

Instruction ParseStatement(const std::string& text) {
  std::istringstream words(text);
  std::string first, second;
  words >> first >> second;
  if (first == "fence") return {Op::kFence, 0, 0};
  const auto number = [](const std::string& name) { return static_cast<uint8_t>(ParseName(name)); };
  if (first == "clflush") return {Op::kClflush, LineOf(number(second)), 0};
  if (first == "clwb") return {Op::kClwb, LineOf(number(second)), 0};
  if (first == "ack") return {Op::kAcknowledge, static_cast<uint8_t>(number(second) - kWords), 0};
  const bool nt = first == "nt";
  const std::string& store = nt ? second : first;
  const size_t equals = store.find('=');
  AI_CHECK(equals != std::string::npos);
  const bool adds = store[equals - 1] == '+';
  const auto value = static_cast<uint8_t>(std::stoi(store.substr(equals + 1)));
  return {nt     ? Op::kNtStore
          : adds ? Op::kFetchAdd
                 : Op::kStore,
          number(store.substr(0, equals - adds)), value};
}

std::string ToString(const Instruction& instruction) {
  const int place = instruction.place;
  const std::string value = std::to_string(instruction.value);
  switch (instruction.op) {
    case Op::kStore: return NameOf(place) + "=" + value;
    case Op::kNtStore: return "nt " + NameOf(place) + "=" + value;
    case Op::kFetchAdd: return NameOf(place) + "+=" + value;
    case Op::kClflush: return "clflush " + NameOf(place * kWordsOfLine);
    case Op::kClwb: return "clwb " + NameOf(place * kWordsOfLine);
    case Op::kFence: return "fence";
    case Op::kAcknowledge: return "ack " + NameOf(kWords + place);
  }
  return "";
}

void Interleave(const std::vector<Program>& threads, std::vector<size_t>& done, Program& so_far,
                size_t length, std::vector<Program>& all) {
  if (so_far.size() == length) {
    all.push_back(so_far);
    return;
  }
  for (size_t thread = 0; thread < threads.size(); ++thread) {
    if (done[thread] == threads[thread].size()) continue;
    so_far.push_back(threads[thread][done[thread]++]);
    Interleave(threads, done, so_far, length, all);
    so_far.pop_back();
    --done[thread];
  }
}

Op RandomOp(Random& random, bool non_temporal) {
  const uint32_t what = random.Below(100);
  if (what < 45) return non_temporal && random.Chance(40) ? Op::kNtStore : Op::kStore;
  if (what < 50) return Op::kFetchAdd;
  if (what < 61) return Op::kClflush;
  if (what < 75) return Op::kClwb;
  return what < 87 ? Op::kFence : Op::kAcknowledge;
}

}  // namespace

int ParseName(const std::string& name) {
  AI_CHECK(name.size() == 1 || name.size() == 2);
  const char letter = name[0];
  if (letter >= 'x' && letter <= 'z') {
    const int word = name.size() == 2 ? name[1] - '0' : 0;
    AI_CHECK(word >= 0 && word < kWordsOfLine);
    return (letter - 'x') * kWordsOfLine + word;
  }
  AI_CHECK(letter >= 'a' && letter <= 'h');
  return kWords + letter - 'a';
}

std::vector<Instruction> ParseCode(const std::string& code) {
  std::vector<Instruction> instructions;
  std::istringstream statements(code);
  for (std::string statement; std::getline(statements, statement, ';');) {
    instructions.push_back(ParseStatement(statement));
  }
  return instructions;
}

Program Assemble(const std::vector<const char*>& threads, const std::string& schedule) {
  Program program;
  std::vector<std::vector<Instruction>> codes;
  for (const char* code : threads) codes.push_back(ParseCode(code));
  std::vector<size_t> done(codes.size());
  const auto take = [&](size_t thread) {
    AI_CHECK(thread < codes.size() && done[thread] < codes[thread].size());
    program.push_back({static_cast<uint8_t>(thread), codes[thread][done[thread]++]});
  };
  for (const char digit : schedule) take(static_cast<size_t>(digit - '0'));
  for (size_t thread = 0; thread < codes.size(); ++thread) {
    AI_CHECK(schedule.empty() || done[thread] == codes[thread].size());
    while (done[thread] < codes[thread].size()) take(thread);
  }
  AI_CHECK(program.size() <= kMaxSteps);
  return program;
}

std::string ToString(const Program& program) {
  std::string text;
  for (const Step& step : program) {
    text += (text.empty() ? "" : " | ") + ("t" + std::to_string(step.thread) + ": ") +
            ToString(step.instruction);
  }
  return text;
}

std::string ToString(const Outcome& outcome) {
  std::string text;
  for (int word = 0; word < kWords; ++word) {
    if (outcome.words[word] != 0)
      text += NameOf(word) + "=" + std::to_string(outcome.words[word]) + " ";
  }
  for (int number = 0; number < 8; ++number) {
    if ((outcome.acknowledged >> number) & 1) text += "ack " + NameOf(kWords + number) + " ";
  }
  return text.empty() ? "nothing" : text.substr(0, text.size() - 1);
}

std::vector<Program> Interleavings(const Program& program) {
  std::vector<Program> threads(kThreads), all;
  for (const Step& step : program) threads[step.thread].push_back(step);
  std::vector<size_t> done(kThreads);
  Program so_far;
  Interleave(threads, done, so_far, program.size(), all);
  return all;
}

Program RandomProgram(Random& random, bool non_temporal, uint32_t max_steps) {
  const uint32_t threads = 2 + random.Below(2), lines = 2 + random.Below(2),
                 words = 2 + random.Below(2);
  const uint32_t length = 3 + random.Below(max_steps - 2);
  Program program;
  uint8_t acknowledgements = 0;
  for (uint32_t i = 0; i < length; ++i) {
    Instruction instruction{RandomOp(random, non_temporal), 0, static_cast<uint8_t>(i + 1)};
    const uint32_t line = random.Below(lines);
    switch (instruction.op) {
      case Op::kFetchAdd: instruction.value = 16; [[fallthrough]];
      case Op::kStore:
      case Op::kNtStore:
        instruction.place = static_cast<uint8_t>(line * kWordsOfLine + random.Below(words));
        break;
      case Op::kClflush:
      case Op::kClwb: instruction.place = static_cast<uint8_t>(line); break;
      case Op::kAcknowledge: instruction.place = acknowledgements++; break;
      case Op::kFence: break;
    }
    program.push_back({static_cast<uint8_t>(random.Below(threads)), instruction});
  }
  return program;
}

Program Shrink(Program program, const std::function<bool(const Program&)>& fails) {
  for (size_t i = 0; i < program.size();) {
    Program shorter = program;
    shorter.erase(shorter.begin() + static_cast<ptrdiff_t>(i));
    if (!fails(shorter)) {
      ++i;
      continue;
    }
    program = shorter;
    i = 0;
  }
  return program;
}

}  // namespace afterimage::persistency
