import { posix } from 'node:path'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import { escapeText } from '#contract/kit/text/html-text.ts'
import { courseBuilder, type FindFile, type NewLesson, type ReadOptions } from './course-builder.ts'
import { canvasQuizzes, quizAdder } from './cartridge-quizzes.ts'
import { isBank } from './qti.ts'
import { Refused } from './refused.ts'
import type { Archive } from './unpack.ts'
import {
  attachmentsOf,
  holdsQuestions,
  kindOf,
  ofLanguage,
  mainFileOf,
  pageOf,
  pageText,
  pageTitle,
  readResource,
  resolve,
  settingFiles,
  textIn,
  type Resource,
} from './cartridge-files.ts'
import { cartridgeRubrics, rubricsFile } from './cartridge-rubrics.ts'
import { cartridgeSettings } from './cartridge-settings.ts'
import { damageNote, unlessDamaged } from './damaged.ts'
import type { ItemSettings } from './item-settings.ts'
import {
  allOf,
  at,
  childrenOf,
  DamagedXml,
  parseXml,
  textAt,
  UnreadableXml,
  type XmlNode,
} from '#server/platform/xml.ts'

const manifestFile = 'imsmanifest.xml'
const scorm =
  'Ini paket SCORM: program yang hanya jalan di platform asalnya. Ekspor kelasnya sebagai Common Cartridge, atau unggah berkas dan videonya satu per satu'
export const isCartridge = (archive: Archive): boolean => archive.has(manifestFile)

/** Reads an IMS Common Cartridge (1.0 to 1.3), also with what Canvas adds. */
export async function readCartridge(archive: Archive, options: ReadOptions) {
  const manifest = at(parseXml(archive.get(manifestFile) ?? new Uint8Array(), manifestFile), 'manifest')
  if (!manifest) throw new UnreadableXml(manifestFile, 1, 'Ini bukan daftar isi Common Cartridge: tidak ada <manifest>')
  if (/scorm/i.test(textAt(manifest, 'metadata', 'schema'))) throw new Refused(scorm)
  const general = at(manifest, 'metadata', 'lom', 'general')
  const builder = courseBuilder(
    {
      title: ofLanguage(at(general, 'title')),
      description: ofLanguage(at(general, 'description')),
    },
    options,
  )
  const resources = new Map(
    allOf(at(manifest, 'resources'), 'resource').map((node) => [
      node.attributes['identifier'] ?? '',
      readResource(node, archive),
    ]),
  )
  const isQuiz = ({ type }: Resource, file: string): boolean => type.includes('imsqti') || holdsQuestions(archive, file)
  const done = new Set<string>()
  const usedFiles = new Set<string>()

  const findFrom =
    (file: string): FindFile =>
    (reference) => {
      const path = resolve(archive, file, reference)
      if (path === null) return null
      usedFiles.add(path)
      return { name: posix.basename(path), bytes: archive.get(path) ?? Buffer.alloc(0) }
    }
  const xml = (path: string): XmlNode | undefined => {
    const bytes = archive.get(path)
    return bytes && parseXml(bytes, path).children[0]
  }

  const addQuiz = quizAdder(archive, builder)
  const [rubricsRoot] = unlessDamaged(() => xml(rubricsFile))
  const rubrics = cartridgeRubrics(rubricsRoot)
  if (rubricsRoot) usedFiles.add(rubricsFile)
  const settings = cartridgeSettings({ xml, page: (path) => pageText(archive, path) }, resources)

  /** A resource whose XML is damaged is named in the report. */
  async function addResource(resource: Resource, title: string, isHiddenInTree = false): Promise<void> {
    if (done.has(resource.id)) return builder.tell(title, 'file', 'changed', 'disebut dua kali, masuk sekali')
    done.add(resource.id)
    try {
      await addIntact(resource, title, settings.settingsOf(resource, isHiddenInTree))
    } catch (error) {
      if (!(error instanceof DamagedXml)) throw error
      builder.tell(title || error.file, kindOf(resource.type), 'refused', damageNote(error))
    }
  }

  async function addIntact(resource: Resource, title: string, { isHidden, notes }: ItemSettings): Promise<void> {
    const file = mainFileOf(resource)
    usedFiles.add(file)
    const find = findFrom(file)
    if (resource.type.startsWith('imsbasiclti'))
      return builder.tell(title, 'tool', 'refused', 'alat luar (LTI) tidak ada padanannya')
    const link = resource.type.startsWith('imswl') ? (resource.inline ?? xml(file)) : undefined
    if (!link && !archive.has(file))
      return builder.tell(title, 'file', 'refused', `berkas "${file.slice(0, 100)}" tidak ada di arsip`)
    if (link) {
      return addLink({ title, kind: 'link', isHidden, notes }, at(link, 'url')?.attributes['href'] ?? '')
    }
    if (resource.type.startsWith('imsdt')) {
      const topic = xml(file)
      const carried = attachmentsOf(topic, find)
      return builder.addArticle(
        textIn(at(topic, 'text')),
        {
          title,
          kind: 'discussion',
          isHidden,
          notes: ['diskusi menjadi artikel', ...notes, ...carried.notes],
          attachments: carried.attachments,
        },
        find,
      )
    }
    if (isQuiz(resource, file)) return addQuiz(qtiOf(resource, file), { title, kind: 'quiz', isHidden, notes }, find)
    if (resource.type.endsWith('x-bb-document')) {
      const page = xml(file)
      const name = title || (at(page, 'TITLE')?.attributes['value'] ?? '')
      return builder.addArticle(textAt(page, 'BODY', 'TEXT'), { title: name, kind: 'page', isHidden, notes }, find)
    }
    if (resource.type.startsWith('assignment')) {
      const task = xml(file)
      const points = Number(at(task, 'gradable')?.attributes['points_possible'] ?? 100)
      const carried = attachmentsOf(task, find)
      const [text, forTeachers] = [textIn(at(task, 'text')), textIn(at(task, 'instructor_text'))]
      const lost = text !== '' && forTeachers !== '' ? ['teks untuk instruktur tidak ikut'] : []
      return builder.addAssignment(
        text || forTeachers,
        {
          title: title || textAt(task, 'title'),
          kind: 'assignment',
          isHidden,
          notes: [...notes, ...lost, ...carried.notes],
          attachments: carried.attachments,
        },
        find,
        points,
      )
    }
    const canvasTask = resource.files.find((path) => path.endsWith('assignment_settings.xml'))
    if (canvasTask) {
      // Damage is in the notes.
      const [task] = unlessDamaged(() => xml(canvasTask))
      const name = title || textAt(task, 'title') || pageTitle(archive, file)
      const rubric = rubrics.of(task)
      return builder.addAssignment(
        pageOf(archive, file),
        { title: name, kind: 'assignment', isHidden, notes: [...notes, ...rubric.notes] },
        find,
        Number(textAt(task, 'points_possible')) || 100,
        rubric.extra,
      )
    }
    if (/\.x?html?$/i.test(file))
      return builder.addArticle(
        pageOf(archive, file),
        { title: title || pageTitle(archive, file), kind: 'page', isHidden, notes },
        find,
      )
    await addFile(file, title, { isHidden, notes })
  }

  async function addFile(path: string, title: string, { isHidden, notes }: ItemSettings): Promise<void> {
    const name = posix.basename(path)
    const attachments = [{ name, bytes: archive.get(path) ?? Buffer.alloc(0) }]
    await builder.addArticle('', { title: title || name, kind: 'file', isHidden, notes, attachments }, () => null)
  }

  /** Canvas keeps types that the standard does not know in a file of its own. */
  function qtiOf({ id }: Resource, file: string): XmlNode {
    const own = `${canvasQuizzes}${id}.xml.qti`
    usedFiles.add(own)
    const path = archive.has(own) ? own : file
    return parseXml(archive.get(path) ?? new Uint8Array(), path)
  }

  async function addLink(lesson: NewLesson, address: string): Promise<void> {
    const { title } = lesson
    const id = youtubeIdOf(address)
    if (id) return builder.addYoutube(id, lesson)
    if (!/^https?:\/\//i.test(address))
      return builder.tell(title, 'link', 'refused', `alamatnya bukan http(s): ${address.slice(0, 200)}`)
    const html = `<p><a href="${escapeText(address).replaceAll('"', '&quot;')}">${escapeText(title || address)}</a></p>`
    await builder.addArticle(html, lesson, () => null)
  }

  /** `above`: the headings between a chapter and the item. */
  async function addItem(item: XmlNode, isHiddenAbove = false, above = ''): Promise<void> {
    const isHidden = isHiddenAbove || settings.isHiddenItem(item)
    const own = textAt(item, 'title')
    const title = above && own ? `${above}: ${own}` : own
    const reference = item.attributes['identifierref']
    const resource = reference === undefined ? undefined : resources.get(reference)
    if (resource) await addResource(resource, title, isHidden)
    else if (reference !== undefined) builder.tell(title, 'page', 'refused', 'isinya tidak ada di arsip')
    const isHeading = reference === undefined && own !== '' && childrenOf(item, 'item').length > 0
    if (isHeading) builder.tell(own, 'section', 'changed', 'subbagian menjadi materi di bab ini')
    for (const child of childrenOf(item, 'item')) await addItem(child, isHidden, isHeading ? title : above)
    if (!reference && childrenOf(item, 'item').length === 0)
      builder.tell(title, 'heading', 'refused', 'judul tanpa isi')
  }

  const organization = allOf(manifest, 'organization')[0]
  // The root has no title of its own.
  const roots = childrenOf(organization, 'item')
  const top = roots.length === 1 && !textAt(roots[0], 'title') ? childrenOf(roots[0], 'item') : roots
  const loose = top.filter((item) => childrenOf(item, 'item').length === 0)
  for (const item of loose) await addItem(item)
  for (const item of top.filter((item) => !loose.includes(item))) {
    builder.startChapter(textAt(item, 'title'))
    const reference = item.attributes['identifierref']
    const own = reference === undefined ? undefined : resources.get(reference)
    const isHidden = settings.isHiddenItem(item)
    if (own) await addResource(own, textAt(item, 'title'), isHidden)
    for (const child of childrenOf(item, 'item')) await addItem(child, isHidden)
  }
  await addRest()
  return builder.finish()

  /** Adds what the tree does not name: pages, quizzes and tasks beside Canvas's modules, then files that nothing uses. */
  async function addRest(): Promise<void> {
    const rest = [...resources.values()].filter(({ id }) => !done.has(id))
    const folders = new Set(
      [...resources.values()]
        .filter(({ type }) => type.startsWith('assignment'))
        .map(({ href, files }) => posix.dirname(href || files[0] || '')),
    )
    const isBankFile = (file: string) => archive.get(file)?.includes('<objectbank') ?? false
    const isLesson = (resource: Resource) => {
      const { type } = resource
      const file = mainFileOf(resource)
      if (isQuiz(resource, file)) return !type.includes('question-bank') && !isBankFile(file)
      return (
        /^(?:imswl|imsdt|imsbasiclti|assignment)|x-bb-document$/.test(type) ||
        (/\.x?html?$/i.test(file) && !folders.has(posix.dirname(file)))
      )
    }
    const lessons = rest.filter(isLesson)
    if (lessons.length > 0) builder.startChapter('Lainnya')
    for (const resource of lessons) await addResource(resource, resourceTitle(resource))
    await addBanks(rest)
    for (const title of rubrics.unused())
      builder.tell(title, 'settings', 'refused', 'rubrik ini tidak dipakai tugas mana pun')
    tellUnused()
    for (const resource of rest) {
      const { id, type, href, files } = resource
      if (done.has(id)) continue
      const path = href || files[0] || id
      // The page of a task beside its description.
      if (usedFiles.has(path) || (folders.has(posix.dirname(path)) && /\.x?html?$/i.test(path))) continue
      if (type === 'webcontent' && archive.has(path)) await addFile(path, '', settings.settingsOf(resource, false))
      else if (!archive.has(path)) builder.tell(path, 'file', 'refused', 'berkas ini tidak ada di arsip')
      else tellSettings(resource)
    }
  }

  /** Files that the manifest does not name, and those that a lesson has without using them. What is XML there are its settings. */
  function tellUnused(): void {
    const all = [...resources.values()]
    const named = new Set([manifestFile, ...all.flatMap(({ href, files }) => [href, ...files])])
    const own = all.filter(({ id }) => done.has(id)).flatMap(({ files }) => files)
    for (const path of own)
      if (archive.has(path) && !usedFiles.has(path) && !/\.xml$/i.test(path)) {
        usedFiles.add(path)
        builder.tell(path, 'file', 'refused', 'materinya tidak memakai berkas ini')
      }
    for (const path of archive.keys())
      if (!named.has(path) && !usedFiles.has(path))
        builder.tell(path, 'file', 'refused', `tidak disebut di ${manifestFile}`)
  }

  /** Canvas keeps several things in the files of one resource. */
  function tellSettings({ href, files }: Resource): void {
    for (const path of new Set([href, ...files].filter((one) => archive.has(one) && !usedFiles.has(one)))) {
      const note = settingFiles[posix.basename(path)] ?? 'pengaturan platform asal, tidak ada padanannya'
      builder.tell(path, 'settings', 'refused', note)
    }
  }

  async function addBanks(rest: readonly Resource[]): Promise<void> {
    const files = rest
      .map(({ href, files: own }) => href || own[0] || '')
      .filter((path) => path.startsWith(canvasQuizzes) || holdsQuestions(archive, path))
      .filter((path) => archive.has(path) && !usedFiles.has(path))
    const banks = files.flatMap((path) => {
      const [root, damage] = unlessDamaged(() => parseXml(archive.get(path) ?? new Uint8Array(), path))
      if (damage) {
        usedFiles.add(path)
        builder.tell(path, 'quiz', 'refused', damage)
      }
      return root && isBank(root) ? [{ path, root }] : []
    })
    if (banks.length > 0) builder.startChapter('Bank soal')
    for (const { path, root } of banks) {
      usedFiles.add(path)
      await addQuiz(root, { title: '', kind: 'quiz', notes: ['bank soal menjadi kuis'] }, findFrom(path))
    }
  }

  function resourceTitle(resource: Resource): string {
    const file = mainFileOf(resource)
    if (/\.x?html?$/i.test(file)) return pageTitle(archive, file)
    const [root] = unlessDamaged(() => (/\.(?:xml|dat)$/i.test(file) ? xml(file) : undefined))
    if (isQuiz(resource, file))
      return allOf(root, 'assessment')[0]?.attributes['title'] ?? root?.attributes['title'] ?? file
    return textAt(root, 'title') || at(root, 'TITLE')?.attributes['value'] || posix.basename(file)
  }
}
