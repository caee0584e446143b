import { documentExtensions, type FileRules } from '#contract/kit/media/file-rules.ts'

// Enum values and limits of assignments, separate from the schemas, so that the player need not load those.

/** Tabs of the staff's queue. */
export const gradingStatuses = ['waiting', 'revise', 'accepted'] as const
export type GradingStatus = (typeof gradingStatuses)[number]

/** `replaced`: the student handed in a newer version before this one was reviewed. */
export const submissionStatuses = [...gradingStatuses, 'replaced'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

/** Where a student is with an assignment. */
export const assignmentStatuses = ['none', ...gradingStatuses] as const
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
/** Per file, as it is shown. */
export const maximumFileMegabytes = 10
export const maximumFileBytes = maximumFileMegabytes * 1024 * 1024

export const fileMessages = {
  type: 'Jenis berkas ini tidak diterima. Pakai PDF, PNG, JPG, ZIP, TXT, MD, DOCX, XLSX, atau PPTX',
  tooLarge: `Berkas maksimal ${maximumFileMegabytes} MB`,
  tooMany: `Maksimal ${maximumFiles} berkas`,
} as const

export const submissionRules: FileRules = {
  extensions: documentExtensions,
  maximumBytes: maximumFileBytes,
  type: fileMessages.type,
  tooLarge: fileMessages.tooLarge,
}

/** An absolute http or https URL. */
export const isWebUrl = (text: string): boolean => /^https?:\/\/[^\s/?#]\S*$/i.test(text)

/** A criterion with its level that a review chose. */
export type Score = { criterion: string; level: string; description: string; points: number; maximumPoints: number }
