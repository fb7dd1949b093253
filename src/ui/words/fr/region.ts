import { durationInWords } from '../../format';
import type { Catalogue } from '../catalogue';

export const region: Catalogue['region'] = {
  title: 'Prêt pour le terrain',
  why: 'Avant un voyage, faites calculer sur cet appareil les oiseaux d’une région : les réponses viendront plus vite sur le terrain. Le modèle des voix est téléchargé aussi, s’il manque encore.',
  open: 'Choisir une région',
  choose: 'Touchez la carte au milieu de la région.',
  chosen: (degrees) => `${degrees} : environ 1 100 km du sud au nord.`,
  prepare: 'Préparer cette région',
  working: (done, total, left) =>
    `${done} carrés sur ${total}${left === null ? '' : `, encore ${durationInWords(left)} environ`}. Restez sur cette page.`,
  progress: 'Carrés préparés',
  cancel: 'Arrêter',
  cancelled: (done, total) =>
    `Arrêté après ${done} carrés sur ${total}. Ils sont conservés ; la prochaine fois, on repart de là.`,
  sides: { north: 'N', south: 'S', east: 'E', west: 'O' },
  between: (from, to) => `${from} à ${to}`,
  ready: 'Prêt pour le terrain. Les carrés restent sur cet appareil.',
};
