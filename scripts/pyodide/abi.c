/* Compiled first, and thrown away: the headers that the kernels are compiled with agree with the compiler's own types. */
#include <Python.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>
#include <wchar.h>

#define SAME(a, b) _Static_assert(__builtin_types_compatible_p(a, b), #a " is not " #b)
#define SIZE(type, size) _Static_assert(sizeof(type) == (size), "the size of " #type)

SAME(size_t, __SIZE_TYPE__);
SAME(ptrdiff_t, __PTRDIFF_TYPE__);
SAME(wchar_t, __WCHAR_TYPE__);
SAME(intptr_t, __INTPTR_TYPE__);
SAME(uintptr_t, __UINTPTR_TYPE__);
SAME(int64_t, __INT64_TYPE__);
SAME(uint64_t, __UINT64_TYPE__);
SAME(int32_t, __INT32_TYPE__);
SAME(uint32_t, __UINT32_TYPE__);
SIZE(short, SIZEOF_SHORT);
SIZE(int, SIZEOF_INT);
SIZE(long, SIZEOF_LONG);
SIZE(long long, SIZEOF_LONG_LONG);
SIZE(void *, SIZEOF_VOID_P);
SIZE(size_t, SIZEOF_SIZE_T);
SIZE(uintptr_t, SIZEOF_UINTPTR_T);
SIZE(float, SIZEOF_FLOAT);
SIZE(double, SIZEOF_DOUBLE);
SIZE(wchar_t, SIZEOF_WCHAR_T);
SIZE(off_t, SIZEOF_OFF_T);
SIZE(time_t, SIZEOF_TIME_T);
SIZE(pid_t, SIZEOF_PID_T);
SIZE(Py_ssize_t, SIZEOF_SIZE_T);
_Static_assert(_Alignof(long) == ALIGNOF_LONG && _Alignof(size_t) == ALIGNOF_SIZE_T, "an alignment");
