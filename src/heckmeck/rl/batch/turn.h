/* What the dice games share: rolls and the turn. */

#define WORM 5 /* the place of the worm among the faces */

enum { ROLL = FACES, STOP, FIRST_OTHER_STOP };
/* Instead of a stop: the attempt fails. */
#define FAIL (-1)

/* The most different results of a turn, and the most ways to stop at all sums together. */
#define MOST_RESULTS 40
#define MOST_SUMS 64
#define MOST_STOPS (MOST_SUMS * 20)

/* A turn that is over is as before its first roll. */
struct turn {
    GAME_FIELDS
    uint8_t kept[FACES], left, total;
    uint8_t rolled[FACES], rolling, unused;
};

/* Six counts at once, a byte for each. */
#define EACH 0x010101010101u
INLINE uint64_t counts_of(const uint8_t *dice) {
    uint64_t counts;
    memcpy(&counts, dice, sizeof counts);
    return counts & 0xffffffffffffu;
}
/* A byte of 1 for each face that shows: counts are at most 8, so adding 127 sets the highest bit of the others. */
INLINE uint64_t faces_of(const uint8_t *dice) { return (counts_of(dice) + 127 * EACH) >> 7 & EACH; }
INLINE uint64_t new_faces(const struct turn *t) { return faces_of(t->rolled) & ~faces_of(t->kept); }
INLINE int no_roll_left(const struct turn *t) { return !t->left || faces_of(t->kept) == EACH; }

INLINE void roll_dice(const struct rules *rules, struct turn *t) {
    const struct roll *roll = &rules->roll[t->left];
    const uint64_t number = next_number(&t->stream), index = below(number, (uint64_t)roll->total);
    int outcome = roll->guide[number >> (64 - GUIDE_BITS)];
    while (roll->up_to[outcome] <= index) outcome++;
    memcpy(t->rolled, &roll->counts[outcome], sizeof roll->counts[outcome]); /* and `rolling` becomes 0 */
}

INLINE void keep_face(const struct rules *rules, struct turn *t, int face) {
    const uint8_t count = t->rolled[face];
    t->kept[face] = count;
    t->left -= count;
    t->total += count * rules->values[face];
    memset(t->rolled, 0, FACES);
}

INLINE void begin_turn(struct turn *t) {
    memset(t->kept, 0, FACES);
    memset(t->rolled, 0, FACES);
    t->left = DICE;
    t->total = 0;
    t->rolling = 1;
}

INLINE void start_game(const struct rules *rules, struct turn *t) {
    t->turns = 0;
    t->seat = t->viewer = (uint8_t)rules->first;
    t->status = RUNNING;
    t->ended = 0;
    begin_turn(t);
}

/* End a turn: the next seat begins, or the game is over, by its rules (`ended`) or by the limit of turns. */
INLINE void end_turn(const struct rules *rules, struct turn *t, int seat, int ended) {
    begin_turn(t);
    t->turns++;
    t->seat = (uint8_t)seat;
    t->ended = (uint8_t)ended;
    if (ended) {
        t->status = ENDED;
        t->rolling = 0;
    } else if (t->turns >= rules->max_turns)
        t->status = TRUNCATED;
}

INLINE int next_seat(const struct rules *rules, const struct turn *t) {
    return t->seat + 1 == rules->seats ? 0 : t->seat + 1;
}

/* The seat that stands at a row of the viewer's observation. */
INLINE int seat_at(const struct rules *rules, const struct turn *t, int row) {
    const int seat = t->viewer + row;
    return seat < rules->seats ? seat : seat - rules->seats;
}

/* Write the fields of an observation that the dice games share; return where the others begin. */
INLINE uint8_t *show_turn(const struct rules *rules, const struct turn *t, uint8_t *out) {
    const int seats = rules->seats;
    memset(out, 0, 2 * (size_t)seats);
    out[t->viewer] = 1;
    out += seats;
    out[t->seat - t->viewer + (t->seat < t->viewer ? seats : 0)] = 1;
    out += seats;
    *out++ = t->rolling;
    memcpy(out, t->kept, FACES);
    memcpy(out + FACES, t->rolled, FACES);
    return out + 2 * FACES;
}

/* What is needed to follow the values of solved turns; see turn_plans.py. `number` has the states by faces, dice left and
   sum. Of values that differ by no more than `equal` the first one is chosen. `gives_up` says whether a player may stop
   where that is a failed attempt. */
struct turn_tables {
    const int32_t *number;
    int64_t sums, states, gives_up;
    double equal;
};

/* A turn that is solved: the values of its states, what stops and a failed attempt are worth, and the action of each stop. */
struct plan {
    const double *values, *stop;
    double fail;
    const int32_t *action;
};

INLINE double value_after(const struct turn_tables *tables, const struct plan *plan, int bits, int left, int total) {
    return plan->values[tables->number[((int64_t)bits * (DICE + 1) + left) * tables->sums + total]];
}

/* The decision of a `TurnBot`. */
INLINE int decide(const struct rules *rules, const struct turn_tables *tables, const struct plan *plan,
                  const struct turn *t) {
    const int over = no_roll_left(t);
    int bits = 0, best = 0;
    double most = -INFINITY;
    for (int face = 0; face < FACES; face++) bits |= (t->kept[face] != 0) << face;
    if (!counts_of(t->rolled)) {
        const double here = value_after(tables, plan, bits, t->left, t->total);
        const double stop = t->kept[WORM] ? plan->stop[t->total] : tables->gives_up ? plan->fail : -INFINITY;
        if (!over && here > stop + tables->equal) return ROLL;
        const int action = t->kept[WORM] ? plan->action[t->total] : PASS;
        return action != PASS ? action : tables->gives_up ? STOP : ROLL;
    }
    for (int face = 0; face < FACES; face++) {
        const int count = t->rolled[face];
        if (!count || bits >> face & 1) continue;
        const int total = t->total + count * rules->values[face];
        const double value = value_after(tables, plan, bits | 1 << face, t->left - count, total);
        if (value > most + tables->equal) best = face, most = value;
    }
    return best;
}
