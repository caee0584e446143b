import * as z from 'zod/mini'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import { countTests } from './count-tests.ts'
import {
  exerciseLanguages,
  fileRoles,
  isCodePath,
  maximumAllCodeLength,
  maximumCodeFiles,
  maximumCodeLength,
  maximumHintLength,
  maximumHints,
  maximumSolutionAfter,
  maximumTests,
  maximumTestsLength,
  normalizeCode,
} from './exercise-values.ts'

// Files, tests, hints and solution of a code exercise, shared by its editor and the server.

const thousands = (count: number): string => count.toLocaleString('id-ID')
const pathMessage = 'Nama berkas berisi huruf, angka, titik, - dan _, tanpa spasi; folder dipisah dengan /'
const filesMessage = `Isi 1 sampai ${maximumCodeFiles} berkas`
const allMessage = `Semua berkas bersama-sama maksimal ${thousands(maximumAllCodeLength)} karakter`

const path = z.string(pathMessage).check(z.trim(), z.refine(isCodePath, pathMessage))
const code = (longest: number) =>
  z
    .string('Isi berkas berupa teks')
    .check(z.overwrite(normalizeCode), z.maxLength(longest, `Maksimal ${thousands(longest)} karakter`))

export const codeFile = z.object({ path, text: code(maximumCodeLength) })
const exerciseFile = z.extend(codeFile, { role: z.enum(fileRoles, 'Pilih peran berkas') })

type File = z.output<typeof codeFile>
/** Names that differ by case only would be one file in many editors. */
const areDistinct = (files: readonly File[]): boolean =>
  new Set(files.map((file) => file.path.toLowerCase())).size === files.length
const fit = (files: readonly File[]): boolean =>
  files.reduce((sum, { text }) => sum + text.length, 0) <= maximumAllCodeLength
const distinctMessage = 'Nama berkas tidak boleh sama'

/** The files of a student: a draft, or what was run. */
export const codeFiles = z
  .array(codeFile, filesMessage)
  .check(
    z.minLength(1, filesMessage),
    z.maxLength(maximumCodeFiles, filesMessage),
    z.refine(areDistinct, distinctMessage),
    z.refine(fit, allMessage),
  )

const afterMessage = `Isi 1 sampai ${maximumSolutionAfter} percobaan`
const hintsMessage = `Maksimal ${maximumHints} petunjuk`

export const exerciseFields = {
  language: z.enum(exerciseLanguages, 'Pilih bahasa'),
  files: z.array(exerciseFile, filesMessage).check(
    z.minLength(1, filesMessage),
    z.maxLength(maximumCodeFiles, filesMessage),
    z.refine(areDistinct, distinctMessage),
    z.refine(fit, allMessage),
    z.refine((files) => files.some(({ role }) => role === 'edit'), 'Sedikitnya satu berkas ditulis siswa'),
  ),
  tests: code(maximumTestsLength),
  hints: z._default(
    z
      .array(
        z
          .string('Isi petunjuk')
          .check(
            z.trim(),
            z.minLength(1, 'Isi petunjuk'),
            visibleText('Isi petunjuk'),
            z.maxLength(maximumHintLength, `Maksimal ${thousands(maximumHintLength)} karakter`),
          ),
        hintsMessage,
      )
      .check(z.maxLength(maximumHints, hintsMessage)),
    [],
  ),
  solutionAfter: z._default(
    z.nullable(
      z
        .number(afterMessage)
        .check(z.int(afterMessage), z.minimum(1, afterMessage), z.maximum(maximumSolutionAfter, afterMessage)),
    ),
    null,
  ),
  solution: z._default(
    z
      .array(codeFile, filesMessage)
      .check(
        z.maxLength(maximumCodeFiles, filesMessage),
        z.refine(areDistinct, distinctMessage),
        z.refine(fit, allMessage),
      ),
    [],
  ),
}

type Sent = { language?: unknown; files?: unknown; tests?: unknown; solution?: unknown }
const testsMessage = `Tulis 1 sampai ${maximumTests} tes`
const solutionMessage = 'Solusi hanya berisi berkas yang ditulis siswa'

/** Rules across fields; each is checked once its own fields are right. */
export const exerciseRules = [
  z.refine<Sent>(
    ({ tests, language }) => {
      if (typeof tests !== 'string' || tests.length > maximumTestsLength) return true
      const count = countTests(tests, exerciseLanguages.find((name) => name === language) ?? 'javascript')
      return count > 0 && count <= maximumTests
    },
    { error: testsMessage, path: ['tests'], when: ({ value }) => typeof value === 'object' && value !== null },
  ),
  z.refine<Sent>(
    ({ files, solution }) => {
      const editable = new Set(
        (files as { path: string; role: string }[]).flatMap((file) => (file.role === 'edit' ? file.path : [])),
      )
      return (solution as { path: string }[]).every((file) => editable.has(file.path))
    },
    { error: solutionMessage, path: ['solution'] },
  ),
] as const

export const exerciseInput = z.object(exerciseFields).check(...exerciseRules)
export type ExerciseInput = z.output<typeof exerciseInput>
