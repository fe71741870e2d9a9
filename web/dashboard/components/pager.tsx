import { ActionIcon, Group, NumberInput, Text } from '@mantine/core';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from '../design/icons.ts';
import { formatNumber } from './format.ts';

interface PagerProps {
  /** The first is 1. */
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  /** Default: "1–50 of 120". */
  readonly shown?: string;
}

/** The foot of a list, with a field to jump to any page: a waitlist may have thousands. None for a single page. */
export function Pager({ page, perPage, total, onPage, shown }: PagerProps) {
  if (total <= perPage) return null;
  const [from, to] = [(page - 1) * perPage + 1, Math.min(page * perPage, total)];
  return (
    <div className="section-foot">
      <span className="quiet">
        {shown ?? `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)}`}
      </span>
      <Pages page={page} pages={Math.ceil(total / perPage)} onPage={onPage} />
    </div>
  );
}

function Pages({ page, pages, onPage }: Pick<PagerProps, 'page' | 'onPage'> & { readonly pages: number }) {
  const step = (label: string, to: number, Icon: typeof ChevronLeft) => (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={label}
      disabled={to < 1 || to > pages || to === page}
      onClick={() => onPage(to)}
    >
      <Icon size={16} />
    </ActionIcon>
  );
  return (
    <Group component="nav" gap={6} aria-label="Pages">
      {step('First page', 1, ChevronsLeft)}
      {step('Previous page', page - 1, ChevronLeft)}
      <NumberInput
        key={page}
        aria-label="Page"
        size="xs"
        w={72}
        min={1}
        max={pages}
        hideControls
        allowDecimal={false}
        defaultValue={page}
        onBlur={event => go(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && go(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {`of ${formatNumber(pages)}`}
      </Text>
      {step('Next page', page + 1, ChevronRight)}
      {step('Last page', pages, ChevronsRight)}
    </Group>
  );

  function go(typed: string): void {
    const wanted = Math.min(Math.max(Number.parseInt(typed.replaceAll(/\D/g, ''), 10) || page, 1), pages);
    if (wanted !== page) onPage(wanted);
  }
}
