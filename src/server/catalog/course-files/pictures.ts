import { posix } from 'node:path'
import type { MapPicture } from '#server/platform/rich-text/index.ts'
import { limits, plainPath, type CourseFiles } from './course-files.ts'
import type { Mistakes } from './reading/mistakes.ts'

/** Where a picture of the course is referenced. */
export type PictureRef = { path: string; file: string; line: number }
/** Stored pictures by their path in the course. */
export type StoredPictures = ReadonlyMap<string, { /** `<id>.webp` */ name: string; width: number; height: number }>

/** Replaces pictures while a course is checked. */
const placeholder = '/uploads/00000000-0000-7000-8000-000000000000.webp'

/** The path of a file that another one names, relative to that one; null for one outside the course. */
function resolvePath(from: string, reference: string): string | null {
  // Moodle writes the folder of a question's pictures so.
  const path = plainPath(decoded(reference)).replace(/^@@PLUGINFILE@@\//, '')
  if (path === '' || path.startsWith('/') || path.includes('\\') || /^[a-z][a-z0-9+.-]*:/i.test(path)) return null
  const resolved = posix.normalize(posix.join(posix.dirname(from), path))
  return resolved.startsWith('../') || resolved === '..' ? null : resolved
}

/** Markdown encodes spaces and other characters of a URL. */
function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return reference
  }
}

/** The line of a text that names a picture. */
function lineOf(text: string, reference: string): number {
  const at = [reference, decoded(reference)].map((name) => text.indexOf(name)).find((index) => index !== -1)
  return text.slice(0, at ?? 0).split('\n').length
}

type Source = { files: CourseFiles; file: string; text: string; mistakes: Mistakes }

/** Collects the pictures of a text, reporting those that are not there. */
export function collectPictures({ files, file, text, mistakes }: Source): { pictures: PictureRef[]; map: MapPicture } {
  const pictures: PictureRef[] = []
  const seen = new Set<string>()
  return {
    pictures,
    map: (attributes) => {
      const reference = attributes.src ?? ''
      if (!seen.has(reference) && seen.size <= limits.pictures) {
        seen.add(reference)
        const line = lineOf(text, reference)
        const path = findPicture({ files, file, reference, line, mistakes })
        if (path !== null) pictures.push({ path, file, line })
      }
      return { ...attributes, src: placeholder }
    },
  }
}

type Named = { files: CourseFiles; file: string; reference: string; line: number; mistakes: Mistakes }

export function findPicture({ files, file, reference, line, mistakes }: Named): string | null {
  const path = resolvePath(file, reference)
  if (path === null) mistakes.report(file, line, `Gambar "${reference.slice(0, 100)}" harus berkas di dalam kelas, misalnya images/peta.png`)
  else if (!files.has(path)) mistakes.report(file, line, `Gambar "${path}" tidak ada`)
  else return path
  return null
}

/** Names of stored pictures instead of paths. Without a size of its own, a picture gets the stored one. */
export function namePictures(file: string, stored: StoredPictures): MapPicture {
  return ({ src = '', ...attributes }) => {
    const picture = stored.get(resolvePath(file, src) ?? '')
    if (!picture) return null
    const size = attributes.width || attributes.height ? {} : { width: String(picture.width), height: String(picture.height) }
    return { src: `/uploads/${picture.name}`, ...attributes, ...size }
  }
}
