import { assignmentInput } from '#contract/assessment/assignment.ts'
import { allOf, at, childrenOf, textAt, type XmlNode } from '#server/platform/xml.ts'

/** Where Canvas keeps the rubrics of a course. */
export const rubricsFile = 'course_settings/rubrics.xml'

/** A rubric as course files hold it, and what was changed; null where it does not fit. */
type ReadRubric = { title: string; criteria: Record<string, unknown>[] | null; notes: string[] }

const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed().trim()

function readLevels(criterion: XmlNode, notes: Set<string>): Record<string, unknown>[] {
  const levels = childrenOf(at(criterion, 'ratings'), 'rating').map((rating) => {
    const given = Number(textAt(rating, 'points'))
    const points = Math.max(0, Math.round(given) || 0)
    if (points !== given) notes.add('poin rubriknya dibulatkan')
    return {
      title: cut(textAt(rating, 'description'), 200) || `${points} poin`,
      points,
      description: cut(textAt(rating, 'long_description'), 1_000),
    }
  })
  if (levels.length !== 1) return levels
  notes.add('rubriknya mendapat tingkat 0 poin')
  return [...levels, { title: 'Belum', points: 0, description: '' }]
}

function readRubric(rubric: XmlNode): ReadRubric {
  const notes = new Set<string>()
  const criteria = allOf(at(rubric, 'criteria'), 'criterion').map((criterion) => {
    if (textAt(criterion, 'long_description') !== '') notes.add('penjelasan panjang kriterianya tidak ikut')
    return {
      title: cut(textAt(criterion, 'description'), 200) || 'Kriteria',
      levels: readLevels(criterion, notes),
    }
  })
  const checked = assignmentInput.shape.criteria.safeParse(criteria)
  const problem = checked.success ? null : checked.error.issues[0]?.message
  return {
    title: textAt(rubric, 'title'),
    criteria: problem === null ? criteria : null,
    notes: problem === null ? [...notes] : [`rubriknya tidak ikut: ${problem}`],
  }
}

/** The rubrics of a cartridge, each taken by the assignments that name it. */
export function cartridgeRubrics(root: XmlNode | undefined) {
  const rubrics = new Map(
    allOf(root, 'rubric').map((rubric) => [rubric.attributes['identifier'] ?? '', readRubric(rubric)]),
  )
  const left = new Set(rubrics.keys())
  return {
    /** That of an assignment, if it names one. */
    of(task: XmlNode | undefined): { extra: Record<string, unknown>; notes: string[] } {
      const id = textAt(task, 'rubric_identifierref')
      const rubric = rubrics.get(id)
      if (!rubric) return { extra: {}, notes: id === '' ? [] : ['rubriknya tidak ada di arsip'] }
      left.delete(id)
      return { extra: rubric.criteria ? { rubric: rubric.criteria } : {}, notes: rubric.notes }
    },
    /** Titles of those that no assignment names. */
    unused: (): string[] => [...left].map((id) => rubrics.get(id)?.title ?? ''),
  }
}
