import { posix } from 'node:path'
import { decodedPath, findName, plainPath } from '#server/platform/file-names.ts'
import { placePictures, type CleanHtml } from '#server/platform/rich-text/index.ts'
import { limits, type CourseFiles } from './course-files.ts'
import type { Mistakes } from './reading/mistakes.ts'

/** Where a picture of the course is referenced. */
export type PictureRef = { path: string; file: string; line: number }
/** Stored pictures by their path in the course. */
export type StoredPictures = ReadonlyMap<string, { /** `<id>.webp` */ name: string; width: number; height: number }>

/** The path of a file that another one names, relative to that one; null for one outside the course. */
function resolvePath(from: string, reference: string): string | null {
  // Moodle writes the folder of a question's pictures so.
  const path = reference.replace(/^@@PLUGINFILE@@\//, '')
  if (path === '' || path.startsWith('/') || path.includes('\\') || /^[a-z][a-z0-9+.-]*:/i.test(path)) return null
  const resolved = posix.normalize(posix.join(posix.dirname(from), path))
  return resolved.startsWith('../') || resolved === '..' ? null : resolved
}

/** The line of a text that names a picture; Markdown encodes spaces and other characters of a URL. */
function lineOf(text: string, reference: string): number {
  const at = [reference, decodedPath(reference)].map((name) => text.indexOf(name)).find((index) => index !== -1)
  return text.slice(0, at ?? 0).split('\n').length
}

type Source = { files: CourseFiles; file: string; text: string; mistakes: Mistakes }

/** The pictures that a text names, reporting those that are not there; and its clean HTML with them as they are stored. */
export function resolvePictures(
  { files, file, text, mistakes }: Source,
  references: readonly string[],
): { pictures: PictureRef[]; named: (html: CleanHtml, stored: StoredPictures) => CleanHtml } {
  const found = references.slice(0, limits.pictures + 1).map((reference) => {
    const line = lineOf(text, reference)
    const path = findPicture({ files, file, reference, line, mistakes })
    return path === null ? null : { path, file, line }
  })
  return {
    pictures: found.filter((picture) => picture !== null),
    named: (html, stored) => placePictures(html, (number) => stored.get(found[number]?.path ?? '')),
  }
}

type Named = { files: CourseFiles; file: string; reference: string; line: number; mistakes: Mistakes }

export function findPicture({ files, file, reference, line, mistakes }: Named): string | null {
  const named = resolvePath(file, reference)
  const path = named === null ? null : findName(files, named)
  if (named === null)
    mistakes.report(
      file,
      line,
      `Gambar "${reference.slice(0, 100)}" harus berkas di dalam kelas, misalnya images/peta.png`,
    )
  else if (path === null) mistakes.report(file, line, `Gambar "${plainPath(decodedPath(named))}" tidak ada`)
  else return path
  return null
}
