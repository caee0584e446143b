import { writeZip as write } from '#server/platform/write-zip.ts'
import type { FileToWrite } from './course-files.ts'
import { isPacked } from './attachments.ts'

/** Equal files give equal bytes: there are no times in it. */
const always = { mtime: new Date(0), forceDosTimestamp: true, mode: 0o100644 } as const

export const writeZip = (files: readonly FileToWrite[]): AsyncIterable<Uint8Array> =>
  write(
    files.map(({ path, read }) => ({ path, read: () => contentOf(read), compress: !isPacked(path) })),
    always,
  )

async function* contentOf(read: FileToWrite['read']): AsyncGenerator<Uint8Array> {
  const content = await read()
  if (content instanceof Uint8Array) yield content
  else yield* content
}
