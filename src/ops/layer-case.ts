import type { ForeignCase } from "./foreign/case.js";
import type { MoeCase } from "./moe/case.js";

/** A case of any op. */
export type LayerCase = MoeCase | ForeignCase;
