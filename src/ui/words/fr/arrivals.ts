import type { Catalogue } from '../catalogue';

export const arrivals: Catalogue['arrivals'] = {
  title: 'Partagé avec Goldcrest',
  lead: 'Rien n’a encore été regardé ni enregistré.',
  files: (count: number) => (count === 1 ? 'Un fichier' : `${count} fichiers`),
  identify: 'Identifier',
  discard: 'Jeter',
  discarded: 'Jeté. Rien n’a été enregistré.',
  none: 'Rien n’attend ici.',
  home: 'Vers le premier écran',
  sound: 'Enregistrement',
  results: {
    files: '',
    empty:
      'L’autre application n’a rien partagé : aucun fichier n’est arrivé. Cela se produit sur certains téléphones. Partagez à nouveau, ou choisissez la photo ici.',
    full: 'Il n’y avait pas de place sur cet appareil pour ce partage. Libérez de l’espace, puis partagez à nouveau.',
  },
  earlier: 'Ce qui a été partagé avant est toujours ici :',
};
