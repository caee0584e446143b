import { Tokenizer, type Tokens, type TokenizerAndRendererExtension } from 'marked'

// Posts have fewer signs of markup than files. Of a tokenizer, `undefined` means no such token, `false` asks the parser's own.

type Answer<Kind> = Kind | false | undefined
const only = (isMarkup: boolean): false | undefined => (isMarkup ? false : undefined)
const asText = (raw: string): Tokens.Em => ({ type: 'text', raw, text: raw }) as unknown as Tokens.Em

const maySurround = /^$|^[\s([{"'“‘*~>«-]$/u
const mayFollow = /^(?:$|[\s.,;:!?)\]}"'”’*~<»…-])/u

/** True for a sign that would be markup behind `before` without its backslash. */
function isMarkup(sign: string, before: string, after: string): boolean {
  const startsLine = before === '' || before === '\n'
  const isBesideWord = /[\p{L}\p{N}]$/u.test(before)
  switch (sign) {
    case '*':
    case '_':
      if (startsLine && /^ \S/.test(after)) return sign === '*'
      return (
        (maySurround.test(before) && /^[\p{L}\p{N}([{"'`*_\\]/u.test(after)) ||
        ((isBesideWord || /[*_)\]}"'`.!?]$/.test(before)) && mayFollow.test(after))
      )
    case '#':
    case '+':
    case '-':
      return startsLine && /^#* /.test(after)
    case '.':
    case ')':
      return /\d$/.test(before) && after.startsWith(' ')
    default:
      return '`<>~'.includes(sign)
  }
}

/** A backslash belongs to what was typed unless it protects a sign: `C:\.config`, `\d+`, `a\_b`, `¯\_(ツ)_/¯`, `grep "a\|b"`. */
export const typedBackslash: TokenizerAndRendererExtension = {
  name: 'backslash',
  level: 'inline',
  tokenizer(source, tokens) {
    if (!source.startsWith('\\')) return undefined
    const before = tokens.at(-1)?.raw.at(-1) ?? ''
    const sign = source.charAt(1)
    if (isMarkup(sign, before, source.slice(2))) return undefined
    const raw = /[\n\\]/.test(sign) ? '\\' : source.slice(0, 2)
    return { type: 'text', raw, text: raw }
  },
}

/** Between letters, digits or brackets a star is a sign of calculation: `5*3*2`, `2**3**4`. */
const isOperand = /[\p{L}\p{N})\]]$/u
/** Ends no emphasis: `src/**`, `f(*`. */
const endsInCode = /[/([{,=|]\*+$/
const operator = /^\*+(?=[\p{L}\p{N}([])/u
const dunder = /^__[a-z][a-z\d]*(?:_[a-z\d]+)*__(?![\p{L}\p{N}_])/u
/** Stars of code, `SELECT *, a.*`, names of Python, `__init__`, and one tilde. Another tokenizer of emphasis would cost the parser its short cuts. */
export const codeSigns: TokenizerAndRendererExtension = {
  name: 'codeSigns',
  level: 'inline',
  tokenizer(source) {
    const [raw] = /^\*+(?=[,;)\]}=|]|\/\*)|^~(?!~)/.exec(source) ?? dunder.exec(source) ?? []
    return raw === undefined ? undefined : { type: 'text', raw, text: raw }
  },
}

function emphasis(this: Tokenizer, source: string, masked: string, before = ''): Answer<Tokens.Em | Tokens.Strong> {
  const [signs = ''] = /^(?:\*+|_+)/.exec(source) ?? []
  if (isOperand.test(before) && operator.test(source)) return asText(signs)
  const token = Tokenizer.prototype.emStrong.call(this, source, masked, before)
  if (!token) return undefined
  const isEmphasis = source.startsWith('*')
    ? before !== '/' && !endsInCode.test(token.raw)
    : maySurround.test(before) && mayFollow.test(source.slice(token.raw.length))
  return isEmphasis ? token : asText(signs)
}

/** Words after a fence that are no language belong to what was typed, and so does a fence alone. */
function fences(this: Tokenizer, source: string): Answer<Tokens.Code> {
  const token = Tokenizer.prototype.fences.call(this, source)
  if (!token) return undefined
  const { lang = '', text, raw } = token
  if (lang === '' && !raw.includes('\n')) return undefined
  return /^[\w+#.-]{0,30}$/.test(lang) ? token : { ...token, text: `${lang}\n${text}`, lang: '' }
}

export const typedTokenizer = {
  emStrong: emphasis,
  fences,
  /** Lines end with what was typed: `docker run \\`. */
  br: (source: string) => only(!source.startsWith('\\')),
  hr: (source: string) => only(/^ {0,3}-{3,}[ \t]*(?:\n|$)/.test(source)),
  lheading: () => undefined,
  heading(source: string): Answer<Tokens.Heading> {
    const [raw, marks = '', text = ''] = /^ {0,3}(#{1,6})[ \t]+([^\s#][^\n]*)(?:\n+|$)/.exec(source) ?? []
    if (raw === undefined) return undefined
    return { type: 'heading', raw, depth: marks.length, text: text.trim(), tokens: this.lexer.inline(text.trim()) }
  },
  /** `>5`, `>> x` and `>_<` are no quotes. */
  blockquote: (source: string) => only(/^ {0,3}>(?:[ \t]+\S|[ \t]*\n {0,3}>[ \t]+\S)/.test(source)),
  /** A mark without a text, and the stars of `* * * * * cmd`, are no lists. */
  list: (source: string) => only(/^ {0,3}(?:[*+-]|\d{1,9}[.)])[ \t]+(?![*+-](?:[ \t]|\n|$))\S/.test(source)),
} satisfies Record<string, (this: Tokenizer, ...typed: string[]) => unknown>
