import type { PlaceTexts } from '../../core/pages/place-text.ts';

/** A place as a PNG to share, drawn here, so that no server learns or keeps it. It holds what people share anyway: list, place, and link. */

const WIDTH = 1080;
const HEIGHT = 1350;
const CARD = { left: 90, top: 110, width: 900, height: 1130, radius: 56 };
/** Where the two parts of the ticket meet. */
const CUT = 790;
const NOTCH = 30;
const INSET = 84;
const QR_SIZE = 230;

type Pen = CanvasRenderingContext2D;
type Colors = ReturnType<typeof readColors>;

/** As the browser shows them: a canvas knows no variables. */
function readColors(section: HTMLElement) {
  const of = (selector: string) => getComputedStyle(section.querySelector(selector) as HTMLElement);
  const [place, share] = [of('.ticket-place'), of('.ticket-share')];
  return {
    paper: getComputedStyle(document.documentElement).backgroundColor,
    ticket: place.backgroundColor,
    onTicket: place.color,
    number: of('.ticket-number, .ticket-in').color,
    card: share.backgroundColor,
    ink: share.color,
    soft: of('.facts dt').color,
    line: of('.share-link').borderTopColor,
  };
}

/** Writes a line in the largest size that fits. */
function write(
  { pen, family }: Writer,
  text: string,
  x: number,
  y: number,
  { size, weight = 600, width, direction }: TextFit,
): void {
  const set = (px: number) => {
    pen.font = `${weight} ${px}px ${family}`;
  };
  pen.direction = direction;
  set(size);
  const room = Math.min(1, width / pen.measureText(text).width);
  set(Math.max(26, size * room));
  pen.fillText(text, x, y, width);
}

interface TextFit {
  readonly size: number;
  readonly weight?: number;
  readonly width: number;
  readonly direction: CanvasDirection;
}

interface Writer {
  readonly pen: Pen;
  /** That of the page. */
  readonly family: string;
}

function drawCard(pen: Pen, colors: Colors): void {
  const { left, top, width, height, radius } = CARD;
  pen.fillStyle = colors.paper;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.save();
  pen.shadowColor = 'rgb(0 0 0 / 0.22)';
  pen.shadowBlur = 70;
  pen.shadowOffsetY = 28;
  pen.fillStyle = colors.card;
  pen.beginPath();
  pen.roundRect(left, top, width, height, radius);
  pen.fill();
  pen.restore();
  pen.fillStyle = colors.ticket;
  pen.beginPath();
  pen.roundRect(left, top, width, CUT - top, [radius, radius, 0, 0]);
  pen.fill();
  pen.fillStyle = colors.paper;
  for (const x of [left, left + width]) {
    pen.beginPath();
    pen.arc(x, CUT, NOTCH, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.strokeStyle = colors.line;
  pen.lineWidth = 4;
  pen.setLineDash([14, 14]);
  pen.beginPath();
  pen.moveTo(left + NOTCH + 20, CUT);
  pen.lineTo(left + width - NOTCH - 20, CUT);
  pen.stroke();
}

/** The QR code of the page, black on white. */
async function loadQrCode(section: HTMLElement): Promise<HTMLImageElement> {
  const code = section.querySelector('.qr-code')?.cloneNode(true) as SVGElement;
  // Firefox draws none without a size.
  for (const side of ['width', 'height']) code.setAttribute(side, String(QR_SIZE));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(code))}`;
  await image.decode();
  return image;
}

/** Where things are: an image in Arabic is mirrored. */
function sidesOf(isMirrored: boolean) {
  const left = CARD.left + INSET;
  const right = CARD.left + CARD.width - INSET;
  return isMirrored
    ? { start: right, towardsEdge: 8, qrCode: left, align: 'right' as const }
    : { start: left, towardsEdge: -8, qrCode: right - QR_SIZE, align: 'left' as const };
}

async function drawTicket(section: HTMLElement, texts: PlaceTexts['image']): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext('2d') as Pen;
  const colors = readColors(section);
  const { direction, fontFamily: family } = getComputedStyle(section);
  const ours = direction as CanvasDirection;
  const writer = { pen, family };
  const textOf = (part: string) => section.querySelector(`[data-part=${part}]`)?.textContent ?? '';
  const { title = '' } = (section.querySelector('.share') as HTMLElement).dataset;
  const name = section.querySelector('.ticket-name bdi') ?? section;
  const link = section.querySelector<HTMLInputElement>('[data-part=link]')?.value ?? '';
  const position = textOf('place');
  const [label, value] = position ? [texts.place, position] : [texts.turn, texts.in];
  const { start: x, towardsEdge, qrCode: qrX, align } = sidesOf(direction === 'rtl');
  const width = CARD.width - 2 * INSET;
  const [qrCode] = await Promise.all([
    loadQrCode(section),
    document.fonts.load(`600 40px ${family}`, title + label + value + texts.invite),
  ]);

  drawCard(pen, colors);
  pen.textAlign = align;
  pen.fillStyle = colors.onTicket;
  const { direction: ofName } = getComputedStyle(name);
  write(writer, title, x, CARD.top + INSET + 40, { size: 52, width, direction: ofName as CanvasDirection });
  write(writer, label, x, CUT - 350, { size: 42, weight: 500, width, direction: ours });
  pen.fillStyle = colors.number;
  write(writer, value, x + towardsEdge, CUT - 80, { size: 300, weight: 660, width, direction: ours });

  pen.drawImage(qrCode, qrX, CUT + 90, QR_SIZE, QR_SIZE);
  const room = width - QR_SIZE - 40;
  pen.fillStyle = colors.ink;
  write(writer, texts.invite, x, CUT + 190, { size: 54, weight: 650, width: room, direction: ours });
  pen.fillStyle = colors.soft;
  write(writer, new URL(link).host, x, CUT + 256, { size: 34, weight: 500, width: room, direction: 'ltr' });
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The browser drew no image.'))));
  });
}

function save(file: File): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Hands the image to the system's share sheet. Where there is none, saves it. @returns whether it was saved */
export async function shareTicketImage(section: HTMLElement, texts: PlaceTexts['image']): Promise<boolean> {
  const file = new File([await drawTicket(section, texts)], `${texts.file}.png`, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    // Rejects when the visitor closes the sheet.
    await navigator.share({ files: [file] }).catch(() => {});
    return false;
  }
  save(file);
  return true;
}
