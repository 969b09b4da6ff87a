/* Networks that value positions: sums of table rows, two hidden layers of rectified units, and a softmax over the seats. See
   src/heckmeck/bots/net.py; numpy does the same, more slowly. */

#if defined(__AVX512F__)
#define NET_WIDTH 64
#elif defined(__AVX__)
#define NET_WIDTH 32
#else
#define NET_WIDTH 16
#endif
typedef float net_vector __attribute__((vector_size(NET_WIDTH), aligned(4)));
#define NET_LANES ((int)(NET_WIDTH / sizeof(float)))

/* Positions that go through the layers together, so that weights are read once for all of them. */
#define NET_ROWS 8
#define MOST_UNITS 256
#define MOST_INDICES 48
/* Outputs are padded to whole vectors. */
#define NET_OUTPUTS 16

/* Layers are stored by inputs: `weights[input][output]`. The numbers of units are multiples of NET_OUTPUTS. */
struct net {
    int32_t indices, first, second, seats;
    const float *table, *first_bias, *second_weights, *second_bias, *last_weights, *last_bias;
};

/* Add up the rows of a table: each position has `number` of them. */
INLINE void sum_rows(const float *table, const float *bias, const int16_t *index, int number, int units, float *sum) {
    for (int j = 0; j < units; j += NET_LANES) {
        net_vector total = *(const net_vector *)(bias + j);
        for (int k = 0; k < number; k++) total += *(const net_vector *)(table + (int64_t)index[k] * units + j);
        *(net_vector *)(sum + j) = total;
    }
}

INLINE void rectify(float *values, int number) {
    for (int i = 0; i < number; i++) values[i] = values[i] > 0 ? values[i] : 0;
}

/* A layer for NET_ROWS positions; rows of inputs and outputs are MOST_UNITS apart. */
static void dense(const float *in, int inputs, const float *weights, const float *bias, int outputs, float *out) {
    for (int j = 0; j < outputs; j += NET_LANES) {
        net_vector sum[NET_ROWS];
        for (int row = 0; row < NET_ROWS; row++) sum[row] = *(const net_vector *)(bias + j);
        for (int i = 0; i < inputs; i++) {
            const net_vector weight = *(const net_vector *)(weights + (int64_t)i * outputs + j);
            for (int row = 0; row < NET_ROWS; row++) sum[row] += in[row * MOST_UNITS + i] * weight;
        }
        for (int row = 0; row < NET_ROWS; row++) *(net_vector *)(out + row * MOST_UNITS + j) = sum[row];
    }
}

static void softmax(const float *scores, int number, float *shares) {
    float most = scores[0], sum = 0;
    for (int i = 1; i < number; i++) most = scores[i] > most ? scores[i] : most;
    for (int i = 0; i < number; i++) sum += shares[i] = expf(scores[i] - most);
    for (int i = 0; i < number; i++) shares[i] /= sum;
}

/* The shares of some positions, counted from the seat to move; rows of indices are MOST_INDICES apart, of shares
   NET_OUTPUTS. */
static void net_shares(const struct net *net, const int16_t *indices, int64_t n, float *shares) {
    float one[NET_ROWS * MOST_UNITS], two[NET_ROWS * MOST_UNITS];
    for (int64_t begin = 0; begin < n; begin += NET_ROWS) {
        const int rows = n - begin < NET_ROWS ? (int)(n - begin) : NET_ROWS;
        for (int row = 0; row < NET_ROWS; row++) { /* rows without a position repeat the last one */
            const int16_t *index = indices + (begin + (row < rows ? row : rows - 1)) * MOST_INDICES;
            sum_rows(net->table, net->first_bias, index, net->indices, net->first, one + row * MOST_UNITS);
            rectify(one + row * MOST_UNITS, net->first);
        }
        dense(one, net->first, net->second_weights, net->second_bias, net->second, two);
        for (int row = 0; row < NET_ROWS; row++) rectify(two + row * MOST_UNITS, net->second);
        dense(two, net->second, net->last_weights, net->last_bias, NET_OUTPUTS, one);
        for (int row = 0; row < rows; row++)
            softmax(one + row * MOST_UNITS, net->seats, shares + (begin + row) * NET_OUTPUTS);
    }
}

/* For learning: the sums of rows of a table for many positions, and what flows back into the table. */
void gather(const float *table, const float *bias, const int16_t *indices, int64_t n, int number, int units, float *sums) {
    for (int64_t i = 0; i < n; i++) sum_rows(table, bias, indices + i * number, number, units, sums + i * units);
}

void scatter(const float *slopes, const int16_t *indices, int64_t n, int number, int units, float *table) {
    for (int64_t i = 0; i < n; i++)
        for (int k = 0; k < number; k++) {
            float *row = table + (int64_t)indices[i * number + k] * units;
            for (int j = 0; j < units; j++) row[j] += slopes[i * units + j];
        }
}
