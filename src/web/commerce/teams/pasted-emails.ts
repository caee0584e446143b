/** The addresses of a pasted list: from a column, a mail program ("Budi <budi@…>") or separated by commas; each once. */
export function readEmails(pasted: string): string[] {
  const parts = pasted.split(/[\s,;<>"']+/).map((part) =>
    part
      .replace(/^mailto:/i, '')
      .trim()
      .toLowerCase(),
  )
  return [...new Set(parts.filter((part) => part.includes('@')))]
}
