import * as v from 'valibot';
import type { Role } from './manifest';
import type { OpenedPack } from './roles';

/** What a person chose about the packs that are here. Names of packs that are gone are ignored. */
export const PackChoicesSchema = v.object({
  /** Packs that are kept but not used. */
  off: v.array(v.string()),
  /** Which pack fills a role, if it is not the first that could. */
  roles: v.object({
    detector: v.optional(v.string()),
    image: v.optional(v.string()),
    sound: v.optional(v.string()),
    geo: v.optional(v.string()),
  }),
});
export type PackChoices = v.InferOutput<typeof PackChoicesSchema>;

export const NO_CHOICES: PackChoices = { off: [], roles: {} };

/**
 * The packs with only those models that they may use: none where the pack is off, and where a role was given to one pack,
 * none of that role in the others. The last pack, which came with the app, is never off: it fills every role that is left.
 */
export function arrange(packs: readonly OpenedPack[], choices: PackChoices): OpenedPack[] {
  const isOn = (pack: OpenedPack): boolean => pack === packs.at(-1) || !choices.off.includes(pack.manifest.name);
  const does = (pack: OpenedPack, role: Role): boolean =>
    isOn(pack) && pack.manifest.models.some((model) => model.role === role);
  const chosen = (role: Role): OpenedPack | undefined =>
    packs.find((pack) => pack.manifest.name === choices.roles[role] && does(pack, role));
  return packs.map((pack) => {
    const models = pack.manifest.models.filter(({ role }) => does(pack, role) && (chosen(role) ?? pack) === pack);
    return { ...pack, manifest: { ...pack.manifest, models } };
  });
}

export function switchPack(choices: PackChoices, name: string, on: boolean): PackChoices {
  const others = choices.off.filter((one) => one !== name);
  return { ...choices, off: on ? others : [...others, name] };
}

export function giveRole(choices: PackChoices, role: Role, name: string): PackChoices {
  return { ...choices, roles: { ...choices.roles, [role]: name } };
}

/** As if the pack had never been installed: one that comes back starts from scratch. */
export function forgetPack(choices: PackChoices, name: string): PackChoices {
  const roles = Object.fromEntries(Object.entries(choices.roles).filter(([, one]) => one !== name));
  return { off: choices.off.filter((one) => one !== name), roles };
}
