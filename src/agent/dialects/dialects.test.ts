import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDecision, LEDGERS, POINTING } from '../../testing/decisions';
import { answered, BOX, detection, ledger, observation, quality, SOUND, ZURICH } from '../../testing/ledger';
import type { ImageRef } from '../../domain/observation';
import { failed } from '../../domain/outcome';
import { Matcher } from '../grammar/matcher';
import { DIALECT_NAMES, Speech, STYLES } from '.';

const speeches = DIALECT_NAMES.flatMap((dialect) => STYLES.map((style) => new Speech(dialect, style)));
const named = speeches.map((speech) => [speech.dialect, speech.style, speech] as const);

describe.each(named)('%s, %s', (_dialect, style, speech) => {
  it('reads back what it writes, whatever the decision and the ledger', () => {
    fc.assert(
      fc.property(anyDecision, fc.constantFrom(...LEDGERS), (decision, entries) => {
        const seen = { observation: observation(), ledger: entries };
        expect(speech.read(speech.write(decision, seen), seen)).toEqual({
          decision: expect.anything() as unknown,
          mended: false,
        });
        const { decision: read } = speech.read(speech.write(decision, seen), seen);
        const taxa = style === 'compact' && decision.kind === 'call' && decision.tool === 'geo_prior';
        if (!taxa) expect(read).toEqual(decision);
      }),
    );
  });

  it('reads back what points at the ledger', () => {
    const seen = { observation: observation(), ledger: LEDGERS[3]! };
    for (const decision of POINTING) expect(speech.read(speech.write(decision, seen), seen).decision).toEqual(decision);
  });

  it('writes nothing that its grammar does not allow', () => {
    const matcher = new Matcher(speech.grammar());
    const seen = { observation: observation(), ledger: LEDGERS[3]! };
    const inGrammar = style === 'full' ? anyDecision : fc.constantFrom(...POINTING);
    fc.assert(
      fc.property(inGrammar, (decision) => {
        expect(matcher.accepts(speech.write(decision, seen))).toBe(true);
      }),
    );
    for (const ceiling of ['species', 'genus', 'family', 'abstain'] as const) {
      expect(matcher.accepts(speech.write({ kind: 'conclude', ceiling, tokens: 0 }, seen))).toBe(true);
    }
  });

  it('tells the conversation in turns, the last one of the user', () => {
    for (const entries of LEDGERS) {
      const roles = speech.conversation({ observation: observation(), ledger: entries }).map(({ role }) => role);
      expect(roles.slice(0, 2)).toEqual(['system', 'user']);
      expect(roles.slice(2)).toEqual(entries.flatMap(() => ['assistant', 'user']));
    }
  });
});

describe('a compact conversation', () => {
  const speech = new Speech('hermes', 'compact');
  const whole = (entries = LEDGERS[3]!) =>
    speech.conversation({ observation: observation({ place: ZURICH, day: '2026-05-17' }), ledger: entries });

  it('is a few short lines', () => {
    expect(whole().map(({ content }) => content)).toEqual([
      'goldcrest hermes',
      'photo-1\nplace 47 9 month 5',
      '<tool_call>\n{"name":"detect_bird","arguments":{"image":"photo-1"}}\n</tool_call>',
      '<tool_response>\nbirds 3 best .90\n</tool_response>',
      '<tool_call>\n{"name":"quality_gate","arguments":{"image":"photo-1","region":"largest"}}\n</tool_call>',
      '<tool_response>\nquality pass\n</tool_response>',
      '<tool_call>\n{"name":"classify_image","arguments":{"image":"photo-1","region":"largest"}}\n</tool_call>',
      '<tool_response>\ntop sure .90 .05 genus .95 family .95 nobird .00\n</tool_response>',
      '<tool_call>\n{"name":"geo_prior","arguments":{"taxa":"top"}}\n</tool_call>',
      '<tool_response>\nplace expected out_of_range\n</tool_response>',
    ]);
  });

  it('shows a call that failed, and its hint', () => {
    const outcome = failed('unknown_tool', 'There is no tool "fly".', 'The tools are these.');
    const entries = ledger({ kind: 'rejected', id: 0, tool: 'fly', args: { up: 1 }, outcome });
    expect(whole(entries).slice(2)).toEqual([
      { role: 'assistant', content: '<tool_call>\n{"name":"fly","arguments":{"up":1}}\n</tool_call>' },
      {
        role: 'user',
        content: '<tool_response>\nerror unknown_tool There is no tool "fly". The tools are these.\n</tool_response>',
      },
    ]);
  });
});

describe('an observation of sounds', () => {
  const speech = new Speech('react', 'compact');
  const sounds = [{ ref: SOUND, name: 'song.wav', seconds: 12.4, sampleRate: 48_000, channels: 1 }];
  const heard = observation({ photos: [], sounds, note: 'high and\nthin' });
  const stretches = [{ from: 1, to: 4 }];
  const measured = answered(
    'audio_quality',
    { sound: SOUND },
    {
      grade: 'pass',
      reasons: [],
      seconds: 12.4,
      levelDb: -30,
      peakDb: -6,
      clipping: 0,
      snrDb: 18.2,
      silence: 0.4,
      hum: null,
      wind: 0,
      voice: [],
      voiceBy: 'signal',
      stretches,
    },
  );

  it('is told in lines, with what the observer wrote', () => {
    const [, first, , second] = speech.conversation({ observation: heard, ledger: ledger(measured) });
    expect(first?.content).toBe('sound-1 12s\nplace unknown month unknown\nnote high and thin');
    expect(second?.content).toBe('Observation: sound pass worth 1');
  });

  it('points at the stretches that are worth classifying', () => {
    const seen = { observation: heard, ledger: ledger(measured) };
    const call = {
      kind: 'call',
      tool: 'classify_sound',
      args: { sound: SOUND, stretches },
      thought: null,
      tokens: 0,
    } as const;
    expect(speech.write(call, seen)).toBe('Action: classify_sound {"sound":"sound-1","stretches":"worth"}');
    expect(speech.read(speech.write(call, seen), seen).decision).toEqual(call);
  });
});

describe('photos that the session has counted further', () => {
  const ref = 'photo-37' as ImageRef;
  const photo = { ref, name: 'bird.jpg', width: 800, height: 600, focus: null };
  const seen = { observation: observation({ photos: [photo] }), ledger: ledger(detection(1, ref)) };

  it.each(speeches)('are counted from one in a conversation', (speech) => {
    expect(JSON.stringify(speech.conversation(seen))).not.toContain('photo-37');
    const call = { kind: 'call', tool: 'crop', args: { image: ref, region: BOX }, thought: null, tokens: 0 } as const;
    expect(speech.write(call, seen)).toContain('photo-1');
    expect(speech.read(speech.write(call, seen), seen).decision).toEqual(call);
  });
});

describe('a reference to what is not there', () => {
  const speech = new Speech('mcp-json', 'compact');
  it.each([
    ['crop', { image: 'photo-1', region: 'largest' }, [], /detect_bird with {"image":"photo-1"} first/],
    ['crop', { image: 'photo-1', region: 'bird-2' }, [detection()], /bird-1 to bird-1/],
    ['crop', { image: 'photo-1', region: 'focus' }, [detection()], /Use "largest"/],
    ['geo_prior', { taxa: 'top' }, [detection(), quality()], /classify_image or classify_sound first/],
  ] as const)('in %s %j is answered with the call that comes first', (name, args, entries, hint) => {
    const seen = { observation: observation(), ledger: ledger(...entries) };
    const { decision } = speech.read(JSON.stringify({ name, arguments: args }), seen);
    expect(decision).toMatchObject({ kind: 'malformed', tool: name, failure: { code: 'call_out_of_order' } });
    if (decision.kind === 'malformed') expect(decision.failure.hint).toMatch(hint);
  });
});
