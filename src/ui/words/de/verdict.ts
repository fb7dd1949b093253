import type { Catalogue } from '../catalogue';
import { inPercent } from '../language.svelte';

function chance(probability: number): string {
  if (probability > 0.995) return `über ${inPercent(0.99)}`;
  if (probability < 0.01) return `unter ${inPercent(0.01)}`;
  return inPercent(probability);
}

function leading(probability: number): string {
  if (probability >= 0.945) return 'So gut wie sicher';
  if (probability >= 0.795) return 'Sehr wahrscheinlich';
  return probability >= 0.595 ? 'Wahrscheinlich' : 'Vielleicht';
}

export const verdict: Catalogue['verdict'] = {
  chances: [
    { from: 0.95, words: 'so gut wie sicher' },
    { from: 0.8, words: 'sehr wahrscheinlich' },
    { from: 0.6, words: 'wahrscheinlich' },
    { from: 0.4, words: 'gut möglich' },
    { from: 0.25, words: 'möglich' },
    { from: 0.1, words: 'unwahrscheinlich' },
    { from: 0, words: 'sehr unwahrscheinlich' },
  ],
  percent: chance,
  lead: {
    species: leading,
    genus: (probability) => `${leading(probability)} aus der Gattung`,
    family: (probability) => `${leading(probability)} aus der Familie`,
  },
  sure: (percent) => `${percent} sicher`,
  certainly: {
    genus: (taxon) => ['Sicher aus der Gattung ', taxon, '.'],
    family: (taxon) => ['Sicher aus der Familie ', taxon, '.'],
  },
  grain: { family: 'Familie', genus: 'Gattung', species: 'Art' },
  rule: {
    no_bird_found: {
      title: 'Kein Vogel gefunden',
      why: 'In diesem Foto wurde kein Vogel gefunden. Versuche eines, in dem der Vogel mehr vom Bild füllt.',
    },
    quality_failed: {
      title: 'Zu undeutlich zum Bestimmen',
      why: 'Vielleicht ist da ein Vogel, aber Bild oder Aufnahme zeigen zu wenig von ihm.',
    },
    no_bird_heard: {
      title: 'Kein Vogel gehört',
      why: 'In dieser Aufnahme war kein Vogel zu hören. Versuche es näher am Vogel oder an einem ruhigeren Ort.',
    },
    unknown_voice: {
      title: 'Eine Stimme, die die App nicht kennt',
      why: 'Hier ruft etwas, aber keine Vogelart, die die App kennt, passt gut dazu. Vielleicht ist es ein Vogel, den sie nicht gelernt hat, vielleicht gar kein Vogel.',
    },
    not_a_bird: { title: 'Wohl kein Vogel', why: 'Was im Foto gefunden wurde, sieht nicht nach einem Vogel aus.' },
    nothing_classified: { title: 'Nicht verglichen', why: 'Der Vogel ließ sich mit keiner Art vergleichen.' },
    species_seen_and_heard: { title: 'Art', why: 'Bild und Stimme sprechen für dieselbe Art.' },
    species_with_answer: { title: 'Art', why: 'Deine Antwort hat ihn von ähnlichen Vögeln unterschieden.' },
    species_with_place: { title: 'Art', why: 'Aussehen oder Stimme und der Ort sprechen für diese Art.' },
    species_without_place: { title: 'Art', why: 'Aussehen oder Stimme reichen für die Art, auch ohne Ort.' },
    rolled_up_to_genus: { title: 'Gattung', why: 'Für die Gattung reicht es, für die Art nicht.' },
    rolled_up_to_family: { title: 'Familie', why: 'Für die Familie reicht es, für Gattung und Art nicht.' },
    senses_disagree: {
      title: 'Bild und Stimme widersprechen sich',
      why: 'Das Bild spricht für den einen, die Stimme für den anderen Vogel, also bleibt es offen. Vielleicht waren es zwei.',
    },
    either_or: {
      title: 'Einer von wenigen',
      why: 'Die Stimme passt zu diesen Vögeln, die nicht verwandt sind, und nichts unterscheidet sie.',
    },
    not_enough_evidence: {
      title: 'Reicht nicht zum Bestimmen',
      why: 'Ein Vogel ist es, aber es reicht nicht einmal für die Familie.',
    },
  },
  term: {
    look: { for: 'Sieht aus wie dieser Vogel', against: 'Sieht nur entfernt aus wie dieser Vogel' },
    with_place: { for: 'Der Ort passt dazu', against: 'Der Ort macht ihn weniger wahrscheinlich' },
    margin: { for: 'Nichts anderes kommt in die Nähe', against: 'Ein anderer Vogel liegt dicht dahinter' },
    lives_here: { for: 'Er lebt hier', against: 'Er ist hier selten oder nie' },
    ruled_out: {
      for: 'Nichts deutet auf Vögel von anderswo',
      against: 'Manches sieht nach Vögeln aus, die hier nicht leben',
    },
    agreement: {
      for: 'Mehrere Ansichten stimmen überein',
      against: 'Die Ansichten widersprechen sich, oder es gab nur eine',
    },
    pixels: { for: 'Der Vogel ist groß im Bild', against: 'Der Vogel ist klein im Bild' },
    quality: { for: 'Deutlich genug', against: 'Gerade noch deutlich genug' },
    found: { for: 'Klar ein Vogel im Bild', against: 'Der Vogel war im Bild schwer zu finden' },
    no_bird: { for: 'Sicher ein Vogel', against: 'Es ist vielleicht gar kein Vogel' },
    coverage: {
      for: 'Die App kennt die meisten Vögel dieses Ortes',
      against: 'Viele Vögel dieses Ortes kennt die App nicht',
    },
    unlabelled: {
      for: 'Hier lebt kein Verwandter, den die App nicht kennt',
      against: 'Hier lebt ein Verwandter, den die App nicht kennt',
    },
    month: { for: 'Der Monat ist bekannt', against: 'Der Monat ist nicht bekannt' },
    best_window: { for: 'Einen Augenblick lang sehr deutlich', against: 'Nie sehr deutlich' },
    windows: { for: 'Mehrmals gehört', against: 'Nur kurz gehört' },
    others: { for: 'Wenige andere Vögel singen', against: 'Viele andere Vögel singen' },
    signal: { for: 'Hebt sich vom Rauschen ab', against: 'Geht fast im Rauschen unter' },
    observer: { for: 'Deine Antwort passt dazu', against: 'Deine Antwort passt nicht gut dazu' },
    sounds_alike: { for: 'Kein Vogel hier klingt ähnlich', against: 'Hier leben Vögel, die ähnlich klingen' },
  },
  heardTerm: {
    look: { for: 'Klingt wie dieser Vogel', against: 'Klingt nur entfernt wie dieser Vogel' },
    agreement: {
      for: 'Mehrere Stellen der Aufnahme stimmen überein',
      against: 'Die Stellen der Aufnahme widersprechen sich, oder es gab nur eine',
    },
  },
  howMuch: { much: 'stark', some: 'deutlich', little: 'ein wenig' },
  help: {
    a_place: 'Ein Ort: Er verrät, welche Vögel dort leben.',
    a_date: 'Ein Datum: Es verrät, welche Vögel zu dieser Jahreszeit da sind.',
    a_closer_photo: 'Ein Foto aus der Nähe, in dem der Vogel mehr vom Bild füllt.',
    a_sharper_photo: 'Ein schärferes Foto: ruhig halten und auf den Vogel scharfstellen.',
    better_light: 'Ein Foto bei besserem Licht, mit der Sonne im Rücken.',
    another_photo: 'Noch ein Foto desselben Vogels, von einer anderen Seite.',
    a_sound: 'Eine Aufnahme von Ruf oder Gesang.',
    a_closer_recording: 'Eine Aufnahme aus der Nähe, das Mikrofon auf den Vogel gerichtet.',
    a_quieter_recording: 'Eine Aufnahme ohne Wind und ohne Gespräche.',
    another_recording: 'Noch eine Aufnahme desselben Vogels.',
    a_photo: 'Ein Foto des Vogels.',
  },
  rung: {
    reached: (rung) => `${chance(rung.probability)} sicher, das genügt für diese Stufe.`,
    below_bar: ({ probability, bar }) =>
      `Nicht sicher genug: ${chance(probability)}. ` +
      (chance(probability) === inPercent(bar)
        ? 'Diese Stufe braucht etwas mehr.'
        : `Diese Stufe braucht ${inPercent(bar)}.`),
    not_in_top_k: () => 'Nichts Gesehenes oder Gehörtes sprach dafür.',
    views_disagree: () => 'Zwei Ansichten des Vogels widersprechen sich.',
    senses_disagree: () => 'Bild und Stimme sprechen für verschiedene Vögel.',
    observer_disagrees: () => 'Nicht mehr genannt: Deine Antwort spricht dagegen.',
    quality_failed: () => 'Nicht versucht: Der Vogel ist zu undeutlich zu sehen oder zu hören.',
    no_bird: () => 'Nicht versucht: Es gibt keinen Vogel zum Vergleichen.',
    nothing_classified: () => 'Nicht versucht: Nichts wurde verglichen.',
    policy_declined: () => 'Nicht versucht: Es wurde eine gröbere Antwort gewählt.',
  },
};
