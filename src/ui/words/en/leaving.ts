import type { BackupProblem } from '../../../backup/problem';
import type { Blur } from '../../../exports/records';
import type { StorageProblem } from '../../../storage/database';
import { inSize } from '../../format';

const birds = (count: number): string => (count === 1 ? 'one observation' : `${count} observations`);

/** Taking observations out, backing them up and bringing them back. */
export const leaving = {
  title: 'Export and backup',
  lead: 'What you kept belongs to you. Take it to other programs, or keep a copy of everything.',
  empty: 'Nothing is kept yet. Press “Keep” on a result, and it can be exported and backed up from here.',
  loading: 'Reading your notebook',
  export: {
    title: 'Export',
    what: 'For',
    formats: {
      ebird: { name: 'eBird', why: 'A file for “Import data” on ebird.org, one row per species, day and place.' },
      inaturalist: { name: 'iNaturalist', why: 'A file for “Import observations” as CSV.' },
      darwinCore: { name: 'GBIF and museums', why: 'A Darwin Core archive, with boxes in photos and times in sounds.' },
      photographers: {
        name: 'Photo programs',
        why: 'A sidecar for each photo, with keywords for Lightroom, digiKam or darktable. Put it beside the photo.',
      },
      table: {
        name: 'Spreadsheets',
        why: 'A CSV table, one row per observation, with what the app had named beside it.',
      },
      raven: {
        name: 'Raven',
        why: 'A selection table of the recordings that you kept, one row each time the bird is heard.',
      },
      map: { name: 'Maps', why: 'GeoJSON, for QGIS, uMap or geojson.io.' },
    },
    which: 'Observations',
    confirmed: 'Confirmed by you',
    all: 'All, including those named only by the app',
    year: 'Year',
    everyYear: 'All years',
    place: 'Places',
    blurs: { exact: 'As you kept them', kilometre: 'To about 1 km', tenKilometres: 'To about 11 km' } satisfies Record<
      Blur,
      string
    >,
    blurWhy: 'Rounded places leave out the name of the place. Use them for birds that could be disturbed.',
    preview: (observations: number, species: number) =>
      observations === 0
        ? 'No observation fits this choice.'
        : `${birds(observations)} of ${species === 1 ? 'one species' : `${species} species`}.`.replace(/^o/, 'O'),
    noneConfirmed: 'None of your observations is confirmed yet. Confirm some, or choose all.',
    leftOut: (noDay: number, noPlace: number) =>
      [noDay > 0 ? `${birds(noDay)} without a date` : '', noPlace > 0 ? `${birds(noPlace)} without a place` : '']
        .filter((text) => text)
        .join(' and ') + ' will be left out: eBird needs both.',
    noSounds: 'None of them has a recording, so there is nothing to select.',
    sensitive: (count: number) =>
      `${birds(count)} that you marked as sensitive: the place is rounded to about 11 km in any case.`.replace(
        /^o/,
        'O',
      ),
    noName: 'Your name is not set, so the file says “the observer”.',
    setName: 'Set your name',
    noPhotos: 'None of them has a photo, so there is nothing to write keywords for.',
    download: 'Download',
    working: 'Writing the file',
    done: (name: string) => `${name} is in your downloads.`,
  },
  backup: {
    title: 'Backup',
    why: 'One file with every observation, photo, sound and word that was said. Keep it on another device.',
    last: (when: string) => `Last backup: ${when}.`,
    never: 'No backup yet.',
    since: (count: number) => (count === 0 ? 'Nothing new since.' : `${birds(count)} since.`.replace(/^o/, 'O')),
    due: (count: number) =>
      `${count} observations are on this device only. A backup keeps them safe if it is lost or its data are cleared.`,
    make: 'Back up now',
    making: 'Making the backup',
    progress: (done: number, total: number) => `${done} of ${total}`,
    made: (observations: number, media: number, bytes: number) =>
      `Backup ready: ${birds(observations)}, ${media} photos and sounds, ${inSize(bytes)}. It is in your downloads.`,
    missing: (count: number) =>
      `${count === 1 ? 'One photo or sound is' : `${count} photos and sounds are`} not on this device any more and could not be added.`,
  },
  folder: {
    why: 'Or choose a folder on this device, or one that a sync program copies elsewhere. What you keep is written there too.',
    choose: 'Keep a folder in sync',
    writing: (name: string) => `Writing to “${name}”.`,
    inStep: (name: string, when: string) => `“${name}” is in sync, since ${when}.`,
    asking: (name: string) => `The browser will ask for permission before the app can write to “${name}”.`,
    allow: 'Allow it',
    failed: (name: string) =>
      `Could not write to “${name}”. Is it still there, and is there space? What you kept is safe in the app.`,
    again: 'Try again',
    stop: 'Stop',
    restore: 'Choose a backup folder',
  },
  restore: {
    title: 'Restore a backup',
    why: 'You see what would change before anything does. What is on this device stays.',
    choose: 'Choose a backup file',
    reading: 'Reading the backup',
    from: (when: string) => `Backup of ${when}`,
    fresh: (count: number) => `${count} new`,
    changed: (count: number) => `${count} different, to be merged`,
    same: (count: number) => `${count} the same`,
    renamed: 'Names that have changed since',
    renamedTo: (was: string, now: string) => `${was} is now ${now}`,
    unknown: (was: string) => `${was} is on no current list; it stays as it was written`,
    nothing: 'Everything in this backup is here already.',
    restore: 'Restore',
    cancel: 'Cancel',
    working: 'Restoring photos and sounds',
    done: (added: number, changed: number) => `Done: ${added} added, ${changed} merged.`,
    undo: 'Undo',
    undone: 'Undone. The notebook is as it was before.',
    broughtBack: 'You have restored a backup.',
    undoneBut: (stayed: number) => `Undone. What you have changed since stays: ${birds(stayed)}.`,
    failed: 'The backup was not restored',
    safe: 'Your notebook is as it was.',
    problems: {
      not_a_zip: 'This file is not a backup. Choose the file whose name begins with “goldcrest-backup”.',
      not_a_backup: 'This is a zip of something else. Choose the file whose name begins with “goldcrest-backup”.',
      cut_off: 'The end of this file is missing. Copy it again from where it was made, then try once more.',
      newer_format:
        'This backup was made by a newer version of the app. Update the app on this device, then try again.',
      damaged: 'Part of this backup is damaged or was changed. Try another copy of it.',
      too_large: 'This file says that it holds more than any notebook does, so it was not opened.',
      storage_full: 'This device has no room for the photos and sounds in it. Free some space, then try again.',
      storage_unavailable:
        'This browser keeps no data for the app (a private window?). Open the app in a normal window.',
      storage_closed: 'Another tab has opened a newer version of the app. Reload this page, then try again.',
      observation_gone: 'An observation was deleted in the meantime, perhaps in another tab. Try again.',
    } satisfies Record<BackupProblem | StorageProblem['code'], string>,
    where: (where: string) => `(In the file: ${where}.)`,
  },
  card: {
    share: 'Share',
    title: 'Share this bird',
    card: 'Share as a card',
    download: 'Download the card',
    media: 'Share the photo or sound',
    withPlace: 'Show the place on it',
    camera: 'If you leave out the place, a photo is also sent without the data that the camera stored in it.',
    alt: (name: string) => `A card with the picture and name of ${name}`,
    confirmed: 'Identified by the observer',
    machine: (chance: string) => `Goldcrest says: ${chance}`,
    failed: 'It could not be shared from here. It is in your downloads instead.',
    making: 'Drawing the card',
  },
  failed: 'The file could not be made',
  failedWhy: 'Something went wrong while writing it. Try again; if it fails again, choose fewer observations.',
  safe: 'Your notebook is as it was.',
};
