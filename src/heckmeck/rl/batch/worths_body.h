/* Included by kernel.c once for each dice game, after turns_body.h: what the results of turns are worth, by a network. */

/* The most different results of a turn, and the most ways to stop at all sums together. */
#define MOST_RESULTS 40
#define MOST_SUMS 64
#define MOST_STOPS (MOST_SUMS * 20)

void NAME(describe)(const struct rules *rules, const char *games, int64_t n, int number, int16_t *indices) {
    for (int64_t i = 0; i < n; i++)
        NAME(features)(rules, (const struct GAME *)(games + i * rules->record), indices + i * number);
}

/* Write the features of a position, or its shares if the game is over; return whether it is. */
INLINE int NAME(look)(const struct rules *rules, const struct GAME *game, int16_t *indices, float *shares) {
    if (!game->turn.ended) {
        NAME(features)(rules, game, indices);
        return 0;
    }
    struct standing standings[MOST_PLAYERS];
    float by_seat[MOST_PLAYERS];
    NAME(standings)(rules, game, standings);
    final_shares(standings, rules->seats, by_seat);
    for (int offset = 0; offset < rules->seats; offset++)
        shares[offset] = by_seat[(game->turn.seat + offset) % rules->seats];
    return 1;
}

/* The shares of positions between turns, or over, counted from the seat whose turn it is. */
void NAME(shares)(const struct rules *rules, const struct net *net, const char *games, int64_t n, float *out) {
    int16_t indices[NET_ROWS * MOST_INDICES];
    float shares[NET_ROWS * NET_OUTPUTS];
    int64_t waiting[NET_ROWS];
    int number = 0;
    for (int64_t i = 0; i < n; i++) {
        const struct GAME *game = (const struct GAME *)(games + i * rules->record);
        if (!NAME(look)(rules, game, indices + number * MOST_INDICES, out + i * rules->seats)) waiting[number++] = i;
        if (number < NET_ROWS && i + 1 < n) continue;
        net_shares(net, indices, number, shares);
        for (int k = 0; k < number; k++)
            memcpy(out + waiting[k] * rules->seats, shares + k * NET_OUTPUTS, sizeof(float) * (size_t)rules->seats);
        number = 0;
    }
}

struct NAME(turn_results) {
    int results, stops, of_key[MOST_ACTIONS];
    int32_t action[MOST_RESULTS], total[MOST_RESULTS];
    struct {
        int total, action, result;
    } stop[MOST_STOPS];
};

/* List the different results of a turn, a failed attempt first, and all ways to stop with the result of each. */
static void NAME(list_results)(const struct rules *rules, struct GAME *game, int sums, struct NAME(turn_results) *found) {
    memset(found->of_key, 0, sizeof found->of_key);
    found->results = 1;
    found->stops = 0;
    found->action[0] = FAIL;
    found->total[0] = 0;
    game->turn.kept[WORM] = 1;
    for (int total = 0; total < sums; total++) {
        int8_t mask[MOST_ACTIONS] = {0};
        game->turn.total = (uint8_t)total;
        if (!NAME(stops)(rules, game, mask)) continue;
        for (int action = STOP; action < rules->actions; action++) {
            if (!mask[action]) continue;
            const int key = NAME(result)(rules, action, total);
            if (!found->of_key[key]) {
                found->action[found->results] = action;
                found->total[found->results] = total;
                found->of_key[key] = found->results++;
            }
            found->stop[found->stops].total = total;
            found->stop[found->stops].action = action;
            found->stop[found->stops++].result = found->of_key[key];
        }
    }
}

/* Write the features of the position after a result, or the shares of all seats if the game is over then; return whether
   it is. `after` has room for that position. */
INLINE int NAME(look_after)(const struct rules *rules, const struct GAME *game, int action, int total, struct GAME *after,
                            int16_t *indices, float *shares) {
    memcpy(after, game, (size_t)rules->record);
    after->turn.total = (uint8_t)total;
    if (action == FAIL)
        NAME(fail)(rules, after);
    else
        NAME(stop)(rules, after, action);
    return NAME(look)(rules, after, indices, shares);
}

/* What the results of a turn are worth to the seat whose turn it is: its share after each. */
static void NAME(value_results)(const struct rules *rules, const struct net *net, const struct GAME *game,
                                const struct NAME(turn_results) *found, double *values) {
    _Alignas(8) char room[sizeof(struct GAME) + MOST_PLAYERS * 16 + 8];
    struct GAME *after = (struct GAME *)room;
    int16_t indices[MOST_RESULTS * MOST_INDICES];
    float shares[MOST_RESULTS * NET_OUTPUTS], exact[MOST_PLAYERS];
    int waiting[MOST_RESULTS], number = 0, seat = game->turn.seat, next = 0;
    for (int k = 0; k < found->results; k++) {
        int16_t *row = indices + number * MOST_INDICES;
        const int over = NAME(look_after)(rules, game, found->action[k], found->total[k], after, row, exact);
        const int offset = (seat - after->turn.seat + rules->seats) % rules->seats;
        if (over)
            values[k] = exact[offset];
        else {
            waiting[number++] = k;
            next = offset;
        }
    }
    net_shares(net, indices, number, shares);
    for (int i = 0; i < number; i++) values[waiting[i]] = shares[i * NET_OUTPUTS + next];
}

/* For each position: its results (MOST_RESULTS apart) with their worths, and for each sum the best stop with its worth.
   Where no stop earns anything the worth is minus infinity, and the action PASS. */
void NAME(worths)(const struct rules *rules, const struct net *net, const char *games, int64_t n, int sums,
                  int32_t *results, int32_t *result_actions, int32_t *result_totals, double *values, double *stop,
                  double *fail, int32_t *actions) {
    _Alignas(8) char room[sizeof(struct GAME) + MOST_PLAYERS * 16 + 8];
    struct GAME *game = (struct GAME *)room;
    struct NAME(turn_results) found;
    for (int64_t i = 0; i < n; i++) {
        double *value = values + i * MOST_RESULTS, *best = stop + i * sums;
        memcpy(game, games + i * rules->record, (size_t)rules->record);
        begin_turn(&game->turn);
        NAME(list_results)(rules, game, sums, &found);
        NAME(value_results)(rules, net, game, &found, value);
        results[i] = found.results;
        memcpy(result_actions + i * MOST_RESULTS, found.action, sizeof found.action);
        memcpy(result_totals + i * MOST_RESULTS, found.total, sizeof found.total);
        fail[i] = value[0];
        for (int total = 0; total < sums; total++) {
            best[total] = -INFINITY;
            actions[i * sums + total] = PASS;
        }
        for (int k = 0; k < found.stops; k++)
            if (value[found.stop[k].result] > best[found.stop[k].total]) {
                best[found.stop[k].total] = value[found.stop[k].result];
                actions[i * sums + found.stop[k].total] = found.stop[k].action;
            }
    }
}

/* The results of turns without their worths, for a network elsewhere. Each position after a result has `number` features. */
void NAME(results)(const struct rules *rules, const char *games, int64_t n, int number, int sums,
                   const struct listed_results *out) {
    _Alignas(8) char rooms[2][sizeof(struct GAME) + MOST_PLAYERS * 16 + 8];
    struct GAME *game = (struct GAME *)rooms[0], *after = (struct GAME *)rooms[1];
    struct NAME(turn_results) found;
    int64_t first = 0, over = 0, stops = 0;
    for (int64_t i = 0; i < n; first += found.results, i++) {
        memcpy(game, games + i * rules->record, (size_t)rules->record);
        begin_turn(&game->turn);
        NAME(list_results)(rules, game, sums, &found);
        out->results[i] = found.results;
        memcpy(out->actions + first, found.action, sizeof(int32_t) * (size_t)found.results);
        memcpy(out->totals + first, found.total, sizeof(int32_t) * (size_t)found.results);
        for (int k = 0; k < found.results; k++) {
            int16_t *row = out->rows + (first + k) * number;
            float exact[MOST_PLAYERS];
            if (!NAME(look_after)(rules, game, found.action[k], found.total[k], after, row, exact)) continue;
            memset(row, 0, sizeof *row * (size_t)number);
            for (int offset = 0; offset < rules->seats; offset++)
                out->shares[over * rules->seats + offset] =
                    exact[(game->turn.seat + offset - after->turn.seat + rules->seats) % rules->seats];
            out->over[over++] = (int32_t)(first + k);
        }
        for (int k = 0; k < found.stops; k++, stops++) {
            out->stop_at[stops] = (int32_t)(i * sums + found.stop[k].total);
            out->stop_result[stops] = (int32_t)(first + found.stop[k].result);
        }
    }
    out->numbers[0] = first;
    out->numbers[1] = over;
    out->numbers[2] = stops;
}
