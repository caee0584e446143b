import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { arrangeFiles, limits, type CourseFiles } from '#server/moving/course-files.ts'
import type { Mistakes } from './mistakes.ts'

/** Reads a folder of the operator into memory. Symbolic links are rejected, wherever they lead. */
export async function readFolder(folder: string, mistakes: Mistakes): Promise<CourseFiles> {
  const files = new Map<string, Buffer>()
  let left: number = limits.bytes
  const waiting = ['']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const name of (await readdir(join(folder, path))).toSorted()) {
      const inside = path === '' ? name : `${path}/${name}`
      if (name.startsWith('.') || name === 'node_modules') continue
      const entry = await lstat(join(folder, inside))
      if (entry.isSymbolicLink())
        mistakes.report(inside, 1, 'Tautan (symbolic link) tidak diterima. Masukkan berkasnya langsung')
      else if (entry.isDirectory()) waiting.push(inside)
      else if (entry.isFile()) {
        left -= entry.size
        if (left < 0 || files.size >= limits.files) {
          mistakes.report(
            inside,
            1,
            `Isi folder maksimal ${limits.files.toLocaleString('id-ID')} berkas dan ${limits.bytes / 1024 / 1024} MB`,
          )
          return files
        }
        files.set(inside, await readFile(join(folder, inside)))
      }
    }
  }
  return arrangeFiles(files, mistakes)
}
