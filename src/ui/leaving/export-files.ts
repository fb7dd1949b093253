import { strToU8, zipSync, type Zippable } from 'fflate';
import type { Goldcrest } from '../../app/goldcrest';
import { darwinCoreArchive, type DarwinCoreRecord } from '../../exports/darwin-core';
import { ME } from '../../domain/notebook/keeping';
import { ebirdFiles } from '../../exports/ebird';
import { selectedSounds } from '../../exports/notebook-sounds';
import type { ExportFile } from '../../exports/file';
import { geojsonFile } from '../../exports/geojson';
import { inaturalistFile } from '../../exports/inaturalist';
import { ravenTable } from '../../exports/raven';
import { sayer, type ExportRecord } from '../../exports/records';
import { regionsIn } from '../../exports/regions';
import { Spuhs } from '../../exports/spuhs';
import { topFrequency } from '../../sound-view/scale';
import { tableFile } from '../../exports/table';
import { xmpFiles } from '../../exports/xmp';
import { today } from '../format';

export type Format = 'ebird' | 'inaturalist' | 'darwinCore' | 'photographers' | 'table' | 'raven' | 'map';

/** The one file that is downloaded: several become a zip. */
export async function exportFile(
  format: Format,
  records: readonly ExportRecord[],
  app: Goldcrest,
  onProgress: (done: number, total: number) => void,
): Promise<ExportFile> {
  switch (format) {
    case 'ebird':
      return oneFile(ebirdFiles(records, await spuhs()).files, 'goldcrest-ebird.zip');
    case 'inaturalist':
      return inaturalistFile(records);
    case 'map':
      return geojsonFile(records);
    case 'photographers':
      return oneFile(xmpFiles(records), 'goldcrest-keywords.zip');
    case 'table':
      return tableFile(records);
    case 'raven': {
      const sounds = (await withRegions(records, app, onProgress)).flatMap(({ record, regions }) =>
        selectedSounds(record, regions, topFrequency),
      );
      return { name: 'goldcrest.selections.txt', type: 'text/tab-separated-values', content: ravenTable(sounds) };
    }
    case 'darwinCore': {
      const by = records.map(({ standing }) => standing.by).find((one) => one && one.kind !== 'machine');
      const dataset = {
        id: crypto.randomUUID(),
        title: 'Bird observations from a field notebook',
        creator: sayer(by ?? { by: ME }),
        published: today(),
        count: records.length,
      };
      return darwinCoreArchive(await withRegions(records, app, onProgress), dataset, app.taxonomy);
    }
  }
}

/** Each with where in its photos and when in its recordings the bird is, as the run says that its name came from. */
async function withRegions(
  records: readonly ExportRecord[],
  app: Goldcrest,
  onProgress: (done: number, total: number) => void,
): Promise<DarwinCoreRecord[]> {
  const found: DarwinCoreRecord[] = [];
  for (const record of records) {
    const { observation, standing, taxon } = record;
    const runs = await app.notebook.runsOf(observation.id);
    const run = runs.find(({ id }) => id === (standing.by?.machine?.run ?? observation.run));
    const regions = run ? regionsIn(run.events, observation.observation, taxon, app.taxonomy) : [];
    found.push({ record, regions });
    onProgress(found.length, records.length);
  }
  return found;
}

async function spuhs(): Promise<Spuhs> {
  const response = await fetch(`${import.meta.env.BASE_URL}taxonomy/spuhs.json`);
  return Spuhs.fromTable(await response.json());
}

function oneFile(files: readonly ExportFile[], name: string): ExportFile {
  const [first] = files;
  if (first && files.length === 1 && !first.name.includes('/')) return first;
  const entries: Zippable = {};
  for (const { name: path, content } of files) entries[path] = typeof content === 'string' ? strToU8(content) : content;
  return { name, type: 'application/zip', content: new Uint8Array(zipSync(entries)) };
}
