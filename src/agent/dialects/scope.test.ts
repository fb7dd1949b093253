import { describe, expect, it } from 'vitest';
import type { ImageRef } from '../../domain/observation';
import { LEDGERS } from '../../testing/decisions';
import {
  answered,
  BOX,
  classification,
  detection,
  ledger,
  observation,
  PHOTO,
  place,
  SOUND,
} from '../../testing/ledger';
import { Matcher } from '../grammar/matcher';
import { scopeOf, Speech } from '.';

const SECOND = 'photo-2' as ImageRef;
const VIEW = 'photo-1.crop-1' as ImageRef;
const photo = { ref: PHOTO, name: 'a.jpg', width: 800, height: 600, focus: null };
const second = { ...photo, ref: SECOND, name: 'b.jpg' };
const sounds = [{ ref: SOUND, name: 'a.wav', seconds: 9, sampleRate: 48_000, channels: 1 }];
const cropped = answered(
  'crop',
  { image: PHOTO, region: BOX, margin: 0.1 },
  { image: VIEW, width: 90, height: 60, region: BOX },
);
const speech = new Speech('react', 'compact');

function allows(seen: Parameters<typeof scopeOf>[0], reply: string): boolean {
  return new Matcher(speech.grammar(scopeOf(seen))).accepts(`Action: ${reply}`);
}

describe('the grammar of a situation', () => {
  const seen = { observation: observation({ photos: [photo, second] }), ledger: ledger(detection(2), cropped) };

  it.each([
    ['detect_bird {"image":"photo-2"}', true],
    ['detect_bird {"image":"photo-3"}', false],
    ['classify_image {"image":"photo-1.crop-1"}', true],
    ['classify_image {"image":"photo-1.crop-2"}', false],
    ['crop {"image":"photo-1","region":"largest","margin":0.3}', true],
    ['crop {"image":"photo-1","region":"bird-2"}', true],
    ['crop {"image":"photo-1","region":"bird-3"}', false],
    ['crop {"image":"photo-1","region":"focus"}', false],
    // Nobody has looked for birds in it yet.
    ['crop {"image":"photo-2","region":"largest","margin":0.3}', false],
    ['quality_gate {"image":"photo-2"}', true],
    ['audio_quality {"sound":"sound-1"}', false],
    ['geo_prior {"taxa":"top"}', false],
    ['skip {"tool":"geo_prior","reason":"no_bird"}', true],
  ])('for %s says %s', (reply, expected) => {
    expect(allows(seen, reply)).toBe(expected);
  });

  it('offers no region of a photo in which no bird was found', () => {
    const none = { observation: observation(), ledger: ledger(detection(0)) };
    expect(allows(none, 'crop {"image":"photo-1","region":"largest"}')).toBe(false);
    expect(allows(none, 'classify_image {"image":"photo-1"}')).toBe(true);
  });

  it('offers the place once there are candidates, and the bird that the observer chose', () => {
    const chosen = observation({ photos: [{ ...photo, focus: BOX }] });
    const named = { observation: chosen, ledger: ledger(classification({ 'Parus major': 0.9 })) };
    expect(allows(named, 'geo_prior {"taxa":"top"}')).toBe(true);
    expect(allows(named, 'crop {"image":"photo-1","region":"focus"}')).toBe(true);
  });

  it('does not offer the place again once it was asked about every candidate', () => {
    const asked = (name: string) => ledger(classification({ [name]: 0.9 }), place({ 'Parus major': 0.5 }));
    const reply = 'geo_prior {"taxa":"top"}';
    expect(allows({ observation: observation(), ledger: asked('Parus major') }, reply)).toBe(false);
    expect(allows({ observation: observation(), ledger: asked('Regulus regulus') }, reply)).toBe(true);
  });

  it('offers the stretches of a recording once it was measured', () => {
    const heard = observation({ photos: [], sounds });
    expect(allows({ observation: heard, ledger: [] }, 'classify_sound {"sound":"sound-1"}')).toBe(true);
    expect(allows({ observation: heard, ledger: [] }, 'classify_sound {"sound":"sound-1","stretches":"worth"}')).toBe(
      false,
    );
    expect(allows({ observation: heard, ledger: [] }, 'detect_bird {"image":"photo-1"}')).toBe(false);
  });

  it('calls photos as the conversation does, however far the session has counted', () => {
    const far = { observation: observation({ photos: [{ ...photo, ref: 'photo-37' as ImageRef }] }), ledger: [] };
    expect(allows(far, 'detect_bird {"image":"photo-1"}')).toBe(true);
    expect(allows(far, 'detect_bird {"image":"photo-37"}')).toBe(false);
  });

  it('of a large model names no image, recording or species that is not there', () => {
    const full = new Matcher(
      new Speech('react', 'full').grammar(scopeOf({ observation: observation(), ledger: LEDGERS[3]!.slice(0, -1) })),
    );
    const box = '{"x":1,"y":2,"width":30,"height":40}';
    expect(full.accepts(`Action: crop {"image":"photo-1","region":${box}}`)).toBe(true);
    expect(full.accepts(`Action: crop {"image":"photo-2","region":${box}}`)).toBe(false);
    expect(full.accepts('Action: geo_prior {"taxa":["goldcr1","firecr1"]}')).toBe(true);
    expect(full.accepts('Action: geo_prior {"taxa":["eurrob1"]}')).toBe(false);
  });
});
