import type { refusals as english } from '../en/refusals';

type Every<Words> = { [Kind in keyof Words]: Required<Words[Kind]> };

export const refusals: Every<typeof english> = {
  photo: {
    not_an_image:
      'Diese Datei ist kein Foto, das der Browser lesen kann. Wähle eine JPEG-, PNG-, WebP-, AVIF- oder GIF-Datei.',
    empty_file: 'Diese Datei ist leer. Kopiere sie noch einmal von Kamera oder Telefon und wähle sie neu.',
    unreadable_file:
      'Diese Datei lässt sich nicht mehr lesen: Sie wurde verschoben, verändert oder ihr Laufwerk ist weg. Wähle sie noch einmal.',
    damaged_image:
      'Dieses Foto ist beschädigt: Nur ein Teil ist lesbar. Kopiere es noch einmal von Kamera oder Telefon.',
    heic: 'Dieser Browser kann keine HEIC-Fotos lesen. Speichere es zuerst als JPEG: auf dem iPhone unter Einstellungen, Kamera, Formate, „Maximale Kompatibilität“, oder schick das Foto an dich selbst, das wandelt es um.',
    too_large: 'Dieses Foto ist zu groß. Speichere eine Kopie mit höchstens 50 Megapixeln und wähle diese.',
    out_of_memory:
      'Der Arbeitsspeicher reicht für dieses Foto nicht. Schließe andere Tabs oder wähle eine kleinere Kopie.',
    worker_lost: 'Das Öffnen dieses Fotos brach ab. Wähle es noch einmal.',
  },
  sound: {
    not_audio:
      'Diese Datei ist keine Aufnahme, die der Browser lesen kann. Wähle eine WAV-, MP3-, FLAC-, OGG-, Opus- oder M4A-Datei.',
    empty_file: 'Diese Datei ist leer. Kopiere sie noch einmal von Rekorder oder Telefon und wähle sie neu.',
    unreadable_file:
      'Diese Datei lässt sich nicht mehr lesen: Sie wurde verschoben, verändert oder ihr Laufwerk ist weg. Wähle sie noch einmal.',
    no_sound: 'Diese Datei hat einen Kopf, aber keinen Ton. Kopiere sie noch einmal von Rekorder oder Telefon.',
    too_short:
      'Diese Aufnahme ist vorbei, bevor ein Vogel rufen könnte. Wähle eine von mindestens einer halben Sekunde.',
    damaged_audio: 'Diese Aufnahme ist beschädigt und nicht lesbar. Kopiere sie noch einmal von Rekorder oder Telefon.',
    wrong_header:
      'Der Kopf dieser Datei kann nicht stimmen, also weiß niemand, wie schnell sie abzuspielen ist. Nimm sie neu auf oder exportiere sie noch einmal.',
    video_file: 'Das ist ein Video. Speichere den Ton als eigene Datei (MP3, M4A oder WAV) und wähle diese.',
    cannot_decode:
      'Dieser Browser kann diese Art Tondatei nicht lesen. Speichere sie als WAV oder MP3 und wähle diese.',
    too_large:
      'Lange Aufnahmen kann dieser Browser nur als WAV öffnen. Speichere sie als WAV oder wähle einen kürzeren Teil.',
    out_of_memory: 'Der Arbeitsspeicher reicht für diese Aufnahme nicht. Schließe andere Tabs oder wähle eine kürzere.',
    worker_lost: 'Das Öffnen dieser Aufnahme brach ab. Wähle sie noch einmal.',
  },
  storage: {
    storage_full: 'Auf diesem Gerät ist kein Platz mehr. Lösche alte Beobachtungen oder schaffe Platz.',
    storage_unavailable:
      'Dieser Browser speichert nichts für die App (ein privates Fenster?). Das Ergebnis bleibt, bis du die Seite verlässt.',
    storage_closed: 'Ein anderer Tab hat eine neuere Version der App geöffnet. Lade diese Seite neu.',
    observation_gone: 'Diese Beobachtung wurde inzwischen gelöscht, vielleicht in einem anderen Tab.',
  },
};
