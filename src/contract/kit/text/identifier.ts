// E-mail addresses, codes, numbers and dates as they are typed or pasted: none has a character that cannot be seen.

/** Zero-width and bidirectional controls, fillers, blank Braille: copied along, never meant. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu
const dashes = /[\u2010-\u2015\u2043\u2212\uFE58\uFE63\uFF0D]/gu
const easternDigits = /[\u0660-\u0669\u06F0-\u06F9]/gu

/** Makes digits, dashes and spaces plain, and drops what cannot be seen. */
export const cleanIdentifier = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll(dashes, '-')
    .replaceAll(easternDigits, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll(/\s+/gu, ' ')
    .trim()

// Letters of other scripts that nobody tells from the Latin ones, in pairs.
const lookAlikes = new Map(
  [
    'АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX аa еe ѕs іi јj оo рp сc уy хx ԁd ԛq ԝw һh',
    'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo ıi',
  ]
    .join(' ')
    .split(' ')
    .map(([other = '', latin = '']) => [other, latin] as const),
)

/** The same for what has Latin letters only: a letter that looks like one is that one. */
export const cleanLatin = (typed: string): string =>
  cleanIdentifier(typed).replaceAll(/[^\0-\x7f]/gu, (letter) => lookAlikes.get(letter) ?? letter)

/** A code, in capitals: without its label, and the quotes, spaces, stars of a message and full stops of the sentence that it was copied from. */
export const cleanCode = (typed: string): string =>
  cleanLatin(typed)
    .toUpperCase()
    .replace(/^[A-Z ]{1,30}[:=]/, '')
    .replaceAll(/[\s"'`“”‘’«»*~]/g, '')
    .replace(/^[#([]/, '')
    .replace(/[.,;:!)\]]{1,3}$/, '')

/** An address as it is stored and looked up. Some keyboards write the full stop of their own script. */
export function cleanEmail(typed: string): string {
  const text = cleanLatin(typed).replaceAll('。', '.').toLowerCase()
  // Mail programs copy an address with its name, browsers with the scheme of its link.
  const [, within] = /<([^<>]*)>[,;]?$/.exec(text) ?? []
  const address = within ?? text
  const [bare = ''] = address.startsWith('mailto:') ? address.slice('mailto:'.length).split('?') : [address]
  return bare
    .replaceAll(/^["'<(“‘*]{1,5}|["'>),;.!”’*]{1,5}$/g, '')
    .replaceAll(/ ?@ ?/g, '@')
    .trim()
}
