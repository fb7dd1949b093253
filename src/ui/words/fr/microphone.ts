import type { Processing } from '../../../recorder/microphone';
import type { Catalogue } from '../catalogue';
import { listInWords } from '../language.svelte';

const SAFE = 'Tout ce qui a été enregistré jusqu’ici est conservé.';

const PROCESSING: Record<Processing, string> = {
  echoCancellation: 'annulation d’écho',
  noiseSuppression: 'réduction du bruit',
  autoGainControl: 'niveau automatique',
};
const named = (list: readonly Processing[]): string => listInWords(list.map((one) => PROCESSING[one]));

export const microphone: Catalogue['microphone'] = {
  refusal: {
    refused: {
      title: 'Le micro a été refusé',
      message: 'Autorisez le micro pour cette page dans le navigateur, à côté de l’adresse, puis réessayez.',
      safe: 'Les photos et les fichiers audio fonctionnent sans lui.',
    },
    none_there: {
      title: 'Aucun micro trouvé',
      message: 'Branchez-en un, ou ouvrez un fichier contenant le son.',
      safe: '',
    },
    in_use: {
      title: 'Le micro ne répond pas',
      message: 'Une autre application l’utilise peut-être. Fermez-la, puis réessayez.',
      safe: '',
    },
    not_allowed_here: {
      title: 'Cette adresse ne peut pas utiliser le micro',
      message: 'Les navigateurs ne donnent le micro qu’aux pages en https. Ouvrez l’application à son adresse https.',
      safe: 'Les fichiers audio peuvent être ouverts ici.',
    },
    unsupported: {
      title: 'Ce navigateur ne peut pas enregistrer',
      message: 'Enregistrez avec une autre application et ouvrez le fichier ici.',
      safe: '',
    },
  },
  ended: {
    microphone_lost: {
      title: 'Le micro a disparu',
      message: 'Il a été débranché, ou une autre application l’a pris. Rebranchez-le et recommencez.',
      safe: SAFE,
    },
    storage_full: {
      title: 'Plus de place sur cet appareil',
      message:
        'L’enregistrement s’arrête ici. Supprimez d’anciennes observations ou libérez de la place avant le prochain.',
      safe: SAFE,
    },
  },
  unstored: {
    title: 'Cet enregistrement n’est qu’en mémoire',
    message:
      'Le navigateur ne garde rien pour cette page (une fenêtre privée ?). La fermer ferait perdre l’enregistrement.',
    safe: '',
  },
  processing: {
    on: (which) =>
      `Malgré notre demande, le navigateur garde ceci actif : ${named(which)}. Des cris faibles ou aigus peuvent manquer.`,
    untold: (which) => `Le navigateur ne dit pas si ceci est actif : ${named(which)}.`,
    none: 'Enregistré tel que le micro l’entend : ni filtre, ni réglage du niveau.',
  },
};
