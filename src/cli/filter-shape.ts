import { z } from "zod";

const values = z.array(z.string()).optional();

/** The options of `addFilterOptions`, as a `CaseFilter`. */
export const filterShape = { op: values, model: values, dtype: values, tp: values, ep: values, key: values };
