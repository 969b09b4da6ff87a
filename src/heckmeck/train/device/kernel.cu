/* The rules of the dice games on a GPU: the sources of the batch engine, with a thread for each game. Compiled by gpu.py when
   a training begins, with all functions for the device. */

typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

#define _Alignas alignas
#define INFINITY __int_as_float(0x7f800000)

#define KERNEL extern "C" __global__ void
#define BY_SEAT MOST_PLAYERS
#define INLINE static __forceinline__
#define EACH_GAME(i, n) \
    for (int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), every = (int)(gridDim.x * blockDim.x); i < (n); i += every)

#include "game.h"
#include "turn.h"
#include "standing.h"

#define GAME bratwurmeck
#define NAME(x) bratwurmeck_##x
#include "bratwurmeck.h"
#include "results_body.h"
#undef GAME
#undef NAME

#define GAME barbecue
#define NAME(x) barbecue_##x
#include "barbecue.h"
#include "results_body.h"
#undef GAME
#undef NAME
