/*
 * Inline styles that no style sheet overrides: an important declaration of an element's own attribute wins. The line that
 * ends an email is outside of all markup of the author, so it can be hidden only through these elements.
 */

import { PALETTE } from '../markup/tokens.ts';

const important = (declarations: readonly string[]): string =>
  declarations.map(each => `${each}!important;`).join('');

const VISIBLE = [
  'visibility:visible',
  'opacity:1',
  'position:static',
  'float:none',
  'width:auto',
  'min-width:0',
  'max-width:none',
  'height:auto',
  'max-height:none',
  'margin:0',
  'padding:0',
  'border:0',
  'overflow:visible',
  'transform:none',
  'translate:none',
  'rotate:none',
  'scale:none',
  'offset:none',
  'perspective:none',
  // Depth would decide what covers what, before any `z-index`.
  'transform-style:flat',
  'filter:none',
  'clip:auto',
  'clip-path:none',
  'mask:none',
  '-webkit-mask:none',
  '-webkit-mask-box-image:none',
  'mix-blend-mode:normal',
  'content:normal',
  'content-visibility:visible',
  'contain:none',
  'container-type:normal',
  'columns:auto',
  'writing-mode:horizontal-tb',
  'zoom:1',
  'pointer-events:auto',
  'interactivity:auto',
];

/** For `<html>` and `<body>`. */
export const FRAME_STYLE = important(['display:block', ...VISIBLE]);

/** For the element around everything of the author: floats and margins stay inside. */
export const WRAPPER_STYLE = important(['display:block', 'display:flow-root', ...VISIBLE]);

/** The direction of a line of ours. */
type Direction = 'ltr' | 'rtl';

/** Mail programs that do not know `all` ignore it and read the rest. */
const textIn = (direction: Direction): string[] => [
  'all:initial',
  'visibility:visible',
  'opacity:1',
  `direction:${direction}`,
  'unicode-bidi:isolate',
  // Only a generic family: the author could define any other, without letters.
  'font:400 13px/20px sans-serif',
  `color:${PALETTE.soft[0]}`,
  'letter-spacing:normal',
  'text-indent:0',
  'text-transform:none',
  'white-space:normal',
  'overflow-wrap:anywhere',
];

/** Above everything that the author positions: the line comes later, at the highest `z-index` there is. */
export const lineStyle = (direction: Direction): string =>
  important([
    ...textIn(direction),
    'display:block',
    'position:relative',
    'z-index:2147483647',
    'clear:both',
    'margin:0',
    'padding:16px',
    `background:${PALETTE.paper[0]}`,
    'text-align:center',
  ]);

export const lineTextStyle = (direction: Direction): string =>
  important([...textIn(direction), 'display:inline']);

export const lineLinkStyle = (direction: Direction): string =>
  important([...textIn(direction), 'display:inline', 'text-decoration:underline', 'cursor:pointer']);
