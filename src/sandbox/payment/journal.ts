import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export type Journal<Entry> = { append(entry: Entry): void; close(): void }

/** Opens the file for appending and returns its entries; a null path persists nothing. */
export function openJournal<Entry>(path: string | null): { entries: Entry[]; journal: Journal<Entry> } {
  if (path === null) return { entries: [], journal: { append() {}, close() {} } }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const { entries, soundBytes } = parseJournal<Entry>(bytes)
  // A line that a killed process left incomplete is discarded, so that the next line does not join it.
  if (soundBytes < bytes.length) truncateSync(path, soundBytes)
  const file = openSync(path, 'a', 0o600)
  let isClosed = false
  return {
    entries,
    journal: {
      append(entry) {
        // The descriptor of a closed file may belong to another file by now.
        if (isClosed) throw new Error('The payment sandbox is closed')
        writeSync(file, `${JSON.stringify(entry)}\n`)
      },
      close() {
        isClosed = true
        closeSync(file)
      },
    },
  }
}

/** One JSON value per line. An incomplete last line is ignored; any other invalid line is an error. */
export function parseJournal<Entry>(bytes: Buffer): { entries: Entry[]; soundBytes: number } {
  const entries: Entry[] = []
  let soundBytes = 0
  for (let lineNumber = 1; ; lineNumber++) {
    const end = bytes.indexOf(0x0a, soundBytes)
    if (end === -1) return { entries, soundBytes }
    try {
      entries.push(JSON.parse(bytes.toString('utf8', soundBytes, end)) as Entry)
    } catch {
      if (end === bytes.length - 1) return { entries, soundBytes }
      throw new Error(
        `The payment sandbox's journal is damaged at line ${lineNumber}: move the file away to start with an empty one`,
      )
    }
    soundBytes = end + 1
  }
}
