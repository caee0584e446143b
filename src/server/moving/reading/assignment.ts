import * as z from 'zod/mini'
import { assignmentInput, type AssignmentInput, type Criterion } from '#contract/assessment/assignment.ts'
import { unknownField } from './course-yaml.ts'
import { courseFile } from './mistakes.ts'
import type { LessonKind, LessonToRead } from './lesson-kind.ts'
import { readMarkdownFile, writeMarkdownFile } from './markdown-file.ts'

const { points, criteria } = assignmentInput.shape
const termsFields = z.object({ points, rubric: criteria })
const defaults = assignmentInput.parse({})
const criterionNames = ['title', 'levels']
const levelNames = ['title', 'points', 'description']

function readTerms({ fields, lineOf, mistakes }: LessonToRead): AssignmentInput {
  const report = (path: readonly PropertyKey[], message: string) =>
    mistakes.report(courseFile, lineOf(...path.map(String)), message)
  for (const { path, name, known } of unknownNames(fields.rubric)) report([...path, name], unknownField(name, known))
  const parsed = termsFields.safeParse({ points: fields.points, rubric: fields.rubric })
  if (parsed.success) return { points: parsed.data.points, criteria: parsed.data.rubric }
  for (const { path, message } of parsed.error.issues) report(path, message)
  return defaults
}

type UnknownName = { path: readonly PropertyKey[]; name: string; known: readonly string[] }

/** Fields of criteria and levels that do not exist. What is wrong with those that do, the schema says. */
function unknownNames(rubric: unknown): UnknownName[] {
  const among = (parts: unknown, path: readonly PropertyKey[], known: readonly string[]): UnknownName[] =>
    partsOf(parts).flatMap(([index, part]) =>
      Object.keys(part).flatMap((name) => (known.includes(name) ? [] : [{ path: [...path, index], name, known }])),
    )
  return [
    ...among(rubric, ['rubric'], criterionNames),
    ...partsOf(rubric).flatMap(([index, criterion]) =>
      among(criterion.levels, ['rubric', index, 'levels'], levelNames),
    ),
  ]
}

/** The entries of a list that have fields, each with its position. */
const partsOf = (value: unknown): [number, Record<string, unknown>][] =>
  Array.isArray(value)
    ? [...value.entries()].filter(
        (entry): entry is [number, Record<string, unknown>] => typeof entry[1] === 'object' && entry[1] !== null,
      )
    : []

const writeCriterion = ({ title, levels }: Criterion) => ({
  title,
  levels: levels.map((level) => ({
    title: level.title,
    points: level.points,
    ...(level.description && { description: level.description }),
  })),
})

export const assignment: LessonKind = {
  field: 'assignment',
  otherFields: ['points', 'rubric'],
  mayBePreview: false,
  matches: () => true,

  async read(lesson) {
    const terms = readTerms(lesson)
    const task = await readMarkdownFile(lesson, 'assignment')
    if (!task) return null
    return {
      pictures: task.pictures,
      files: task.files,
      body: (stored) => ({ type: 'assignment', html: task.html(stored) }),
      store: async (tx, { assessment }, { lessonId, importer }) =>
        void (await assessment.addAssignment(tx, { lessonId, savedBy: importer.id, ...terms })),
    }
  },

  async write({ id, courseId, bodyHtml }, writer, { assessment }) {
    const stored = await assessment.assignments.show(writer.viewer, { courseId, lessonId: id })
    return {
      assignment: await writeMarkdownFile(bodyHtml ?? '', writer),
      ...(stored && stored.points !== defaults.points ? { points: stored.points } : {}),
      ...(stored && stored.criteria.length > 0 ? { rubric: stored.criteria.map(writeCriterion) } : {}),
    }
  },
}
