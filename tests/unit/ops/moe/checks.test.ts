import { describe, expect, it } from "vitest";
import { askedTokens, misroutedTokens } from "../../../../src/ops/moe/checks.js";
import { deepseekCase } from "./layers.js";

describe("askedTokens", () => {
  it("counts for the experts of rank 0 alone", () => {
    const asked = askedTokens(deepseekCase({ ep: 8 }), 64, 0);
    expect(asked.length).toBe(32);
    expect(asked.reduce((sum, tokens) => sum + tokens, 0)).toBe(64);
  });

  it("counts for all experts where there is one rank", () => {
    const asked = askedTokens(deepseekCase(), 64, 0);
    expect(asked).toEqual(Array.from({ length: 256 }, () => 2));
  });

  it("is another one for another draw of a power law", () => {
    const layer = deepseekCase({ workload: { distribution: "power_law", alpha: 1.2, draws: 2, seed: 0 } });
    expect(askedTokens(layer, 64, 1)).not.toEqual(askedTokens(layer, 64, 0));
  });
});

describe("misroutedTokens", () => {
  it.each([
    [[2, 0, 1], [2, 0, 1], 0],
    [[2, 0, 1], [1, 1, 1], 2],
    [[2, 0], [2, 0, 3], 3],
    [[], [4], 4],
  ])("between %j asked and %j achieved is %d", (asked, achieved, misrouted) => {
    expect(misroutedTokens(asked, achieved)).toBe(misrouted);
  });
});
