/* What a seat of Karteneck can bring about by its move, as numbers for a network, for many games: see
   src/heckmeck/bots/karteneck/features.py, which says what the numbers are and is compared by test. */

#define SORTS (VALUES + 1)
#define ROUNDS 9
#define WORM_COUNTS 6
#define MOST_SEATS 5
#define RECORD_WORDS 128 /* room for a record, in numbers of 8 bytes */

static const int TOTALS[] = {5, 10, 15, 20, 25, 30, 35, 40};
static const int LEADS[] = {-9, -6, -4, -2, -1, 0, 1, 2, 3, 5, 7, 10};
static const int TOTAL_LEADS[] = {-15, -10, -5, -2, 0, 1, 3, 6, 11, 16};
static const int NEEDS[] = {0, 1, 6, 11, 16, 21};
static const int VALUE_OF[SORTS] = {1, 2, 3, 4, 5, VALUES};
#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

/* Where afterstates are written: a row of `own` for each, and the row of `tables` that belongs to it. `action` and `worms`
   are the move: its id, LAY_WORMS with the worms as bits. `win` and `lead` are exact where the game is over, else -1 and 0. */
struct afterstates {
    float *tables, *own;
    int32_t *table_of, *action;
    uint32_t *worms;
    float *win, *lead;
    int64_t room, table_room;
};

/* What a seat shows of itself, worked out once for each afterstate. */
struct summary {
    int total, shield, valid, out, serving, score, best, top, below, size;
    int laid[SORTS];
};

INLINE float *steps(float *row, int number, const int *limits, int length) {
    for (int i = 0; i < length; i++) *row++ = (float)(number >= limits[i]);
    return row;
}

INLINE void count_sorts(const uint8_t *cards, int *counts) {
    for (int value = 0; value < VALUES; value++) counts[value] = cards[value];
    counts[VALUES] = sum_of(cards + VALUES, WORMS);
}

INLINE int highest_shield(const uint8_t *cards) {
    int worm = WORMS;
    while (worm && !cards[VALUES + worm - 1]) worm--;
    return worm;
}

static struct summary summarize(const struct player *player, const uint8_t *worms, int playing) {
    struct summary found = {.total = total_of(player->layout), .out = player->out, .size = sum_of(player->hand, CARDS)};
    found.shield = highest_shield(player->layout);
    found.valid = found.shield > 0;
    found.serving = playing && (found.valid || !found.out);
    for (int place = 0; place < player->height; place++) {
        const int kind = player->stack[place];
        found.score += worms[kind];
        found.best = kind > found.best ? kind : found.best;
    }
    found.top = player->height ? player->stack[player->height - 1] : -1;
    found.below = player->height > 1 ? player->stack[player->height - 2] : 0;
    count_sorts(player->layout, found.laid);
    return found;
}

/* Whether one layout is served before another one. */
INLINE int above(const struct summary *one, const struct summary *other) {
    return one->total != other->total ? one->total > other->total : one->shield > other->shield;
}

static float *progress_of(const struct rules *rules, const struct karteneck *game, int me, const int *unseen,
                          const uint8_t *worms, float *row) {
    const int seats = rules->seats, playing = any_open(game);
    int starts = game->turn.seat, cards = 0, counts[WORM_COUNTS] = {0};
    for (int i = 0; i < ROUNDS; i++) *row++ = (float)(game->supply / seats == i);
    *row++ = (float)!playing;
    if (playing)
        for (int step = seats; step; step--)
            if (!game->players[(me + step) % seats].out) starts = (me + step) % seats;
    for (int step = 0; step < seats; step++) *row++ = (float)((me + step) % seats == starts);
    for (int sort = 0; sort < SORTS; sort++) cards += unseen[sort];
    for (int sort = 0; sort < SORTS; sort++) *row++ = (float)unseen[sort] / (float)(cards ? cards : 1);
    *row++ = (float)cards / 110;
    *row++ = (float)sum_of(game->pile, CARDS) / 110;
    *row++ = (float)sum_of(game->unseen, KINDS) / 30;
    for (int kind = 0; kind < KINDS; kind++) counts[worms[kind] < WORM_COUNTS ? worms[kind] : 0] += game->unseen[kind];
    for (int i = 0; i < WORM_COUNTS; i++) *row++ = (float)counts[i] / 9;
    return row;
}

static float *grill_of(const struct rules *rules, const struct karteneck *game, const uint8_t *worms, float *row) {
    float *end = row + 3 * rules->seats;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < game->grill[kind] && row < end; i++) {
            *row++ = (float)number_of(kind) / 42;
            *row++ = (float)worms[kind] / 5;
            *row++ = 1;
        }
    while (row < end) *row++ = 0;
    return row;
}

static float *stack_of(const struct player *player, const struct summary *seat, const uint8_t *worms, float *row) {
    for (int kind = 0; kind < KINDS; kind++) *row++ = (float)(seat->top == kind);
    *row++ = (float)(seat->top < 0 ? 0 : worms[seat->top]) / 5;
    *row++ = (float)worms[seat->below] / 5;
    *row++ = (float)number_of(seat->below) / 42;
    *row++ = (float)player->height / 10;
    *row++ = (float)seat->score / 20;
    *row++ = (float)number_of(seat->best) / 42;
    return row;
}

static float *other_of(const struct summary *me, const struct summary *other, int playing, float *row) {
    const int lead = me->score - other->score, threatened = me->top > 0 && !other->out && playing;
    int cards = 0;
    *row++ = (float)other->out;
    *row++ = (float)other->valid;
    *row++ = (float)other->total / 30;
    *row++ = (float)other->size / 8;
    for (int sort = 0; sort < SORTS; sort++) {
        *row++ = (float)(other->laid[sort] > 0);
        cards += other->laid[sort];
    }
    *row++ = (float)other->shield / 25;
    *row++ = (float)cards / 6;
    *row++ = (float)other->serving;
    *row++ = lead > 20 ? 2 : lead < -20 ? -2 : (float)lead / 10;
    row = steps(row, lead, LEADS, LENGTH(LEADS));
    *row++ = (float)(me->best > other->best);
    *row++ = (float)(me->best == other->best);
    *row++ = (float)threatened;
    if (threatened) return steps(row, number_of(me->top) - other->total, NEEDS, LENGTH(NEEDS));
    for (int i = 0; i < LENGTH(NEEDS); i++) *row++ = 0;
    return row;
}

static float *table_block(const struct rules *rules, const struct karteneck *game, int me, const int *unseen,
                          const struct summary *seats, const uint8_t *worms, float *row) {
    const int playing = any_open(game);
    row = progress_of(rules, game, me, unseen, worms, row);
    row = grill_of(rules, game, worms, row);
    for (int step = 0; step < rules->seats; step++)
        row = stack_of(&game->players[(me + step) % rules->seats], &seats[step], worms, row);
    for (int step = 1; step < rules->seats; step++) row = other_of(&seats[0], &seats[step], playing, row);
    return row;
}

/* What cards can add to a layout that is valid with them, as bits. Sums from 64 on are left out: no portion is as high. */
static uint64_t sums_of(const int *layable, int valid) {
    uint64_t sums = 1, more;
    for (int value = 0; value < VALUES; value++) {
        more = sums;
        for (int number = 1; number <= layable[value] && number * VALUE_OF[value] < 64; number++)
            more |= sums << number * VALUE_OF[value];
        sums = more;
    }
    if (valid) return sums;
    more = 0;
    for (int number = 1; number <= layable[VALUES] && number * VALUES < 64; number++) more |= sums << number * VALUES;
    return more;
}

/* The lowest portion, and those to expect if all who are still in end below, as now, or above the seat. */
static float *prizes_of(const struct karteneck *game, const struct summary *seats, int others, const uint8_t *worms, float *row) {
    float open[MOST_SEATS + 1] = {0};
    int number = 0, beaten = 0, now = 0, still = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < game->grill[kind] && number < MOST_SEATS; i++) open[number++] = (float)worms[kind] / 5;
    *row++ = open[0];
    if (!seats[0].serving) {
        for (int i = 0; i < 3; i++) *row++ = 0;
        return row;
    }
    for (int i = 1; i <= others; i++)
        if (seats[i].out)
            beaten += seats[i].serving && above(&seats[0], &seats[i]);
        else {
            still++;
            now += seats[0].total > seats[i].total;
        }
    *row++ = open[beaten + still];
    *row++ = open[beaten + now];
    *row++ = open[beaten];
    return row;
}

static float *compared_with(const struct summary *me, const struct summary *other, int adds, float *row) {
    const int lead = me->total - other->total, compared = me->serving && other->serving;
    if (compared)
        row = steps(row, lead, TOTAL_LEADS, LENGTH(TOTAL_LEADS));
    else
        for (int i = 0; i < LENGTH(TOTAL_LEADS); i++) *row++ = 0;
    *row++ = (float)(compared && other->out && above(me, other));
    *row++ = (float)(compared && other->out && !above(me, other));
    *row++ = (float)(compared && adds > -lead);
    return row;
}

static float *own_block(const struct karteneck *game, const struct player *player, const int *unseen,
                        const struct summary *seats, int others, const uint8_t *worms, float *row) {
    const struct summary *me = &seats[0];
    const int playing = any_open(game);
    int hand[SORTS], layable[SORTS], adds = 0, sorts = 0, cards = 0;
    count_sorts(player->hand, hand);
    *row++ = (float)me->out;
    *row++ = (float)me->valid;
    *row++ = (float)me->total / 30;
    row = steps(row, me->total, TOTALS, LENGTH(TOTALS));
    for (int sort = 0; sort < SORTS; sort++) {
        *row++ = (float)(me->laid[sort] > 0);
        layable[sort] = me->out || me->laid[sort] ? 0 : hand[sort];
        adds += layable[sort] * VALUE_OF[sort];
        sorts += layable[sort] > 0;
        cards += unseen[sort];
    }
    for (int sort = 0; sort < SORTS; sort++) {
        for (int number = 0; number < 3; number++) *row++ = (float)(hand[sort] > number);
        *row++ = (float)hand[sort] / 4;
    }
    *row++ = (float)me->size / 8;
    for (int sort = 0; sort < SORTS; sort++) {
        *row++ = (float)(layable[sort] > 0);
        *row++ = (float)layable[sort] / 4;
    }
    *row++ = (float)adds / 30;
    *row++ = (float)sorts / 6;
    *row++ = (float)me->shield / 25;
    *row++ = (float)highest_shield(player->hand) / 25;
    row = prizes_of(game, seats, others, worms, row);
    const int may_steal = playing && !me->out;
    const uint64_t sums = sums_of(layable, me->valid);
    uint64_t drawn[SORTS] = {0};
    for (int sort = 0; sort < SORTS; sort++)
        if (may_steal && !me->laid[sort]) {
            layable[sort]++;
            drawn[sort] = sums_of(layable, me->valid) & ~sums;
            layable[sort]--;
        }
    for (int i = 1; i <= others; i++) {
        row = compared_with(me, &seats[i], adds, row);
        const int top = seats[i].top, need = (top > 0 ? number_of(top) : 0) - me->total;
        if (!may_steal || top <= 0 || !worms[top] || need < 0) {
            for (int k = 0; k < 5; k++) *row++ = 0;
            continue;
        }
        float chance = 0;
        for (int sort = 0; sort < SORTS; sort++)
            if (drawn[sort] >> need & 1) chance += (float)unseen[sort] / (float)(cards ? cards : 1);
        const float reached = (float)(sums >> need & 1);
        *row++ = (float)(me->valid && need == 0);
        *row++ = reached;
        *row++ = reached * (float)worms[top] / 5;
        *row++ = chance;
        *row++ = (float)need / 20;
    }
    return row;
}

/* The seat's share of the win, and its lead over the best of the others. */
static void settle(const struct summary *seats, int number, float *win, float *lead) {
    int best = -1, winners = 1, won = 1;
    for (int i = 1; i < number; i++) {
        const int more = seats[i].score - seats[0].score, higher = seats[i].best - seats[0].best;
        best = seats[i].score > best ? seats[i].score : best;
        won &= more < 0 || (more == 0 && higher <= 0);
        winners += more == 0 && higher == 0;
    }
    *win = won ? 1 / (float)winners : 0;
    *lead = (float)(seats[0].score - best);
}

struct writer {
    const struct rules *rules;
    const struct karteneck *game;
    const uint8_t *worms;
    struct afterstates *out;
    int64_t rows, tables;
    int me, table_length, own_length, unseen[SORTS];
};

/* Write what a move leads to. Lays share the table block of the first one. */
static int write_after(struct writer *to, int action, uint32_t laid, int64_t *shared) {
    uint64_t words[RECORD_WORDS];
    struct karteneck *game = (struct karteneck *)words;
    const int seats = to->rules->seats, me = to->me;
    struct summary found[MOST_SEATS];
    if (to->rows >= to->out->room || to->tables >= to->out->table_room) return 0;
    memcpy(game, to->game, (size_t)to->rules->record);
    if (action == LAY_WORMS) {
        for (int worm = 0; worm < WORMS; worm++) game->chosen[worm] = laid >> worm & 1;
        lay_worms(to->rules, game);
    } else if (action >= FIRST_VALUE)
        lay(to->rules, game, (action - FIRST_VALUE) / COPIES, (action - FIRST_VALUE) % COPIES + 1);
    else
        drop_out(to->rules, game, action == OUT_STEAL);
    for (int step = 0; step < seats; step++)
        found[step] = summarize(&game->players[(me + step) % seats], to->worms, any_open(game));
    int64_t table = *shared;
    if (table < 0) {
        table = to->tables++;
        table_block(to->rules, game, me, to->unseen, found, to->worms, to->out->tables + table * to->table_length);
        if (action >= LAY_WORMS) *shared = table;
    }
    own_block(game, &game->players[me], to->unseen, found, seats - 1, to->worms, to->out->own + to->rows * to->own_length);
    to->out->table_of[to->rows] = (int32_t)table;
    to->out->action[to->rows] = action;
    to->out->worms[to->rows] = laid;
    to->out->win[to->rows] = -1;
    to->out->lead[to->rows] = 0;
    if (game->turn.status == ENDED) settle(found, seats, &to->out->win[to->rows], &to->out->lead[to->rows]);
    to->rows++;
    return 1;
}

/* Write all afterstates of one game; return whether there was room. */
static int write_moves(struct writer *to) {
    const struct player *player = &to->game->players[to->me];
    int64_t shared = -1, none = -1;
    for (int value = 0; value < VALUES; value++)
        for (int number = 0; number < player->hand[value] && !player->layout[value]; number++)
            if (!write_after(to, FIRST_VALUE + value * COPIES + number, 0, &shared)) return 0;
    if (!has_worm(player->layout)) {
        const int highest = highest_shield(player->hand);
        uint32_t lowest = 0;
        for (int worm = 0; worm < highest; worm++)
            if (player->hand[VALUES + worm]) {
                const uint32_t before = lowest;
                lowest |= 1u << worm;
                if (!write_after(to, LAY_WORMS, lowest, &shared)) return 0;
                if (worm + 1 < highest && !write_after(to, LAY_WORMS, before | 1u << (highest - 1), &shared)) return 0;
            }
    }
    if (!write_after(to, OUT, 0, &none)) return 0;
    return victim_of(to->rules, to->game) < 0 || write_after(to, OUT_STEAL, 0, &none);
}

/* Write the afterstates of some games, in which a seat is to act and has chosen nothing yet; `first` is where those of each
   game begin, and ends with their number. Return the number of tables, or -1 where there was no room. */
int64_t karteneck_afterstates(const struct rules *rules, const char *games, const int64_t *which, int64_t n,
                              const uint8_t *worms, int table_length, int own_length, int64_t *first,
                              struct afterstates *out) {
    struct writer to = {.rules = rules, .worms = worms, .out = out, .table_length = table_length, .own_length = own_length};
    for (int64_t i = 0; i < n; i++) {
        const struct karteneck *game = (const struct karteneck *)(games + which[i] * rules->record);
        int counts[SORTS];
        to.game = game;
        to.me = game->turn.seat;
        count_sorts(game->pile, to.unseen);
        for (int seat = 0; seat < rules->seats; seat++)
            if (seat != to.me) {
                count_sorts(game->players[seat].hand, counts);
                for (int sort = 0; sort < SORTS; sort++) to.unseen[sort] += counts[sort];
            }
        first[i] = to.rows;
        if (!write_moves(&to)) return -1;
    }
    first[n] = to.rows;
    return to.tables;
}
