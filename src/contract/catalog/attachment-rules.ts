import { documentExtensions, type FileRules } from '#contract/kit/media/file-rules.ts'

// Files of lessons ("Materi unduhan"), separate from the schemas, so that what offers them need not load those.

/** Per file, as it is shown; a recording is larger than a document. */
export const maximumAttachmentMegabytes = 50
export const maximumAttachmentBytes = maximumAttachmentMegabytes * 1024 * 1024
/** Per lesson. */
export const maximumAttachments = 20
export const attachmentRules: FileRules = {
  extensions: [...documentExtensions, 'mp3', 'm4a', 'ogg', 'wav'],
  maximumBytes: maximumAttachmentBytes,
  type: 'Jenis berkas ini tidak diterima. Pakai PDF, PNG, JPG, ZIP, TXT, MD, DOCX, XLSX, PPTX, MP3, M4A, OGG, atau WAV',
  tooLarge: `Berkas maksimal ${maximumAttachmentMegabytes} MB`,
}
