import { z } from "zod";

const ratio = z.number().min(1);
const share = z.number().min(0).max(1);
const count = z.int().positive();

/**
 * When a gate speaks. Noise is measured: the same keys stand 747,546 times more than once in 99 public tables, and their
 * largest and smallest value differ by 0.62 % (median), 7.7 % (95 in a hundred), 24.8 % (99 in a hundred).
 */
export const thresholdsSchema = z.strictObject({
  /** Repeats of a key that differ by no more are the same measurement. */
  repeat_usual: ratio.default(1.077),
  /** Repeats that differ by more are a conflict: one of them is not what the key says. */
  repeat_worst: ratio.default(1.248),
  /** A single point is a spike beyond so much over both neighbours, … */
  spike_ratio: ratio.default(1.248),
  /** … and beyond so many times what its curve and its kernel's curves do elsewhere. */
  spike_over_noise: ratio.default(4),
  /** A fall of latency while the work grows counts beyond so much. */
  fall_ratio: ratio.default(1.248),
  /** A first point is cold beyond so much over the two after it, … */
  cold_ratio: ratio.default(1.2),
  /** … and surely so beyond this; below it, one in two comes back when it is measured again, and is a notice. */
  cold_sure: ratio.default(1.5),
  /** … unless more than this share of its kernel's curves begin so. */
  cold_common: share.default(0.2),
  /** A curve is flat while its latencies stay within such a ratio (the middle four fifths of them), … */
  plateau_flat: ratio.default(1.25),
  /** … over a growth of the work by so much, … */
  plateau_growth: ratio.default(8),
  /** … and bound by launches where others of the same shape take so many times less. */
  plateau_over_others: ratio.default(4),
  /** … and where it lies no further above the least that its kernel takes for any shape. */
  plateau_over_floor: ratio.default(1.25),
  /** Clocks boost over the data sheet, and clocks have a resolution. */
  bound_slack: ratio.default(1.05),
  /** Cutting a layer by ep or tp must give at least this share of the even gain, … */
  scaling_efficiency: share.default(0.4),
  /** … where the cut layer's arithmetic still takes so many times its own launch. */
  scaling_over_launch: ratio.default(10),
  /** Beyond such an ep, what a kernel does for the tokens of all ranks may be as long as its own share. */
  scaling_largest_ep: count.default(8),
  /** Beyond such a tp, experts are cut so narrow that they fill tiles badly for good reasons. */
  scaling_largest_tp: count.default(4),
  /** A balanced layer must not take longer than the most skewed one by more than this. */
  balanced_ratio: ratio.default(1.25),
  /** A latency is an outlier among other kernels, dtypes and backends of its shape beyond so much. */
  outlier_ratio: ratio.default(3),
  /** A curve has a hole where so many of its siblings have a point. */
  hole_siblings: share.default(0.9),
  /** Fewer curves than these have no common noise. */
  noise_curves: count.default(5),
});
/** When a gate speaks. */
export type Thresholds = z.infer<typeof thresholdsSchema>;
