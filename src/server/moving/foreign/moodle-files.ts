import { findName, plainPath } from '#server/platform/file-names.ts'
import { childrenOf, textAt, type XmlNode } from '#server/platform/xml.ts'
import type { FindFile } from './course-builder.ts'
import { placeOf } from './moodle-questions.ts'
import type { Archive } from './unpack.ts'

type StoredFile = {
  contextId: string
  component: string
  area: string
  itemId: string
  path: string
  name: string
  hash: string
}

/** Areas of files that come from authors, not from learners. */
const ofAuthors: ReadonlySet<string> = new Set(['intro', 'introattachment', 'activityattachment', 'content', 'chapter'])

/** The files of a backup, which stand apart from the texts that name them. `list` is its `files.xml`. */
export function moodleFiles(archive: Archive, list: XmlNode | undefined) {
  const all = childrenOf(list, 'file')
    .map(readFile)
    .filter(({ name }) => name !== '.')
  const byContext = Map.groupBy(all, ({ contextId }) => contextId)
  /** A text names a file by its path: others with the same path in its place are the same to it. */
  const keyOf = ({ contextId, area, itemId, path, name }: StoredFile) =>
    JSON.stringify([contextId, area, itemId, plainPath(`${path}${name}`)])
  const used = new Set<string>()
  /** By their paths, of those with the same path the first. */
  const byPathOf = (files: readonly StoredFile[]): ReadonlyMap<string, StoredFile> =>
    new Map(
      files.toReversed().flatMap((file) => {
        const path = plainPath(`${file.path}${file.name}`)
        return [[path, file] as const, [`/${placeOf(file.area, file.itemId)}${path}`, file] as const]
      }),
    )
  /** Many texts share the files of their section. */
  const known = new Map<readonly StoredFile[], ReadonlyMap<string, StoredFile>>()
  const mentioned: { title: string; files: readonly StoredFile[] }[] = []

  function use(file: StoredFile) {
    used.add(keyOf(file))
    const bytes = archive.get(`files/${file.hash.slice(0, 2)}/${file.hash}`)
    return bytes ? { name: file.name, bytes } : null
  }

  return {
    all,
    ofContext: (id: string): readonly StoredFile[] => byContext.get(id) ?? [],
    /** Finds files by their path; of those with the same path, one of the text that names it. */
    findIn(own: readonly StoredFile[], isOfText: (file: StoredFile) => boolean = () => false): FindFile {
      const all = known.get(own) ?? byPathOf(own)
      known.set(own, all)
      const near = byPathOf(own.filter(isOfText))
      const fileAt = (path: string): StoredFile | undefined =>
        near.get(findName(near, path) ?? '') ?? all.get(findName(all, path) ?? '')
      return (reference) => {
        const path = /^@@PLUGINFILE@@(\/[^?#]*)/.exec(reference)?.[1]
        if (path === undefined) return null
        const file = fileAt(path) ?? fileAt(path.replace(/^\/[a-z]+:\d*(?=\/)/, ''))
        return file ? use(file) : null
      }
    },
    /** Those that an activity shows without a text that names them. */
    take: (own: readonly StoredFile[], areas: readonly string[]) =>
      own.filter(({ area }) => areas.includes(area)).flatMap((file) => use(file) ?? []),
    /** An activity came along; of its files, those that no text uses are named. */
    mention: (title: string, files: readonly StoredFile[]) => void mentioned.push({ title, files }),
    unused: (): { name: string; reason: string }[] => [
      ...mentioned.flatMap(({ title, files }) =>
        files
          .filter((file) => !used.has(keyOf(file)) && ofAuthors.has(file.area))
          .map(({ name }) => ({ name: `${title}: ${name}`, reason: 'materinya tidak memakai berkas ini' })),
      ),
      ...all
        .filter(({ component, area }) => component === 'course' && area === 'overviewfiles')
        .map(({ name }) => ({ name, reason: 'gambar kelas tidak ikut: pilih lagi di pengaturan kelas' })),
    ],
  }
}

const readFile = (node: XmlNode): StoredFile => ({
  contextId: textAt(node, 'contextid'),
  component: textAt(node, 'component'),
  area: textAt(node, 'filearea'),
  itemId: textAt(node, 'itemid'),
  path: textAt(node, 'filepath'),
  name: textAt(node, 'filename'),
  hash: textAt(node, 'contenthash'),
})
