/** The replacement character stands for a letter that could not be read. */
export const damagedText = '\uFFFD'

/**
 * The text of an uploaded file in whichever encoding it was saved: UTF-8, UTF-16 and, as Excel and older editors on Windows write it,
 * Windows-1252. Lines end with \n. Null for bytes that are no text. Never contains U+FFFD that was not in the file.
 */
export function readText(bytes: Uint8Array): string | null {
  const text =
    decode(bytes)
      ?.replace(/^\uFEFF/, '')
      .replaceAll(/\r\n?/g, '\n') ?? null
  return text?.includes('\0') ? null : text
}

/** Why a text cannot be taken as a whole, and the line of it, counted from 1. */
export type UnusableText = { reason: 'no-text' | 'damaged'; line: number }

/** The text of a file in which every letter counts, in whichever encoding it was saved. */
export function readWholeText(bytes: Uint8Array): string | UnusableText {
  const text = readText(bytes)
  if (text === null) return { reason: 'no-text', line: lineAt(Buffer.from(bytes).toString('latin1'), '\0') }
  return text.includes(damagedText) ? { reason: 'damaged', line: lineAt(text, damagedText) } : text
}

const lineAt = (text: string, found: string): number =>
  text.slice(0, Math.max(0, text.indexOf(found))).split('\n').length

function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : zerosOf(bytes)
  if (utf16) return decodeAs(utf16, bytes)
  return decodeAs('utf-8', bytes) ?? decodeAs('windows-1252', bytes)
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const sampleBytes = 512

/** UTF-16 without a byte order mark has a zero in every second place of Latin text. */
function zerosOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, sampleBytes)
  const zerosAt = (parity: number) => sample.filter((byte, index) => index % 2 === parity && byte === 0).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (bytes.length % 2 !== 0 || sample.length < 4) return null
  if (even === 0 && odd > sample.length / 4) return 'utf-16le'
  return odd === 0 && even > sample.length / 4 ? 'utf-16be' : null
}
