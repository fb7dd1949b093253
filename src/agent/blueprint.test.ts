import { describe, expect, it } from 'vitest';
import type { Evidence } from '../domain/ledger';
import type { ImageRef } from '../domain/observation';
import {
  BOX,
  classification,
  detection,
  failedCall,
  heardBird,
  id,
  ledger,
  listened,
  noPlace,
  observation,
  PHOTO,
  quality,
  recording,
  SOUND,
} from '../testing/ledger';
import { blueprint } from './blueprint';
import type { Decision } from './policy';

const GOLDCREST = 'Regulus regulus';

function next(entries: Evidence[], given = observation()): Promise<Decision> {
  const signal = new AbortController().signal;
  return blueprint.decide({ observation: given, ledger: ledger(...entries), callsLeft: 12 }, signal);
}

const sure = classification({ [GOLDCREST]: 0.97 });

describe('the blueprint', () => {
  it('takes four calls for a photo that passes at once: find, check, name, ask about the place', async () => {
    const answersInTurn = [detection(), quality(), sure, noPlace()];
    const called: string[] = [];
    const entries: Evidence[] = [];
    for (let decision = await next(entries); decision.kind === 'call'; decision = await next(entries)) {
      called.push(decision.tool);
      entries.push(answersInTurn[entries.length]!);
    }
    expect(called).toEqual(['detect_bird', 'quality_gate', 'classify_image', 'geo_prior']);
    expect((await next(entries)).kind).toBe('conclude');
  });

  it('shows gate and classifier the bird, not the whole photo', async () => {
    expect(await next([detection()])).toMatchObject({ tool: 'quality_gate', args: { image: PHOTO, region: BOX } });
    expect(await next([detection(), quality()])).toMatchObject({ tool: 'classify_image', args: { region: BOX } });
  });

  it('goes straight to the bird that the observer chose', async () => {
    const focus = { x: 5, y: 6, width: 70, height: 80 };
    const photo = { ...observation().photos[0]!, focus };
    const decision = await next([], observation({ photos: [photo] }));
    expect(decision).toMatchObject({ tool: 'quality_gate', args: { region: focus } });
  });

  it('names nothing where the picture fails the gate', async () => {
    const decision = await next([detection(), quality({ grade: 'fail', reasons: ['blurred'] })]);
    expect(decision).toMatchObject({ kind: 'skip', reason: 'quality_failed' });
  });

  it.each(['dark', 'flat_contrast', 'soft', 'bird_small'] as const)(
    'does not look again at a %s picture of a bird that it has named',
    async (reason) => {
      const marginal = quality({ grade: 'marginal', reasons: [reason] });
      expect(await next([detection(), marginal, sure])).toMatchObject({ tool: 'geo_prior' });
    },
  );

  it('asks about every candidate of every look', async () => {
    const looks = [
      classification({ [GOLDCREST]: 0.95 }),
      classification({ 'Parus major': 0.95 }, {}, 'photo-1.crop-1' as ImageRef),
    ];
    const decision = await next([detection(), quality(), ...looks]);
    expect(decision).toMatchObject({ tool: 'geo_prior', args: { taxa: [id(GOLDCREST), id('Parus major')] } });
  });

  it('goes on where a tool failed, and never asks it the same again', async () => {
    const lost = failedCall('detect_bird', { image: PHOTO }, 'worker_lost');
    expect(await next([lost])).toMatchObject({ tool: 'classify_image', args: { image: PHOTO } });
    const blind = failedCall('quality_gate', { image: PHOTO, region: BOX }, 'timed_out');
    expect(await next([detection(), blind])).toMatchObject({ tool: 'classify_image' });
  });

  it('looks at each photo of an observation', async () => {
    const [photo] = observation().photos;
    const other = { ...photo!, ref: 'photo-2' as ImageRef };
    const given = observation({ photos: [photo!, other] });
    const decision = await next([detection(), quality(), sure], given);
    expect(decision).toMatchObject({ tool: 'detect_bird', args: { image: 'photo-2' } });
  });

  describe('with a recording', () => {
    const sound = { ref: SOUND, name: 'song.wav', seconds: 30, sampleRate: 48_000, channels: 1 };
    const only = observation({ photos: [], sounds: [sound] });

    it('takes three calls: measure, listen where something stands out, ask about the place', async () => {
      const stretches = [{ from: 2, to: 9 }];
      expect(await next([], only)).toMatchObject({ tool: 'audio_quality', args: { sound: SOUND } });
      const measured = recording({ stretches });
      expect(await next([measured], only)).toMatchObject({ tool: 'classify_sound', args: { sound: SOUND, stretches } });
      const birds = [heardBird({ [GOLDCREST]: 0.9, 'Regulus ignicapilla': 0.05 }), heardBird({ 'Parus major': 0.8 })];
      const asked = await next([measured, listened(birds)], only);
      const taxa = [GOLDCREST, 'Parus major', 'Regulus ignicapilla'].map(id);
      expect(asked).toMatchObject({ tool: 'geo_prior', args: { taxa } });
      expect((await next([measured, listened(birds), noPlace()], only)).kind).toBe('conclude');
    });

    it('listens to nothing that fails the gate, and says so once', async () => {
      const bad = recording({ grade: 'fail', reasons: ['silent'], stretches: [] });
      expect(await next([bad], only)).toMatchObject({ kind: 'skip', tool: 'classify_sound', reason: 'quality_failed' });
      const noted: Evidence = { kind: 'skipped', id: 0, tool: 'classify_sound', reason: 'quality_failed' };
      expect((await next([bad, noted], only)).kind).toBe('conclude');
    });

    it('listens all the same where measuring failed', async () => {
      const lost = failedCall('audio_quality', { sound: SOUND }, 'worker_lost');
      expect(await next([lost], only)).toMatchObject({ tool: 'classify_sound', args: { sound: SOUND } });
    });

    it('looks first and listens second where there are photos too', async () => {
      const both = observation({ sounds: [sound] });
      expect(await next([], both)).toMatchObject({ tool: 'detect_bird' });
      expect(await next([detection(), quality(), sure], both)).toMatchObject({ tool: 'audio_quality' });
    });

    it('does not ask about a place where nothing was heard', async () => {
      expect((await next([recording(), listened([])], only)).kind).toBe('conclude');
    });
  });
});
