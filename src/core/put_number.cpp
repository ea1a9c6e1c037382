#include "core/put_number.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace torsor {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int most_decimals = 19;  // of numbers from 0.001 on; 5^19 has less than 64 bits, so that products are exact

/// 10^m = scale 2^(floor(log2(10^m)) - 63).
constexpr std::array<std::uint64_t, most_decimals + 1> scales = [] {
  std::array<std::uint64_t, most_decimals + 1> result{};
  std::uint64_t power = 1;
  for (std::uint64_t& scale : result) {
    scale = power << std::countl_zero(power);
    power *= 5;
  }
  return result;
}();

constexpr std::array<std::uint64_t, 20> powers_of_ten = [] {
  std::array<std::uint64_t, 20> result{};
  std::uint64_t power = 1;
  for (std::uint64_t& entry : result) entry = power, power *= 10;
  return result;
}();

std::uint64_t power_of_ten(int exponent) { return powers_of_ten[static_cast<std::size_t>(exponent)]; }

constexpr std::array<char, 200> digit_pairs = [] {
  std::array<char, 200> result{};
  for (std::size_t k = 0; k < 100; ++k)
    result[2 * k] = static_cast<char>('0' + k / 10), result[2 * k + 1] = static_cast<char>('0' + k % 10);
  return result;
}();

/// floor(x scale / 2^64), its last bit set where something was cut off: enough to compare it with even numbers.
std::uint64_t scaled(std::uint64_t x, std::uint64_t scale) {
  const Wide product = static_cast<Wide>(x) * scale;
  return static_cast<std::uint64_t>(product >> 64u) | (static_cast<std::uint64_t>(product) != 0 ? 1u : 0u);
}

struct Decimal {
  std::uint64_t digits;  // the number is digits / 10^decimals
  int decimals, used;    // of the decimals, those behind the used ones are zero
};

/// The shortest decimal in the interval that rounds to c 2^q, c not a power of two, and the closest of these; zeros may
/// stand at its end. [Giulietti 2020, Schubfach, Figure 5] Here all products are exact, and no end of the interval has
/// so few decimals that it matters to which side it rounds. Which case it is nobody can foresee: choices are numbers,
/// not branches.
Decimal shortest(std::uint64_t c, int q, int decimals) {
  const std::uint64_t scale = scales[static_cast<std::size_t>(decimals)];
  const int shift = q + ((decimals * 1741647) >> 19) + 1;
  const std::uint64_t low = scaled((4 * c - 2) << shift, scale), middle = scaled((4 * c) << shift, scale),
                      high = scaled((4 * c + 2) << shift, scale);
  const std::uint64_t s = middle / 4, tens = s / 10, half = 4 * s + 2;
  const bool below = low <= 40 * tens, above = 40 * tens + 40 <= high, down = low <= 4 * s, up = 4 * s + 4 <= high;
  const bool nearer = (middle > half) | ((middle == half) & ((s & 1u) != 0)), shorter = below != above;
  const std::uint64_t exact = s + (down != up ? up : nearer), rounded = 10 * (tens + above);
  return {shorter ? rounded : exact, decimals, decimals - shorter};
}

void put_pair(std::uint32_t number, char* at) { std::memcpy(at, &digit_pairs[std::size_t{2} * number], 2); }

/// Writes a number of up to eight digits, zeros before it.
void put_eight(std::uint32_t number, char* at) {
  const std::uint32_t high = number / 10'000, low = number % 10'000;
  put_pair(high / 100, at), put_pair(high % 100, at + 2);
  put_pair(low / 100, at + 4), put_pair(low % 100, at + 6);
}

/// Writes a number of 19 digits, zeros before it.
void put_nineteen(std::uint64_t number, char* at) {
  constexpr std::uint64_t eight_digits = 100'000'000;
  const std::uint64_t high = number / eight_digits, top = high / eight_digits;
  *at = static_cast<char>('0' + top / 100);
  put_pair(static_cast<std::uint32_t>(top % 100), at + 1);
  put_eight(static_cast<std::uint32_t>(high % eight_digits), at + 3);
  put_eight(static_cast<std::uint32_t>(number % eight_digits), at + 11);
}

/// Writes a whole number of up to 15 digits.
char* put_whole(std::uint64_t number, char* at) {
  if (number < 10) return *at = static_cast<char>('0' + number), at + 1;
  return std::to_chars(at, at + 19, number).ptr;
}

/// Writes a number whose whole part is known: no whole number rounds to one that is not.
char* put_decimal(const Decimal& number, std::uint64_t whole, char* at) {
  at = put_whole(whole, at);
  *at++ = '.';
  const std::uint64_t part = number.digits - whole * power_of_ten(number.decimals);
  put_nineteen(part * power_of_ten(most_decimals - number.decimals), at);
  at += number.used;
  while (at[-1] == '0') --at;
  return at;
}

}  // namespace

char* put_number(double value, char* at) {
  constexpr double smallest = 1e-3, largest = 1e15;  // between them, numbers that are not whole have no exponent
  const double size = std::abs(value);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52u) - 1);
  if (!(size >= smallest && size < largest) || fraction == 0) return std::to_chars(at, at + number_room, value).ptr;
  const auto whole = static_cast<std::int64_t>(size);
  if (static_cast<double>(whole) == size) return std::to_chars(at, at + number_room, value).ptr;
  const int q = static_cast<int>(bits >> 52u & 0x7ffu) - 1075, decimals = -((q * 1262611) >> 22);
  *at = '-';
  at += value < 0;
  return put_decimal(shortest(fraction | std::uint64_t{1} << 52u, q, decimals), static_cast<std::uint64_t>(whole), at);
}

}  // namespace torsor
