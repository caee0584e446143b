const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const characters: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}

/** Text → HTML, XML or WebVTT between tags. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[&<>]/g, (character) => entities[character] ?? character)

/** Text → HTML or XML anywhere, also as the value of an attribute between quotes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

/** The entities of clean HTML → their characters; a non-breaking space becomes a space. */
export const decodeEntities = (html: string): string =>
  html.replaceAll(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (entity) => characters[entity] ?? entity)

/** Clean HTML → one line of text; a picture is its alternative text. */
export const plainText = (html: string): string =>
  decodeEntities(html.replaceAll(/<img\b[^<>]*?alt="([^"]*)"[^<>]*>/g, ' $1 ').replaceAll(/<[^<>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
