import { describeForeign } from '#contract/kit/media/foreign-files.ts'

// Enum values and limits of assignments, separate from the schemas, so that the player need not load those.

/** What the queue of staff can show. */
export const reviewStatuses = ['waiting', 'revise', 'accepted'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** `replaced`: the student handed in a newer version before this one was reviewed. */
export const submissionStatuses = [...reviewStatuses, 'replaced'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

/** Where a student is with an assignment. */
export const assignmentStatuses = ['none', ...reviewStatuses] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]

export const submissionStatusLabels: Record<SubmissionStatus | AssignmentStatus, string> = {
  none: 'Belum dikumpulkan',
  waiting: 'Menunggu penilaian',
  revise: 'Perlu revisi',
  accepted: 'Diterima',
  replaced: 'Diganti versi baru',
}

export const maximumTextLength = 20_000
export const maximumLinkLength = 2_000
export const maximumCommentLength = 5_000
export const maximumFiles = 5
/** Of one file; shown as 10 MB. */
export const maximumFileBytes = 10 * 1024 * 1024
export const fileExtensions = ['pdf', 'png', 'jpg', 'jpeg', 'zip', 'txt', 'md', 'docx', 'xlsx', 'pptx'] as const

export const fileMessages = {
  type: 'Jenis berkas ini tidak diterima. Pakai PDF, PNG, JPG, ZIP, TXT, MD, DOCX, XLSX, atau PPTX',
  content: 'Isi berkas tidak cocok dengan ekstensinya',
  empty: 'Berkas ini kosong',
  tooLarge: 'Berkas maksimal 10 MB',
  tooMany: `Maksimal ${maximumFiles} berkas`,
} as const

/** Which files are taken somewhere, and what is said about others. */
export type FileRules = { extensions: readonly string[]; maximumBytes: number; type: string; tooLarge: string }

export const submissionRules: FileRules = {
  extensions: fileExtensions,
  maximumBytes: maximumFileBytes,
  type: fileMessages.type,
  tooLarge: fileMessages.tooLarge,
}

/** Of one file of a lesson; a recording is larger than a document. */
export const maximumAttachmentBytes = 50 * 1024 * 1024
/** Of one lesson. */
export const maximumAttachments = 20
/** Files of lessons: the kinds that are handed in, and audio. */
export const attachmentRules: FileRules = {
  extensions: [...fileExtensions, 'mp3', 'm4a', 'ogg', 'wav'],
  maximumBytes: maximumAttachmentBytes,
  type: 'Jenis berkas ini tidak diterima. Pakai PDF, PNG, JPG, ZIP, TXT, MD, DOCX, XLSX, PPTX, MP3, M4A, OGG, atau WAV',
  tooLarge: 'Berkas maksimal 50 MB',
}

/** Phones give pictures such extensions, or none: the content decides. */
const mayBeOther: ReadonlySet<string> = new Set([
  '',
  'jfif',
  'jpe',
  'heic',
  'heif',
  'webp',
  'gif',
  'bmp',
  'aac',
  'opus',
  'oga',
])

/** What is taken instead of a file of this kind. */
export function typeProblem(kind: string, { type }: FileRules = submissionRules): string {
  const found = describeForeign(kind)
  return found ? `${type}. ${found}` : type
}

/** The error of a file that its name and size show; null when the content may decide. */
export function fileProblem(
  { name, size }: { name: string; size: number },
  rules: FileRules = submissionRules,
): string | null {
  const extension = extensionOf(name)
  if (!rules.extensions.includes(extension) && !mayBeOther.has(extension)) return typeProblem(extension, rules)
  if (size === 0) return fileMessages.empty
  return size > rules.maximumBytes ? rules.tooLarge : null
}

/** Lower-cased, without its dot; empty without one. */
export const extensionOf = (name: string): string => /[^.]\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** An absolute http or https URL. */
export const isWebUrl = (text: string): boolean => /^https?:\/\/[^\s/?#]\S*$/i.test(text)

/** A criterion with its level that a review chose. */
export type Score = { criterion: string; level: string; description: string; points: number; maximumPoints: number }
