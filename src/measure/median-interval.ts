/** Share of probability that the median's interval may leave out on each side: 95 % in all. */
const TAIL = 0.025;

/** P(B = ⌊n/2⌋) for B ~ Binomial(n, ½), as a product that neither overflows nor underflows. */
function centralProbability(n: number): number {
  const half = Math.floor(n / 2);
  let probability = 1;
  for (let i = 1; i <= half; i += 1) probability *= (2 * i - 1) / (2 * i);
  return n % 2 === 0 ? probability : (probability * (2 * half + 1)) / (2 * half + 2);
}

/**
 * Rank k (from 1) of the order statistic at which the 95 % interval of the median begins; it ends at rank n + 1 − k.
 * The largest k with P(B < k) ≤ 2.5 %, B ~ Binomial(n, ½); 0 where no pair of ranks covers 95 % (n < 6).
 * Source: David and Nagaraja, Order Statistics, section 7.1; exact, whatever the samples' distribution.
 */
export function medianIntervalRank(n: number): number {
  let k = Math.floor(n / 2);
  let probability = centralProbability(n);
  // P(B < k): half of all, less half of the middle value where n is even and it has one.
  let below = n % 2 === 0 ? 0.5 - probability / 2 : 0.5 - probability;
  while (k > 0 && below > TAIL) {
    probability *= k / (n - k + 1);
    k -= 1;
    below -= probability;
  }
  return k;
}

/**
 * Half-width of the median's 95 % interval over the median, of samples in ascending order.
 * @returns `null` for fewer than six samples, which bound no such interval.
 */
export function relativeMedianInterval(sorted: ArrayLike<number>): number | null {
  const n = sorted.length;
  const rank = medianIntervalRank(n);
  const low = sorted[rank - 1];
  const high = sorted[n - rank];
  const left = sorted[Math.floor((n - 1) / 2)];
  const right = sorted[Math.floor(n / 2)];
  if (low === undefined || high === undefined || left === undefined || right === undefined) return null;
  return (high - low) / (left + right);
}
