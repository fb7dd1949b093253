import { packProblem } from '../../errors';
import type { ImageFamily } from '../family';
import type { BioclipModel } from './schema';
import { compare, readTable } from './table';

export const bioclip: ImageFamily<BioclipModel> = {
  async open(model, read) {
    const bytes = await read(model.table);
    if (!bytes.ok) return bytes;
    const table = readTable(bytes.value, model.output.length);
    if (!table) {
      const message = `${model.table} is no table of embeddings of ${model.output.length} numbers.`;
      return { ok: false, problem: packProblem('model_unusable', message, model.table) };
    }
    const { logitScale } = model;
    return {
      ok: true,
      value: (output) => (output.length === table.length ? compare(output, table, logitScale) : null),
    };
  },
};
