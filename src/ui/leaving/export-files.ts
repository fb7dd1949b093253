import { strToU8, zipSync, type Zippable } from 'fflate';
import type { Goldcrest } from '../../app/goldcrest';
import { darwinCoreArchive, type DarwinCoreRecord } from '../../exports/darwin-core';
import { ebirdFiles } from '../../exports/ebird';
import type { ExportFile } from '../../exports/file';
import { geojsonFile } from '../../exports/geojson';
import { inaturalistFile } from '../../exports/inaturalist';
import type { ExportRecord } from '../../exports/records';
import { regionsIn } from '../../exports/regions';
import { Spuhs } from '../../exports/spuhs';
import { xmpFiles } from '../../exports/xmp';
import { today } from '../format';

export type Format = 'ebird' | 'inaturalist' | 'darwinCore' | 'photographers' | 'map';

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
    case 'darwinCore': {
      const withRegions: DarwinCoreRecord[] = [];
      for (const record of records) {
        const { observation, standing, taxon } = record;
        const runs = await app.notebook.runsOf(observation.id);
        const run = runs.find(({ id }) => id === (standing.by?.machine?.run ?? observation.run));
        const regions = run ? regionsIn(run.events, observation.observation, taxon, app.taxonomy) : [];
        withRegions.push({ record, regions });
        onProgress(withRegions.length, records.length);
      }
      const dataset = {
        id: crypto.randomUUID(),
        title: 'Bird observations from a field notebook',
        creator: records.find(({ standing }) => standing.by?.kind !== 'machine')?.standing.by?.by ?? 'me',
        published: today(),
        count: records.length,
      };
      return darwinCoreArchive(withRegions, dataset, app.taxonomy);
    }
  }
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
