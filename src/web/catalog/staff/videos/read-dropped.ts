import { maximumVideosAtOnce } from '#contract/catalog/course-chapters.ts'
import type { ChosenFile } from './plan-videos.ts'

/** With room for captions and other files beside the videos; a whole disk that is dropped by mistake ends here. */
const maximumFiles = maximumVideosAtOnce * 5
const maximumDepth = 8

/** The files of an input, with the folders of a folder input. */
export const readChosen = (files: Iterable<File>): ChosenFile[] =>
  [...files]
    .slice(0, maximumFiles)
    .map((file) => ({ path: file.webkitRelativePath || file.name, size: file.size, file }))

/** Files and folders that were dropped. Call it in the event itself: the browser forgets the entries after it. */
export function readDropped(transfer: DataTransfer): Promise<ChosenFile[]> {
  const files = readChosen(transfer.files)
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return entries.length > 0 ? collect(entries) : Promise.resolve(files)
}

async function collect(entries: readonly FileSystemEntry[]): Promise<ChosenFile[]> {
  const found: ChosenFile[] = []
  const visit = async (entry: FileSystemEntry, folder: string, depth: number): Promise<void> => {
    if (found.length >= maximumFiles) return
    const path = folder + entry.name
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
      found.push({ path, size: file.size, file })
    } else if (isFolder(entry) && depth < maximumDepth)
      for (const inner of await readFolder(entry)) await visit(inner, `${path}/`, depth + 1)
  }
  for (const entry of entries) await visit(entry, '', 0)
  return found
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A reader gives a hundred entries at a time, and nothing when there are no more. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0 || all.length >= maximumFiles) return all
    all.push(...part)
  }
}
