/* Thousands of games in step: games in C. Built by hatch_build.py, loaded by kernel.py, and not needed: without it
   the reference engine plays the same games, much more slowly (reference.py). */

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Dice are six bytes of one number; see turn.h. */
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The kernel needs a little-endian machine; Python is used on others."
#endif

#define VERSION 5

enum { RESET_OVER = 1, END_ILLEGAL = 2 };

#include "game.h"
#include "turn.h"
#include "standing.h"
#include "net.h"

/* A game of a batch: records have the same length, which depends on the seats. */
#define AT(i) ((struct GAME *)(games + (i) * rules->record))

#define GAME bratwurmeck
#define NAME(x) bratwurmeck_##x
#define STOP_MAY_FAIL 1
#include "bratwurmeck.h"
#include "dice_body.h"
#include "batch_body.h"
#include "results_body.h"
#include "turns_body.h"
#include "worths_body.h"
#undef GAME
#undef NAME
#undef STOP_MAY_FAIL

#define GAME barbecue
#define NAME(x) barbecue_##x
#define STOP_MAY_FAIL 0
#include "barbecue.h"
#include "dice_body.h"
#include "batch_body.h"
#include "results_body.h"
#include "turns_body.h"
#include "worths_body.h"
#undef GAME
#undef NAME
#undef STOP_MAY_FAIL

#define GAME karteneck
#define NAME(x) karteneck_##x
#include "karteneck.h"
#include "batch_body.h"
#include "karteneck_features.h"
#undef GAME
#undef NAME

/* A legal action of every game, all equally likely; PASS where there is none. */
void random_actions(uint64_t *stream, const int8_t *masks, int64_t n, int actions, int32_t *chosen) {
    for (int64_t i = 0; i < n; i++, masks += actions) {
        int legal[MOST_ACTIONS + 1], number = 0;
        for (int action = 0; action < actions; action++) {
            legal[number] = action;
            number += masks[action];
        }
        chosen[i] = number ? legal[below(next_number(stream), (uint64_t)number)] : PASS;
    }
}

int version(void) { return VERSION; }
