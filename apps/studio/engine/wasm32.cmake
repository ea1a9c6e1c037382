# Clang 19 for WebAssembly, with Debian's wasi-libc and libc++.
set(CMAKE_SYSTEM_NAME Generic)  # CMake 3.25 knows no WASI
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
