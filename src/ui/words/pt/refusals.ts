import type { refusals as english } from '../en/refusals';

type Every<Words> = { [Kind in keyof Words]: Required<Words[Kind]> };

export const refusals: Every<typeof english> = {
  photo: {
    not_an_image:
      'Este arquivo não é uma foto que o navegador consiga ler. Escolha um arquivo JPEG, PNG, WebP, AVIF ou GIF.',
    empty_file: 'Este arquivo está vazio. Copie-o de novo da câmera ou do celular e escolha-o outra vez.',
    unreadable_file:
      'Este arquivo não pode mais ser lido: foi movido, mudou ou a unidade não está mais lá. Escolha-o outra vez.',
    damaged_image: 'Esta foto está danificada: só uma parte pode ser lida. Copie-a de novo da câmera ou do celular.',
    heic: 'Este navegador não lê fotos HEIC. Salve antes como JPEG: no iPhone, Ajustes, Câmera, Formatos, “Mais Compatível”, ou envie a foto para você mesmo, o que a converte.',
    too_large: 'Esta foto é grande demais. Salve uma cópia de no máximo 50 megapixels e escolha-a.',
    out_of_memory: 'Não houve memória suficiente para abrir esta foto. Feche outras abas ou escolha uma cópia menor.',
    worker_lost: 'A abertura desta foto parou no meio. Escolha-a outra vez.',
  },
  sound: {
    not_audio:
      'Este arquivo não é uma gravação que o navegador consiga ler. Escolha um arquivo WAV, MP3, FLAC, OGG, Opus ou M4A.',
    empty_file: 'Este arquivo está vazio. Copie-o de novo do gravador ou do celular e escolha-o outra vez.',
    unreadable_file:
      'Este arquivo não pode mais ser lido: foi movido, mudou ou a unidade não está mais lá. Escolha-o outra vez.',
    no_sound: 'Este arquivo tem cabeçalho, mas não tem som. Copie-o de novo do gravador ou do celular.',
    too_short: 'Esta gravação acaba antes que uma ave pudesse cantar. Escolha uma de pelo menos meio segundo.',
    damaged_audio: 'Esta gravação está danificada e não pode ser lida. Copie-a de novo do gravador ou do celular.',
    wrong_header:
      'O cabeçalho deste arquivo não pode estar certo, então não se sabe em que velocidade tocá-lo. Grave ou exporte de novo.',
    video_file: 'Isto é um vídeo. Salve o som em um arquivo à parte (MP3, M4A ou WAV) e escolha-o.',
    cannot_decode: 'Este navegador não lê este tipo de arquivo de som. Salve-o como WAV ou MP3 e escolha-o.',
    too_large: 'Este navegador só abre gravações longas em WAV. Salve-a como WAV ou escolha um trecho menor.',
    out_of_memory:
      'Não houve memória suficiente para abrir esta gravação. Feche outras abas ou escolha uma mais curta.',
    worker_lost: 'A abertura desta gravação parou no meio. Escolha-a outra vez.',
  },
  storage: {
    storage_full: 'Não há mais espaço neste aparelho. Apague observações antigas ou libere espaço.',
    storage_unavailable:
      'Este navegador não guarda dados do aplicativo (uma janela privada?). O resultado fica até você sair da página.',
    storage_closed: 'Outra aba abriu uma versão mais nova do aplicativo. Recarregue esta página.',
    observation_gone: 'Esta observação foi apagada nesse meio-tempo, talvez em outra aba.',
  },
};
