/** PDF readers take what stands before its start, such as a line break or the headers of a mail. */
const searchedForPdf = 1024

const writtenAsText: ReadonlySet<string> = new Set(['pdf', 'rtf', 'xml', 'vtt', 'svg', 'eps', 'ps', 'ics', 'vcf'])
const searchedForControls = 4096
const isText = (bytes: Uint8Array): boolean =>
  bytes.subarray(0, searchedForControls).every((byte) => byte > 31 || (byte > 8 && byte < 14))

/** Pages and drawings are texts, and none of what people write begins like them. */
const beginnings: readonly [string, RegExp][] = [
  ['html', /^\s*<(?:!doctype html|html)\b/i],
  ['svg', /^\s*(?:<\?xml[^<>]{0,200}>\s*)?(?:<!doctype svg[^<>]{0,300}>\s*)?<svg\b/i],
]

/** Detects a file's kind by its bytes, named like its usual extension; null for other text and what is not known. */
export async function findKind(bytes: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  // The parser throws for some files that contradict their format.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  // Some kinds are recognised by two letters, with which a text may begin: "BMKG", "MZ".
  const start = Buffer.from(bytes.subarray(0, searchedForPdf))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
  const page = beginnings.find(([, beginning]) => beginning.test(start))?.[0]
  if (page) return page
  if (found && (writtenAsText.has(found.ext) || !isText(bytes))) return found.ext
  return start.includes('%PDF-') ? 'pdf' : null
}
