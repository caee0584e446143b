const wordsPerMinute = 200

/** Minutes to read an article, at least 1. */
export function readingMinutes(html: string): number {
  const words = html
    .replace(/<[^<>]+>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
  return Math.max(1, Math.round(words / wordsPerMinute))
}
