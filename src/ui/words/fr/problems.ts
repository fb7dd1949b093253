import { inSize } from '../../format';
import type { Catalogue } from '../catalogue';
import { listInWords, plural } from '../language.svelte';

const quoted = (titles: readonly string[]): string => listInWords(titles.map((title) => `« ${title} »`));

export const problems: Catalogue['problems'] = {
  missingPacks: (titles) => ({
    title: 'Certains modèles manquent',
    message: `${quoted(titles)} ${plural(titles.length, 'n’a pas pu être lu et n’est', 'n’ont pas pu être lus et ne sont')} pas utilisé${plural(titles.length, '', 's')}. Rechargez la page avec une connexion pour réessayer.`,
    safe: 'Les autres modèles font ce qu’ils peuvent.',
  }),
  lostPacks: (titles, bytes) => ({
    title: plural(titles.length, 'Un paquet n’est plus là', `${titles.length} paquets ne sont plus là`),
    message:
      `Le navigateur a effacé ${quoted(titles)} (${inSize(bytes)}), comme il arrive quand un appareil manque de place. ` +
      'En attendant un nouveau téléchargement, les modèles de l’application font le travail.',
    safe: 'C’est moins probable si l’application est installée.',
  }),
  notReady: (message) => ({
    title: 'Les modèles n’ont pas pu être préparés',
    message,
    safe: 'Les observations enregistrées sont intactes.',
  }),
  notLoaded:
    'Une partie de l’application ne s’est pas chargée. Rechargez la page ; si cela ne suffit pas, connectez-vous une fois et rechargez.',
  notSaved: (message) => ({ title: 'Cette observation n’est pas enregistrée', message, safe: '' }),
  soundNotSaved: (message, recorded) => ({
    title: 'L’enregistrement n’est pas conservé',
    message,
    safe: recorded ? 'Il peut encore être ouvert depuis l’accueil.' : 'Le fichier lui-même n’a pas changé.',
  }),
  notOpened: (name, message, others) => ({
    title: name ? `« ${name} » n’a pas été ouvert` : 'Le fichier n’a pas été ouvert',
    message,
    safe: others ? 'Les autres fichiers, la date et le lieu sont conservés.' : 'Le fichier lui-même n’a pas changé.',
  }),
  deleted: 'Observation supprimée. Elle peut être rétablie.',
};
