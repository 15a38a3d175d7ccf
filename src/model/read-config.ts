import { ConfigFields } from "./config-fields.js";
import { readMoe } from "./moe-shape.js";
import type { ModelShape } from "./shape.js";

/**
 * What a config.json declares, as text or parsed.
 *
 * @param name how the model is called from here on.
 * @throws ModelRefused for a field that is missing, contradicts another or is not understood.
 *
 * @example
 * readModelConfig('{"model_type": "mixtral", "hidden_size": 4096, …}', "mixtral-8x7b").moe?.experts; // 8
 */
export function readModelConfig(config: string | object, name: string): ModelShape {
  const fields = ConfigFields.of(config, name);
  const modelType = fields.text("model_type") ?? fields.refuse("model_type", "it decides how the layer routes");
  return { name, modelType, hidden: fields.requiredCount("hidden_size"), moe: readMoe(fields, modelType) };
}
