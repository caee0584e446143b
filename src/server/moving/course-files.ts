import { maximumCourseFileVideoBytes } from '#contract/moving/course-format.ts'
import { plainPath } from '#server/platform/file-names.ts'
import { readWholeText, type UnusableText } from '#server/platform/read-text.ts'
import { courseFile, type Mistakes } from './reading/mistakes.ts'

/** The files of a course by their path, such as `images/01-1.webp`. */
export type CourseFiles = ReadonlyMap<string, Buffer>

/** A file of an export; its content is read when its turn comes. */
export type FileToWrite = { path: string; read: () => Promise<Uint8Array | AsyncIterable<Uint8Array>> }

export const limits = {
  zipBytes: 64 * 1024 * 1024,
  /** All files together, unpacked. */
  bytes: 96 * 1024 * 1024,
  files: 5_000,
  /** Archives of other platforms hold more than the course. */
  foreignBytes: 256 * 1024 * 1024,
  foreignFiles: 20_000,
  /** As long as the longest article. */
  textBytes: 1024 * 1024,
  /** All texts together are bounded, too: rendering takes longer than reading. */
  allTextBytes: 24 * 1024 * 1024,
  /** All videos together that an export takes along; the rest of a zip that can be imported again is for pictures and files. */
  videoBytes: maximumCourseFileVideoBytes,
  pictures: 300,
  lessons: 1_000,
} as const

/** Operating systems add these to folders. */
const isSystemFile = (path: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|\.[^/]*(?:\/|$)|Thumbs\.db$|desktop\.ini$)/i.test(path)

export const isVideoPath = (path: string): boolean => /\.(?:mp4|webm)$/i.test(path)

/** Why a path cannot be one of a course; null for a usable one. */
export function rejectPath(path: string): string | null {
  if (path.startsWith('/') || path.includes('\\') || /^[a-z]:/i.test(path))
    return 'Path harus relatif, tanpa / di awal dan tanpa \\'
  if (path.split('/').includes('..')) return 'Path tidak boleh keluar dari folder dengan ../'
  // oxlint-disable-next-line no-control-regex -- Control characters are what is looked for.
  if (/[\u0000-\u001f\u007f]/.test(path) || path.length > 300) return 'Nama berkas tidak bisa dipakai'
  return null
}

const ofOthers: readonly [name: RegExp, message: string][] = [
  [
    /(?:^|\/)META-INF\/container\.xml$/,
    'Ini e-book EPUB, bukan kelas. EPUB belum bisa diimpor: tulis ulang isinya di menu E-book',
  ],
  [/(?:^|\/)ebook\.yaml$/, 'Ini folder e-book, bukan kelas. Impor dengan perintah import-ebook di server'],
  [
    /(?:^|\/)(?:imsmanifest|moodle_backup)\.xml$/,
    'Ini ekspor dari platform lain yang sudah dibuka. Kemas folder itu sebagai zip, lalu impor zip-nya',
  ],
]
/** Says what it is instead, whatever its file is called. */
const describeOther = (paths: readonly string[]): string =>
  ofOthers.find(([name]) => paths.some((path) => name.test(path)))?.[1] ??
  `Berkas ${courseFile} tidak ada. Isinya judul kelas dan daftar materi`

/**
 * The files as the reader of a course expects them: `course.yaml` at the top, also where everything is in one folder, and no names that
 * differ only in letter case, because such files overwrite each other on other systems. What is beside that folder is `../`, and unused.
 */
export function arrangeFiles(found: ReadonlyMap<string, Buffer>, mistakes: Mistakes): CourseFiles {
  const kept = [...found].filter(([path]) => !isSystemFile(path))
  const folder = folderOfCourse(kept.map(([path]) => path))
  const files = new Map<string, Buffer>()
  const folded = new Map<string, string>()
  for (const [path, bytes] of kept) {
    const name = plainPath(path.startsWith(folder) ? path.slice(folder.length) : `../${path}`)
    const key = name.toLowerCase()
    const same = folded.get(key)
    if (same !== undefined)
      mistakes.report(
        name,
        1,
        same === name ? 'Nama berkas ini ada dua kali' : `Nama ini hanya berbeda huruf besar-kecil dari "${same}"`,
      )
    folded.set(key, name)
    files.set(name, bytes)
  }
  if (!files.has(courseFile)) mistakes.report(courseFile, 1, describeOther([...files.keys()]))
  return files
}

function folderOfCourse(paths: readonly string[]): string {
  if (paths.includes(courseFile)) return ''
  const [only, ...others] = paths.filter((path) => path.endsWith(`/${courseFile}`))
  return only && others.length === 0 ? only.slice(0, -courseFile.length) : ''
}

/** A text file with `\n` at the end of lines; null, with a mistake reported, for one that is missing, too long or no text. */
export function readText(files: CourseFiles, path: string, mistakes: Mistakes): string | null {
  const bytes = files.get(path)
  if (!bytes) return null
  if (bytes.byteLength > limits.textBytes) {
    mistakes.report(path, 1, 'Berkas teks maksimal 1 MB')
    return null
  }
  const text = readWholeText(bytes)
  if (typeof text === 'string') return text
  mistakes.report(path, text.line, unusableText[text.reason])
  return null
}

export const unusableText: Record<UnusableText['reason'], string> = {
  'no-text': 'Memuat karakter yang tidak bisa dipakai',
  damaged: 'Ada huruf rusak. Simpan ulang berkas aslinya sebagai UTF-8',
}
