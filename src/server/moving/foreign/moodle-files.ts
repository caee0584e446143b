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
      const [near, far] = [own.filter(isOfText), own.filter((file) => !isOfText(file))]
      const byPath = new Map(
        [...far.toReversed(), ...near.toReversed()].flatMap((file) => {
          const path = plainPath(`${file.path}${file.name}`)
          return [[path, file] as const, [`/${placeOf(file.area, file.itemId)}${path}`, file] as const]
        }),
      )
      return (reference) => {
        const path = /^@@PLUGINFILE@@(\/[^?#]*)/.exec(reference)?.[1]
        if (path === undefined) return null
        const found = findName(byPath, path) ?? findName(byPath, path.replace(/^\/[a-z]+:\d*(?=\/)/, ''))
        const file = found === null ? undefined : byPath.get(found)
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
