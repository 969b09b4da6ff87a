/* The turn solver's inner loop. Everything it knows comes in tables: see states.py. Built by hatch_build.py, loaded by
   kernel.py, and not needed: numpy does the same, more slowly. */

#include <stdlib.h>

#define VERSION 1

/* States that roll alike; see RollClass in states.py. `successors` and `outcomes` say where its part of a table begins. */
struct roll_class {
    int number, choices, first, states, successors, outcomes, shared, all;
};

/* Which two entries of the working memory an outcome's value comes from; see Outcomes in states.py. */
struct outcome {
    unsigned short before, choice;
};

struct turn {
    int states, rolling, slots, classes, all_outcomes;
    const struct roll_class *class;
    const struct outcome *outcomes;
    const int *successors;
    const int *stop_slot; /* for each state: which of the stop values holds, see turn.py */
};

/* The most entries of working memory that any class needs: one, its choices and its shared outcomes. */
#define ENTRIES 1024
/* The most states that are rolled at once. */
#define WIDEST 4
#define INLINE static inline __attribute__((always_inline))

#if defined(__AVX512F__)
#define BYTES 64
#elif defined(__AVX__)
#define BYTES 32
#else
#define BYTES 16
#endif

#if defined(__AVX__)
#include <immintrin.h>
#endif

typedef float floats __attribute__((vector_size(BYTES)));
typedef double doubles __attribute__((vector_size(BYTES)));

#if defined(__AVX512F__)
static inline floats max_f32(floats a, floats b) { return (floats)_mm512_max_ps((__m512)a, (__m512)b); }
static inline doubles max_f64(doubles a, doubles b) { return (doubles)_mm512_max_pd((__m512d)a, (__m512d)b); }
#elif defined(__AVX__)
static inline floats max_f32(floats a, floats b) { return (floats)_mm256_max_ps((__m256)a, (__m256)b); }
static inline doubles max_f64(doubles a, doubles b) { return (doubles)_mm256_max_pd((__m256d)a, (__m256d)b); }
#else
static inline floats max_f32(floats a, floats b) {
    for (int i = 0; i < (int)(BYTES / sizeof(float)); i++) a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
}
static inline doubles max_f64(doubles a, doubles b) {
    for (int i = 0; i < (int)(BYTES / sizeof(double)); i++) a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
}
#endif

#define NUMBER float
#define VECTOR floats
#define LANES ((int)(BYTES / sizeof(float)))
#define LOWEST 1e30f
#define NAME(x) x##_f32
#include "kernel_body.h"
#undef NUMBER
#undef VECTOR
#undef LANES
#undef LOWEST
#undef NAME

#define NUMBER double
#define VECTOR doubles
#define LANES ((int)(BYTES / sizeof(double)))
#define LOWEST 1e300
#define NAME(x) x##_f64
#include "kernel_body.h"

int version(void) { return VERSION; }
