import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findLooseText } from '../../support/loose-text.ts';
import { verifies } from '../../support/verifies.ts';

const WEB = join(import.meta.dirname, '../../../web');

const SCREEN = `
declare namespace JSX { interface IntrinsicElements { [tag: string]: {} } interface Element { type: string } }
declare const n: number, isBusy: boolean, who: string, note: string | null;
declare function Mark(): JSX.Element | null;
declare function List(props: { children: (n: number) => unknown }): JSX.Element;

const fine = [
  <p>Read <b>this</b> first.</p>,
  <p>{n}</p>,
  <p>{isBusy ? 'busy' : \`\${n} left\`}</p>,
  <p>Saved {isBusy && <b>again</b>}</p>,
  <p>{/* a comment */} As typed.</p>,
  <div>{note && <p>{note}</p>}{n && <p>{n}</p>}</div>,
  <List>{n => <b>{n}</b>}</List>,
];
const loose = [
  <p>{n} left</p>,
  <p>Invite{isBusy && ' again'}</p>,
  <p>{isBusy && <b>busy</b>} Save</p>,
  <p>{isBusy ? <b>busy</b> : <i>idle</i>}.</p>,
  <p><Mark /> Anteroom</p>,
  <>{who}</>,
  <p>{isBusy && <> and more</>}</p>,
  <div><b>x</b><List>{n => <b>{n}</b>}</List> end</div>,
  <List>{n => who}</List>,
  <div><b>x</b>{note}</div>,
];
`;

describe('findLooseText', () => {
  it(`finds no text in the dashboard that breaks when it is translated${verifies('dashboard.translated')}`, () => {
    expect(findLooseText(join(WEB, 'tsconfig.json'), join(WEB, 'dashboard'))).toEqual([]);
  });

  it('finds text that changes or comes and goes beside others, and text after what may come and go', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anteroom-loose-'));
    try {
      const config = join(folder, 'tsconfig.json');
      await writeFile(
        config,
        JSON.stringify({ compilerOptions: { jsx: 'preserve', strict: true, lib: ['es2024'], types: [] } }),
      );
      await writeFile(join(folder, 'screen.tsx'), SCREEN);
      const found = findLooseText(config, folder);
      expect(found.map(each => each.replace(/^.*?:\d+ /, ''))).toEqual([
        '{n}',
        "{isBusy && ' again'}",
        'Save',
        '.',
        'Anteroom',
        '{who}',
        'and more',
        'end',
        '{n => who}',
        '{note}',
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
