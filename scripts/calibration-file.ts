/** Where a fitted calibration is kept: the manifest of its pack, and the file beside the recipe that makes the pack. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, UserError } from './run.ts';

/** The command as pages quote it, without the folders of this machine. */
export function withoutFolders(argument: string): string {
  return argument.includes('/') ? basename(argument) : argument;
}

/** Writes a file that prettier's own spacing of a manifest keeps: two spaces. */
export function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

interface Manifest {
  models: { role: string; calibration: object }[];
}

/** What the manifest says of one of its models. */
export function modelIn<M extends { role: string }>(folder: string, role: M['role']): M {
  const { models } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { models: M[] };
  const model = models.find((one) => one.role === role);
  if (!model) throw new UserError(`The pack has no ${role} classifier to calibrate.`);
  return model;
}

/** Packs whose recipe has another name. */
const RECIPES: Record<string, string> = { sound: 'birdnet' };

/** @param lasting what the file beside the recipe keeps, made from what is there */
export function writeCalibration(
  { folder, name, role }: { folder: string; name: string; role: string },
  entry: object,
  lasting: (before: object) => object,
): void {
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const model = manifest.models.find((one) => one.role === role);
  if (!model) throw new UserError(`The pack has no ${role} classifier to calibrate.`);
  model.calibration = entry;
  writeJson(file, manifest);
  const kept = join(ROOT, 'models', RECIPES[name] ?? name, 'calibration.json');
  if (!folder.startsWith(join(ROOT, 'public/packs')) || !existsSync(join(kept, '..'))) return;
  const before = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as object) : {};
  writeJson(kept, lasting(before));
}
