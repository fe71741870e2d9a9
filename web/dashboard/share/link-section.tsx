import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Waitlist } from '../api/queries.ts';
import { CopyButton, CopyIcon } from '../components/copy-button.tsx';
import { notifyProblem } from '../components/notify.ts';
import { Section } from '../components/section.tsx';
import { Download } from '../design/icons.ts';
import { useFirstRunProgress } from '../waitlists/first-run-progress.ts';
import { usePageUrl } from '../waitlists/use-page-url.ts';
import { drawPng, qrCodeUrl, saveFile } from './qr-image.ts';

/** The link to share, also as a QR code. */
export function LinkSection({ waitlist }: { readonly waitlist: Waitlist }) {
  const pageUrl = usePageUrl(waitlist);
  const url = waitlist.shareUrl ?? pageUrl;
  const [, note] = useFirstRunProgress(waitlist.id);
  return (
    <Section
      title="Your link"
      lead={waitlist.shareUrl ? 'Your own page, where referral links lead too.' : 'Where people join.'}
    >
      <div className="share-link">
        <QrCode url={url} slug={waitlist.slug} />
        <div className="grow">
          <div className="share-url">
            <code>{url}</code>
          </div>
          <CopyButton value={url} label="Copy your link" variant="filled" onCopy={() => note('isShared')} />
          {waitlist.shareUrl && (
            <p className="quiet share-hosted">
              <span className="copyable">
                <span>{`Your hosted page works too: ${pageUrl}`}</span>
                <CopyIcon value={pageUrl} label="Copy the page’s link" />
              </span>
            </p>
          )}
        </div>
      </div>
    </Section>
  );
}

function QrCode({ url, slug }: { readonly url: string; readonly slug: string }) {
  const [isDrawing, setDrawing] = useState(false);
  const image = qrCodeUrl(url);
  const save = async () => {
    setDrawing(true);
    try {
      saveFile(await drawPng(image), `${slug}-qr-code.png`);
    } catch (error) {
      notifyProblem(error);
    }
    setDrawing(false);
  };
  return (
    <div className="share-qr">
      <img src={image} alt={`QR code of ${url}`} width={168} height={168} />
      <div className="share-qr-files">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          component="a"
          href={image}
          download={`${slug}-qr-code.svg`}
          aria-label="Download the QR code as SVG"
        >
          SVG
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          loading={isDrawing}
          onClick={() => void save()}
          aria-label="Download the QR code as PNG"
        >
          PNG
        </Button>
      </div>
    </div>
  );
}
