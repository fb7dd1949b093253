import { toSingles } from '../half-precision';
import { fieldsOf, MalformedMessage, readNumber, sizeOfNumber, writeNumber, type Field } from './protobuf';

/**
 * Weights are stored in half precision, each with a Cast to floats in the graph (docs/decisions/0028). onnxruntime's own
 * Cast is one function of half a megabyte, which every browser compiles anew, and then a second time because it is used so
 * much: a second or two of a core and 100 MB, for work that is done once. So the casts are done here, and a model that is
 * given to the runtime has floats.
 */

/** Larger models would lie in memory once too often. */
const LARGEST_BYTES = 32e6;

/** Numbers of fields in onnx.proto. */
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12 };
const NODE = { input: 1, output: 2, type: 4, attribute: 5, domain: 7 };
const ATTRIBUTE = { name: 1, whole: 3, graph: 6, graphs: 11 };
const TENSOR = { type: 2, name: 8, bytes: 9, location: 14 };
const VALUE = { name: 1 };
const [FLOAT, HALF] = [1, 10];

const BYTES_WIRE = 2;

/** A model with wider weights: how long it is, and how to write it. `model` is given again, as its memory may have moved. */
export interface Widened {
  length: number;
  write(model: Uint8Array, to: Uint8Array): void;
}

/** What becomes of a field of the graph: nothing, or this. */
interface Edit {
  length: number;
  write(model: Uint8Array, to: Uint8Array, at: number): void;
}

/** Null where there is nothing to widen, or nothing that this understands: the runtime then takes the model as it is. */
export function widenWeights(model: Uint8Array): Widened | null {
  if (model.length > LARGEST_BYTES) return null;
  try {
    return widened(model);
  } catch (error) {
    if (error instanceof MalformedMessage) return null;
    throw error;
  }
}

function widened(model: Uint8Array): Widened | null {
  const graphs = all(model, { from: 0, to: model.length }, MODEL.graph);
  const [graph] = graphs;
  if (!graph || graphs.length > 1) return null;
  const edits = editsOf(model, graph);
  if (edits.size === 0) return null;

  let inside = graph.to - graph.from;
  for (const [{ start, to }, { length }] of edits) inside += length - (to - start);
  const length = graph.start + sizeOfField(MODEL.graph, inside) + inside + (model.length - graph.to);
  return {
    length,
    write(source, to) {
      to.set(source.subarray(0, graph.start));
      let at = writeHead(to, graph.start, MODEL.graph, inside);
      let from = graph.from;
      for (const [field, edit] of edits) {
        to.set(source.subarray(from, field.start), at);
        at += field.start - from;
        edit.write(source, to, at);
        at += edit.length;
        from = field.to;
      }
      to.set(source.subarray(from), at);
    },
  };
}

/** By the fields that they change, in the order of the file. */
function editsOf(model: Uint8Array, graph: Field): Map<Field, Edit> {
  const nodes = all(model, graph, GRAPH.node).map((field) => readNode(model, field));
  const edits = new Map<Field, Edit>();
  // A graph inside a node may use any name of this one.
  if (nodes.some(({ hasGraph }) => hasGraph)) return edits;

  const shown = new Set(
    [GRAPH.input, GRAPH.output].flatMap((number) => {
      return all(model, graph, number).map((value) => textOf(model, value, VALUE.name));
    }),
  );
  const users = new Map<string, Node[]>();
  for (const node of nodes) {
    for (const name of node.inputs) users.set(name, [...(users.get(name) ?? []), node]);
  }
  for (const field of all(model, graph, GRAPH.initializer)) {
    const tensor = readTensor(model, field);
    const [cast, ...others] = users.get(tensor.name) ?? [];
    if (!tensor.bytes || !cast?.castsToFloat || others.length > 0) continue;
    const [output = ''] = cast.outputs;
    if (shown.has(tensor.name) || shown.has(output)) continue;
    edits.set(field, wider(model, field, tensor.bytes, output));
    edits.set(cast.field, { length: 0, write: () => undefined });
  }
  return new Map([...edits].sort(([a], [b]) => a.start - b.start));
}

interface Node {
  field: Field;
  inputs: string[];
  outputs: string[];
  castsToFloat: boolean;
  hasGraph: boolean;
}

function readNode(model: Uint8Array, field: Field): Node {
  const attributes = all(model, field, NODE.attribute);
  const isPlain = textOf(model, field, NODE.domain) === '' && textOf(model, field, NODE.type) === 'Cast';
  return {
    field,
    inputs: all(model, field, NODE.input).map((name) => text(model, name)),
    outputs: all(model, field, NODE.output).map((name) => text(model, name)),
    castsToFloat:
      isPlain &&
      attributes.some(
        (attribute) =>
          textOf(model, attribute, ATTRIBUTE.name) === 'to' && numberOf(model, attribute, ATTRIBUTE.whole) === FLOAT,
      ),
    hasGraph: attributes.some((attribute) => {
      return [ATTRIBUTE.graph, ATTRIBUTE.graphs].some((number) => all(model, attribute, number).length > 0);
    }),
  };
}

/** `bytes`: where its halves are; null of a tensor that is something else, or lies elsewhere. */
function readTensor(model: Uint8Array, field: Field): { name: string; bytes: Field | null } {
  const isHalf = numberOf(model, field, TENSOR.type) === HALF && numberOf(model, field, TENSOR.location) === 0;
  const [bytes] = all(model, field, TENSOR.bytes);
  return { name: textOf(model, field, TENSOR.name), bytes: isHalf && bytes ? bytes : null };
}

/** The same tensor in floats, by the name that its cast gave them. */
function wider(model: Uint8Array, field: Field, halves: Field, name: string): Edit {
  const named = new TextEncoder().encode(name);
  const floats = (halves.to - halves.from) * 2;
  const replaced = new Set([TENSOR.type, TENSOR.name, TENSOR.bytes]);
  const kept = [...fieldsOf(model, field.from, field.to)].filter(({ number }) => !replaced.has(number));
  const inside =
    kept.reduce((sum, { start, to }) => sum + to - start, 0) +
    sizeOfNumber(TENSOR.type << 3) +
    sizeOfNumber(FLOAT) +
    sizeOfField(TENSOR.name, named.length) +
    named.length +
    sizeOfField(TENSOR.bytes, floats) +
    floats;
  return {
    length: sizeOfField(GRAPH.initializer, inside) + inside,
    write(source, to, start) {
      let at = writeHead(to, start, GRAPH.initializer, inside);
      for (const other of kept) {
        to.set(source.subarray(other.start, other.to), at);
        at += other.to - other.start;
      }
      at = writeNumber(to, at, TENSOR.type << 3);
      at = writeNumber(to, at, FLOAT);
      at = writeHead(to, at, TENSOR.name, named.length);
      to.set(named, at);
      at = writeHead(to, at + named.length, TENSOR.bytes, floats);
      to.set(new Uint8Array(toSingles(source.subarray(halves.from, halves.to)).buffer), at);
    },
  };
}

function all(model: Uint8Array, { from, to }: { from: number; to: number }, number: number): Field[] {
  return [...fieldsOf(model, from, to)].filter((field) => field.number === number);
}

const utf8 = new TextDecoder();

/** Of a copy: the runtime's memory is shared, and shared bytes cannot be decoded. */
function text(model: Uint8Array, { from, to }: Field): string {
  return utf8.decode(model.slice(from, to));
}

function textOf(model: Uint8Array, message: Field, number: number): string {
  const [field] = all(model, message, number);
  return field ? text(model, field) : '';
}

/** 0 where it is not said, as the format has it. */
function numberOf(model: Uint8Array, message: Field, number: number): number {
  const [field] = all(model, message, number);
  return field ? readNumber(model, field.from).value : 0;
}

function sizeOfField(number: number, length: number): number {
  return sizeOfNumber((number << 3) | BYTES_WIRE) + sizeOfNumber(length);
}

function writeHead(to: Uint8Array, at: number, number: number, length: number): number {
  return writeNumber(to, writeNumber(to, at, (number << 3) | BYTES_WIRE), length);
}
