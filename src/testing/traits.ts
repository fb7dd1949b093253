import { readFileSync } from 'node:fs';
import { Traits } from '../domain/questions/traits';
import { taxonomy } from './ledger';

/** The real table of what birds are like, read once for all tests of a file. */
export const traits = Traits.fromTable(JSON.parse(readFileSync('public/taxonomy/traits.json', 'utf8')), taxonomy);
