/* The turn solver's inner loop. Everything it knows comes in tables: see turn_states.py. Built by hatch_build.py, loaded by
   kernel.py, and not needed: numpy does the same, more slowly. */

#include <stdlib.h>

#define VERSION 3

/* States that roll alike; see RollClass in turn_states.py. `successors`, `runs` and `outcomes` say where its part of a table
   begins; a choice's successors come `stride` after those of the one before. */
struct roll_class {
    int number, choices, first, states, stride, successors, runs, outcomes;
};

/* How many outcomes come about by a choice: those that others build on, which come first, and all. */
struct run {
    unsigned short shared, all;
};

/* Places are those of the memory of a solve: its slots (see solver.py), then the values of its states. */
struct turn {
    int states, rolling, slots, classes, all_outcomes;
    const struct roll_class *class;
    const struct run *runs;
    const unsigned short *before;     /* for each outcome: in which entry of the room the one before it is */
    const unsigned short *successors; /* places */
    const unsigned short *stop_slot;  /* for each state: which of the slots holds the worth of stopping */
};

/* The room is for outcomes that others build on, after one that is worse than anything: vectors for the largest class. */
#define ROOM 1024
/* The most states that are rolled at once, and the most sums for each. */
#define WIDEST 4
#define CHAINS 4
#define INLINE static inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))


/* Many solves use the widest vectors that there are. A single one does not: a core that has not used vectors of 64 bytes
   for a while needs longer to make ready for them than the whole solve takes. */
#if defined(__AVX512F__)
#define WIDE 64
#define NARROW 32
#elif defined(__AVX__)
#define WIDE 32
#define NARROW 32
#else
#define WIDE 16
#define NARROW 16
#endif

typedef float wide_f32 __attribute__((vector_size(WIDE)));
typedef double wide_f64 __attribute__((vector_size(WIDE)));
typedef float narrow_f32 __attribute__((vector_size(NARROW)));
typedef double narrow_f64 __attribute__((vector_size(NARROW)));

#if defined(__AVX__)
#include <immintrin.h>
#define LARGER(vector, name, larger, native) \
    INLINE vector name(vector a, vector b) { return (vector)larger((native)a, (native)b); }
LARGER(narrow_f32, max_one_f32, _mm256_max_ps, __m256)
LARGER(narrow_f64, max_one_f64, _mm256_max_pd, __m256d)
#if defined(__AVX512F__)
LARGER(wide_f32, max_many_f32, _mm512_max_ps, __m512)
LARGER(wide_f64, max_many_f64, _mm512_max_pd, __m512d)
#else
LARGER(wide_f32, max_many_f32, _mm256_max_ps, __m256)
LARGER(wide_f64, max_many_f64, _mm256_max_pd, __m256d)
#endif
#else
#define LARGER(vector, name)                                                                                 \
    INLINE vector name(vector a, vector b) {                                                                 \
        for (int i = 0; i < (int)(sizeof(vector) / sizeof(a[0])); i++) a[i] = a[i] > b[i] ? a[i] : b[i];     \
        return a;                                                                                            \
    }
LARGER(narrow_f32, max_one_f32)
LARGER(narrow_f64, max_one_f64)
LARGER(wide_f32, max_many_f32)
LARGER(wide_f64, max_many_f64)
#endif

#define ONE 1
#define NUMBER float
#define VECTOR narrow_f32
#define LOWEST 1e30f
#define NAME(x) x##_one_f32
#include "kernel_body.h"
#define NUMBER double
#define VECTOR narrow_f64
#define LOWEST 1e300
#define NAME(x) x##_one_f64
#include "kernel_body.h"
#undef ONE

#define ONE 0
#define NUMBER float
#define VECTOR wide_f32
#define LOWEST 1e30f
#define NAME(x) x##_many_f32
#include "kernel_body.h"
#define NUMBER double
#define VECTOR wide_f64
#define LOWEST 1e300
#define NAME(x) x##_many_f64
#include "kernel_body.h"

int version(void) { return VERSION; }
