import * as z from 'zod/mini'
import { exerciseFields, exerciseRules, type ExerciseInput } from '#contract/exercises/exercise.ts'
import { courseFile } from './mistakes.ts'
import { unknownField } from './course-yaml.ts'
import type { LessonKind, LessonToRead } from './lesson-kind.ts'
import { readMarkdownFile, writeMarkdownFile } from './markdown-file.ts'

const names = Object.keys(exerciseFields)
const codeFields = z
  .strictObject(exerciseFields, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownField(issue.keys[0] ?? '', names)
        : 'Tulis latihan sebagai baris "nama: nilai"',
  })
  .check(...exerciseRules)

/** Null for an exercise that its author has not written yet, and, with mistakes reported, for a wrong one. */
function readCode({ fields, lineOf, mistakes }: LessonToRead): ExerciseInput | null {
  if (fields.code === undefined) return null
  const parsed = codeFields.safeParse(fields.code)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues)
    mistakes.report(courseFile, lineOf('code', ...path.map(String)), message)
  return null
}

/** A code exercise: its task is a Markdown file, and its files, tests and solution are texts in `code`. */
export const exercise: LessonKind = {
  field: 'exercise',
  otherFields: ['code'],
  mayBePreview: false,
  matches: () => true,

  async read(lesson) {
    const code = readCode(lesson)
    const task = await readMarkdownFile(lesson, 'exercise')
    if (!task) return null
    return {
      pictures: task.pictures,
      files: task.files,
      body: (stored) => ({ type: 'code', html: task.html(stored) }),
      store: async (tx, { exercises }, { lessonId, importer }) => {
        if (code) await exercises.addExercise(tx, { lessonId, savedBy: importer.id, ...code })
      },
    }
  },

  async write({ id, courseId, bodyHtml }, writer, { exercises }) {
    const stored = await exercises.showOwnExercise(writer.viewer, { courseId, lessonId: id })
    const task = await writeMarkdownFile(bodyHtml ?? '', writer)
    if (!stored || stored.version === 0) return { exercise: task }
    const { language, files, tests, hints, solution, solutionAfter } = stored
    return { exercise: task, code: { language, files, tests, hints, solution, solutionAfter } }
  },
}
