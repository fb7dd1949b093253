import type { Problem } from '../../problem';
import type { Catalogue } from '../catalogue';

export const notebook: Catalogue['notebook'] = {
  keep: {
    title: 'Carnet de terrain',
    keep: 'Garder',
    draft: (days) =>
      `Un brouillon : il disparaît ${days === 0 ? 'aujourd’hui' : days === 1 ? 'dans un jour' : `dans ${days} jours`} si vous ne le gardez pas.`,
    ask: 'Que faut-il garder des photos ?',
    original: 'Les originaux',
    reduced: 'Des copies réduites',
    originalWhy: (size) => `Tels quels, ${size}.`,
    reducedWhy: '1 600 pixels de large au plus, environ 0,3 Mo chacune.',
    later: 'Vous pourrez le changer dans les réglages.',
    kept: 'Gardé dans votre carnet.',
    cleared: (count): Problem => ({
      title: 'Votre carnet est vide',
      message:
        `Le navigateur a effacé ${count === 1 ? 'l’observation que vous aviez gardée' : `les ${count} observations que vous aviez gardées`}, comme font les navigateurs quand un appareil ` +
        'manque de place. Si vous avez une sauvegarde, reprenez-la sous « Export et sauvegarde ».',
      safe: 'Installer l’application rend cela moins probable.',
    }),
    failed: 'Cette observation n’est pas gardée',
    stays: 'Elle reste parmi les récentes comme brouillon.',
    unchangedTitle: 'Votre modification n’a pas été enregistrée',
    unchanged: 'Ce qui était enregistré est inchangé.',
  },
  status: {
    open: 'À vérifier',
    confirmed: 'Confirmée par vous',
    corrected: 'Corrigée par vous',
    rejected: 'Rejetée par vous',
  },
  confirm: 'Confirmer',
};
