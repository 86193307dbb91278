// NVM against a model that knows no lines that are dirty or on their way: of each line, the stores
// to it in their order, and which of them must be durable.
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/effort.h"
#include "support/litmus.h"

namespace afterimage::testing_support {
namespace {

constexpr uint32_t kModelThreads = 3, kModelLines = 3;
constexpr Address kModelBase = kLineBytes;

using LineBytes = std::vector<uint8_t>;

class NvmModel : public ::testing::Test {
 protected:
  // A store of at most 8 bytes of one word, which is whole or not there.
  struct Piece {
    uint32_t at, size;
    uint8_t bytes[kAtomBytes];
    bool past_cache, durable;
    uint32_t thread;
    bool flushing[kModelThreads] = {};  // the thread's fence makes it durable
  };

  void Start(uint64_t seed) {
    random_ = Random(seed);
    sim_ = std::make_unique<Sim>();
    machine_ = SetupA({{Price::kClwb, seed % 2 == 0 ? 1 : 0}});
    nvm_ = sim_->arena.New<Nvm>(sim_->arena, machine_, 1024);
    for (std::vector<Piece>& line : lines_) line.clear();
    std::fill(std::begin(flushed_by_), std::end(flushed_by_), kModelThreads);
    next_ = 0;
  }
  Task<> Change(Thread& t, uint32_t me);
  Task<> Store(Thread& t, uint32_t me, uint32_t line, uint32_t at, uint32_t size, bool past_cache);
  Task<> Flush(Thread& t, uint32_t me, uint32_t line);
  void Fence(uint32_t me);
  void Put(uint32_t me, uint32_t line, uint32_t at, const LineBytes& bytes, bool past_cache);
  // What a line holds if these of its pieces have arrived, besides those that are durable.
  template <class Has>
  LineBytes Bytes(uint32_t line, Has has) const;
  std::set<LineBytes> Legal(uint32_t line) const;
  std::set<LineBytes> ImagesOf(uint32_t line);
  void Look();
  static constexpr Address At(uint32_t line) { return kModelBase + line * kLineBytes; }

  Random random_{1};
  std::unique_ptr<Sim> sim_;
  MachineProfile machine_ = SetupA();
  Nvm* nvm_ = nullptr;
  std::vector<Piece> lines_[kModelLines];
  uint32_t flushed_by_[kModelLines];  // who has a Clflush of it under way
  uint32_t next_ = 0;
};

// A word keeps the order of the stores to it, whichever of them arrives first.
template <class Has>
LineBytes NvmModel::Bytes(uint32_t line, Has has) const {
  LineBytes bytes(kLineBytes);
  for (size_t i = 0; i < lines_[line].size(); ++i) {
    const Piece& piece = lines_[line][i];
    if (piece.durable || has(i)) std::copy_n(piece.bytes, piece.size, bytes.begin() + piece.at);
  }
  return bytes;
}

// A prefix of the ordinary stores, and any of those past the cache.
std::set<LineBytes> NvmModel::Legal(uint32_t line) const {
  std::vector<size_t> ordinary, past;
  for (size_t i = 0; i < lines_[line].size(); ++i) {
    const Piece& piece = lines_[line][i];
    if (!piece.durable) (piece.past_cache ? past : ordinary).push_back(i);
  }
  std::set<LineBytes> legal;
  for (size_t prefix = 0; prefix <= ordinary.size(); ++prefix) {
    for (uint32_t some = 0; some < 1u << past.size(); ++some) {
      std::set<size_t> there(ordinary.begin(),
                             ordinary.begin() + static_cast<std::ptrdiff_t>(prefix));
      for (size_t i = 0; i < past.size(); ++i) {
        if (some >> i & 1) there.insert(past[i]);
      }
      legal.insert(Bytes(line, [&](size_t i) { return there.count(i) > 0; }));
    }
  }
  return legal;
}

std::set<LineBytes> NvmModel::ImagesOf(uint32_t line) {
  std::set<LineBytes> images;
  BlockPool pool;
  EveryChoice every;
  do {
    Arena arena(pool);
    Nvm fork(arena, machine_, *nvm_, every);
    LineBytes bytes(kLineBytes);
    fork.Load(At(line), bytes.data(), kLineBytes);
    images.insert(bytes);
  } while (every.Next());
  return images;
}

void NvmModel::Put(uint32_t me, uint32_t line, uint32_t at, const LineBytes& bytes,
                   bool past_cache) {
  std::vector<Piece>& pieces = lines_[line];
  const auto size = static_cast<uint32_t>(bytes.size());
  for (uint32_t done = 0; done < size;) {
    const uint32_t part = std::min(size - done, kAtomBytes - (at + done) % kAtomBytes);
    pieces.push_back({at + done, part, {}, past_cache, false, me});
    std::copy_n(bytes.begin() + done, part, pieces.back().bytes);
    done += part;
    uint32_t waiting = 0;
    for (const Piece& piece : pieces) waiting += piece.past_cache && !piece.durable ? 1 : 0;
    if (waiting <= kMaxNonTemporal) continue;
    for (Piece& piece : pieces) {
      if (!piece.past_cache || piece.durable) continue;
      piece.durable = true;  // there is no room for more on their way
      break;
    }
  }
}

Task<> NvmModel::Store(Thread& t, uint32_t me, uint32_t line, uint32_t at, uint32_t size,
                       bool past_cache) {
  // Complete lines are stored again as they are.
  const auto byte = static_cast<uint8_t>(size == kLineBytes ? 1 : 2 + next_++ % 254);
  const LineBytes bytes(size, byte);
  Put(me, line, at, bytes, past_cache);
  if (past_cache)
    co_await nvm_->NtStore(t, Category::kDataIo, At(line) + at, bytes.data(), size,
                           Access::kShared);
  else
    co_await nvm_->Store(t, Category::kDataIo, At(line) + at, bytes.data(), size, Access::kShared);
}

// Takes along what is there when it begins, and nothing that comes while it goes on.
Task<> NvmModel::Flush(Thread& t, uint32_t me, uint32_t line) {
  if (flushed_by_[line] < kModelThreads) co_return;  // another one goes on: this would wait
  flushed_by_[line] = me;
  const size_t count = lines_[line].size();
  co_await nvm_->Clflush(t, Category::kDataIo, At(line), kLineBytes, Access::kShared);
  for (size_t i = 0; i < count; ++i) {
    if (!lines_[line][i].past_cache) lines_[line][i].durable = true;
  }
  flushed_by_[line] = kModelThreads;
}

void NvmModel::Fence(uint32_t me) {
  for (std::vector<Piece>& pieces : lines_) {
    for (Piece& piece : pieces) {
      const bool own = piece.past_cache ? piece.thread == me : piece.flushing[me];
      piece.durable = piece.durable || own;
    }
  }
}

Task<> NvmModel::Change(Thread& t, uint32_t me) {
  co_await Ordered(t);
  const uint32_t line = random_.Below(kModelLines), what = random_.Below(10);
  const uint32_t at = random_.Below(kLineBytes), size = 1 + random_.Below(kLineBytes - at) / 3;
  if (what < 3) {
    // A line of its own for stores of all of it: what the untraced build does not keep.
    const bool whole = line == 0 && random_.Chance(30);
    co_await Store(t, me, line, whole ? 0 : at, whole ? kLineBytes : size, false);
  } else if (what < 5) {
    // More than can be on their way, sometimes.
    for (uint32_t n = random_.Chance(15) ? 20 : 1; n > 0; --n) {
      co_await Ordered(t);
      co_await Store(t, me, line, at / kAtomBytes * kAtomBytes, kAtomBytes, true);
    }
  } else if (what < 7) {
    co_await Flush(t, me, line);
  } else if (what == 7 && machine_[Price::kClwb] != 0) {
    for (Piece& piece : lines_[line]) piece.flushing[me] = true;
    co_await nvm_->Clwb(t, Category::kDataIo, At(line), kLineBytes, Access::kShared);
  } else if (what == 8 && line > 0) {
    // A locked change orders like a fence, at once.
    const uint64_t more = random_.Next();
    const uint64_t before = co_await nvm_->FetchAdd(t, Category::kDataIo, At(line), more);
    const uint64_t word = before + more;
    LineBytes bytes(kAtomBytes);
    std::memcpy(bytes.data(), &word, sizeof word);
    Fence(me);
    Put(me, line, 0, bytes, false);
  } else {
    co_await nvm_->Fence(t, Category::kDataIo);
    Fence(me);
  }
  Look();
}

void NvmModel::Look() {
  for (uint32_t line = 0; line < kModelLines; ++line) {
    LineBytes bytes(kLineBytes);
    nvm_->Load(At(line), bytes.data(), kLineBytes);
    EXPECT_EQ(bytes, Bytes(line, [](size_t) { return true; })) << "line " << line;
    uint32_t open = 0;
    for (const Piece& piece : lines_[line]) open += piece.durable ? 0 : 1;
    if (open > 8) continue;
    const std::set<LineBytes> legal = Legal(line);
    if (kTraced) {
      EXPECT_EQ(ImagesOf(line), legal) << "line " << line;
    } else {
      // Complete lines: it may hold more than it must.
      nvm_->LoadDurable(At(line), bytes.data(), kLineBytes);
      const LineBytes newest = Bytes(line, [](size_t) { return true; });
      const LineBytes least = Bytes(line, [](size_t) { return false; });
      if (open == 0) EXPECT_EQ(bytes, newest) << "line " << line;
      EXPECT_TRUE(open > 0 || newest == least);
    }
  }
#if AFTERIMAGE_WATCHES_READS
  EXPECT_TRUE(nvm_->CacheAgrees());
#endif
}

TEST_F(NvmModel, HoldsOfEachLineWhatMayBeThere) {
  const uint64_t seeds = Effort(150, 10);
  for (uint64_t seed = 1; seed <= seeds && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Start(seed);
    uint32_t started = 0, running = kModelThreads;
    auto program = [&](Thread& t) -> Task<> {
      const uint32_t me = started++;
      for (uint32_t i = 0; i < 25; ++i) {
        if (random_.Chance(30)) co_await Until(t, t.now() + random_.Below(400));
        co_await Change(t, me);
      }
      co_await nvm_->Fence(t, Category::kDataIo);
      Fence(me);
      if (--running > 0) co_return;
      co_await nvm_->FlushCaches(t, Category::kDataIo);
      co_await nvm_->Fence(t, Category::kDataIo);
      for (std::vector<Piece>& pieces : lines_) {
        for (Piece& piece : pieces) piece.durable = true;
      }
      Look();
      EXPECT_EQ(nvm_->cache().dirty_count(), 0u);
    };
    for (uint32_t i = 0; i < kModelThreads; ++i) sim_->Spawn(program);
    ASSERT_TRUE(sim_->Run());
  }
}

}  // namespace
}  // namespace afterimage::testing_support
