/** What a card shows. */
export interface Card {
  picture: ImageBitmap | null;
  name: string;
  /** Below the name, in italics; empty where the name is the scientific one already. */
  scientific: string;
  /** Whether the name itself is set in italics, as that of a genus is. */
  italic: boolean;
  /** How sure, or who said it. */
  sure: string;
  /** Whether it gets a gold line. */
  certain: boolean;
  /** Date, and place where that is wanted. */
  lines: readonly string[];
}

/** Pixels: a shape that every app shows whole. */
const WIDTH = 1080;
const HEIGHT = 1350;
const PICTURE = 900;
const MARGIN = 64;

// The colours of paper, whatever the screen is set to: a card leaves the device.
const PAPER = '#fbfaf5';
const INK = '#1e241f';
const SOFT = '#454d46';
const SLATE = '#53606a';
const GOLD = '#e3a80a';
const SERIF = "Newsreader, 'Iowan Old Style', Georgia, serif";
const SANS = "'Source Sans 3 Variable', 'Source Sans 3', system-ui, sans-serif";

export async function drawCard(card: Card): Promise<Blob> {
  await Promise.all([document.fonts.load(`500 64px ${SERIF}`), document.fonts.load(`italic 40px ${SERIF}`)]).catch(
    () => undefined,
  );
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  if (card.picture) drawCover(context, card.picture);
  const room = WIDTH - 2 * MARGIN;
  let y = PICTURE + 96;
  if (card.certain) {
    context.fillStyle = GOLD;
    context.fillRect(0, PICTURE, WIDTH, 12);
  }
  context.fillStyle = INK;
  fit(context, card.name, (size) => `${card.italic ? 'italic 400' : '500'} ${size}px ${SERIF}`, 76, room);
  context.fillText(card.name, MARGIN, y);
  if (card.scientific !== '') {
    y += 58;
    context.fillStyle = SOFT;
    fit(context, card.scientific, (size) => `italic 400 ${size}px ${SERIF}`, 42, room);
    context.fillText(card.scientific, MARGIN, y);
  }
  y += 72;
  context.fillStyle = INK;
  fit(context, card.sure, (size) => `600 ${size}px ${SANS}`, 36, room);
  context.fillText(card.sure, MARGIN, y);
  context.fillStyle = SLATE;
  for (const line of card.lines) {
    y += 50;
    fit(context, line, (size) => `400 ${size}px ${SANS}`, 34, room);
    context.fillText(line, MARGIN, y);
  }
  context.font = `400 28px ${SANS}`;
  context.textAlign = 'right';
  context.fillText('Goldcrest', WIDTH - MARGIN, HEIGHT - 40);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}

/** Fills the upper part; a picture of another shape loses its edges. */
function drawCover(context: OffscreenCanvasRenderingContext2D, picture: ImageBitmap): void {
  const scale = Math.max(WIDTH / picture.width, PICTURE / picture.height);
  const width = WIDTH / scale;
  const height = PICTURE / scale;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    picture,
    ...([(picture.width - width) / 2, (picture.height - height) / 2, width, height] as const),
    ...([0, 0, WIDTH, PICTURE] as const),
  );
}

/** Sets the largest size up to `most` at which a text has room. */
function fit(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  font: (size: number) => string,
  most: number,
  room: number,
): void {
  context.font = font(most);
  const width = context.measureText(text).width;
  if (width > room) context.font = font(Math.floor((most * room) / width));
}
