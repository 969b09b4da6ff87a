/* The rules of Bratwurmeck: see src/heckmeck/games/bratwurmeck/game.py, which is compared by test. Portions have the places
   0 to 15. A stack is a row of places: 1 for the top, 2 below it, 0 for portions that are not there. */

#define PORTIONS 16
#define LOWEST_PORTION 21
#define FIRST_TAKE FIRST_OTHER_STOP
#define FIRST_STEAL (FIRST_TAKE + PORTIONS)
#define MOST_WORMS 40 /* on all portions together */

struct bratwurmeck {
    struct turn turn;
    uint8_t grill[PORTIONS], stacks[BY_SEAT][PORTIONS];
};

INLINE void push(uint8_t *stack, int portion) {
    for (int i = 0; i < PORTIONS; i++) stack[i] += stack[i] != 0;
    stack[portion] = 1;
}

INLINE void pop(uint8_t *stack) {
    for (int i = 0; i < PORTIONS; i++) stack[i] -= stack[i] != 0;
}

/* The highest place with this number; -1 if there is none. */
INLINE int highest_place(const uint8_t *row, int number) {
    int found = -1;
    for (int i = 0; i < PORTIONS; i++) found = row[i] == number ? i : found;
    return found;
}

static void bratwurmeck_start(const struct rules *rules, struct bratwurmeck *game) {
    start_game(rules, &game->turn);
    memset(game->stacks, 0, (size_t)rules->seats * PORTIONS);
    for (int i = 0; i < PORTIONS; i++) game->grill[i] = i >= rules->lowest && i <= rules->highest;
}

/* BW-3.2 to BW-3.4: mark the stops that earn something; return whether there are any. */
INLINE int bratwurmeck_stops(const struct rules *rules, const struct bratwurmeck *game, int8_t *mask) {
    const struct turn *t = &game->turn;
    const int exact = t->total - LOWEST_PORTION;
    if (!t->kept[WORM] || exact < 0) return 0;
    if (exact < PORTIONS && game->grill[exact]) return mask[FIRST_TAKE + exact] = 1;
    int any = 0, highest = -1;
    for (int i = 0; i < PORTIONS; i++) {
        const int lower = game->grill[i] & (i < exact);
        any |= lower;
        highest = lower ? i : highest;
        mask[FIRST_TAKE + i] = (int8_t)(lower & rules->any_lower);
    }
    if (any) mask[FIRST_TAKE + highest] = 1;
    if (exact < PORTIONS)
        for (int seat = 0; seat < rules->seats; seat++)
            if (game->stacks[seat][exact] == 1 && seat != t->seat) any = mask[FIRST_STEAL + exact] = 1;
    return any;
}

static void bratwurmeck_next(const struct rules *rules, struct bratwurmeck *game) {
    end_turn(rules, &game->turn, next_seat(rules, &game->turn), highest_place(game->grill, 1) < 0);
}

static void bratwurmeck_fail(const struct rules *rules, struct bratwurmeck *game) {
    uint8_t *stack = game->stacks[game->turn.seat];
    const int returned = highest_place(stack, 1);
    if (returned >= 0) {
        pop(stack);
        game->grill[returned] = 1;
        const int highest = highest_place(game->grill, 1);
        if (highest != returned || rules->highest_turns) game->grill[highest] = 0;
    }
    bratwurmeck_next(rules, game);
}

static void bratwurmeck_stop(const struct rules *rules, struct bratwurmeck *game, int action) {
    uint8_t *stack = game->stacks[game->turn.seat];
    if (action == STOP) {
        bratwurmeck_fail(rules, game);
        return;
    }
    if (action < FIRST_STEAL)
        game->grill[action - FIRST_TAKE] = 0;
    else
        for (int seat = 0; seat < rules->seats; seat++)
            if (game->stacks[seat][action - FIRST_STEAL] == 1) pop(game->stacks[seat]);
    push(stack, (action - FIRST_TAKE) % PORTIONS);
    bratwurmeck_next(rules, game);
}

INLINE void bratwurmeck_show(const struct rules *rules, const struct bratwurmeck *game, uint8_t *out) {
    out = show_turn(rules, &game->turn, out);
    memcpy(out, game->grill, PORTIONS);
    for (int row = 0; row < rules->seats; row++)
        memcpy(out += PORTIONS, game->stacks[seat_at(rules, &game->turn, row)], PORTIONS);
}

/* Worms first, then the highest portion; by seat. */
INLINE void bratwurmeck_standings(const struct rules *rules, const struct bratwurmeck *game, struct standing *found) {
    for (int seat = 0; seat < rules->seats; seat++) {
        struct standing standing = {0, 0};
        for (int i = 0; i < PORTIONS; i++)
            if (game->stacks[seat][i]) {
                standing.score += i / 4 + 1;
                standing.tie = LOWEST_PORTION + i;
            }
        found[seat] = standing;
    }
}

/* The features of a position between turns: see src/heckmeck/bots/bratwurmeck/features.py. */
#define PORTION_DEPTH 5
#define PORTION_LEAD 12
INLINE void bratwurmeck_features(const struct rules *rules, const struct bratwurmeck *game, int16_t *out) {
    const int seats = rules->seats, classes = 2 + PORTION_DEPTH * seats, mover = game->turn.seat;
    struct standing by_seat[MOST_PLAYERS], standings[MOST_PLAYERS];
    int base = PORTIONS * classes, open = 0, worms = 0, highest = 0, lowest = 0;
    for (int i = 0; i < PORTIONS; i++) {
        out[i] = (int16_t)(i * classes + (game->grill[i] != 0));
        if (!game->grill[i]) continue;
        open++;
        worms += i / 4 + 1;
        highest = i + 1;
        lowest = lowest ? lowest : i + 1;
    }
    bratwurmeck_standings(rules, game, by_seat);
    for (int offset = 0; offset < seats; offset++) {
        const int seat = (mover + offset) % seats;
        standings[offset] = by_seat[seat];
        for (int i = 0; i < PORTIONS; i++) {
            const int depth = game->stacks[seat][i];
            if (depth)
                out[i] = (int16_t)(i * classes + 1 + PORTION_DEPTH * offset + (depth < PORTION_DEPTH ? depth : PORTION_DEPTH));
        }
    }
    out = compare_all(standings, seats, PORTION_LEAD, &base, out + PORTIONS);
    *out++ = (int16_t)(base + open);
    *out++ = (int16_t)(base + (PORTIONS + 1) + worms);
    *out++ = (int16_t)(base + (PORTIONS + 1) + MOST_WORMS + 1 + highest);
    *out++ = (int16_t)(base + 2 * (PORTIONS + 1) + MOST_WORMS + 1 + lowest);
}

/* Stops with the same number lead to the same position, whatever the sum. */
INLINE int bratwurmeck_result(const struct rules *rules, int action, int total) {
    (void)rules, (void)total;
    return action;
}
