import { durationInWords } from '../../format';

/** Making a region ready for the field. */
export const region = {
  title: 'Ready for the field',
  why: 'Before a trip, let the app work out the birds of a region, so that answers come faster in the field. The model for sounds is downloaded too, if it is not on this device yet.',
  open: 'Choose a region',
  choose: 'Tap the map in the middle of the region.',
  chosen: (degrees: string) => `${degrees}: about 1,100 km from south to north.`,
  prepare: 'Prepare this region',
  working: (done: number, total: number, left: number | null) =>
    `${done} of ${total} squares${left === null ? '' : `, about ${durationInWords(left)} left`}. Stay on this page.`,
  progress: 'Squares prepared',
  cancel: 'Stop',
  cancelled: (done: number, total: number) =>
    `Stopped after ${done} of ${total} squares. They are kept; preparing again continues from there.`,
  sides: { north: 'N', south: 'S', east: 'E', west: 'W' },
  between: (from: string, to: string) => `${from} to ${to}`,
  ready: 'Ready for the field. The squares are kept on this device.',
};
