import { isEmptyHtml } from '#contract/catalog/lesson-input.ts'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import type { ImportedItem } from '#contract/moving/course-format.ts'
import { escapeText } from '#contract/kit/text/html-text.ts'
import { courseBuilder, type NewLesson, type ReadOptions } from './course-builder.ts'
import { chooseLanguage, moodleTextAt, otherLanguages } from '#server/assessment/index.ts'
import { noLimits, titleOf } from './fit.ts'
import { settingNotes } from './item-settings.ts'
import { categoryInfos, pointsOf, readBank, type BankQuestion } from './moodle-questions.ts'
import { moodleFiles } from './moodle-files.ts'
import { isHidden, readMoodleSettings } from './moodle-settings.ts'
import { toQuestions } from './questions.ts'
import { damageNote, unlessDamaged } from './damaged.ts'
import type { Archive } from './unpack.ts'
import {
  allOf,
  at,
  childrenOf,
  DamagedXml,
  noXml,
  parseXml,
  textAt,
  UnreadableXml,
  type XmlNode,
} from '#server/platform/xml.ts'

const backupFile = 'moodle_backup.xml'
export const isMoodleBackup = (archive: Archive): boolean => archive.has(backupFile)

/** Reads the backup of a Moodle course (2.x to 5.x). */
export async function readMoodle(archive: Archive, options: ReadOptions) {
  const multilingual = new Set<string>()
  const read = (path: string): XmlNode | undefined => {
    const bytes = archive.get(path)
    const root = bytes && parseXml(bytes, path).children[0]
    if (root && chooseLanguage(root)) multilingual.add(path)
    return root
  }
  const information = at(read(backupFile), 'information')
  if (!information)
    throw new UnreadableXml(backupFile, 1, 'Ini bukan daftar isi cadangan Moodle: tidak ada <information>')
  const damaged: { path: string; note: string }[] = []
  /** Undefined for a part that is not there, or that is damaged, which the report says with what is lost by it. */
  const readPart = (path: string, lost: string): XmlNode | undefined => {
    const [root, damage] = unlessDamaged(() => read(path))
    if (damage) damaged.push({ path, note: `${damage}; ${lost} tidak ikut` })
    return root
  }
  const course = readPart('course/course.xml', 'deskripsi kelas')
  const titles = new Map(
    childrenOf(at(information, 'contents', 'activities'), 'activity').map((activity) => [
      textAt(activity, 'moduleid'),
      textAt(activity, 'title'),
    ]),
  )
  const builder = courseBuilder(
    {
      title: textAt(information, 'original_course_fullname') || textAt(course, 'fullname'),
      description: moodleTextAt(course, 'summary'),
      titleAt: (address) => titles.get(/^\$@\w+VIEWBYID\*(\d+)/.exec(address)?.[1] ?? '') ?? null,
    },
    options,
  )
  const files = moodleFiles(archive, readPart('files.xml', 'gambar dan berkas'))
  const questionsRoot = readPart('questions.xml', 'bank soal') ?? noXml
  const bank = readBank(questionsRoot)
  const byEntry = new Map(bank.toReversed().map((question) => [question.entryId, question]))
  const byId = new Map(bank.toReversed().map((question) => [question.id, question]))
  const usedQuestions = new Set<string>()
  /** An activity whose XML is damaged is named in the report. */
  async function addActivity(node: XmlNode, within: Within): Promise<void> {
    try {
      await addIntact(node, within)
    } catch (error) {
      if (!(error instanceof DamagedXml)) throw error
      const kind = textAt(node, 'modulename')
      builder.tell(textAt(node, 'title') || kind, kinds[kind] ?? 'activity', 'refused', damageNote(error))
    }
  }

  async function addIntact(node: XmlNode, within: Within): Promise<void> {
    const [kind, folder, listed] = [textAt(node, 'modulename'), textAt(node, 'directory'), textAt(node, 'title')]
    const root = read(`${folder}/${kind}.xml`)
    const activity = at(root, kind)
    const own = files.ofContext(root?.attributes['contextid'] ?? '')
    const name = textAt(activity, 'name') || listed
    const title = within.title ? `${within.title}: ${name}` : name
    if (!activity) return builder.tell(title || kind, 'page', 'refused', 'isinya tidak ada di arsip')
    const ownSettings = readMoodleSettings((file) => read(`${folder}/${file}`), kind, activity)
    const settings = within.isHidden && !ownSettings.isHidden ? hiddenWith(ownSettings) : ownSettings
    const subsection = kind === 'subsection' ? subsections.get(root?.attributes['id'] ?? '') : undefined
    if (subsection) {
      builder.tell(name, 'section', 'changed', 'subbagian menjadi materi di bab ini')
      return addSection(subsection, { title: name, isHidden: settings.isHidden })
    }
    const lesson = (as: ImportedItem['kind'], ...notes: string[]): NewLesson => ({
      title,
      kind: as,
      isHidden: settings.isHidden,
      notes: [...notes, ...settings.notes, ...(multilingual.has(`${folder}/${kind}.xml`) ? [otherLanguages] : [])],
    })
    const find = files.findIn(own, ({ area }) => area === 'intro')
    const filesIn = (...areas: string[]) => files.take(own, areas)
    if (kind in kinds) files.mention(title, own)
    const intro = moodleTextAt(activity, 'intro')
    if (kind === 'page')
      return builder.addArticle(
        moodleTextAt(activity, 'content') || intro,
        lesson('page'),
        files.findIn(own, ({ area }) => area === 'content'),
      )
    if (kind === 'label') return builder.addArticle(intro, lesson('label', 'label menjadi artikel'), find)
    if (kind === 'resource' || kind === 'folder')
      return builder.addArticle(intro, { ...lesson('file'), attachments: filesIn('content') }, find)
    if (kind === 'url') return addLink(lesson('link'), textAt(activity, 'externalurl'), intro)
    if (kind === 'book') {
      for (const chapter of bookChapters(activity)) {
        const below = lesson('book', ...(chapter.isHidden && !settings.isHidden ? [settingNotes.hidden] : []))
        const isHidden = below.isHidden || chapter.isHidden
        await builder.addArticle(
          chapter.html,
          { ...below, isHidden, title: `${title}: ${chapter.title}` },
          files.findIn(own, ({ area, itemId }) => area === 'chapter' && itemId === chapter.id),
        )
      }
      return
    }
    if (kind === 'assign')
      return builder.addAssignment(
        apart(intro, moodleTextAt(activity, 'activity')),
        { ...lesson('assignment'), attachments: filesIn('introattachment', 'activityattachment') },
        find,
        Number(textAt(activity, 'grade')),
      )
    if (kind === 'quiz') return addQuiz(activity, lesson('quiz'), settings.passPercent)
    if (kind === 'forum' && intro) return builder.addArticle(intro, lesson('discussion', 'forum menjadi artikel'), find)
    builder.tell(title, 'activity', 'refused', `aktivitas "${kind}" tidak ada padanannya`)
  }

  async function addLink(lesson: NewLesson, written: string, intro: string): Promise<void> {
    // Moodle adds what a person left out.
    const address = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(written) ? `https://${written}` : written
    const { title } = lesson
    const id = youtubeIdOf(address)
    if (id) {
      const lost = isEmptyHtml(intro) ? [] : [settingNotes.introduction]
      return builder.addYoutube(id, { ...lesson, notes: [...(lesson.notes ?? []), ...lost] })
    }
    if (!/^https?:\/\//i.test(address))
      return builder.tell(title, 'link', 'refused', `alamatnya bukan http(s): ${written.slice(0, 200)}`)
    const link = `<p><a href="${escapeText(address).replaceAll('"', '&quot;')}">${escapeText(title)}</a></p>`
    await builder.addArticle(intro + link, lesson, () => null)
  }

  async function addQuiz(quiz: XmlNode, lesson: NewLesson, passPercent: number): Promise<void> {
    const instances = childrenOf(at(quiz, 'question_instances'), 'question_instance')
    const notes: string[] = []
    const questions = instances.flatMap((instance): BankQuestion[] => {
      const id = textAt(instance, 'questionid') || textAt(instance, 'question')
      const entry = allOf(instance, 'questionbankentryid')[0]?.text.trim()
      const found = entry ? byEntry.get(entry) : byId.get(id)
      if (!found) notes.push('soal acak atau soal di luar arsip tidak ikut')
      const marks = pointsOf(textAt(instance, 'maxmark') || textAt(instance, 'grade'))
      return found ? [{ ...found, points: Number.isNaN(marks) ? found.points : marks }] : []
    })
    for (const { id } of questions) usedQuestions.add(id)
    const headings = allOf(at(quiz, 'sections'), 'heading').map(({ text }) => text.trim())
    const shown = headings.filter((text) => text !== '' && text !== '$@NULL@$')
    if (shown.length > 0) notes.push(`judul bagiannya tidak ikut: "${shown.join('", "').slice(0, 500)}"`)
    const quizLimits = {
      minutes: Number(textAt(quiz, 'timelimit')) / 60,
      attempts: Number(textAt(quiz, 'attempts_number')),
      passPercent,
    }
    await builder.addQuiz(await toQuestions(builder, questions, findQuestionFile), quizLimits, {
      ...lesson,
      notes: [...new Set(notes), ...(lesson.notes ?? [])],
    })
  }
  const findQuestionFile = files.findIn(
    files.all.filter(({ component }) => component.startsWith('question') || component.startsWith('qtype')),
  )
  const sectionFiles = files.all.filter(({ component, area }) => component === 'course' && area === 'section')

  const activities = Map.groupBy(childrenOf(at(information, 'contents', 'activities'), 'activity'), (activity) =>
    textAt(activity, 'sectionid'),
  )
  const added = new Set<string>()
  const sections: Section[] = childrenOf(at(information, 'contents', 'sections'), 'section').map((listed) => {
    const section = readPart(`${textAt(listed, 'directory')}/section.xml`, 'nama, ringkasan, dan urutan bab ini')
    return {
      id: textAt(listed, 'sectionid'),
      number: Number(textAt(section, 'number') || textAt(listed, 'title')),
      section,
    }
  })
  const isSubsection = ({ section }: Section): boolean => textAt(section, 'component') === 'mod_subsection'
  const subsections = new Map(
    sections.filter(isSubsection).map((section) => [textAt(section.section, 'itemid'), section]),
  )

  /** The summary of a section, then its activities in their order. */
  async function addSection({ id, section }: Section, within: Within): Promise<void> {
    added.add(id)
    const order = new Map(
      textAt(section, 'sequence')
        .split(',')
        .map((moduleId, index) => [moduleId, index]),
    )
    const own = activities.get(id) ?? []
    const place = (activity: XmlNode) => order.get(textAt(activity, 'moduleid')) ?? order.size
    const hidden = within.isHidden || isHidden(section)
    const summary = moodleTextAt(section, 'summary')
    if (!isEmptyHtml(summary))
      await builder.addArticle(
        summary,
        {
          title: within.title || textAt(section, 'name') || 'Pembuka',
          kind: 'section',
          isHidden: hidden,
          notes: ['ringkasan bagian menjadi artikel', ...(hidden ? [settingNotes.hidden] : [])],
        },
        files.findIn(sectionFiles, ({ itemId }) => itemId === id),
      )
    for (const activity of own.toSorted((a, b) => place(a) - place(b)))
      await addActivity(activity, { ...within, isHidden: hidden })
  }

  for (const section of sections.toSorted((a, b) => a.number - b.number)) {
    if (isSubsection(section)) continue
    const name = textAt(section.section, 'name')
    if (section.number > 0 || name) builder.startChapter(name || `Bagian ${section.number}`)
    await addSection(section, nowhere)
  }
  for (const section of sections.filter(({ id }) => !added.has(id))) {
    builder.startChapter(textAt(section.section, 'name') || `Bagian ${section.number}`)
    await addSection(section, nowhere)
  }
  const listed = new Set(sections.map(({ id }) => id))
  const loose = [...activities].flatMap(([section, own]) => (listed.has(section) ? [] : own))
  if (loose.length > 0) builder.startChapter('Lainnya')
  for (const activity of loose) await addActivity(activity, nowhere)
  const unused = Map.groupBy(
    bank.filter(({ id }) => !usedQuestions.has(id)),
    ({ category }) => category,
  )
  if (unused.size > 0) builder.startChapter('Bank soal')
  for (const [category, questions] of unused)
    await builder.addQuiz(await toQuestions(builder, questions, findQuestionFile), noLimits, {
      title: titleOf(category, 'Bank soal'),
      kind: 'quiz',
      notes: ['soal di bank yang tidak dipakai kuis mana pun'],
    })
  for (const { name, info } of categoryInfos(questionsRoot))
    builder.tell(
      titleOf(name, 'Bank soal'),
      'settings',
      'refused',
      `keterangan kategori tidak ikut: "${info.slice(0, 200)}"`,
    )
  for (const { name, reason } of files.unused()) builder.tell(name, 'file', 'refused', reason)
  for (const { path, note } of damaged) builder.tell(path, 'settings', 'refused', note)
  if (multilingual.has('questions.xml')) builder.tell('questions.xml', 'settings', 'changed', otherLanguages)
  if (archive.has('users.xml'))
    builder.tell('users.xml', 'settings', 'refused', 'pengguna diimpor dengan CSV, bukan dari arsip kelas')
  return builder.finish()
}

type Section = { id: string; number: number; section: XmlNode | undefined }
/** Surrounds an activity: a subsection with its title, or a part that learners do not see. */
type Within = { title: string; isHidden: boolean }
const nowhere: Within = { title: '', isHidden: false }
const hiddenWith = <Settings extends { notes: string[] }>(settings: Settings) => ({
  ...settings,
  isHidden: true,
  notes: [...settings.notes, settingNotes.hidden],
})

/** Texts that have lines of their own. */
const apart = (...texts: string[]): string => {
  const shown = texts.filter((text) => text !== '')
  return shown.length > 1 ? shown.map((text) => `<div>${text}</div>`).join('') : shown.join('')
}

/** Chapters of a book in their order, each below the one that it belongs to. */
function bookChapters(book: XmlNode): { id: string; title: string; html: string; isHidden: boolean }[] {
  let parent = ''
  return childrenOf(at(book, 'chapters'), 'chapter')
    .toSorted((one, other) => Number(textAt(one, 'pagenum')) - Number(textAt(other, 'pagenum')))
    .map((chapter) => {
      const own = textAt(chapter, 'title')
      const isBelow = textAt(chapter, 'subchapter') === '1' && parent !== ''
      if (!isBelow) parent = own
      return {
        id: chapter.attributes['id'] ?? '',
        title: isBelow ? `${parent}: ${own}` : own,
        html: moodleTextAt(chapter, 'content'),
        isHidden: textAt(chapter, 'hidden') === '1',
      }
    })
}

const kinds: Record<string, ImportedItem['kind']> = {
  page: 'page',
  label: 'label',
  resource: 'file',
  folder: 'file',
  url: 'link',
  book: 'book',
  assign: 'assignment',
  quiz: 'quiz',
  forum: 'discussion',
}
