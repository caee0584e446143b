import { decodeEntities, escapeText } from '#contract/kit/text/html-text.ts'

// Options, items and feedback are edited as text in which `code` is written between backticks; they are stored as HTML.

/** Typed text → HTML. */
export const htmlOfText = (text: string): string =>
  text
    .split(/(`[^`\n]+`)/)
    .map((part) => (/^`[^`\n]+`$/.test(part) ? `<code>${escapeText(part.slice(1, -1))}</code>` : escapeText(part)))
    .join('')
    .replaceAll('\n', '<br>')

/** HTML → text to edit; null when it has more than code and line breaks, such as a picture. */
export function textOfHtml(html: string): string | null {
  const plain = html
    .replace(/^<p>([^]*)<\/p>$/, '$1')
    .replaceAll(/<br ?\/?>/g, '\n')
    .replaceAll(/<\/?code>/g, '`')
  if (/<[^<>]*>/.test(plain)) return null
  return decodeEntities(plain)
}
