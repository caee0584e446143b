import { extensionOf, fileMessages, fileProblem } from '#contract/assessment/assignment-values.ts'

const openXml = 'application/vnd.openxmlformats-officedocument'
/** The type that a file is stored and served with, by extension. */
const lessonTypes: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  zip: 'application/zip',
  docx: `${openXml}.wordprocessingml.document`,
  xlsx: `${openXml}.spreadsheetml.sheet`,
  pptx: `${openXml}.presentationml.presentation`,
}
const plainText = 'text/plain;charset=utf-8'
const sameContent: Record<string, string> = { jpeg: 'jpg' }

export type CheckedFile = { name: string; contentType: string; bytes: Uint8Array }

/** Checks name, size and content of a file; the declared type is ignored. `error` is a sentence for the form field. */
export async function checkFile(file: File): Promise<CheckedFile | { error: string }> {
  const name = cleanName(file.name)
  const problem = fileProblem({ name, size: file.size })
  if (problem !== null) return { error: problem }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const extension = extensionOf(name)
  const contentType = lessonTypes[extension]
  if (contentType === undefined) return isPlainText(bytes) ? { name, contentType: plainText, bytes } : { error: fileMessages.content }
  const { fileTypeFromBuffer } = await import('file-type')
  // The parser throws for some files that contradict their format.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  return found?.ext === (sameContent[extension] ?? extension) ? { name, contentType, bytes } : { error: fileMessages.content }
}

const maximumNameLength = 150

/** The last part of a path without control and formatting characters, which could hide an extension. The extension stays. */
function cleanName(name: string): string {
  const last = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .split(/[/\\]/)
    .at(-1)
  const clean = (last ?? '').replaceAll(/\s+/g, ' ').trim()
  const extension = extensionOf(clean)
  return clean.length <= maximumNameLength ? clean : `${clean.slice(0, maximumNameLength - extension.length - 1).toWellFormed()}.${extension}`
}

/** UTF-8 without control characters that no text editor writes. A page that was renamed to a text starts with markup. */
function isPlainText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // oxlint-disable-next-line no-control-regex -- these are what it looks for
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) && !/^\s*<(?:!doctype|html|head|body|script|svg|iframe|\?xml)\b/i.test(text)
  } catch {
    return false
  }
}
