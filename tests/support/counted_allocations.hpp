#pragma once

#include <cstdlib>
#include <new>

namespace torsor::test {
inline long allocations = 0;
}

// Every allocation of the test program that includes this, once, is counted.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++torsor::test::allocations;
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++torsor::test::allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
