import { describeForeign } from './foreign-files.ts'

/** Which files are taken somewhere, and what is said about others. */
export type FileRules = { extensions: readonly string[]; maximumBytes: number; type: string; tooLarge: string }

export const contentMessages = {
  content: 'Isi berkas tidak cocok dengan ekstensinya',
  empty: 'Berkas ini kosong',
} as const

/** Kinds that students hand in; lessons have audio beside them. */
export const documentExtensions = ['pdf', 'png', 'jpg', 'jpeg', 'zip', 'txt', 'md', 'docx', 'xlsx', 'pptx'] as const

/** Phones give pictures such endings, and programs what they save in the new form those of the old one: the content decides. */
const mayBeOther: ReadonlySet<string> = new Set([
  'jfif',
  'heic',
  'heif',
  'webp',
  'gif',
  'bmp',
  'aac',
  'doc',
  'xls',
  'ppt',
  'rtf',
  'odt',
  'ods',
  'odp',
])

/** Names the types that are taken, and for a kind that people often have what to do with it. */
export function typeProblem(kind: string, { type }: FileRules): string {
  const found = describeForeign(kind)
  return found ? `${type}. ${found}` : type
}

/** The error of a file that its name and size show; null when the content may decide. */
export function fileProblem({ name, size }: { name: string; size: number }, rules: FileRules): string | null {
  const extension = extensionOf(name)
  // An ending that nobody knows is a part of the name: "Skripsi Budi S.Pd", "Laporan Bab 1.2".
  if (!rules.extensions.includes(extension) && !mayBeOther.has(extension) && describeForeign(extension))
    return typeProblem(extension, rules)
  if (size === 0) return contentMessages.empty
  return size > rules.maximumBytes ? rules.tooLarge : null
}

/** Lower-cased, without its dot; empty without one. Degrees are no endings: "Budi, A.Md". */
export const extensionOf = (name: string): string =>
  /\b[AMS]\.(?:Md|H|Gz|Cs)$/.test(name) ? '' : (/[^.]\.(markdown|[a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '')
