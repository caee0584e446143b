import { isUtf8 } from 'node:buffer'
import { extensionOf, fileMessages, fileProblem, type FileRules } from '#contract/assessment/assignment-values.ts'
import { readText } from '#server/platform/read-text.ts'

const openXml = 'application/vnd.openxmlformats-officedocument'
/** The type that a file is stored and served with, by extension. */
const contentTypes: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  zip: 'application/zip',
  docx: `${openXml}.wordprocessingml.document`,
  xlsx: `${openXml}.spreadsheetml.sheet`,
  pptx: `${openXml}.presentationml.presentation`,
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
}
const plainText = 'text/plain;charset=utf-8'
/** What the content of a file may be besides its extension: the same format has several names. */
const sameContent: Record<string, readonly string[]> = { jpeg: ['jpg'], m4a: ['mp4'], ogg: ['opus', 'oga'] }

export type CheckedDocument = { name: string; contentType: string; bytes: Uint8Array }

/** Checks name, size and content of a file; the declared type is ignored. `error` is a sentence for the form field. */
export async function checkDocument(file: File, rules?: FileRules): Promise<CheckedDocument | { error: string }> {
  const name = cleanName(file.name)
  const problem = fileProblem({ name, size: file.size }, rules)
  if (problem !== null) return { error: problem }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const extension = extensionOf(name)
  const contentType = contentTypes[extension]
  if (contentType === undefined) {
    const text = utf8Of(bytes)
    return text && isPlainText(text) ? { name, contentType: plainText, bytes: text } : { error: fileMessages.content }
  }
  const { fileTypeFromBuffer } = await import('file-type')
  // The parser throws for some files that contradict their format.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const isSame = found?.ext === extension || sameContent[extension]?.includes(found?.ext ?? '')
  return isSame ? { name, contentType, bytes } : { error: fileMessages.content }
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
  return clean.length <= maximumNameLength
    ? clean
    : `${clean.slice(0, maximumNameLength - extension.length - 1).toWellFormed()}.${extension}`
}

/** Texts are served as UTF-8, in whichever encoding they were saved; null for bytes that are no text. */
function utf8Of(bytes: Uint8Array): Uint8Array | null {
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes
  const text = readText(bytes)
  return text === null ? null : Buffer.from(text)
}

/** UTF-8 without control characters that no text editor writes. A page that was renamed to a text starts with markup. */
function isPlainText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // oxlint-disable-next-line no-control-regex -- these are what it looks for
    const hasControls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
    return !hasControls && !/^\s*<(?:!doctype|html|head|body|script|svg|iframe|\?xml)\b/i.test(text)
  } catch {
    return false
  }
}
