import type { refusals as english } from '../en/refusals';

type Every<Words> = { [Kind in keyof Words]: Required<Words[Kind]> };

export const refusals: Every<typeof english> = {
  photo: {
    not_an_image:
      'Ce fichier n’est pas une photo que le navigateur peut lire. Choisissez un fichier JPEG, PNG, WebP, AVIF ou GIF.',
    empty_file:
      'Ce fichier est vide. Copiez-le à nouveau depuis l’appareil photo ou le téléphone, puis choisissez-le encore.',
    unreadable_file:
      'Ce fichier n’est plus lisible : il a été déplacé, modifié, ou son disque n’est plus là. Choisissez-le à nouveau.',
    damaged_image:
      'Cette photo est endommagée : seule une partie est lisible. Copiez-la à nouveau depuis l’appareil photo ou le téléphone.',
    heic: 'Ce navigateur ne lit pas les photos HEIC. Enregistrez-la d’abord en JPEG : sur iPhone, Réglages, Appareil photo, Formats, « Le plus compatible », ou envoyez-vous la photo, ce qui la convertit.',
    too_large: 'Cette photo est trop grande. Enregistrez une copie de 50 mégapixels au plus et choisissez-la.',
    out_of_memory:
      'La mémoire ne suffit pas pour ouvrir cette photo. Fermez d’autres onglets, ou choisissez une copie plus petite.',
    worker_lost: 'L’ouverture de cette photo s’est interrompue. Choisissez-la à nouveau.',
  },
  sound: {
    not_audio:
      'Ce fichier n’est pas un enregistrement que le navigateur peut lire. Choisissez un fichier WAV, MP3, FLAC, OGG, Opus ou M4A.',
    empty_file:
      'Ce fichier est vide. Copiez-le à nouveau depuis l’enregistreur ou le téléphone, puis choisissez-le encore.',
    unreadable_file:
      'Ce fichier n’est plus lisible : il a été déplacé, modifié, ou son disque n’est plus là. Choisissez-le à nouveau.',
    no_sound: 'Ce fichier a un en-tête mais pas de son. Copiez-le à nouveau depuis l’enregistreur ou le téléphone.',
    too_short:
      'Cet enregistrement s’achève avant qu’un oiseau ait pu crier. Choisissez-en un d’au moins une demi-seconde.',
    damaged_audio:
      'Cet enregistrement est endommagé et illisible. Copiez-le à nouveau depuis l’enregistreur ou le téléphone.',
    wrong_header:
      'L’en-tête de ce fichier ne peut pas être juste : on ne sait pas à quelle vitesse le lire. Enregistrez-le ou exportez-le à nouveau.',
    video_file: 'C’est une vidéo. Enregistrez le son dans un fichier à part (MP3, M4A ou WAV) et choisissez-le.',
    cannot_decode:
      'Ce navigateur ne lit pas ce type de fichier audio. Enregistrez-le en WAV ou en MP3 et choisissez-le.',
    too_large:
      'Ce navigateur n’ouvre les longs enregistrements qu’en WAV. Enregistrez-le en WAV, ou choisissez un extrait plus court.',
    out_of_memory:
      'La mémoire ne suffit pas pour ouvrir cet enregistrement. Fermez d’autres onglets, ou choisissez-en un plus court.',
    worker_lost: 'L’ouverture de cet enregistrement s’est interrompue. Choisissez-le à nouveau.',
  },
  storage: {
    storage_full: 'Il n’y a plus de place sur cet appareil. Supprimez d’anciennes observations ou libérez de l’espace.',
    storage_unavailable:
      'Ce navigateur ne garde rien pour l’application (une fenêtre privée ?). Le résultat reste jusqu’à ce que vous quittiez la page.',
    storage_closed: 'Un autre onglet a ouvert une version plus récente de l’application. Rechargez cette page.',
    observation_gone: 'Cette observation a été supprimée entre-temps, peut-être dans un autre onglet.',
  },
};
