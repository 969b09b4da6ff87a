/* The rules of Karteneck: see src/heckmeck/games/karteneck/game.py, which is compared by test. Cards and portions are counts of
   kinds: cards have the places 0 to 4 for values and 5 to 29 for worms, portions 0 for zero and 1 to 27 for 16 to 42. */

#define VALUES 5
#define WORMS (CARDS - VALUES)
#define COPIES 17
#define ZEROS 3
#define SLOTS (KINDS - 1 + ZEROS)
#define LOWEST_NUMBER 16

enum { OUT, OUT_STEAL, LAY_WORMS, FIRST_WORM, FIRST_VALUE = FIRST_WORM + WORMS };
enum { SUPPLY_EMPTY = 1 };

struct card_turn {
    GAME_FIELDS
};

struct player {
    uint8_t hand[CARDS], layout[CARDS], out, height, stack[SLOTS]; /* the stack: kinds of portions, the top last */
};

struct karteneck {
    struct card_turn turn;
    uint8_t draws, supply, grill[KINDS], unseen[KINDS], pile[CARDS], discard[CARDS], chosen[WORMS];
    struct player players[];
};

INLINE int sum_of(const uint8_t *counts, int kinds) {
    int sum = 0;
    for (int kind = 0; kind < kinds; kind++) sum += counts[kind];
    return sum;
}

INLINE void add_all(uint8_t *to, uint8_t *from) {
    for (int card = 0; card < CARDS; card++) to[card] += from[card];
    memset(from, 0, CARDS);
}

INLINE int total_of(const uint8_t *cards) {
    int total = VALUES * sum_of(cards + VALUES, WORMS);
    for (int value = 0; value < VALUES; value++) total += (value + 1) * cards[value];
    return total;
}

INLINE int has_worm(const uint8_t *cards) { return sum_of(cards + VALUES, WORMS) > 0; }
INLINE int number_of(int kind) { return kind ? kind + LOWEST_NUMBER - 1 : 0; }
INLINE int any_open(const struct karteneck *game) { return sum_of(game->grill, KINDS) > 0; }

/* Whether cards or portions are about to be drawn. */
INLINE int chance_acts(const struct karteneck *game) { return game->draws || (!any_open(game) && game->supply); }

/* Take one of some things at random; the number picks it in ascending order, as in the reference engine. There is one: the
   bounds here and below are only for records that should have been refused. */
static int take_one(uint64_t *stream, uint8_t *counts, int kinds) {
    int number = (int)below(next_number(stream), (uint64_t)sum_of(counts, kinds)), kind = 0;
    for (; kind < kinds - 1 && number >= counts[kind]; kind++) number -= counts[kind];
    counts[kind] -= counts[kind] > 0;
    return kind;
}

static void karteneck_start(const struct rules *rules, struct karteneck *game) {
    struct card_turn turn = game->turn;
    memset(game, 0, (size_t)rules->record);
    turn.turns = turn.seat = turn.viewer = turn.status = turn.ended = 0;
    game->turn = turn;
    game->draws = (uint8_t)rules->hand;
    game->supply = (uint8_t)rules->supply;
    memcpy(game->unseen, rules->portions, KINDS);
    memcpy(game->pile, rules->deck, CARDS);
}

/* Make it the turn of the next seat that has not dropped out. */
static void pass_on(const struct rules *rules, struct karteneck *game) {
    int seat = game->turn.seat;
    do seat = seat + 1 < rules->seats ? seat + 1 : 0;
    while (game->players[seat].out);
    game->turn.seat = (uint8_t)seat;
    game->draws = 0;
}

static void draw_cards(const struct rules *rules, struct karteneck *game) {
    uint8_t *hand = game->players[game->turn.seat].hand;
    const int dealing = !any_open(game), left = sum_of(game->pile, CARDS);
    int draws = game->draws;
    if (draws > left) { /* the rest of the pile comes first, then cards of the discard pile, which becomes the pile */
        draws -= left;
        add_all(hand, game->pile);
        add_all(game->pile, game->discard);
    }
    while (draws--) hand[take_one(&game->turn.stream, game->pile, CARDS)]++;
    if (!dealing)
        pass_on(rules, game);
    else if (game->turn.seat + 1 < rules->seats)
        game->turn.seat++;
    else {
        game->turn.seat = (uint8_t)rules->first;
        game->draws = 0;
    }
}

static void lay_out_grill(const struct rules *rules, struct karteneck *game) {
    for (int i = 0; i < rules->seats; i++) game->grill[take_one(&game->turn.stream, game->unseen, KINDS)]++;
    game->supply -= (uint8_t)rules->seats;
}

/* Draw until somebody has to decide or the game is over. */
INLINE void karteneck_draw(const struct rules *rules, struct karteneck *game) {
    while (game->turn.status == RUNNING && chance_acts(game))
        if (game->draws)
            draw_cards(rules, game);
        else
            lay_out_grill(rules, game);
    if (game->turn.status == RUNNING) game->turn.viewer = game->turn.seat;
}

static void about_to_draw(const struct rules *rules, struct karteneck *game, int number) {
    const int left = sum_of(game->pile, CARDS) + sum_of(game->discard, CARDS);
    game->draws = (uint8_t)(number < left ? number : left);
    if (!game->draws) pass_on(rules, game);
}

/* The other seat whose top portion the layout equals; -1 if there is none. */
static int victim_of(const struct rules *rules, const struct karteneck *game) {
    const uint8_t *layout = game->players[game->turn.seat].layout;
    if (!has_worm(layout)) return -1;
    const int total = total_of(layout);
    for (int seat = 0; seat < rules->seats; seat++) {
        const struct player *other = &game->players[seat];
        if (seat != game->turn.seat && other->height && number_of(other->stack[other->height - 1]) == total) return seat;
    }
    return -1;
}

INLINE void receive(struct player *player, int kind) {
    if (player->height < SLOTS) player->stack[player->height++] = (uint8_t)kind;
}

static int lowest_open(const struct karteneck *game) {
    int kind = 0;
    while (kind < KINDS - 1 && !game->grill[kind]) kind++;
    return kind;
}

/* How a layout ranks: by its sum, then by its highest worm; 0 if nothing is laid. */
static int rank_of(const uint8_t *layout) {
    int card = CARDS - 1;
    while (card >= VALUES && !layout[card]) card--;
    return total_of(layout) * CARDS + card;
}

/* Give the open portions to the layouts, the highest to the best; the last one served begins the next round. */
static void serve(const struct rules *rules, struct karteneck *game) {
    for (int kind = KINDS - 1; kind >= 0; kind--)
        while (game->grill[kind]) {
            int best = -1;
            for (int seat = 0; seat < rules->seats; seat++) {
                const uint8_t *layout = game->players[seat].layout;
                if (sum_of(layout, CARDS) && (best < 0 || rank_of(layout) > rank_of(game->players[best].layout))) best = seat;
            }
            game->grill[kind]--;
            if (best < 0) continue;
            receive(&game->players[best], kind);
            add_all(game->discard, game->players[best].layout);
            game->turn.seat = (uint8_t)best;
        }
    for (int seat = 0; seat < rules->seats; seat++) game->players[seat].out = 0;
    if (!game->supply) {
        game->turn.status = ENDED;
        game->turn.ended = SUPPLY_EMPTY;
    }
}

static void drop_out(const struct rules *rules, struct karteneck *game, int steal) {
    struct player *player = &game->players[game->turn.seat];
    int all_out = 1;
    player->out = 1;
    if (!has_worm(player->layout)) {
        const int lowest = lowest_open(game);
        add_all(game->discard, player->layout);
        game->grill[lowest] -= game->grill[lowest] > 0;
        receive(player, lowest);
    } else if (steal) {
        struct player *victim = &game->players[victim_of(rules, game)];
        receive(player, victim->stack[--victim->height]);
        victim->stack[victim->height] = 0;
    }
    for (int seat = 0; seat < rules->seats; seat++) all_out &= game->players[seat].out;
    if (all_out)
        serve(rules, game);
    else
        about_to_draw(rules, game, 2);
}

static void lay(const struct rules *rules, struct karteneck *game, int card, int number) {
    struct player *player = &game->players[game->turn.seat];
    player->hand[card] -= (uint8_t)number;
    player->layout[card] += (uint8_t)number;
    about_to_draw(rules, game, 1);
}

static void lay_worms(const struct rules *rules, struct karteneck *game) {
    struct player *player = &game->players[game->turn.seat];
    for (int worm = 0; worm < WORMS; worm++) {
        player->hand[VALUES + worm] -= game->chosen[worm];
        player->layout[VALUES + worm] += game->chosen[worm];
    }
    memset(game->chosen, 0, WORMS);
    about_to_draw(rules, game, 1);
}

INLINE void karteneck_act(const struct rules *rules, struct karteneck *game, int action) {
    if (action >= FIRST_WORM && action < FIRST_VALUE) { /* only chosen; others do not see it */
        game->chosen[action - FIRST_WORM] = 1;
        return;
    }
    if (action >= FIRST_VALUE)
        lay(rules, game, (action - FIRST_VALUE) / COPIES, (action - FIRST_VALUE) % COPIES + 1);
    else if (action == LAY_WORMS)
        lay_worms(rules, game);
    else
        drop_out(rules, game, action == OUT_STEAL);
    if (++game->turn.turns >= rules->max_turns && game->turn.status == RUNNING) game->turn.status = TRUNCATED;
    karteneck_draw(rules, game);
}

INLINE void karteneck_mask(const struct rules *rules, const struct karteneck *game, int8_t *mask) {
    const struct player *player = &game->players[game->turn.seat];
    int above = -1;
    memset(mask, 0, (size_t)rules->actions);
    if (game->turn.status != RUNNING) return;
    for (int worm = 0; worm < WORMS; worm++) above = game->chosen[worm] ? worm : above;
    if (!has_worm(player->layout))
        for (int worm = 0; worm < WORMS; worm++)
            mask[FIRST_WORM + worm] = (int8_t)(worm > above && player->hand[VALUES + worm]);
    if (above >= 0) {
        mask[LAY_WORMS] = 1;
        return;
    }
    mask[OUT] = 1;
    mask[OUT_STEAL] = victim_of(rules, game) >= 0;
    for (int value = 0; value < VALUES; value++)
        if (!player->layout[value]) memset(mask + FIRST_VALUE + value * COPIES, 1, player->hand[value]);
}

/* Write the places of a stack's portions. Zeros are alike: they take their slots as they are met, `zeros` before. */
static int show_stack(const struct player *player, uint8_t *slots, int zeros) {
    memset(slots, 0, SLOTS);
    for (int place = 1; place <= player->height; place++) {
        const int kind = player->stack[player->height - place];
        slots[kind ? kind + ZEROS - 1 : zeros++] = (uint8_t)place;
    }
    return zeros;
}

INLINE void karteneck_show(const struct rules *rules, const struct karteneck *game, uint8_t *out) {
    const int seats = rules->seats, viewer = game->turn.viewer;
    int zeros = 0;
    memset(out, 0, 2 * (size_t)seats);
    out[viewer] = 1;
    out[seats + (game->turn.seat - viewer + seats) % seats] = 1;
    out += 2 * seats;
    *out++ = (uint8_t)chance_acts(game);
    memcpy(out, game->players[viewer].hand, CARDS);
    memcpy(out + CARDS, game->chosen, WORMS);
    uint8_t *sizes = out + CARDS + WORMS, *layouts = sizes + seats, *outs = layouts + CARDS * seats;
    uint8_t *stacks = outs + seats;
    for (int row = 0; row < seats; row++) {
        const struct player *player = &game->players[(viewer + row) % seats];
        sizes[row] = (uint8_t)sum_of(player->hand, CARDS);
        memcpy(layouts + row * CARDS, player->layout, CARDS);
        outs[row] = player->out;
        zeros = show_stack(player, stacks + row * SLOTS, zeros);
    }
    out = stacks + seats * SLOTS;
    memcpy(out, game->grill, KINDS);
    memcpy(out + KINDS, game->discard, CARDS);
    out += KINDS + CARDS;
    *out++ = game->supply;
    *out = (uint8_t)sum_of(game->pile, CARDS);
}
