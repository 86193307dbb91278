#include "workload/skip_records/skip_client.h"

#include "workload/row_bytes.h"

namespace afterimage::skip_records {
namespace {

enum : uint16_t { kBegin, kChange, kCommit, kRollBack, kLeave, kTakeCheckpoint, kCount };

constexpr Text kTexts[kCount] = {
    {"begin", "开始事务"}, {"change a word", "修改一个字"}, {"commit", "提交"},
    {"roll back", "回滚"}, {"leave it open", "保持打开"},   {"take a checkpoint", "做检查点"}};

constexpr Text kAllOrNone = {
    "the words of a transaction are all its own, or none, and only of one that commits",
    "一个事务的字要么全为其所写，要么都不是，且该事务应当提交"};

}  // namespace

const StatementList kSkipStatements = {kTexts, kCount};

SkipClient::SkipClient(const SkipShape& shape, ClientRun& run, uint32_t number, Arena& arena)
    : Client(run),
      shape_(shape),
      number_(number),
      arena_(arena),
      turns_(shape.round(), Turn(), ArenaAllocator<Turn>(arena)),
      left_(ArenaAllocator<Turn>(arena)),
      in_use_(shape.stretches(), 0, ArenaAllocator<uint8_t>(arena)) {
  for (Turn& turn : turns_) turn.own = arena.New<ClientTransaction>();
}

NextStatement SkipClient::Statement(Thread& thread, const Turn& turn, uint16_t statement) {
  const bool ends_one = in_statement_;
  in_statement_ = true;
  TurnTo(thread, *turn.own);
  thread.set_txn(turn.label);
  const Time sql_ns = statement == kChange ? sql_ns_ : 0;
  return NextStatement(thread, statement, ends_one, statement_ns_ + sql_ns, sql_ns > 0);
}

bool SkipClient::StartRound() {
  if (shape_.rounds > 0 && first_ / shape_.round() >= shape_.rounds) return false;
  count_ = static_cast<uint32_t>(std::min<uint64_t>(shape_.round(), run_.transactions));
  for (uint32_t i = 0; i < count_; ++i) {
    if (in_use_[shape_.StretchOf(first_ + i)]) return false;
  }
  run_.transactions -= count_;
  return count_ > 0;
}

Task<void> SkipClient::Run(Thread& thread) {
  for (;;) {
    co_await Ordered(thread);
    if (!StartRound()) break;
    co_await Round(thread);
    const bool keeps = shape_.FateOf(first_) == Fate::kLost;
    if (shape_.checkpoint && !keeps) co_await Clear(thread);
    first_ += count_;
  }
  for (const Turn& turn : left_) {
    co_await Statement(thread, turn, kRollBack);
    co_await RollBack(thread);
  }
  thread.At({});
  if (in_statement_) co_await Note(thread, EventKind::kStatementEnd);
  thread.set_statement(kNoStatement);
  co_await End(thread);
}

Task<void> SkipClient::Round(Thread& thread) {
  for (uint32_t i = 0; i < count_; ++i) {
    co_await Ordered(thread);
    turns_[i].label = run_.NextLabel();
    co_await Statement(thread, turns_[i], kBegin);
    co_await Begin(thread, turns_[i].label);
  }
  for (uint32_t update = 0; update < shape_.operations; ++update) {
    for (uint32_t i = 0; i < count_; ++i) {
      if (turns_[i].own->open) co_await Change(thread, i, update);
    }
  }
  for (uint32_t i = 0; i < count_; ++i) {
    if (turns_[i].own->open) co_await EndOne(thread, i);
  }
}

// Belongs to no transaction.
Task<void> SkipClient::Clear(Thread& thread) {
  thread.set_txn(0);
  co_await NextStatement(thread, kTakeCheckpoint, in_statement_, statement_ns_, false);
  in_statement_ = true;
  co_await Checkpoint(thread);
}

Task<void> SkipClient::Change(Thread& thread, uint32_t i, uint32_t update) {
  co_await Statement(thread, turns_[i], kChange);
  value_.size = sizeof(uint64_t);
  Store(shape_.ValueOf(number_, first_ + i, update), &value_);
  const Key word = shape_.WordOf(number_, first_ + i, update);
  const Status status = co_await Update(thread, 0, word, value_);
  if (status != Status::kOk) co_await GiveUp(thread);
}

Task<void> SkipClient::GiveUp(Thread& thread) {
  co_await RollBack(thread);
  run_.Abandon();
  Forget();
}

Task<void> SkipClient::EndOne(Thread& thread, uint32_t i) {
  Turn& turn = turns_[i];
  const Fate fate = shape_.FateOf(first_ + i);
  if (fate == Fate::kCommit) {
    co_await Statement(thread, turn, kCommit);
    const Status status = co_await Commit(thread);
    if (status != Status::kOk) co_await GiveUp(thread);
    if (status == Status::kOk) run_.fruitless = 0;
  } else if (fate == Fate::kRollBack) {
    co_await Statement(thread, turn, kRollBack);
    co_await RollBack(thread);
    Forget();
  } else {
    co_await Statement(thread, turn, kLeave);
    co_await Leave(thread);
    in_use_[shape_.StretchOf(first_ + i)] = 1;
    left_.push_back(turn);
    turn.own = arena_.New<ClientTransaction>();
  }
}

Task<void> SkipCheck::Run(Thread& thread) {
  *result_ = Consistency();
  for (uint32_t client = 0; client < shape_.clients; ++client) {
    for (uint64_t stretch = 0; stretch < shape_.stretches(); ++stretch) {
      const bool holds = co_await Stretch(thread, client, stretch);
      if (!holds) co_return;
    }
  }
}

Task<bool> SkipCheck::Stretch(Thread& thread, uint32_t client, uint64_t stretch) {
  uint64_t writer = 0;
  for (uint32_t update = 0; update < shape_.operations; ++update) {
    const uint64_t word = shape_.WordAt(client, stretch, update);
    const Status status = co_await ReadAlone(thread, 0, word);
    if (!Found(status, kAllOrNone)) co_return false;
    const auto value = Load<uint64_t>(value_);
    if (update == 0) writer = SkipShape::WriterOf(value);
    const bool own = writer > 0 && shape_.StretchOf(writer - 1) == stretch &&
                     shape_.FateOf(writer - 1) == Fate::kCommit;
    const bool holds = writer == 0 ? value == shape_.InitialValue(word)
                                   : own && value == shape_.ValueOf(client, writer - 1, update);
    if (!Expect(holds, kAllOrNone)) co_return false;
  }
  co_return true;
}

}  // namespace afterimage::skip_records
