import { readdir, readFile, realpath } from 'node:fs/promises'
import { join, posix, resolve, sep } from 'node:path'
import { isMap, isScalar, LineCounter, parseDocument, type YAMLMap } from 'yaml'
import { createEbookInput } from '#contract/library/library-admin.ts'
import { findName, plainPath } from '#server/platform/file-names.ts'
import { readWholeText } from '#server/platform/read-text.ts'
import { holdsUnstorable } from '#server/platform/storable-text.ts'
import { parseModule } from './parse-module.ts'
import type { ImageRef, Problem, SourceModule } from './problem.ts'

export type EbookSource = {
  folder: string
  title: string
  description: string
  author: string
  /** In rupiah. */
  price: number
  cover: ImageRef | null
  modules: SourceModule[]
}

export const settingsFile = 'ebook.yaml'
const markdownName = /\.(?:md|markdown|mdown|mkd)$/i
const fields = ['title', 'description', 'author', 'price', 'cover']

/**
 * Reads an e-book from a folder: `ebook.yaml` (title, description, author, price, cover) and Markdown files, one per module, in the order
 * of their names. Reports all problems at once, each with file and line.
 */
export async function readEbookFolder(folder: string): Promise<{ source: EbookSource } | { problems: Problem[] }> {
  const names = await readdir(folder).catch(() => null)
  if (!names) return { problems: [{ file: folder, line: 1, message: 'there is no such folder' }] }
  const problems: Problem[] = []
  const settings = await readSettings(folder, problems)
  const files = names
    .filter((name) => markdownName.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  if (files.length === 0)
    problems.push({ file: folder, line: 1, message: 'no Markdown file (*.md): each one is a module' })
  const modules: SourceModule[] = []
  for (const file of files) {
    const text = await readText(folder, file, problems)
    if (text === null) continue
    const parsed = parseModule(file, text)
    problems.push(...parsed.problems)
    if (parsed.module) modules.push(parsed.module)
  }
  if (settings) await checkImages(folder, imagesOf({ cover: settings.cover, modules }), problems)
  if (problems.length > 0 || !settings) return { problems }
  return { source: { folder, ...settings, modules } }
}

export const imagesOf = ({ cover, modules }: Pick<EbookSource, 'cover' | 'modules'>): ImageRef[] =>
  [
    cover,
    ...modules.flatMap((module) =>
      module.topics.flatMap((topic) => topic.sections.flatMap((section) => [section.image, ...section.images])),
    ),
  ].filter((image) => image !== null)

async function readText(folder: string, file: string, problems: Problem[]): Promise<string | null> {
  const bytes = await readFile(join(folder, file)).catch(() => null)
  if (!bytes) {
    problems.push({ file, line: 1, message: 'cannot be read' })
    return null
  }
  const text = readWholeText(bytes)
  if (typeof text === 'string') return text
  const message = text.reason === 'damaged' ? 'a letter is damaged: save the file again as UTF-8' : 'is not text'
  problems.push({ file, line: text.line, message })
  return null
}

async function readSettings(
  folder: string,
  problems: Problem[],
): Promise<Omit<EbookSource, 'folder' | 'modules'> | null> {
  const text = await readText(folder, settingsFile, problems)
  if (text === null) return null
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter })
  const reportProblem = (offset: number, message: string) =>
    void problems.push({ file: settingsFile, line: counter.linePos(offset).line || 1, message })
  for (const error of document.errors) reportProblem(error.pos[0], error.message.split(' at line')[0] ?? 'is not YAML')
  if (document.errors.length > 0) return null
  if (!isMap(document.contents)) {
    reportProblem(0, `write it as lines of "name: value" (${fields.join(', ')})`)
    return null
  }
  const offsetOf = offsets(document.contents)
  for (const [name, offset] of offsetOf)
    if (!fields.includes(name)) reportProblem(offset, `"${name}" is none of ${fields.join(', ')}`)
  const settings = document.toJS() as Record<string, unknown>
  if (holdsUnstorable(settings)) {
    reportProblem(0, 'contains characters that cannot be stored')
    return null
  }
  const { cover, ...values } = settings
  const parsed = createEbookInput.safeParse(values)
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      reportProblem(offsetOf.get(String(issue.path[0])) ?? 0, `${String(issue.path[0])}: ${issue.message}`)
    return null
  }
  const coverOffset = offsetOf.get('cover') ?? 0
  if (cover !== undefined && typeof cover !== 'string') reportProblem(coverOffset, 'cover: name an image file')
  const coverRef =
    typeof cover === 'string'
      ? { path: cover, caption: '', file: settingsFile, line: counter.linePos(coverOffset).line }
      : null
  const { title, description, author, price } = parsed.data
  return { title, description, author, price, cover: coverRef }
}

const offsets = (map: YAMLMap): Map<string, number> =>
  new Map(map.items.flatMap(({ key }) => (isScalar(key) ? [[String(key.value), key.range?.[0] ?? 0] as const] : [])))

/** Rejects every image path outside the folder, also through a symbolic link; gives the others the names of their files. */
async function checkImages(folder: string, images: readonly ImageRef[], problems: Problem[]): Promise<void> {
  const root = await realpath(folder)
  const names = new Map((await readdir(root, { recursive: true })).map((name) => [plainPath(name), name]))
  for (const image of images) {
    const { file, line } = image
    const found = findName(names, posix.normalize(image.path))
    const path = names.get(found ?? '') ?? image.path
    image.path = path
    if (/^[a-z]+:/i.test(path) || !resolve(root, path).startsWith(root + sep)) {
      problems.push({ file, line, message: `image "${path}" must be a file inside the folder` })
      continue
    }
    const real = await realpath(join(root, path)).catch(() => null)
    if (real === null) problems.push({ file, line, message: `image "${path}" is not there` })
    else if (!real.startsWith(root + sep))
      problems.push({ file, line, message: `image "${path}" must be a file inside the folder` })
  }
}
