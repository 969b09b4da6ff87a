/* What all games share: a stream of random numbers for each game, its status, and where it is shown. */

/* What runs for many games: a loop over them, or on a GPU a thread for each (src/heckmeck/train/device/kernel.cu). The last
   field of a record has as many rows as there are seats; C++ wants to know how many. */
#ifndef KERNEL
#define KERNEL void
#define BY_SEAT
#define EACH_GAME(i, n) for (int i = 0; i < (n); i++)
#define INLINE static inline __attribute__((always_inline))
#endif

enum { RUNNING, ENDED, TRUNCATED, ILLEGAL };
/* No action: nothing happens in this game. */
#define PASS (-1)

#define MOST_ACTIONS 113 /* of any game */
#define MOST_PLAYERS 7   /* of any dice game */
#define FACES 6
#define DICE 8
#define CARDS 30 /* kinds of cards: the values 1 to 5, and 25 worms */
#define KINDS 28 /* kinds of portions of Karteneck: 0, and 16 to 42 */

/* Space for a game with all seats. */
#define ROOM(name) _Alignas(8) char name[sizeof(struct GAME) + MOST_PLAYERS * 16 + 8]

/* A roll of some dice: its outcomes in order, as counts of faces, with the sums of their weights up to each of them.
   `guide` says where to begin to look, by the first bits of the random number. */
struct roll {
    const uint32_t *up_to;
    const uint64_t *counts;
    const uint16_t *guide;
    int64_t total;
};
#define GUIDE_BITS 10

/* The set-up; the options of one game are unused in the others. */
struct rules {
    int32_t record, seats, first, max_turns, actions, size, wide;
    int32_t lowest, highest; /* places of the lowest and the highest portion or spot in play */
    int32_t any_lower, highest_turns, snails, hand, supply;
    int32_t worms[16], values[FACES];
    uint8_t deck[CARDS], portions[KINDS];
    struct roll roll[DICE + 1];
};

/* Where the observations, masks, seats and states of the games are written. */
struct shown {
    uint8_t *observations;
    int8_t *masks, *seats;
    uint8_t *status;
};

/* The fields that begin every game's record; see layout.py. `seat` has the turn, `viewer` is whose observation is shown;
   `ended` is the number of the reason, from 1; `turns` are those that are over. */
#define GAME_FIELDS      \
    uint64_t stream;     \
    int32_t turns;       \
    uint8_t seat, viewer, status, ended;

/* SplitMix64, as in stream.py. */
INLINE uint64_t next_number(uint64_t *stream) {
    uint64_t z = *stream += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

INLINE uint64_t below(uint64_t number, uint64_t stop) { return (uint64_t)((unsigned __int128)number * stop >> 64); }
