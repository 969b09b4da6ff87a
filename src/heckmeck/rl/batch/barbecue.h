/* The rules of Barbecue: see src/heckmeck/games/barbecue/game.py, which is compared by test. Spots have the places 0 to 13. */

#define SPOTS 14
#define LOWEST_SPOT 23
#define MOST_SEATS 5
#define SNAIL_POINTS 3
#define MOST_SNAILS 12
#define REASONS 3

enum { POOL_EMPTY = 1, GRILL_FULL, NO_SNAIL_TO_TAKE };

struct barbecue {
    struct turn turn;
    uint16_t worms[MOST_SEATS];
    uint8_t won[MOST_SEATS], pool, snails[SPOTS], plates[BY_SEAT][SPOTS];
};

static void barbecue_start(const struct rules *rules, struct barbecue *game) {
    start_game(rules, &game->turn);
    memset(game->worms, 0, sizeof game->worms);
    memset(game->won, 0, sizeof game->won);
    memset(game->snails, 0, sizeof game->snails);
    memset(game->plates, 0, (size_t)rules->seats * SPOTS);
    game->pool = (uint8_t)rules->snails;
}

/* The seat with plates on a spot; -1 if there is none. */
INLINE int owner_of(const struct rules *rules, const struct barbecue *game, int spot) {
    int owner = -1;
    for (int seat = 0; seat < rules->seats; seat++) owner = game->plates[seat][spot] ? seat : owner;
    return owner;
}

INLINE int plates_on(const struct rules *rules, const struct barbecue *game, int spot) {
    int plates = 0;
    for (int seat = 0; seat < rules->seats; seat++) plates += game->plates[seat][spot];
    return plates;
}

/* BQ-3 and BQ-4: mark the stop if it is allowed; return whether it is. */
INLINE int barbecue_stops(const struct rules *rules, const struct barbecue *game, int8_t *mask) {
    const int spot = game->turn.total - LOWEST_SPOT;
    if (!game->turn.kept[WORM] || spot < rules->lowest) return 0;
    return mask[STOP] = spot > rules->highest || plates_on(rules, game, spot) < 2;
}

static int highest_snail(const struct barbecue *game) {
    int spot = SPOTS - 1;
    while (spot >= 0 && !game->snails[spot]) spot--;
    return spot;
}

static void barbecue_next(const struct rules *rules, struct barbecue *game) {
    end_turn(rules, &game->turn, next_seat(rules, &game->turn), 0);
}

static void barbecue_over(const struct rules *rules, struct barbecue *game, int reason) {
    end_turn(rules, &game->turn, game->turn.seat, reason);
}

static void barbecue_place_plate(const struct rules *rules, struct barbecue *game, int spot) {
    const int seat = game->turn.seat, owner = owner_of(rules, game, spot);
    const uint16_t worms = (uint16_t)rules->worms[spot];
    game->worms[seat] += worms;
    if (owner >= 0 && owner != seat) {
        game->worms[owner] -= worms;
        game->plates[owner][spot] = 0;
    }
    game->plates[seat][spot]++;
}

static void barbecue_stop(const struct rules *rules, struct barbecue *game, int action) {
    const int spot = game->turn.total - LOWEST_SPOT, beyond = spot > rules->highest;
    (void)action; /* there is one way to stop */
    if (!beyond && !game->snails[spot])
        barbecue_place_plate(rules, game, spot);
    else {
        const int snail = beyond ? highest_snail(game) : spot;
        if (beyond && game->pool)
            game->pool--;
        else if (snail >= 0)
            game->snails[snail] = 0;
        else {
            barbecue_over(rules, game, NO_SNAIL_TO_TAKE);
            return;
        }
        game->won[game->turn.seat]++;
    }
    barbecue_next(rules, game);
}

/* The highest spot with so many plates and no snail; -1 if there is none. */
static int highest_with(const struct rules *rules, const struct barbecue *game, int plates) {
    int spot = rules->highest;
    while (spot >= rules->lowest && (game->snails[spot] || plates_on(rules, game, spot) != plates)) spot--;
    return spot < rules->lowest ? -1 : spot;
}

static void barbecue_fail(const struct rules *rules, struct barbecue *game) {
    if (!game->pool) {
        barbecue_over(rules, game, POOL_EMPTY);
        return;
    }
    int spot = highest_with(rules, game, 0);
    if (spot < 0) spot = highest_with(rules, game, 1);
    if (spot < 0) {
        barbecue_over(rules, game, GRILL_FULL);
        return;
    }
    for (int seat = 0; seat < rules->seats; seat++) game->plates[seat][spot] = 0;
    game->snails[spot] = 1;
    game->pool--;
    barbecue_next(rules, game);
}

INLINE void barbecue_show_narrow(const struct rules *rules, const struct barbecue *game, uint8_t *out) {
    const int seats = rules->seats;
    out = show_turn(rules, &game->turn, out);
    for (int row = 0; row < seats; row++, out += SPOTS)
        memcpy(out, game->plates[seat_at(rules, &game->turn, row)], SPOTS);
    memcpy(out, game->snails, SPOTS);
    out += SPOTS;
    *out++ = game->pool;
    for (int row = 0; row < seats; row++) {
        const int seat = seat_at(rules, &game->turn, row);
        out[row] = (uint8_t)game->worms[seat];
        out[seats + row] = game->won[seat];
    }
    out += 2 * seats;
    for (int reason = 1; reason <= REASONS; reason++) *out++ = game->turn.ended == reason;
}

/* Numbers of two bytes: for set-ups with so many worms that one is too small for them. */
static void barbecue_show_wide(const struct rules *rules, const struct barbecue *game, uint8_t *out) {
    uint8_t narrow[256];
    uint16_t wide[256];
    barbecue_show_narrow(rules, game, narrow);
    for (int i = 0; i < rules->size; i++) wide[i] = narrow[i];
    uint16_t *worms = wide + rules->size - REASONS - 2 * rules->seats;
    for (int row = 0; row < rules->seats; row++) worms[row] = game->worms[seat_at(rules, &game->turn, row)];
    memcpy(out, wide, sizeof *wide * (size_t)rules->size);
}

INLINE void barbecue_show(const struct rules *rules, const struct barbecue *game, uint8_t *out) {
    if (rules->wide)
        barbecue_show_wide(rules, game, out);
    else
        barbecue_show_narrow(rules, game, out);
}

/* Points first, then the highest spot with a plate; by seat. */
INLINE void barbecue_standings(const struct rules *rules, const struct barbecue *game, struct standing *found) {
    for (int seat = 0; seat < rules->seats; seat++) {
        found[seat].score = game->worms[seat] + SNAIL_POINTS * game->won[seat];
        found[seat].tie = 0;
        for (int i = 0; i < SPOTS; i++)
            if (game->plates[seat][i]) found[seat].tie = LOWEST_SPOT + i;
    }
}

/* The features of a position between turns: see src/heckmeck/bots/barbecue/features.py. */
#define SPOT_LEAD 20
INLINE void barbecue_features(const struct rules *rules, const struct barbecue *game, int16_t *out) {
    const int seats = rules->seats, classes = 3 + 2 * seats, mover = game->turn.seat;
    struct standing by_seat[MOST_PLAYERS], standings[MOST_PLAYERS];
    int base = SPOTS * classes, snails = 0, empty = 0, single = 0;
    for (int i = 0; i < SPOTS; i++) {
        int kind = i >= rules->lowest && i <= rules->highest ? game->snails[i] ? 2 : 1 : 0, plates = 0;
        for (int offset = 0; offset < seats; offset++) {
            const int here = game->plates[(mover + offset) % seats][i];
            if (here) kind = 2 + 2 * offset + here;
            plates += here;
        }
        out[i] = (int16_t)(i * classes + kind);
        snails += kind == 2;
        empty += kind == 1;
        single += plates == 1;
    }
    barbecue_standings(rules, game, by_seat);
    for (int offset = 0; offset < seats; offset++) standings[offset] = by_seat[(mover + offset) % seats];
    out = compare_all(standings, seats, SPOT_LEAD, &base, out + SPOTS);
    *out++ = (int16_t)(base + game->pool);
    *out++ = (int16_t)(base + MOST_SNAILS + 1 + snails);
    *out++ = (int16_t)(base + 2 * (MOST_SNAILS + 1) + empty);
    *out++ = (int16_t)(base + 2 * (MOST_SNAILS + 1) + SPOTS + 1 + single);
}

/* Stops with the same number lead to the same position: all sums above the highest spot do. */
INLINE int barbecue_result(const struct rules *rules, int action, int total) {
    const int spot = total - LOWEST_SPOT;
    (void)action;
    return spot > rules->highest ? rules->highest + 1 : spot;
}
