import { writeSingles } from '../packs/half-precision';
import { fieldsOf, MalformedMessage, readNumber, sizeOfNumber, writeNumber, type Field } from './protobuf';

/**
 * Weights are stored in half precision, each with a Cast to floats in the graph, or as rows of 8-bit numbers, with a Cast and a
 * multiplication by the scale of each row (docs/decisions/0028). onnxruntime's own Cast is one function of half a megabyte. On
 * a first visit Chromium compiles it, and then a second time because it is used so much: a second or two of a core and 100 MB,
 * for work that is done once. So it is done here, and a model that is given to the runtime has floats.
 */

/** Larger models would take too much memory as copies. */
const LARGEST_BYTES = 32e6;

/** Numbers of fields in onnx.proto. */
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12 };
const NODE = { input: 1, output: 2, type: 4, attribute: 5, domain: 7 };
const ATTRIBUTE = { name: 1, whole: 3, graph: 6, graphs: 11 };
const TENSOR = { type: 2, name: 8, bytes: 9, location: 14 };
const VALUE = { name: 1 };
const [FLOAT, INT8, HALF] = [1, 3, 10];

const BYTES_WIRE = 2;
const LONGEST_NAME = 4096;

/** A model with wider weights: how long it is, and how to write it. */
interface Widened {
  length: number;
  write(to: Uint8Array): void;
}

/** What replaces a field of the graph, if anything. */
interface Edit {
  length: number;
  write(to: Uint8Array, at: number): void;
}

/**
 * A model in the form that the runtime starts fastest: with its weights as floats. The same bytes where there is nothing to widen, nothing
 * that this understands or no memory: the runtime then takes the model as it is.
 */
export function optimise(model: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (model.length > LARGEST_BYTES) return model;
  try {
    const wide = widened(model);
    if (!wide) return model;
    const floats = new Uint8Array(wide.length);
    wide.write(floats);
    return floats;
  } catch (error) {
    if (error instanceof MalformedMessage || error instanceof RangeError) return model;
    throw error;
  }
}

function widened(model: Uint8Array): Widened | null {
  const [graph, ...others] = partsOf(model, { from: 0, to: model.length })(MODEL.graph);
  if (!graph || others.length > 0) return null;
  const edits = editsOf(model, graph);
  if (edits.size === 0) return null;

  let inside = graph.to - graph.from;
  for (const [{ start, to }, { length }] of edits) inside += length - (to - start);
  const length = graph.start + sizeOfHead(MODEL.graph, inside) + inside + (model.length - graph.to);
  return {
    length,
    write(to) {
      to.set(model.subarray(0, graph.start));
      let at = writeHead(to, graph.start, MODEL.graph, inside);
      let from = graph.from;
      for (const [field, edit] of edits) {
        to.set(model.subarray(from, field.start), at);
        at += field.start - from;
        edit.write(to, at);
        at += edit.length;
        from = field.to;
      }
      to.set(model.subarray(from), at);
    },
  };
}

/** By the fields that they change, in the order of the file. */
function editsOf(model: Uint8Array, graph: Field): Map<Field, Edit> {
  const parts = partsOf(model, graph);
  const nodes = parts(GRAPH.node).map((field) => readNode(model, field));
  const edits = new Map<Field, Edit>();
  // A graph inside a node may use any name of this one.
  if (nodes.some(({ hasGraph }) => hasGraph)) return edits;

  const shown = new Set(
    [...parts(GRAPH.input), ...parts(GRAPH.output)].map((value) => nameOf(model, partsOf(model, value)(VALUE.name)[0])),
  );
  const users = new Map<string, Node[]>();
  for (const node of nodes) {
    for (const name of node.inputs) {
      const known = users.get(name);
      if (known) known.push(node);
      else users.set(name, [node]);
    }
  }
  const tensors = new Map(
    parts(GRAPH.initializer).map((field) => {
      const tensor = readTensor(model, field);
      return [tensor.name, tensor];
    }),
  );
  /** The only node that takes a tensor that nobody outside sees. */
  const onlyUser = (name: string): Node | null => {
    const [user = null, ...others] = users.get(name) ?? [];
    return others.length === 0 && !shown.has(name) ? user : null;
  };
  for (const tensor of tensors.values()) {
    const cast = onlyUser(tensor.name);
    const [floats] = cast?.outputs ?? [];
    if (!cast?.castsToFloat || !floats || shown.has(nameOf(model, floats))) continue;
    if (tensor.type === HALF && tensor.bytes) {
      const { bytes: halves } = tensor;
      const values: Values = {
        length: (halves.to - halves.from) * 2,
        write: (to, at) => {
          writeSingles(model.subarray(halves.from, halves.to), to, at);
        },
      };
      edits.set(tensor.field, wider(model, tensor.field, values, floats));
      edits.set(cast.field, NOTHING);
    }
    if (tensor.type !== INT8 || !tensor.bytes) continue;
    const scaled = onlyUser(nameOf(model, floats));
    const [rows] = scaled?.outputs ?? [];
    const [, scales] = scaled?.inputs.map((name) => tensors.get(name)) ?? [];
    if (!scaled?.multiplies || scaled.inputs.length !== 2 || !rows || shown.has(nameOf(model, rows))) continue;
    if (scales?.type !== FLOAT || !scales.bytes || onlyUser(scales.name) !== scaled) continue;
    const values = valuesOfRows(model, tensor.bytes, scales.bytes);
    if (!values) continue;
    edits.set(tensor.field, wider(model, tensor.field, values, rows));
    for (const { field } of [cast, scaled, scales]) edits.set(field, NOTHING);
  }
  return new Map([...edits].sort(([a], [b]) => a.start - b.start));
}

const NOTHING: Edit = { length: 0, write: () => undefined };

/** Floats as bytes: how many, and how to write them from a position on. */
type Values = Edit;

/** 8-bit numbers, each times the scale of its row; null where they do not part into rows. */
function valuesOfRows(model: Uint8Array, numbers: Field, scales: Field): Values | null {
  const count = numbers.to - numbers.from;
  const floats = new Float32Array(model.slice(scales.from, scales.to).buffer);
  const width = count / floats.length;
  if (!Number.isInteger(width)) return null;
  return {
    length: count * 4,
    write(to, at) {
      const whole = new Int8Array(model.buffer, model.byteOffset + numbers.from, count);
      const row = new Float32Array(width);
      const bytes = new Uint8Array(row.buffer);
      floats.forEach((scale, i) => {
        for (let k = 0; k < width; k++) row[k] = whole[i * width + k]! * scale;
        to.set(bytes, at + i * bytes.length);
      });
    },
  };
}

interface Node {
  field: Field;
  inputs: string[];
  outputs: readonly Field[];
  castsToFloat: boolean;
  multiplies: boolean;
  hasGraph: boolean;
}

function readNode(model: Uint8Array, field: Field): Node {
  const parts = partsOf(model, field);
  const attributes = parts(NODE.attribute).map((attribute) => partsOf(model, attribute));
  const type = nameOf(model, parts(NODE.domain)[0]) === '' ? nameOf(model, parts(NODE.type)[0]) : null;
  return {
    field,
    inputs: parts(NODE.input).map((name) => nameOf(model, name)),
    outputs: parts(NODE.output),
    castsToFloat:
      type === 'Cast' &&
      attributes.some((attribute) => {
        const [name, whole] = [attribute(ATTRIBUTE.name)[0], attribute(ATTRIBUTE.whole)[0]];
        return nameOf(model, name) === 'to' && numberOf(model, whole) === FLOAT;
      }),
    multiplies: type === 'Mul',
    hasGraph: attributes.some((attribute) => attribute(ATTRIBUTE.graph)[0] ?? attribute(ATTRIBUTE.graphs)[0]),
  };
}

interface StoredTensor {
  field: Field;
  name: string;
  type: number;
  /** Null where they lie elsewhere, or are written in another way. */
  bytes: Field | null;
}

function readTensor(model: Uint8Array, field: Field): StoredTensor {
  const parts = partsOf(model, field);
  const isHere = numberOf(model, parts(TENSOR.location)[0]) === 0;
  const [bytes = null] = parts(TENSOR.bytes);
  const [name, type] = [nameOf(model, parts(TENSOR.name)[0]), numberOf(model, parts(TENSOR.type)[0])];
  return { field, name, type, bytes: isHere ? bytes : null };
}

/** The same tensor in floats, by another name. */
function wider(model: Uint8Array, field: Field, values: Values, name: Field): Edit {
  const named = name.to - name.from;
  const replaced = new Set([TENSOR.type, TENSOR.name, TENSOR.bytes]);
  const kept = [...fieldsOf(model, field.from, field.to)].filter(({ number }) => !replaced.has(number));
  const inside =
    kept.reduce((sum, { start, to }) => sum + to - start, 0) +
    sizeOfNumber(TENSOR.type << 3) +
    sizeOfNumber(FLOAT) +
    sizeOfHead(TENSOR.name, named) +
    named +
    sizeOfHead(TENSOR.bytes, values.length) +
    values.length;
  return {
    length: sizeOfHead(GRAPH.initializer, inside) + inside,
    write(to, start) {
      let at = writeHead(to, start, GRAPH.initializer, inside);
      for (const other of kept) {
        to.set(model.subarray(other.start, other.to), at);
        at += other.to - other.start;
      }
      at = writeNumber(to, at, TENSOR.type << 3);
      at = writeNumber(to, at, FLOAT);
      at = writeHead(to, at, TENSOR.name, named);
      to.set(model.subarray(name.from, name.to), at);
      at = writeHead(to, at + named, TENSOR.bytes, values.length);
      values.write(to, at);
    },
  };
}

/** The fields of a message, by their number. */
function partsOf(model: Uint8Array, { from, to }: Pick<Field, 'from' | 'to'>): (number: number) => readonly Field[] {
  const parts: Field[][] = [];
  for (const field of fieldsOf(model, from, to)) (parts[field.number] ??= []).push(field);
  return (number) => parts[number] ?? [];
}

/** The bytes as characters: enough to tell names apart. Empty where the field is missing, as the format says. */
function nameOf(model: Uint8Array, field: Field | undefined): string {
  if (!field) return '';
  if (field.to - field.from > LONGEST_NAME) throw new MalformedMessage('a name is no name');
  return String.fromCharCode(...model.subarray(field.from, field.to));
}

function numberOf(model: Uint8Array, field: Field | undefined): number {
  return field ? readNumber(model, field.from).value : 0;
}

function sizeOfHead(number: number, length: number): number {
  return sizeOfNumber((number << 3) | BYTES_WIRE) + sizeOfNumber(length);
}

function writeHead(to: Uint8Array, at: number, number: number, length: number): number {
  return writeNumber(to, writeNumber(to, at, (number << 3) | BYTES_WIRE), length);
}
