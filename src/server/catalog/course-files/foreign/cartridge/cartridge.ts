import { posix } from 'node:path'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import { escapeText } from '#contract/kit/text/html-text.ts'
import type { ForeignQuestion } from '#server/assessment/index.ts'
import {
  courseBuilder,
  type FindFile,
  type NewLesson,
  type ReadOptions,
} from '#server/catalog/course-files/foreign/course-builder.ts'
import { isBank, isQti2, readQti } from './qti.ts'
import { toQuestions } from '#server/catalog/course-files/foreign/questions.ts'
import type { Archive } from '#server/catalog/course-files/foreign/unpack.ts'
import { pageOf, pageText, pageTitle, readResource, resolve, type Resource } from './cartridge-files.ts'
import { cartridgeSettings } from './cartridge-settings.ts'
import { damageNote, unlessDamaged } from '#server/catalog/course-files/foreign/damaged.ts'
import { settingNotes, type ItemSettings } from '#server/catalog/course-files/foreign/item-settings.ts'
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
const noBytes = new Uint8Array()
const titleOfQti2 = (root: XmlNode): string => root.children[0]?.attributes['title'] ?? ''
const canvasQuizzes = 'non_cc_assessments/'
/** A question whatever its ids are. */
const keyOf = (question: ForeignQuestion): string => JSON.stringify({ ...question, name: '' })
export const isCartridge = (archive: Archive): boolean => archive.has(manifestFile)

/** Reads an IMS Common Cartridge (1.0 to 1.3), also with what Canvas adds. */
export async function readCartridge(archive: Archive, options: ReadOptions) {
  const manifest = at(parseXml(archive.get(manifestFile) ?? new Uint8Array(), manifestFile), 'manifest')
  if (!manifest) throw new UnreadableXml(manifestFile, 1, 'Ini bukan daftar isi Common Cartridge: tidak ada <manifest>')
  const general = at(manifest, 'metadata', 'lom', 'general')
  const builder = courseBuilder(
    {
      title: textAt(general, 'title', 'string') || textAt(general, 'title', 'langstring'),
      description: textAt(general, 'description', 'string'),
    },
    options,
  )
  const resources = new Map(
    allOf(at(manifest, 'resources'), 'resource').map((node) => [
      node.attributes['identifier'] ?? '',
      readResource(node, archive),
    ]),
  )
  const done = new Set<string>()
  const usedFiles = new Set<string>()
  /** Questions of quizzes, which banks hold again. */
  const inQuizzes = new Set<string>()

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
    if (!archive.has(file))
      return builder.tell(title, 'file', 'refused', `berkas "${file.slice(0, 100)}" tidak ada di arsip`)
    if (resource.type.startsWith('imswl')) {
      const link = xml(file)
      return addLink({ title, kind: 'link', isHidden, notes }, at(link, 'url')?.attributes['href'] ?? '')
    }
    if (resource.type.startsWith('imsdt')) {
      const topic = xml(file)
      return builder.addArticle(
        textAt(topic, 'text'),
        { title, kind: 'discussion', isHidden, notes: ['diskusi menjadi artikel', ...notes] },
        find,
      )
    }
    if (resource.type.includes('imsqti')) {
      return addQuiz(qtiOf(resource, file), { title, kind: 'quiz', isHidden, notes }, find)
    }
    if (resource.type.startsWith('assignment')) {
      const task = xml(file)
      const points = Number(at(task, 'gradable')?.attributes['points_possible'] ?? 100)
      return builder.addAssignment(
        textAt(task, 'text') || textAt(task, 'instructor_text'),
        { title: title || textAt(task, 'title'), kind: 'assignment', isHidden, notes },
        find,
        points,
      )
    }
    const canvasTask = resource.files.find((path) => path.endsWith('assignment_settings.xml'))
    if (canvasTask) {
      // Damage is in the notes.
      const [task] = unlessDamaged(() => xml(canvasTask))
      const name = title || textAt(task, 'title') || pageTitle(archive, file)
      return builder.addAssignment(
        pageOf(archive, file),
        { title: name, kind: 'assignment', isHidden, notes },
        find,
        Number(textAt(task, 'points_possible')) || 100,
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

  const bankItems = (id: string): XmlNode[] => {
    const path = `${canvasQuizzes}${id}.xml.qti`
    const [root] = unlessDamaged(() => (archive.has(path) ? parseXml(archive.get(path) ?? noBytes, path) : undefined))
    return root && isBank(root) ? allOf(root, 'item') : []
  }

  async function addQuiz(
    root: XmlNode,
    { title, isHidden = false, notes = [] }: NewLesson,
    find: FindFile,
  ): Promise<void> {
    if (isQti2(root))
      return builder.tell(
        title || titleOfQti2(root),
        'quiz',
        'refused',
        'soal QTI 2 tidak terbaca: ekspor sebagai QTI 1.2',
      )
    const { groups, limits, drawsElsewhere, hasIntroduction, ...quiz } = readQti(root, bankItems)
    const name = title || quiz.title
    const [all, ...drawn] = groups
    // A quiz draws from all of its questions: a group beside others becomes a quiz of its own.
    const isOneGroup = all?.questions.length === 0 && drawn.length === 1
    const quizzes = isOneGroup || (all?.questions.length === 0 && drawn.length > 0) ? drawn : groups
    for (const [index, { questions, title: ofGroup, draw }] of quizzes.entries()) {
      const added = isBank(root) ? questions.filter((question) => !inQuizzes.has(keyOf(question))) : questions
      for (const question of added) inQuizzes.add(keyOf(question))
      const told = [
        ...notes,
        ...(hasIntroduction && index === 0 && !notes.includes(settingNotes.introduction)
          ? [settingNotes.introduction]
          : []),
        ...(drawsElsewhere && index === 0 ? ['soal acak dari bank yang tidak ada di arsip tidak ikut'] : []),
        ...(draw !== null && !isOneGroup ? ['kelompok soal acak menjadi kuis tersendiri'] : []),
        ...(added.length < questions.length
          ? [`${questions.length - added.length} soal yang sudah ada di kuis tidak diulang`]
          : []),
      ]
      if (added.length === 0 && questions.length > 0) builder.tell(name, 'quiz', 'changed', told.join('; '))
      else {
        const own = draw !== null && !isOneGroup ? `${name}: ${ofGroup || `Kelompok ${index + 1}`}` : name
        const lesson: NewLesson = { title: own, kind: 'quiz', isHidden, notes: told }
        await builder.addQuiz(await toQuestions(builder, added, find), limits, lesson, draw)
      }
    }
  }

  async function addLink(lesson: NewLesson, address: string): Promise<void> {
    const { title } = lesson
    const id = youtubeIdOf(address)
    if (id) return builder.addYoutube(id, lesson)
    if (!/^https?:\/\//i.test(address)) return builder.tell(title, 'link', 'refused', 'alamatnya bukan http(s)')
    const html = `<p><a href="${escapeText(address).replaceAll('"', '&quot;')}">${escapeText(title || address)}</a></p>`
    await builder.addArticle(html, lesson, () => null)
  }

  async function addItem(item: XmlNode, isHiddenAbove = false): Promise<void> {
    const isHidden = isHiddenAbove || settings.isHiddenItem(item)
    const title = textAt(item, 'title')
    const reference = item.attributes['identifierref']
    const resource = reference === undefined ? undefined : resources.get(reference)
    if (resource) await addResource(resource, title, isHidden)
    else if (reference !== undefined) builder.tell(title, 'page', 'refused', 'isinya tidak ada di arsip')
    for (const child of childrenOf(item, 'item')) await addItem(child, isHidden)
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

  /** What the tree does not name: pages, quizzes and tasks that Canvas keeps beside its modules, then files that nothing uses. */
  async function addRest(): Promise<void> {
    const rest = [...resources.values()].filter(({ id }) => !done.has(id))
    const folders = new Set(
      [...resources.values()]
        .filter(({ type }) => type.startsWith('assignment'))
        .map(({ href, files }) => posix.dirname(href || files[0] || '')),
    )
    const isLesson = ({ type, href, files }: Resource) =>
      /^(?:imswl|imsdt|imsbasiclti|assignment)/.test(type) ||
      (type.includes('imsqti') && !type.includes('question-bank')) ||
      (/\.x?html?$/i.test(href || files[0] || '') && !folders.has(posix.dirname(href || files[0] || '')))
    const lessons = rest.filter(isLesson)
    if (lessons.length > 0) builder.startChapter('Lainnya')
    for (const resource of lessons) await addResource(resource, resourceTitle(resource))
    await addBanks(rest)
    tellUnused()
    for (const resource of rest) {
      const { id, type, href, files } = resource
      if (done.has(id)) continue
      const path = href || files[0] || id
      // The page of a task beside its description.
      if (usedFiles.has(path) || (folders.has(posix.dirname(path)) && /\.x?html?$/i.test(path))) continue
      if (type === 'webcontent' && archive.has(path)) await addFile(path, '', settings.settingsOf(resource, false))
      else builder.tell(path, 'settings', 'refused', 'pengaturan platform asal, tidak ada padanannya')
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

  async function addBanks(rest: readonly Resource[]): Promise<void> {
    const files = rest
      .map(({ href, files: own }) => href || own[0] || '')
      .filter((path) => path.startsWith(canvasQuizzes) && archive.has(path) && !usedFiles.has(path))
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
    const { type } = resource
    const file = mainFileOf(resource)
    if (/\.x?html?$/i.test(file)) return pageTitle(archive, file)
    if (!/\.xml$/i.test(file)) return posix.basename(file)
    const [root] = unlessDamaged(() => xml(file))
    return type.includes('imsqti')
      ? (allOf(root, 'assessment')[0]?.attributes['title'] ?? file)
      : textAt(root, 'title') || file
  }
}

const mainFileOf = ({ href, files }: Resource): string => href || files[0] || ''
const kindOf = (type: string) =>
  type.startsWith('imswl')
    ? 'link'
    : type.startsWith('imsdt')
      ? 'discussion'
      : type.includes('imsqti')
        ? 'quiz'
        : type.startsWith('assignment')
          ? 'assignment'
          : 'page'
