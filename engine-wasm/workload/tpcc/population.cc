#include "workload/tpcc/population.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace afterimage::tpcc {
namespace {

constexpr int64_t kFirstPayment = 1000;  // everybody has paid 10.00
constexpr int64_t kCreditLimit = 50000 * 100;

constexpr uint8_t kDistrictBits = 4;

// The columns of the keys of orders, new orders and order lines that have few values: warehouse
// and district.
constexpr uint8_t kOrderArray = 2;

// The name of a table, with the columns of its keys behind the first (keys.h).
struct TableName {
  const char* id;
  Text title;
  KeyColumns primary;
  KeyColumns secondary;
  uint8_t array_columns = 0;
};
constexpr TableName kNames[kTables] = {
    {"warehouse", {"warehouse", "仓库"}, {}, {}},
    {"district", {"district", "地区"}, {{kDistrictBits}}, {}},
    {"customer",
     {"customer", "客户"},
     {{kDistrictBits, kCustomerBits}},
     {{kDistrictBits, kNameBits, kCustomerBits}}},
    {"history", {"history", "付款历史"}, {{16, 32}}, {}},
    {"new-order", {"new-order", "新订单"}, {{kDistrictBits, kOrderBits}}, {}, kOrderArray},
    {"order",
     {"order", "订单"},
     {{kDistrictBits, kOrderBits}},
     {{kDistrictBits, kCustomerBits, kOrderBits}},
     kOrderArray},
    {"order-line",
     {"order-line", "订单行"},
     {{kDistrictBits, kOrderBits, kLineBits}},
     {},
     kOrderArray},
    {"item", {"item", "商品"}, {}, {}},
    {"stock", {"stock", "库存"}, {{kItemBits}}, {}},
};

}  // namespace

Key CustomerSecondary(Key key, const uint8_t* value) {
  uint16_t name;
  std::memcpy(&name, value + offsetof(CustomerHead, last_number), sizeof name);
  return (key >> kCustomerBits << kNameBits | name) << kCustomerBits | CustomerOf(key);
}

Key OrderSecondary(Key key, const uint8_t* value) {
  uint32_t customer;
  std::memcpy(&customer, value + offsetof(OrderHead, c_id), sizeof customer);
  return (key >> kOrderBits << kCustomerBits | customer) << kOrderBits | OrderOf(key);
}

void SpellName(uint32_t number, char* name16) {
  static constexpr char kSyllables[10][6] = {"BAR", "OUGHT", "ABLE",  "PRI",   "PRES",
                                             "ESE", "ANTI",  "CALLY", "ATION", "EING"};
  static constexpr uint8_t kLengths[10] = {3, 5, 4, 3, 4, 3, 4, 5, 5, 4};
  std::memset(name16, 0, 16);
  for (const uint32_t digit : {number / 100 % 10, number / 10 % 10, number % 10}) {
    std::memcpy(name16, kSyllables[digit], kLengths[digit]);
    name16 += kLengths[digit];
  }
}

Population::Population(const Scale& scale, uint64_t seed)
    : scale_(scale), seed_(Mix64(seed)), distributions_(scale, seed_) {
  NameCustomers();
  DealOrders(seed_);
  const uint64_t districts = scale_.all_districts();
  const uint64_t counts[kTables] = {scale_.warehouses,
                                    districts,
                                    districts * scale_.customers,
                                    districts * scale_.customers,
                                    districts * scale_.undelivered(),
                                    districts * scale_.orders,
                                    districts * order_of_line_.size(),
                                    scale_.items,
                                    uint64_t{scale_.warehouses} * scale_.items};
  for (uint32_t i = 0; i < kTables; ++i) {
    rows_[i] = counts[i];
    tables_[i] = {kNames[i].id,
                  kNames[i].title,
                  ValueBytes(i, scale_.compact),
                  nullptr,
                  false,
                  {kNames[i].primary, kNames[i].secondary},
                  kNames[i].array_columns};
  }
  tables_[kCustomers].secondary = CustomerSecondary;
  tables_[kOrders].secondary = OrderSecondary;
}

// The first thousand customers have each name once, the others draw theirs.
void Population::NameCustomers() {
  Random random(Mix64(seed_ + 1));
  std::vector<uint32_t> namesakes(scale_.names());
  for (uint32_t c = 0; c < scale_.customers; ++c) {
    const uint32_t name = c < scale_.names() ? c : distributions_.initial_name.Draw(random);
    name_of_.push_back(static_cast<uint16_t>(name));
    most_namesakes_ = std::max(most_namesakes_, ++namesakes[name]);
  }
  by_name_.resize(scale_.customers);
  std::iota(by_name_.begin(), by_name_.end(), uint16_t{0});
  std::stable_sort(by_name_.begin(), by_name_.end(),
                   [&](uint16_t a, uint16_t b) { return name_of_[a] < name_of_[b]; });
}

// Customers order in a random order, each once before any orders again.
void Population::DealOrders(uint64_t seed) {
  Random random(Mix64(seed + 2));
  std::vector<uint16_t> permutation(scale_.customers);
  std::iota(permutation.begin(), permutation.end(), uint16_t{0});
  for (uint32_t i = scale_.customers; i > 1; --i)
    std::swap(permutation[i - 1], permutation[random.Below(i)]);
  for (uint32_t o = 0; o < scale_.orders; ++o) {
    customer_of_.push_back(permutation[o % scale_.customers]);
    first_line_of_.push_back(static_cast<uint32_t>(order_of_line_.size()));
    order_of_line_.insert(order_of_line_.end(), kMinLines + random.Below(kMaxLines - kMinLines + 1),
                          static_cast<uint16_t>(o));
  }
  first_line_of_.push_back(static_cast<uint32_t>(order_of_line_.size()));
  by_customer_.resize(scale_.orders);
  std::iota(by_customer_.begin(), by_customer_.end(), uint16_t{0});
  std::stable_sort(by_customer_.begin(), by_customer_.end(),
                   [&](uint16_t a, uint16_t b) { return customer_of_[a] < customer_of_[b]; });
}

// No table has 2^32 rows, and 32-bit divisions are fast.
Population::Place Population::PlaceOf(uint64_t row, uint32_t count) const {
  const auto r = static_cast<uint32_t>(row);
  const uint32_t district = r / count;
  const uint32_t warehouse = district / scale_.districts;
  return {district, warehouse + 1, district - warehouse * scale_.districts + 1,
          r - district * count};
}

Key Population::KeyAt(TableId table, uint64_t row) const {
  switch (table) {
    case kDistricts: {
      const Place at = PlaceOf(row, 1);
      return DistrictKey(at.w, at.d);
    }
    case kCustomers:
    case kHistory: {
      const Place at = PlaceOf(row, scale_.customers);
      return table == kCustomers ? CustomerKey(at.w, at.d, at.i + 1)
                                 : InitialHistoryKey(at.w, at.d, at.i + 1);
    }
    case kNewOrders: {
      const Place at = PlaceOf(row, scale_.undelivered());
      return OrderKey(at.w, at.d, scale_.orders - scale_.undelivered() + at.i + 1);
    }
    case kOrders: {
      const Place at = PlaceOf(row, scale_.orders);
      return OrderKey(at.w, at.d, at.i + 1);
    }
    case kOrderLines: {
      const Place at = PlaceOf(row, static_cast<uint32_t>(order_of_line_.size()));
      const uint32_t order = order_of_line_[at.i];
      return OrderLineKey(at.w, at.d, order + 1, at.i - first_line_of_[order] + 1);
    }
    case kStock: {
      const auto r = static_cast<uint32_t>(row);
      return StockKey(r / scale_.items + 1, r % scale_.items + 1);
    }
    default: return row + 1;  // warehouses and items
  }
}

uint64_t Population::DistrictFrom(Key district, uint32_t count, bool* there) const {
  const auto w =
      static_cast<uint32_t>(std::min<Key>(district >> kDistrictBits, scale_.warehouses + 1));
  const auto d = static_cast<uint32_t>(district & ((1u << kDistrictBits) - 1));
  *there = w >= 1 && w <= scale_.warehouses && d >= 1 && d <= scale_.districts;
  if (w == 0) return 0;
  const uint32_t before = (w - 1) * scale_.districts +
                          (w > scale_.warehouses || d == 0 ? 0 : std::min(d - 1, scale_.districts));
  return uint64_t{before} * count;
}

// Rows of a district are counted from the first number that it has in the fresh database.
uint64_t Population::RowOf(TableId table, Key key) const {
  bool there = false;
  const auto within = [&](uint32_t bits, uint32_t first, uint32_t count) {
    const uint64_t row = DistrictFrom(key >> bits, count, &there);
    if (!there) return row;
    const Key number = key & ((Key{1} << bits) - 1);
    return row + (number <= first ? 0 : std::min<Key>(number - first, count));
  };
  switch (table) {
    case kDistricts: return DistrictFrom(key, 1, &there);
    case kCustomers:
    case kHistory: return within(kCustomerBits, 1, scale_.customers);
    case kNewOrders:
      return within(kOrderBits, scale_.orders - scale_.undelivered() + 1, scale_.undelivered());
    case kOrders: return within(kOrderBits, 1, scale_.orders);
    case kOrderLines: {
      const auto lines = static_cast<uint32_t>(order_of_line_.size());
      const uint64_t row = DistrictFrom(key >> (kOrderBits + kLineBits), lines, &there);
      const Key order = key >> kLineBits & kMaxOrder;
      if (!there || order == 0) return row;
      if (order > scale_.orders) return row + lines;
      const uint32_t line = static_cast<uint32_t>(key & ((1u << kLineBits) - 1));
      return row +
             std::min(first_line_of_[order - 1] + (line > 0 ? line - 1 : 0), first_line_of_[order]);
    }
    case kStock: {
      const Key w = key >> kItemBits, i = key & ((1u << kItemBits) - 1);
      if (w == 0) return 0;
      return (w - 1) * scale_.items + (i > 0 ? std::min<Key>(i - 1, scale_.items) : 0);
    }
    default: return key > 0 ? key - 1 : 0;  // warehouses and items
  }
}

uint64_t Population::RowFrom(TableId table, Key key, uint64_t low, uint64_t high) const {
  return std::clamp(RowOf(table, key), low, high);
}

Key Population::SecondaryAt(TableId table, uint64_t i, uint64_t* row) const {
  const uint32_t count = table == kCustomers ? scale_.customers : scale_.orders;
  const Place at = PlaceOf(i, count);
  const uint32_t which = table == kCustomers ? by_name_[at.i] : by_customer_[at.i];
  *row = uint64_t{at.district} * count + which;
  return table == kCustomers ? NameKey(at.w, at.d, name_of_[which], which + 1)
                             : CustomerOrderKey(at.w, at.d, customer_of_[which] + 1u, which + 1);
}

void Population::ValueAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
                         uint8_t* out) const {
  const uint32_t head_bytes = kLayouts[table].head_bytes;
  if (offset < head_bytes) {
    alignas(8) uint8_t head[kMaxHeadBytes];
    Head(table, row, head);
    const uint32_t part = std::min(size, head_bytes - offset);
    std::memcpy(out, head + offset, part);
    offset += part;
    out += part;
    size -= part;
  }
  if (size > 0) TextAt(table, row, offset, size, out);
}

void Population::Head(TableId table, uint64_t row, uint8_t* bytes) const {
  Random random(SeedOf(table, row));
  const auto put = [&](const auto& head) { std::memcpy(bytes, &head, sizeof head); };
  const int64_t district_ytd = kFirstPayment * scale_.customers;
  switch (table) {
    case kWarehouses:
      return put(WarehouseHead{district_ytd * scale_.districts, random.Below(2001), 0});
    case kDistricts: return put(DistrictHead{district_ytd, random.Below(2001), scale_.orders + 1});
    case kCustomers: {
      CustomerHead head;
      CustomerAt(row, random, &head);
      return put(head);
    }
    case kHistory: {
      const Place at = PlaceOf(row, scale_.customers);
      const auto w = static_cast<uint16_t>(at.w);
      const auto d = static_cast<uint8_t>(at.d);
      return put(HistoryHead{0, kFirstPayment, at.i + 1, w, w, d, d, {}});
    }
    case kNewOrders: {
      const Place at = PlaceOf(row, scale_.undelivered());
      const uint32_t order = scale_.orders - scale_.undelivered() + at.i + 1;
      return put(NewOrderHead{order, static_cast<uint16_t>(at.w), static_cast<uint8_t>(at.d), 0});
    }
    case kOrders: {
      OrderHead head;
      OrderAt(row, random, &head);
      return put(head);
    }
    case kOrderLines: {
      OrderLineHead head;
      OrderLineAt(row, random, &head);
      return put(head);
    }
    case kItems:
      return put(ItemHead{100 + int64_t{random.Below(9901)}, 1 + random.Below(10000), 0});
    default: return put(StockHead{0, static_cast<int32_t>(10 + random.Below(91)), 0, 0, 0});
  }
}

void Population::CustomerAt(uint64_t row, Random& random, CustomerHead* head) const {
  const Place at = PlaceOf(row, scale_.customers);
  *head = {};
  head->balance = -kFirstPayment;
  head->ytd_payment = kFirstPayment;
  head->credit_lim = kCreditLimit;
  head->discount = random.Below(5001);
  head->payment_cnt = 1;
  head->last_number = name_of_[at.i];
  std::memcpy(head->credit, random.Below(10) == 0 ? "BC" : "GC", 2);
  std::memcpy(head->middle, "OE", 2);
  SpellName(head->last_number, head->last);
  for (uint32_t i = 0; i < sizeof head->first; i += 8) {
    const uint64_t letters = Letters(random.Next());
    std::memcpy(head->first + i, &letters, sizeof letters);
  }
}

void Population::OrderAt(uint64_t row, Random& random, OrderHead* head) const {
  const Place at = PlaceOf(row, scale_.orders);
  *head = {};
  head->c_id = customer_of_[at.i] + 1u;
  head->carrier = static_cast<uint8_t>(Delivered(at.i) ? 1 + random.Below(10) : 0);
  head->ol_cnt = static_cast<uint8_t>(first_line_of_[at.i + 1] - first_line_of_[at.i]);
  head->all_local = 1;
}

void Population::OrderLineAt(uint64_t row, Random& random, OrderLineHead* head) const {
  const Place at = PlaceOf(row, static_cast<uint32_t>(order_of_line_.size()));
  const bool delivered = Delivered(order_of_line_[at.i]);
  *head = {};
  head->i_id = 1 + random.Below(scale_.items);
  head->delivery_d = delivered ? 0 : kNever;
  head->amount = delivered ? 0 : 1 + int64_t{random.Below(999999)};
  head->supply_w_id = static_cast<uint16_t>(at.w);
  head->quantity = 5;
}

void Population::TextAt(TableId table, uint64_t row, uint32_t offset, uint32_t size,
                        uint8_t* out) const {
  const uint64_t seed = SeedOf(table, row);
  const uint32_t end = offset + size;
  PutLetters(seed, offset, size, out);
  if (table != kItems && table != kStock) return;
  const uint64_t draw = Mix64(seed + 0xff);
  if (draw % 10 != 0) return;
  const uint32_t head_bytes = kLayouts[table].head_bytes;
  const uint32_t places = DataBytes(head_bytes, tables_[table].value_bytes) - kOriginalBytes + 1;
  const uint32_t start = head_bytes + static_cast<uint32_t>((draw >> 32) % places);
  const uint32_t from = std::max(offset, start);
  const uint32_t to = std::min(end, start + kOriginalBytes);
  if (from < to) std::memcpy(out + (from - offset), kOriginal + (from - start), to - from);
}

}  // namespace afterimage::tpcc
