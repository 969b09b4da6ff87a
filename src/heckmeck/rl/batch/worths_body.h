/* Included by kernel.c once for each dice game, after results_body.h: what the results of turns are worth, by a network. */

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

/* What the results of a turn are worth to the seat whose turn it is: its share after each. */
static void NAME(value_results)(const struct rules *rules, const struct net *net, const struct GAME *game,
                                const struct NAME(turn_results) *found, double *values) {
    ROOM(room);
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
    ROOM(room);
    struct NAME(turn_results) found;
    for (int64_t i = 0; i < n; i++) {
        double *value = values + i * MOST_RESULTS, *best = stop + i * sums;
        const struct GAME *game = NAME(list_from)(rules, games + i * rules->record, room, sums, &found);
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
