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
function write(pen: Pen, text: string, x: number, y: number, { size, weight = 600, width }: TextFit): void {
  const set = (px: number) => {
    pen.font = `${weight} ${px}px Figtree, Arial, sans-serif`;
  };
  set(size);
  const room = Math.min(1, width / pen.measureText(text).width);
  set(Math.max(26, size * room));
  pen.fillText(text, x, y, width);
}

interface TextFit {
  readonly size: number;
  readonly weight?: number;
  readonly width: number;
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

async function drawTicket(section: HTMLElement): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext('2d') as Pen;
  const colors = readColors(section);
  const [qrCode] = await Promise.all([loadQrCode(section), document.fonts.load('600 40px Figtree')]);
  const textOf = (part: string) => section.querySelector(`[data-part=${part}]`)?.textContent ?? '';
  const { title = '' } = (section.querySelector('.share') as HTMLElement).dataset;
  const link = section.querySelector<HTMLInputElement>('[data-part=link]')?.value ?? '';
  const position = textOf('place');
  const x = CARD.left + INSET;
  const width = CARD.width - 2 * INSET;

  drawCard(pen, colors);
  pen.fillStyle = colors.onTicket;
  write(pen, title, x, CARD.top + INSET + 40, { size: 52, width });
  write(pen, position ? 'My place in line' : 'It’s my turn', x, CUT - 350, { size: 42, weight: 500, width });
  pen.fillStyle = colors.number;
  write(pen, position || 'I’m in!', x - 8, CUT - 80, { size: 300, weight: 660, width });

  const right = CARD.left + CARD.width - INSET - QR_SIZE;
  pen.drawImage(qrCode, right, CUT + 90, QR_SIZE, QR_SIZE);
  const room = right - x - 40;
  pen.fillStyle = colors.ink;
  write(pen, 'Join me in line', x, CUT + 190, { size: 54, weight: 650, width: room });
  pen.fillStyle = colors.soft;
  write(pen, new URL(link).host, x, CUT + 256, { size: 34, weight: 500, width: room });
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
export async function shareTicketImage(section: HTMLElement): Promise<boolean> {
  const file = new File([await drawTicket(section)], 'my-place-in-line.png', { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    // Rejects when the visitor closes the sheet.
    await navigator.share({ files: [file] }).catch(() => {});
    return false;
  }
  save(file);
  return true;
}
