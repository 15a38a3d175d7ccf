import onnxProto from "onnx-proto";

const { onnx } = onnxProto;
const { DataType, DataLocation } = onnx.TensorProto;
const { AttributeType } = onnx.AttributeProto;

export type Model = onnxProto.onnx.IModelProto;
export type Node = onnxProto.onnx.INodeProto;
export type Initializer = onnxProto.onnx.ITensorProto;
export type ValueInfo = onnxProto.onnx.IValueInfoProto;

/** The operators that the runtime adds to ONNX's own. */
export const CONTRIB_DOMAIN = "com.microsoft";
const ONNX_OPSET = 17;
const IR_VERSION = 8;

export type ElementType = "float32" | "int64" | "uint8";
const ELEMENT_TYPES = { float32: DataType.FLOAT, int64: DataType.INT64, uint8: DataType.UINT8 } as const;

/** A graph's parts as a model. */
export function modelOf(graph: {
  readonly nodes: readonly Node[];
  readonly initializers: readonly Initializer[];
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
}): Model {
  const { nodes, initializers, inputs, outputs } = graph;
  return {
    irVersion: IR_VERSION,
    opsetImport: [
      { domain: "", version: ONNX_OPSET },
      { domain: CONTRIB_DOMAIN, version: 1 },
    ],
    graph: {
      name: "layer",
      node: [...nodes],
      initializer: [...initializers],
      input: [...inputs],
      output: [...outputs],
    },
  };
}

/** The bytes of a model file. */
export function encodeModel(model: Model): Uint8Array {
  return onnx.ModelProto.encode(onnx.ModelProto.fromObject(model)).finish();
}

/** A node; an input "" is one that the operator does without. */
export function node(opType: string, inputs: readonly string[], output: string, options: NodeOptions = {}): Node {
  return {
    opType,
    domain: options.domain ?? "",
    input: [...inputs],
    output: [output],
    attribute: Object.entries(options.attributes ?? {}).map(([name, value]) => attribute(name, value)),
  };
}

export interface NodeOptions {
  readonly domain?: string;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}

/** ONNX tells integers from floats by type, which JavaScript's numbers do not. */
export type AttributeValue = string | { readonly int: number } | { readonly float: number };

function attribute(name: string, value: AttributeValue): onnxProto.onnx.IAttributeProto {
  if (typeof value === "string") return { name, type: AttributeType.STRING, s: Buffer.from(value) };
  if ("int" in value) return { name, type: AttributeType.INT, i: value.int };
  return { name, type: AttributeType.FLOAT, f: value.float };
}

/** An input or output; a dimension that is a name is free. */
export function valueInfo(name: string, element: ElementType, dims: readonly (number | string)[]): ValueInfo {
  const dim = dims.map((size) => (typeof size === "string" ? { dimParam: size } : { dimValue: size }));
  return { name, type: { tensorType: { elemType: ELEMENT_TYPES[element], shape: { dim } } } };
}

/** A constant whose values lie in a file beside the model. */
export function externalInitializer(
  name: string,
  element: ElementType,
  dims: readonly number[],
  place: { readonly file: string; readonly offsetBytes: number; readonly bytes: number },
): Initializer {
  const externalData = [
    { key: "location", value: place.file },
    { key: "offset", value: String(place.offsetBytes) },
    { key: "length", value: String(place.bytes) },
  ];
  return { name, dims: [...dims], dataType: ELEMENT_TYPES[element], dataLocation: DataLocation.EXTERNAL, externalData };
}

/** A constant whose values lie in the model. */
export function inlineInitializer(
  name: string,
  dims: readonly number[],
  values: Float32Array | Uint8Array,
): Initializer {
  const rawData = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const element = values instanceof Uint8Array ? "uint8" : "float32";
  return { name, dims: [...dims], dataType: ELEMENT_TYPES[element], rawData };
}
