import { maximumCaptionBytes, captionMessages } from '#contract/catalog/captions.ts'
import { maximumChapters, maximumVideosAtOnce } from '#contract/catalog/course-chapters.ts'
import { maximumTitleLength } from '#contract/catalog/lesson-input.ts'
import { contentMessages, extensionOf } from '#contract/kit/media/file-rules.ts'
import { captionEndings, videoEndings } from '#contract/kit/media/picked-files.ts'
import { tooLargeVideo, videoMessages } from '#contract/kit/media/video.ts'
import { byPath, readable, titlesOf, withoutNumbers } from './video-names.ts'

/** A chosen file with the folders that lead to it. */
export type ChosenFile<Content = File> = { path: string; size: number; file: Content }
export type Caption<Content = File> = { lang: string; file: Content }
export type PlannedVideo<Content = File> = {
  /** The path below the chosen folder: unique in a plan. */
  path: string
  title: string
  size: number
  file: Content
  captions: Caption<Content>[]
}
export type PlannedChapter<Content = File> = { chapter: string | null; videos: PlannedVideo<Content>[] }
export type RefusedFile = { path: string; reason: string }

export type Plan<Content = File> = {
  chapters: PlannedChapter<Content>[]
  refused: RefusedFile[]
  /** Files that systems leave in folders. */
  ignored: number
}

export const planMessages = {
  other: 'Bukan video MP4 atau WebM',
  lonelyCaption: 'Tidak ada video dengan nama yang sama di folder ini',
  tooManyChapters: `Satu kelas memuat paling banyak ${maximumChapters} bab`,
  tooManyVideos: `Paling banyak ${maximumVideosAtOnce.toLocaleString('id-ID')} video sekaligus. Pilih sisanya setelah ini selesai.`,
} as const

/** Videos that have to be saved in another form first. */
const foreignVideos: ReadonlySet<string> = new Set([
  'mov',
  'mkv',
  'avi',
  'wmv',
  'flv',
  'mpg',
  'mpeg',
  '3gp',
  'ts',
  'mts',
])
const systemFiles: ReadonlySet<string> = new Set(['thumbs.db', 'desktop.ini', '__macosx', '$recycle.bin'])

const isOfSystem = (parts: readonly string[]): boolean =>
  parts.some((part) => part.startsWith('.') || systemFiles.has(part.toLowerCase()))

type Options = {
  /** Null while the server's limit is not known. */
  largestBytes: number | null
  /** The chapter of videos that are in no folder; null puts them before the first one. */
  looseChapter: string | null
}
type Entry<Content> = ChosenFile<Content> & { parts: string[] }

/** Plans what becomes of the chosen files: sub-folders are chapters, videos draft lessons in natural order, texts beside a video its captions. */
export function planVideos<Content>(
  files: readonly ChosenFile<Content>[],
  { largestBytes, looseChapter }: Options,
): Plan<Content> {
  const all = files.map((chosen) => ({ ...chosen, parts: chosen.path.split('/').filter(Boolean) }))
  const kept = withoutCommonFolder(all.filter(({ parts }) => !isOfSystem(parts)))
  const plan: Plan<Content> = { chapters: [], refused: [], ignored: all.length - kept.length }
  const refuse = ({ parts }: Entry<Content>, reason: string) => plan.refused.push({ path: parts.join('/'), reason })

  const videos: Entry<Content>[] = []
  const captions: Entry<Content>[] = []
  for (const entry of kept.toSorted((a, b) => byPath(a.parts, b.parts))) {
    const extension = extensionOf(entry.parts.at(-1) ?? '')
    const reason = captionEndings.has(extension) ? rejectCaption(entry) : rejectFile(extension, entry, largestBytes)
    if (reason !== null) refuse(entry, reason)
    else if (captionEndings.has(extension)) captions.push(entry)
    else if (videos.length < maximumVideosAtOnce) videos.push(entry)
    else refuse(entry, planMessages.tooManyVideos)
  }

  const folders = Map.groupBy(videos, ({ parts }) => parts.slice(0, -1).join('/'))
  for (const [folder, entries] of folders) {
    const chapter = folder === '' ? looseChapter : chapterTitle(folder.split('/'))
    if (plan.chapters.length > maximumChapters) {
      for (const entry of entries) refuse(entry, planMessages.tooManyChapters)
      continue
    }
    const titles = titlesOf(entries.map(({ parts }) => parts.at(-1) ?? ''))
    const planned = entries.map(({ parts, size, file }, index): PlannedVideo<Content> => ({
      path: parts.join('/'),
      title: titles[index] ?? '',
      size,
      file,
      captions: [],
    }))
    const known = plan.chapters.find((other) => other.chapter === chapter)
    if (known) known.videos.push(...differing(planned, known.videos))
    else plan.chapters.push({ chapter, videos: planned })
  }

  const byStem = new Map(plan.chapters.flatMap(({ videos: own }) => own.map((video) => [stemOf(video.path), video])))
  for (const caption of captions) {
    const { stem, lang } = readCaptionName(caption.parts.join('/'), (wanted) => byStem.has(wanted))
    const video = byStem.get(stem)
    if (video && !video.captions.some((other) => other.lang === lang)) video.captions.push({ lang, file: caption.file })
    else refuse(caption, planMessages.lonelyCaption)
  }
  return plan
}

/** Two folders whose chapters have one title: theirs titles stay different. */
const differing = <Content>(
  added: readonly PlannedVideo<Content>[],
  present: readonly PlannedVideo<Content>[],
): PlannedVideo<Content>[] => {
  const titles = titlesOf([...present, ...added].map(({ title }) => `${title}.mp4`))
  return added.map((video, index) => ({ ...video, title: titles[present.length + index] ?? video.title }))
}

/** The one folder that was chosen is the course. Alone, without sub-folders, it is a chapter. */
function withoutCommonFolder<Content>(entries: readonly Entry<Content>[]): Entry<Content>[] {
  const root = entries[0]?.parts[0]
  const isCommon = entries.every(({ parts }) => parts.length > 1 && parts[0] === root)
  const hasFolders = entries.some(({ parts }) => parts.length > 2 && isTaken(parts.at(-1) ?? ''))
  return isCommon && hasFolders
    ? withoutCommonFolder(entries.map((entry) => ({ ...entry, parts: entry.parts.slice(1) })))
    : [...entries]
}

const isTaken = (name: string): boolean => videoEndings.has(extensionOf(name))

function chapterTitle(folders: readonly string[]): string {
  const names = folders.map((folder) => readable(withoutNumbers([folder])[0] ?? folder) || folder)
  return names.join(' – ').slice(0, maximumTitleLength).trim()
}

function rejectFile(extension: string, { size }: { size: number }, largestBytes: number | null): string | null {
  if (foreignVideos.has(extension)) return videoMessages.quicktime
  if (!videoEndings.has(extension)) return planMessages.other
  if (size === 0) return contentMessages.empty
  return largestBytes !== null && size > largestBytes ? tooLargeVideo(largestBytes) : null
}

function rejectCaption({ size }: { size: number }): string | null {
  if (size === 0) return contentMessages.empty
  return size > maximumCaptionBytes ? captionMessages.tooLarge : null
}

const stemOf = (path: string): string => path.replace(/\.[^./]+$/, '').toLocaleLowerCase('id')

/** `01 - Pengenalan.srt` is Indonesian, `01 - Pengenalan.en.srt` English. */
function readCaptionName(path: string, hasVideo: (stem: string) => boolean): { stem: string; lang: string } {
  const stem = stemOf(path)
  const named = /^(.*)[._]([a-z]{2,3})(?:[-_]([a-z]{2}))?$/.exec(stem)
  if (hasVideo(stem) || !named) return { stem, lang: 'id' }
  const [, rest = '', language = 'id', region] = named
  return { stem: rest, lang: region ? `${language}-${region.toUpperCase()}` : language }
}
