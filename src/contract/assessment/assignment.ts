import * as z from 'zod/mini'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import { wholeNumber } from '#contract/kit/format/whole-number.ts'

// Points and rubric of an assignment, shared by its editor and the server.

export const maximumCriteria = 20
const maximumLevels = 20

/** A UUID, also one that the editor made; other ids are replaced when the rubric is saved. */
const partId = z.optional(z.string().check(z.maxLength(64)))
const title = (message: string) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), visibleText(message), z.maxLength(200, 'Maksimal 200 karakter'))

const levelPoints = 'Isi 0 sampai 1.000 poin'
const level = z.object({
  _id: partId,
  title: title('Isi nama tingkat'),
  points: wholeNumber(levelPoints, 0, 1_000),
  description: z._default(
    z.string('Penjelasan berupa teks').check(z.trim(), z.maxLength(1_000, 'Maksimal 1.000 karakter')),
    '',
  ),
})

const levelsMessage = `Isi 2 sampai ${maximumLevels} tingkat`
const criterion = z.object({
  _id: partId,
  title: title('Isi nama kriteria'),
  levels: z.array(level, levelsMessage).check(
    z.minLength(2, levelsMessage),
    z.maxLength(maximumLevels, levelsMessage),
    z.refine((levels) => levels.some(({ points }) => points > 0), 'Sedikitnya satu tingkat bernilai lebih dari 0'),
  ),
})
export type CriterionInput = z.output<typeof criterion>

/** A stored criterion: every part with its id. */
type Level = Omit<CriterionInput['levels'][number], '_id'> & { _id: string }
export type Criterion = { _id: string; title: string; levels: Level[] }

export const assignmentInput = z.object({
  /** Earned by the best work; the points of the rubric are scaled to them. */
  points: z._default(wholeNumber('Isi 1 sampai 1.000 poin', 1, 1_000), 100),
  criteria: z._default(
    z
      .array(criterion, 'Rubrik tidak dikenal')
      .check(z.maxLength(maximumCriteria, `Maksimal ${maximumCriteria} kriteria`)),
    [],
  ),
})
export type AssignmentInput = z.output<typeof assignmentInput>

/** The points of the best level. */
export const bestPoints = ({ levels }: { levels: readonly { points: number }[] }): number =>
  Math.max(...levels.map(({ points }) => points))
