import { type Options, Parser, type Program } from 'acorn';

/** Internals of acorn's parser that its types leave out. */
interface ScopedParser {
  readonly start: number;
  declareName(name: string, bindingType: number, position: number): void;
  validateRegExpPattern(state: { readonly start: number; readonly source: string }): void;
  raise(position: number, message: string): never;
}

/** How page code is parsed: as a browser's classic script. */
export const PARSER_OPTIONS = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  locations: true,
} as const satisfies Options;

/** More than any page needs. Checking declarations takes quadratic time. */
const MAX_DECLARATIONS = 5_000;
/** Checking a pattern takes time quadratic in its groups. */
const MAX_PATTERN = 2_000;

type ParserClass = new (options: Options, input: string, startPos?: number) => ScopedParser;

const bounded = (Base: typeof Parser, keepsNames: boolean): typeof Parser => {
  class BoundedParser extends (Base as unknown as ParserClass) {
    #declarations = 0;

    override declareName(name: string, bindingType: number, position: number): void {
      if (++this.#declarations > MAX_DECLARATIONS) {
        this.raise(position, `More than ${MAX_DECLARATIONS} declarations`);
      }
      if (keepsNames) super.declareName(name, bindingType, position);
    }

    override validateRegExpPattern(state: { readonly start: number; readonly source: string }): void {
      if (state.source.length > MAX_PATTERN) {
        this.raise(state.start, `Regular expression longer than ${MAX_PATTERN} characters`);
      }
      super.validateRegExpPattern(state);
    }
  }
  return BoundedParser as unknown as typeof Parser;
};

const Reader = Parser.extend(Base => bounded(Base, false));
const Checker = Parser.extend(Base => bounded(Base, true));

/**
 * Parses page code in linear time, without noticing duplicate declarations.
 * @throws {SyntaxError} from acorn; {RangeError} if nesting overflows the stack
 */
export const readPageCode = (code: string): Program => Reader.parse(code, PARSER_OPTIONS);

/**
 * Parses page code like a browser, including duplicate declarations. Slow for deep scopes: call {@link
 * readPageCode} first.
 * @throws {SyntaxError} from acorn; {RangeError} if nesting overflows the stack
 */
export const checkPageCode = (code: string): Program => Checker.parse(code, PARSER_OPTIONS);
