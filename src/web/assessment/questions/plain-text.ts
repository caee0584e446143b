const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ', '&#39;': "'", '&amp;': '&' }

/** Clean HTML → its text, for names of controls and for options of a select. A picture is its alternative text. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<img\b[^<>]*?alt="([^"]*)"[^<>]*>/g, ' $1 ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|nbsp|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
