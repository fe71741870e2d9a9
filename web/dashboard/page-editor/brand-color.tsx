import { Button, TextInput } from '@mantine/core';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { luminance, textColorOn } from '../../../core/markup/contrast.ts';
import { ROOMS } from '../../../core/markup/tokens.ts';

const SUGGESTIONS = [
  ['Pine', ROOMS[1]],
  ['Blue', '#2563eb'],
  ['Violet', '#6d28d9'],
  ['Rose', '#e11d48'],
  ['Orange', '#ea580c'],
  ['Amber', '#fbbf24'],
  ['Ink', '#18181b'],
] as const;

/** `#rrggbb` of what people type: with or without `#`, three digits or six. */
function parseColor(typed: string): string | null {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim()) ?? [];
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`.toLowerCase();
}

function contrastText(color: string): string {
  const light = luminance([1, 3, 5].map(start => Number.parseInt(color.slice(start, start + 2), 16)));
  const [word, ratio] =
    textColorOn(color) === '#ffffff' ? ['White', 1.05 / (light + 0.05)] : ['Black', (light + 0.05) / 0.05];
  return `${word} text reads best on it, with a contrast of ${ratio.toFixed(1)}:1.`;
}

interface BrandColorProps {
  readonly value: string | null;
  readonly onChange: (color: string | null) => void;
  readonly error: ReactNode;
}

/** Picks the brand color, and says which text color goes on it. */
export function BrandColor({ value, onChange, error }: BrandColorProps) {
  const [typed, setTyped] = useState(value ?? '');
  const [isBad, setBad] = useState(false);
  useEffect(() => {
    setTyped(last => (parseColor(last) === value ? last : (value ?? '')));
    setBad(false);
  }, [value]);
  return (
    <div className="brand-color">
      <TextInput
        label="Brand color"
        placeholder="The template’s own"
        className="grow"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={7}
        leftSection={
          <input
            type="color"
            className="color-well"
            aria-label="Pick a brand color"
            data-empty={value === null || undefined}
            value={value ?? ROOMS[1]}
            onChange={event => onChange(event.currentTarget.value)}
          />
        }
        rightSectionWidth={68}
        rightSection={
          value !== null && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
              Clear
            </Button>
          )
        }
        value={typed}
        onChange={event => {
          const text = event.currentTarget.value;
          setTyped(text);
          setBad(false);
          const color = parseColor(text);
          if (color !== null || text.trim() === '') onChange(color);
        }}
        onBlur={() => setBad(typed.trim() !== '' && parseColor(typed) === null)}
        error={isBad ? `Use a color like ${ROOMS[1]}` : error}
      />
      <div className="swatches">
        {SUGGESTIONS.map(([name, color]) => (
          <button
            key={color}
            type="button"
            className="swatch"
            aria-label={name}
            aria-pressed={value === color}
            style={{ '--swatch': color } as CSSProperties}
            onClick={() => onChange(color)}
          />
        ))}
      </div>
      <p className="quiet contrast" role="status">
        {value !== null && (
          <>
            <span
              className="contrast-sample"
              aria-hidden
              style={{ '--swatch': value, '--on-swatch': textColorOn(value) } as CSSProperties}
            >
              Aa
            </span>
            <span>{contrastText(value)}</span>
          </>
        )}
      </p>
    </div>
  );
}
