// Enum values and limits of code exercises, separate from the schemas, so that the player need not load those.

export const exerciseLanguages = ['web', 'javascript', 'sql', 'python'] as const
export type ExerciseLanguage = (typeof exerciseLanguages)[number]
export const exerciseLanguageLabels: Record<ExerciseLanguage, string> = {
  web: 'Web (HTML, CSS, JavaScript)',
  javascript: 'JavaScript',
  sql: 'SQL',
  python: 'Python',
}

/** `edit`: the student changes it. `read`: it is shown. `hidden`: it runs without being shown, which keeps nothing secret. */
export const fileRoles = ['edit', 'read', 'hidden'] as const
export type FileRole = (typeof fileRoles)[number]
export const fileRoleLabels: Record<FileRole, string> = {
  edit: 'Ditulis siswa',
  read: 'Hanya dibaca',
  hidden: 'Tidak tampil',
}

export type CodeFile = { path: string; text: string }
export type ExerciseFile = CodeFile & { role: FileRole }

export const maximumCodeFiles = 20
/** Characters of one file. */
export const maximumCodeLength = 100_000
/** Characters of all files together. */
export const maximumAllCodeLength = 200_000
export const maximumTestsLength = 50_000
export const maximumTests = 100
export const maximumHints = 10
export const maximumHintLength = 1_000
export const maximumSolutionAfter = 20

const maximumPathLength = 100
const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/

/** True for a path below the folder of the exercise, such as `gaya/utama.css`. */
export const isCodePath = (path: string): boolean =>
  path.length <= maximumPathLength && path.split('/').every((name) => segment.test(name))

/** Without a byte order mark, with line feeds: as editors compare it. */
export const normalizeCode = (text: string): string => text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
