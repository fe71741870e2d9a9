import { Dropzone } from '@mantine/dropzone';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { GuideLink } from '../components/guide-link.tsx';
import { Section } from '../components/section.tsx';
import { ArrowLeft, Upload } from '../design/icons.ts';
import { useWaitlist } from '../waitlists/waitlist-layout.tsx';
import { ImportTable } from './import-table.tsx';
import { readCsv, type Table } from './read-csv.ts';

const MAX_BYTES = 20 * 1024 * 1024;

/** Adds the people in a CSV file to a waitlist. */
export function ImportScreen() {
  const waitlist = useWaitlist();
  const [table, setTable] = useState<Table | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  async function read(file: File | undefined): Promise<void> {
    setFault(null);
    try {
      if (file) setTable(await readCsv(file));
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'Your browser could not read this file.');
    }
  }
  return (
    <>
      <Link to="/waitlists/$id/signups" params={{ id: waitlist.id }} className="back">
        <ArrowLeft size={15} aria-hidden />
        <span>All signups</span>
      </Link>
      {table ? (
        <ImportTable key={waitlist.id} waitlist={waitlist} table={table} onBack={() => setTable(null)} />
      ) : (
        <Section
          title="Import people"
          lead={
            <span>
              From another service, a spreadsheet, or a list of emails. People join at the end of your list,
              in the order of the file or of a column you choose.{' '}
              <GuideLink to="adding-people#move-from-another-service">
                How to move from another service
              </GuideLink>
            </span>
          }
        >
          <Dropzone
            multiple={false}
            maxSize={MAX_BYTES}
            inputProps={{ 'aria-label': 'CSV file' }}
            onDrop={([file]: File[]) => void read(file)}
            onReject={() => setFault('This file is too large. Split it into files of at most 20 MB.')}
          >
            <div className="drop import-drop">
              <Upload size={22} aria-hidden />
              <p>Drop a CSV file here, or click to choose one.</p>
              <p className="quiet">Nothing is sent yet: you match its columns first.</p>
            </div>
          </Dropzone>
          {fault && (
            <p role="alert" className="fault">
              {fault}
            </p>
          )}
        </Section>
      )}
    </>
  );
}
