// Compares texts that mean the same: keyboards and editors choose quotes, dashes and spaces by themselves.

/** One notation of quotes, dashes, spaces and accents. Letter case stays. */
const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u2018\u2019\u201A\u201B\u02BB\u02BC\u02B9\u2032\u00B4\u0060\uFF07]/gu, "'")
    .replaceAll(/[\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033\uFF02]/gu, '"')
    .replaceAll(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu, '-')
    .replaceAll(/[\u00AD\u200B\u2060\uFEFF]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()

/** Some letters have one case only when they are first in another: ẞ is written SS in capitals only as ß. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase()

/** Equal for texts that differ only in letter case, spaces, quotes, dashes, or in how accents are encoded. */
export const sameText = (text: string): string => foldCase(plainText(text)).normalize('NFC')
