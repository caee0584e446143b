// Options, items and feedback are edited as text in which `code` is written between backticks; they are stored as HTML.

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const unescapes: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ', '&amp;': '&' }
const escape = (text: string) => text.replaceAll(/[&<>]/g, (character) => escapes[character] ?? character)

/** Typed text → HTML. */
export const htmlOfText = (text: string): string =>
  text
    .split(/(`[^`\n]+`)/)
    .map((part) => (/^`[^`\n]+`$/.test(part) ? `<code>${escape(part.slice(1, -1))}</code>` : escape(part)))
    .join('')
    .replaceAll('\n', '<br>')

/** HTML → text to edit; null when it has more than code and line breaks, such as a picture. */
export function textOfHtml(html: string): string | null {
  const plain = html
    .replace(/^<p>([^]*)<\/p>$/, '$1')
    .replaceAll(/<br ?\/?>/g, '\n')
    .replaceAll(/<\/?code>/g, '`')
  if (/<[^<>]*>/.test(plain)) return null
  return plain.replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => unescapes[entity] ?? entity)
}
