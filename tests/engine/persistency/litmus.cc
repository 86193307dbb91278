#include "persistency/litmus.h"

#include <sstream>

#include "base/check.h"

namespace afterimage::persistency {

// x, x1 and x2 share a cache line; so do y, y1 and y2; z has a third. All words are 0 at first.
const std::vector<Litmus> kLitmusTests = {
    // --- Ordinary stores
    {"store-alone", "a store is volatile, and an acknowledgement persists nothing",
     {"x=1; ack a"}, "x a", "00 10 01 11", ""},
    {"line-keeps-program-order", "stores of one line persist in program order",
     {"x=1; x1=1"}, "x x1", "00 10 11", "01"},
    {"program-order-not-addresses", "it is the program's order that counts",
     {"x1=1; x=1"}, "x x1", "00 01 11", "10"},
    {"lines-are-unordered", "any line may be evicted before any other",
     {"x=1; y=1"}, "x y", "00 01 10 11", ""},
    {"word-keeps-any-value", "the line may have been evicted between any two stores",
     {"x=1; x=2; x=3"}, "x", "0 1 2 3", ""},
    {"overwritten-within-line", "the later value of x comes after x1, the earlier one before",
     {"x=1; x1=1; x=2"}, "x x1", "00 10 11 21", "01 20"},
    {"line-order-skips-other-lines", "a store to another line in between changes nothing for x's line",
     {"x=1; y=1; x1=1"}, "x x1 y", "000 100 110 001 101 111", "010 011"},
    {"threads-race-on-line", "either thread may have been first",
     {"x=1", "x1=1"}, "x x1", "00 10 01 11", ""},
    {"line-order-spans-threads", "the order of a line is the order in which stores happened, whoever made them",
     {"x=1", "x1=1"}, "x x1", "00 01 11", "10", "10"},
    {"line-order-of-each-thread", "another thread's store does not loosen a thread's own order",
     {"x=1; x1=1", "x2=1"}, "x x1 x2", "000 100 110 001 101 111", "010 011"},

    // --- Clflush
    {"clflush-before-acknowledgement", "a clflush is durable when it is done",
     {"x=1; clflush x; ack a"}, "x a", "00 10 11", "01"},
    {"clflush-orders-later-stores", "a clflush is ordered like a store",
     {"x=1; clflush x; y=1"}, "x y", "00 10 11", "01"},
    {"clflush-of-another-line", "a write-back concerns its own line",
     {"x=1; clflush y; ack a"}, "x a", "00 10 01 11", ""},
    {"clflush-too-early", "a write-back does not cover later stores",
     {"clflush x; x=1; ack a"}, "x a", "00 10 01 11", ""},
    {"store-after-clflush", "a store after the write-back is open again",
     {"x=1; clflush x; x=2; ack a"}, "x a", "00 10 20 11 21", "01"},
    {"clflush-covers-its-line", "a write-back takes the whole line",
     {"x=1; x1=1; clflush x; ack a"}, "x x1 a", "000 100 110 111", "001 101 011"},
    {"clflush-by-a-later-word", "any address within the line will do",
     {"x=1; clflush x2; ack a"}, "x a", "00 10 11", "01"},
    {"clflush-of-anothers-store", "caches are coherent: who made the store does not matter",
     {"x=1", "clflush x; ack a"}, "x a", "00 10 11", "01", "011"},
    {"clflush-races-with-store", "the write-back may have come first",
     {"x=1", "clflush x; ack a"}, "x a", "00 10 01 11", ""},
    {"clflush-orders-everybody", "what happens after a finished clflush persists after it, by any thread",
     {"x=1; clflush x", "y=1"}, "x y", "00 10 11", "01", "001"},
    {"clflush-covers-a-store-before-it", "the other thread's store was there when the write-back began",
     {"x=1; clflush x; ack a", "x1=1"}, "x x1 a", "000 100 110 111", "101", "0100"},
    {"clflush-misses-a-store-after-it", "the other thread's store came later",
     {"x=1; clflush x; ack a", "x1=1"}, "x x1 a", "000 100 110 101 111", "001", "0010"},
    {"state-bit", "content, write-back, bit, write-back: a bit never vouches for what is not there",
     {"x=1; x1=1; clflush x; y=1; clflush y; ack a"}, "x x1 y a", "0000 1000 1100 1110 1111", "0010 1010 1101"},
    {"state-bit-without-first-clflush", "the bit may be durable and its content lost",
     {"x=1; y=1; clflush y; ack a"}, "x y a", "000 100 010 110 011 111", "001 101"},
    {"two-clflushes-no-fence", "ordered write-backs need no fence before the next store",
     {"x=1; y=1; clflush x; clflush y; z=1"}, "x y z", "000 100 010 110 111", "001 101 011"},

    // --- Clwb and fences
    {"clwb-alone", "a clwb is only on its way",
     {"x=1; clwb x; ack a"}, "x a", "00 10 01 11", ""},
    {"clwb-and-fence", "the thread's own fence waits for it",
     {"x=1; clwb x; fence; ack a"}, "x a", "00 10 11", "01"},
    {"fence-alone", "a fence writes nothing back",
     {"x=1; fence; ack a"}, "x a", "00 10 01 11", ""},
    {"fence-before-clwb", "a fence waits for what came before it",
     {"x=1; fence; clwb x; ack a"}, "x a", "00 10 01 11", ""},
    {"clwb-too-early", "a clwb does not cover later stores",
     {"clwb x; x=1; fence; ack a"}, "x a", "00 10 01 11", ""},
    {"store-between-clwb-and-fence", "the fence is for the clwb, which came before the second store",
     {"x=1; clwb x; x=2; fence; ack a"}, "x a", "00 10 20 11 21", "01"},
    {"clwb-does-not-order-stores", "a later store may persist before the clwb has done anything",
     {"x=1; clwb x; y=1"}, "x y", "00 10 01 11", ""},
    {"clwb-fence-orders-stores", "a later store comes after the fence",
     {"x=1; clwb x; fence; y=1"}, "x y", "00 10 11", "01"},
    {"clwb-and-a-store-to-its-line", "a clwb is not ordered with younger stores, those of its own line included",
     {"x=1; clwb x; x1=1; y=1"}, "x x1 y", "000 100 110 001 101 111", "010 011"},
    {"clwb-and-anothers-fence", "a fence waits for its own thread's write-backs alone",
     {"x=1; clwb x", "fence; ack a"}, "x a", "00 10 01 11", "", "0011"},
    {"clwb-of-anothers-store", "one thread stores, another writes back and waits",
     {"x=1", "clwb x; fence; ack a"}, "x a", "00 10 11", "01", "0111"},
    {"clwb-misses-a-store-after-it", "the other thread's store came between clwb and fence",
     {"clwb x; fence; ack a", "x=1"}, "x a", "00 10 01 11", "", "0100"},
    {"one-fence-for-two-clwbs", "a fence waits for all of them",
     {"x=1; y=1; clwb x; clwb y; fence; ack a"}, "x y a", "000 100 010 110 111", "001 101 011"},
    {"fenced-clwb-of-the-wrong-line", "a fence waits only for lines that were asked for",
     {"x=1; y=1; clwb y; fence; ack a"}, "x y a", "000 100 010 110 011 111", "001 101"},
    {"clflush-does-not-wait-for-clwb", "a clflush completes its own line only",
     {"x=1; y=1; clwb x; clflush y; ack a"}, "x y a", "000 100 010 110 011 111", "001 101"},
    {"hand-over-without-fence", "y may persist first, though the other thread ran after the clwb",
     {"x=1; clwb x", "y=1; clwb y; fence; ack a"}, "x y a", "000 100 010 110 011 111", "001 101", "001111"},

    // --- Locked instructions
    {"fetch-add-alone", "a locked instruction is a store: volatile",
     {"x+=1; ack a"}, "x a", "00 10 01 11", ""},
    {"fetch-add-drains-clwb", "a locked instruction waits like a fence before it stores",
     {"x=1; clwb x; y+=1; ack a"}, "x y a", "000 100 110 101 111", "010 001 011"},
    {"fetch-add-keeps-line-order", "its store takes its place among those of its line",
     {"x=1; x1+=1; x2=1"}, "x x1 x2", "000 100 110 111", "010 001 101 011"},
    {"fetch-add-and-anothers-clwb", "it waits for its own thread's write-backs alone",
     {"x=1; clwb x", "y+=1; ack a"}, "x a", "00 10 01 11", "", "0011"},
    {"fetch-adds-do-not-get-lost", "whoever is told has his part in the durable sum",
     {"x+=1; clflush x; ack a", "x+=2; clflush x; ack b"}, "x a b", "000 100 110 200 201 300 310 301 311",
     "010 001 011 101 111 210 211"},

    // --- Non-temporal stores
    {"nt-any-subset", "write-combining buffers drain in any order",
     {"nt x=1; nt x1=1; nt x2=1"}, "x x1 x2", "000 100 010 110 001 101 011 111", ""},
    {"nt-alone", "a non-temporal store may wait in its buffer",
     {"nt x=1; ack a"}, "x a", "00 10 01 11", ""},
    {"nt-and-fence", "the thread's own fence drains its buffers: no write-back is needed",
     {"nt x=1; fence; ack a"}, "x a", "00 10 11", "01"},
    {"nt-fence-orders-stores", "a later store comes after the fence",
     {"nt x=1; fence; y=1"}, "x y", "00 10 11", "01"},
    {"nt-after-fence", "a fence drains only what came before it",
     {"nt x=1; fence; nt x=2; ack a"}, "x a", "00 10 20 11 21", "01"},
    {"nt-and-anothers-fence", "a fence drains its own thread's buffers alone",
     {"nt x=1", "fence; ack a"}, "x a", "00 10 01 11", "", "011"},
    {"nt-and-anothers-fence-for-its-line", "of one line, each thread's fence drains what that thread stored",
     {"nt x=1", "nt x1=1; fence; ack a"}, "x x1 a", "000 100 010 110 011 111", "001 101", "0111"},
    {"nt-drained-by-fetch-add", "a locked instruction drains them as well",
     {"nt x=1; y+=1; ack a"}, "x y a", "000 100 110 101 111", "010 001 011"},
    {"nt-and-clflush", "a clflush finds nothing in the cache: only a fence is sure to drain the buffers",
     {"nt x=1; clflush x; ack a"}, "x a", "00 10 01 11", ""},
    {"nt-after-clflush", "a finished clflush comes before any later store, non-temporal ones included",
     {"x=1; clflush x; nt y=1"}, "x y", "00 10 11", "01"},
    {"nt-after-clwb", "a clwb orders nothing",
     {"x=1; clwb x; nt y=1"}, "x y", "00 10 01 11", ""},
    {"nt-beside-ordinary", "no order holds between non-temporal and ordinary stores, within a line neither",
     {"x=1; nt x1=1"}, "x x1", "00 10 01 11", ""},
    {"nt-over-ordinary", "a word never goes back: its older store cannot come after the fence",
     {"x=1; nt x=2; fence; ack a"}, "x a", "00 10 20 21", "01 11"},
    {"nt-under-ordinary", "a word never goes back: the older non-temporal value cannot come after the clflush",
     {"nt x=1; x=2; clflush x; ack a"}, "x a", "00 10 20 21", "01 11"},
    {"nt-fenced-under-ordinary", "the fence is for the non-temporal store; the ordinary one is still open",
     {"nt x=1; x=2; fence; ack a"}, "x a", "00 10 20 11 21", "01"},
    {"nt-overtakes-its-line", "x may pass x1 by way of the non-temporal store, not by way of the ordinary one",
     {"x1=1; x=1; nt x=2"}, "x x1", "00 01 11 20 21", "10"},
    {"nt-group-then-index", "records past the cache, fence, index past the cache, fence",
     {"nt x=1; nt x1=1; fence; nt y=1; fence; ack a"}, "x x1 y a", "0000 1000 0100 1100 1110 1111",
     "0010 1010 0110 1101"},
    {"nt-then-fetch-add", "the sum is of what threads see; the locked instruction drains what it adds to",
     {"nt x=1; x+=1; ack a"}, "x a", "00 10 20 11 21", "01"},
    {"nt-over-anothers-nt", "a word never goes back: the other thread's older value cannot drain last",
     {"nt x=1", "nt x=2; fence; ack a"}, "x a", "00 10 20 21", "01 11", "0111"},
    {"nt-threads-race-on-word", "after both fences the later of the two values stands",
     {"nt x=1; fence; ack a", "nt x=2; fence; ack b"}, "x a b", "000 100 110 101 111 200 210 201 211",
     "010 001 011"},
};

std::set<std::string> Listed(const char* outcomes) {
  std::set<std::string> all;
  std::istringstream words(outcomes);
  for (std::string each; words >> each;) all.insert(each);
  return all;
}

std::set<std::string> Watched(const Outcomes& outcomes, const char* watch) {
  std::vector<int> numbers;
  std::istringstream names(watch);
  for (std::string name; names >> name;) numbers.push_back(ParseName(name));
  std::set<std::string> all;
  for (const Outcome& outcome : outcomes) {
    std::string digits;
    for (const int number : numbers) {
      const int value = number < kWords ? outcome.words[number] : (outcome.acknowledged >> (number - kWords)) & 1;
      AI_CHECK(value < 10);
      digits += static_cast<char>('0' + value);
    }
    all.insert(digits);
  }
  return all;
}

}  // namespace afterimage::persistency
