import { attachmentRules, maximumAttachments } from '#contract/catalog/attachment-rules.ts'
import { maximumChapters } from '#contract/catalog/course-chapters.ts'
import type { ImportedItem } from '#contract/moving/course-format.ts'
import { isEmptyHtml, maximumArticleLength } from '#contract/catalog/lesson-input.ts'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import { escapeHtml } from '#contract/kit/text/html-text.ts'
import type { QuestionInput } from '#contract/assessment/quiz.ts'
import { plainOf, writeGift, type ForeignQuestion } from '#server/assessment/index.ts'
import { limits } from '#server/moving/course-files.ts'
import {
  cleanHtml,
  convertToMarkdown,
  linkEmbeds,
  mapPictures,
  nameOf,
  pictureNamed,
  pictureInAddress,
  withoutDeadLinks,
  withTypedTags,
} from '#server/platform/rich-text/index.ts'
import { checkDocument } from '#server/platform/media/index.ts'
import { damagedText } from '#server/platform/read-text.ts'
import { storable } from '#server/platform/storable-text.ts'
import { levelHeadings, readPicture } from './foreign-html.ts'
import { settingNotes } from './item-settings.ts'
import { fitCourseTitle, fitDescription, fitLimits, fitPoints, titleNotes, titleOf, type ForeignLimits } from './fit.ts'

/** Finds a file of the archive by how a text names it; null for one that is not there, or is none of the archive's. */
export type FindFile = (reference: string) => { name: string; bytes: Buffer } | null
type Kind = ImportedItem['kind']
type Attachment = { name: string; bytes: Buffer }
export type NewLesson = {
  title: string
  kind: Kind
  /** It becomes a draft. */
  isHidden?: boolean
  notes?: string[]
  attachments?: Attachment[]
}

/** How Moodle, Canvas and others name files of the archive. */
const isFileReference = /^(?:@@PLUGINFILE@@|(?:\$|%24)IMS-CC-FILEBASE)/i
/** The address of a link, and what stands before it in its tag. In text it stays. */
const linkTarget = /(<a\b[^<>]*?\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi
const isWeb = (address: string): boolean => /^(?:https?:|mailto:)/i.test(address)
/** Limits an unread page, without pictures that are written into it: its markup takes as much as its text at most. */
const longestPage = 2 * maximumArticleLength
const writtenPicture = /data:image\/[\w.+-]+;base64,[\w+/=]+/gi

/** Questions of a quiz, converted or left as essays. `attachments` are the files that their texts link to. */
export type QuizContent = {
  questions: QuestionInput[]
  essays: ForeignQuestion[]
  attachments: { name: string; bytes: Buffer }[]
  find: FindFile
}

export type ReadOptions = { /** Else they are only reported. */ essaysAsAssignments: boolean }

/** `titleAt`: of the item that a link within the course leads to; null for any other address. */
type Source = { title: string; description?: string; titleAt?: (address: string) => string | null }

/** Collects what an archive holds as the files of a course, and reports on every item. */
export function courseBuilder({ titleAt, ...course }: Source, { essaysAsAssignments }: ReadOptions) {
  const files = new Map<string, Buffer>()
  const report: ImportedItem[] = []
  const first: Record<string, unknown>[] = []
  const chapters: { title: string; lessons: Record<string, unknown>[] }[] = []
  const pictures = new Map<Buffer, string | null>()
  let count = 0
  let essayCount = 0

  const tell = (name: string, kind: Kind, outcome: ImportedItem['outcome'], note = ''): void =>
    void report.push({ name: titleOf(name), kind, outcome, note: storable(note) })

  const otherPart = (address: string): string => {
    const title = titleAt?.(address)
    return title ? `“${titleOf(title)}”` : `bagian lain (${address.slice(0, 100)})`
  }

  /** The path of a picture in the course; null for one that cannot be read. */
  async function addPicture({ bytes }: { bytes: Buffer }): Promise<string | null> {
    const known = pictures.get(bytes)
    if (known !== undefined) return known
    if (pictures.size >= limits.pictures) return null
    const picture = await readPicture(bytes)
    const path = picture && `images/${String(pictures.size + 1).padStart(3, '0')}.${picture.extension}`
    if (path) files.set(path, picture.bytes)
    pictures.set(bytes, path)
    return path
  }

  /** HTML of an item: clean, with pictures of the course, links to files of the archive as attachments, and embedded media as links. */
  async function readHtml(html: string, find: FindFile) {
    const notes = new Set<string>()
    const attachments: Attachment[] = []
    const embeds = linkEmbeds(html, (source) => find(source) !== null)
    for (const note of embeds.notes) notes.add(note)
    const shown = withTypedTags(embeds.html)
    const sources = [...shown.matchAll(/<img\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi)].map(
      ([, one, two, three]) => unescapeAttribute(one ?? two ?? three ?? ''),
    )
    const paths = new Map<string, string | null>()
    for (const source of new Set(sources)) {
      const inside = pictureInAddress(source)
      const found = inside ? { bytes: inside } : find(source)
      paths.set(source, found && (await addPicture(found)))
    }
    if (html.includes(damagedText)) notes.add('huruf yang rusak di sumbernya dilepas')
    const linked = shown
      .replaceAll(damagedText, '')
      .replaceAll(linkTarget, (whole, before: string, one?: string, two?: string, three?: string) => {
        const address = unescapeAttribute(one ?? two ?? three ?? '')
        if (isWeb(address)) return three === undefined ? whole : `${before}href="${escapeHtml(address)}"`
        const found = find(address)
        if (found && /\.x?html?$/i.test(found.name)) notes.add(`tautan ke halaman "${found.name}" dilepas`)
        else if (found) {
          attachments.push(found)
          notes.add('tautan ke berkas menjadi lampiran')
        } else if (isFileReference.test(address)) notes.add(`berkas "${nameOf(address)}" tidak ada di arsip`)
        else if (!address.startsWith('#')) notes.add(`tautan ke ${otherPart(address)} dilepas`)
        return before
      })
      .replaceAll(/@@PLUGINFILE@@\/([^\s"'<>]*)(?![^<>]*>)/g, (_, path: string) => nameOf(path))
    const clean = mapPictures(levelHeadings(linked), ({ src = '', alt = '' }) => {
      const path = paths.get(src)
      if (!path)
        notes.add(
          pictures.size >= limits.pictures
            ? `satu kelas memuat paling banyak ${limits.pictures} gambar; yang lain dilepas`
            : `gambar ${pictureNamed(src, alt)} tidak ada atau tidak bisa dibaca`,
        )
      return path ? { src: path, alt } : null
    })
    const [only, ...others] = embeds.addresses
    const isOnlyOne = only !== undefined && others.length === 0 && isEmptyHtml(cleanHtml(embeds.rest))
    return {
      html: withoutDeadLinks(clean),
      notes: [...notes],
      attachments,
      /** The address of an embed that is all of it. */
      onlyEmbed: isOnlyOne && embeds.lost.length === 0 && !/<img\b/i.test(embeds.rest) ? only : null,
    }
  }

  const place = ({ title, isHidden }: NewLesson, fields: Record<string, unknown>): void =>
    void (chapters.at(-1)?.lessons ?? first).push({
      title: titleOf(title),
      ...(isHidden ? { draft: true } : {}),
      ...fields,
    })

  function next({ title, kind }: NewLesson): string | null {
    count++
    if (count <= limits.lessons) return String(count).padStart(4, '0')
    tell(title, kind, 'refused', `satu kelas memuat paling banyak ${limits.lessons.toLocaleString('id-ID')} materi`)
    return null
  }

  /** Files that a lesson may carry; what it may not is reported. */
  async function acceptable(title: string, given: readonly Attachment[]): Promise<Attachment[]> {
    const accepted: Attachment[] = []
    for (const { name, bytes } of given) {
      const checked = await checkDocument(new File([new Uint8Array(bytes)], name), attachmentRules)
      if ('error' in checked) tell(`${title}: ${name}`, 'file', 'refused', checked.error)
      else if (accepted.length >= maximumAttachments)
        tell(`${title}: ${name}`, 'file', 'refused', `satu materi memuat paling banyak ${maximumAttachments} berkas`)
      else accepted.push({ name: checked.name, bytes })
    }
    return accepted
  }

  function attach(stem: string, given: readonly Attachment[]): { files?: string[] } {
    const paths = given.map(({ name, bytes }, index) => {
      const path = `files/${stem}/${index + 1}/${name}`
      files.set(path, bytes)
      tell(name, 'file', 'imported')
      return path
    })
    return paths.length > 0 ? { files: paths } : {}
  }

  async function addText(
    field: 'article' | 'assignment',
    html: string,
    lesson: NewLesson,
    find: FindFile,
    extra: Record<string, unknown> = {},
  ): Promise<void> {
    const { title, kind } = lesson
    // Before it is read, which takes its time.
    if (count >= limits.lessons) return void next(lesson)
    if (html.replaceAll(writtenPicture, '').length > longestPage)
      return tell(title, kind, 'refused', 'artikel terlalu panjang')
    const read = await readHtml(html, find)
    const video = field === 'article' && read.onlyEmbed !== null && youtubeIdOf(read.onlyEmbed)
    if (video && !lesson.attachments?.length) return addYoutube(video, lesson)
    const attachments = await acceptable(title, [...(lesson.attachments ?? []), ...read.attachments])
    const isEmpty = isEmptyHtml(read.html)
    if (isEmpty && attachments.length === 0 && field === 'article')
      return tell(title, kind, 'refused', [...emptyReasons(lesson), ...read.notes].join('; ') || 'kosong di sumbernya')
    const body = isEmpty
      ? `<p>${attachments.length > 0 ? 'Unduh berkas materi ini.' : 'Kerjakan tugas ini.'}</p>`
      : read.html
    const markdown = await convertToMarkdown(body)
    if (markdown.length > maximumArticleLength || Buffer.byteLength(markdown) > limits.textBytes)
      return tell(title, kind, 'refused', 'artikel terlalu panjang')
    const stem = next(lesson)
    if (stem === null) return
    files.set(`${stem}.md`, Buffer.from(markdown))
    const notes = [...titleNotes(title), ...(lesson.notes ?? []), ...read.notes]
    tell(title, kind, notes.length > 0 ? 'changed' : 'imported', notes.join('; '))
    place(lesson, { [field]: `${stem}.md`, ...extra, ...attach(stem, attachments) })
  }

  function addYoutube(id: string, lesson: NewLesson): void {
    if (next(lesson) === null) return
    const notes = [...titleNotes(lesson.title), ...(lesson.notes ?? [])]
    tell(lesson.title, lesson.kind, notes.length > 0 ? 'changed' : 'imported', notes.join('; '))
    place(lesson, { youtube: `https://youtu.be/${id}` })
  }

  function addAssignment(
    html: string,
    lesson: NewLesson,
    find: FindFile,
    given: number,
    extra: Record<string, unknown> = {},
  ): Promise<void> {
    const points = fitPoints(given)
    return addText('assignment', html, { ...lesson, notes: [...(lesson.notes ?? []), ...points.notes] }, find, {
      points: points.value,
      ...extra,
    })
  }

  return {
    tell,
    readHtml,
    /** Everything that follows belongs to this chapter. */
    startChapter(title: string): void {
      if (chapters.length >= maximumChapters)
        return tell(title, 'chapter', 'changed', `paling banyak ${maximumChapters} bab; isinya masuk bab terakhir`)
      for (const note of titleNotes(title)) tell(title, 'chapter', 'changed', note)
      chapters.push({ title: titleOf(title, 'Bab'), lessons: [] })
    },
    addArticle: (html: string, lesson: NewLesson, find: FindFile) => addText('article', html, lesson, find),
    addAssignment,
    addYoutube,
    /** A quiz, and after it the essays that were in it, where they are to be assignments. */
    async addQuiz(
      { questions, essays, find, attachments: linked }: QuizContent,
      limitsOfQuiz: ForeignLimits,
      lesson: NewLesson,
      draw: number | null = null,
    ): Promise<void> {
      const stem = next(lesson)
      if (stem === null) return
      const attachments = await acceptable(lesson.title, linked)
      const settings = fitLimits(limitsOfQuiz)
      const isDrawn = draw !== null && draw < questions.length
      files.set(`${stem}.gift`, Buffer.from(questions.length > 0 ? writeGift(questions) : ''))
      const notes = [
        ...titleNotes(lesson.title),
        ...settings.notes,
        ...(lesson.notes ?? []),
        ...(isDrawn ? [`${draw} dari ${questions.length} soal diambil acak`] : []),
        ...(questions.length === 0 ? ['tanpa soal'] : []),
      ]
      tell(lesson.title, lesson.kind, notes.length > 0 ? 'changed' : 'imported', notes.join('; '))
      place(lesson, {
        quiz: `${stem}.gift`,
        settings: { ...settings.value, ...(isDrawn ? { draw } : {}) },
        ...attach(stem, attachments),
      })
      essayCount += essays.length
      for (const { name, text, points, notes: lost = [] } of essays) {
        const title = name || plainOf(text)
        const { isHidden = false } = lesson
        const notes = ['soal esai menjadi tugas', ...lost, ...(isHidden ? [settingNotes.hidden] : [])]
        if (essaysAsAssignments) await addAssignment(text, { title, kind: 'question', isHidden, notes }, find, points)
        else tell(title, 'question', 'refused', 'soal esai dinilai orang: bisa ikut sebagai tugas')
      }
    },
    /** The files of the course, what `course.yaml` says in others, and the report. */
    finish() {
      const title = fitCourseTitle(course.title)
      const description = fitDescription(course.description ?? '')
      if (title.notes.length > 0) tell('Judul kelas', 'settings', 'changed', title.notes.join('; '))
      if (description.notes.length > 0)
        tell('Deskripsi kelas', 'settings', description.value ? 'changed' : 'refused', description.notes.join('; '))
      return {
        course: {
          title: title.value,
          ...(description.value ? { description: description.value } : {}),
          lessons: first,
          chapters: chapters.filter(({ lessons }) => lessons.length > 0),
        },
        files,
        report,
        essays: essayCount,
      }
    },
  }
}
const emptyReasons = ({ attachments = [] }: NewLesson): string[] =>
  attachments.length > 0 ? ['tidak ada berkas yang bisa ikut'] : []
export type CourseBuilder = ReturnType<typeof courseBuilder>

const unescapeAttribute = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replace(/^&quot;|&quot;$/g, '')
    .trim()
