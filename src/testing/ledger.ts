import { readFileSync } from 'node:fs';
import { Taxonomy } from '../domain/taxonomy';
import { birdsOf } from './evidence';

export * from './evidence';

/** The real table of birds, read once for all tests of a file. */
export const taxonomy = Taxonomy.fromTables(readTable('taxonomy'), readTable('synonyms'));

function readTable(name: string): unknown {
  return JSON.parse(readFileSync(`public/taxonomy/${name}.json`, 'utf8'));
}

export const { id, classification, heardBird, heard, place, noPlace } = birdsOf(taxonomy);
