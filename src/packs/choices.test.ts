import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openedPack } from '../testing/pack';
import { arrange, forgetPack, giveRole, NO_CHOICES, switchPack } from './choices';
import { findModel, type OpenedPack } from './roles';
import type { Role } from './manifest';

const ROLES: Role[] = ['detector', 'image', 'sound', 'geo'];
const packs = [openedPack('field', 'image', 'geo'), openedPack('regional', 'image'), openedPack('starter', ...ROLES)];

const who = (arranged: readonly OpenedPack[]): Record<string, string | undefined> =>
  Object.fromEntries(ROLES.map((role) => [role, findModel(arranged, role)?.pack.manifest.name]));

describe('packs as a person arranged them', () => {
  test('without a choice do what the first that can does', () => {
    expect(who(arrange(packs, NO_CHOICES))).toEqual({
      detector: 'starter',
      image: 'field',
      sound: 'starter',
      geo: 'field',
    });
  });

  test('a pack that is off does nothing and is still there', () => {
    const arranged = arrange(packs, switchPack(NO_CHOICES, 'field', false));
    expect(who(arranged)).toMatchObject({ image: 'regional', geo: 'starter' });
    expect(arranged.map(({ manifest }) => manifest.name)).toEqual(['field', 'regional', 'starter']);
    expect(who(arrange(packs, switchPack({ off: ['field'], roles: {} }, 'field', true))).image).toBe('field');
  });

  test('a role can move to any pack that has it, the others keep theirs', () => {
    const choices = giveRole(giveRole(NO_CHOICES, 'image', 'regional'), 'geo', 'starter');
    expect(who(arrange(packs, choices))).toMatchObject({ image: 'regional', geo: 'starter', detector: 'starter' });
  });

  test('a role given to a pack that is off, gone or without such a model falls to the first that can', () => {
    expect(who(arrange(packs, { off: ['regional'], roles: { image: 'regional' } })).image).toBe('field');
    expect(who(arrange(packs, { off: [], roles: { image: 'gone', geo: 'regional' } }))).toMatchObject({
      image: 'field',
      geo: 'field',
    });
  });

  test('the pack that came with the app is never off', () => {
    expect(who(arrange(packs, switchPack(NO_CHOICES, 'starter', false))).sound).toBe('starter');
  });

  test('a removed pack leaves no choice behind', () => {
    const choices = { off: ['field'], roles: { image: 'field', geo: 'starter' } };
    expect(forgetPack(choices, 'field')).toEqual({ off: [], roles: { geo: 'starter' } });
  });

  test('whatever is chosen, every role has exactly one model', () => {
    const name = fc.constantFrom('field', 'regional', 'starter', 'gone');
    const roles = fc.record({ detector: name, image: name, sound: name, geo: name }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.array(name), roles, (off, given) => {
        const arranged = arrange(packs, { off, roles: given });
        expect(Object.values(who(arranged))).not.toContain(undefined);
      }),
    );
  });
});
