/* What Python's headers must know about the platform of Pyodide, wasm32-emscripten: the sizes that
   sysconfig.get_config_vars() gives there, and what its C library has. The limited API asks for nothing else.
   abi.c compares the sizes with the compiler's; scripts/pyodide-wheel compares them with the running Pyodide's. */
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 4
#define SIZEOF_SIZE_T 4
#define SIZEOF_UINTPTR_T 4
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_WCHAR_T 4
#define SIZEOF_OFF_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_PID_T 4
#define ALIGNOF_LONG 4
#define ALIGNOF_SIZE_T 4
#define HAVE_LONG_LONG 1
#define HAVE_STDDEF_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_WCHAR_H 1
#define WITH_DOC_STRINGS 1
