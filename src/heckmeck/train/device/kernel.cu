/* What runs on a GPU: the rules of the dice games, from the sources of the batch engine with a thread for each game, and the
   turn solver. Compiled by gpu.py when a training begins, with all functions for the device. */

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

/* Value the rolls in some states, from `first` on, and compare them with stopping there; a thread for each state and turn.
   Values are a column for each turn, so that threads side by side read numbers side by side. See `_Rolls` in turn_solver.py
   for the tables; a row of `successors` has the states after a choice. */
KERNEL value_rolls(int first, int states, int turns, int outcomes, const uint8_t *depths, const uint8_t *choices,
                   const float *weights, const int32_t *successors, const float *fail, float *values) {
    EACH_GAME(i, states * turns) {
        const int state = i / turns, turn = i % turns;
        float best[FACES + 1], rolled = weights[outcomes] * fail[turn];
        best[0] = -INFINITY;
        for (int k = 0; k < outcomes; k++) {
            const float worth = values[(int64_t)successors[choices[k] * states + state] * turns + turn];
            const float before = best[depths[k] - 1];
            best[depths[k]] = worth > before ? worth : before;
            if (weights[k]) rolled += weights[k] * best[depths[k]];
        }
        float *const value = values + (int64_t)(first + state) * turns + turn;
        if (rolled > *value) *value = rolled;
    }
}

/* Play turns by the best decisions, from the state `start` on; a thread for each. `next` has the state after each state, face
   and number of dice that show it. Of the dice of a roll only the first ones are rolled. */
KERNEL play_turns(int start, int failed, int turns, const uint8_t *left, const int32_t *next, const float *values,
                  const float *stops, const uint8_t *rolls, int32_t *ends) {
    EACH_GAME(turn, turns) {
        int at = start;
        for (int roll = 0; roll < DICE && values[(int64_t)at * turns + turn] > stops[(int64_t)at * turns + turn]; roll++) {
            int shown[FACES] = {0}, best = failed;
            float most = -INFINITY;
            for (int die = 0; die < left[at]; die++) shown[rolls[((int64_t)roll * DICE + die) * turns + turn]]++;
            for (int face = 0; face < FACES; face++) {
                const int after = next[(at * FACES + face) * (DICE + 1) + shown[face]];
                const float worth = values[(int64_t)after * turns + turn];
                if (worth > most) {
                    most = worth;
                    best = after;
                }
            }
            at = best;
        }
        ends[turn] = at;
    }
}
