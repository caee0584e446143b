import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { exerciseInput } from '#contract/exercises/exercise.ts'
import { markdownToHtml } from '#server/platform/rich-text/index.ts'
import type { DemoDeps } from './accounts.ts'

const file = join(import.meta.dirname, '../../../../demo/exercises/exercises.json')
const demoExercise = z.looseObject({ course: z.string(), title: z.string(), task: z.string() })

/** Adds code exercises at the end of some courses, after the generated history: nobody has tried them. */
export async function seedExercises({ app, database }: Pick<DemoDeps, 'app' | 'database'>): Promise<void> {
  const { catalog, exercises } = app.modules
  for (const { course, title, task, ...fields } of z
    .array(demoExercise)
    .parse(JSON.parse(await readFile(file, 'utf8')))) {
    const [found] = (await catalog.findCoursesByTitle([course])).get(course.toLowerCase()) ?? []
    const [row] = found ? await catalog.listCoursesById([found.id]) : []
    if (!row) throw new Error(`The demo content names "${course}", which does not exist`)
    const chapterId = (await catalog.listChapters(row.id)).at(-1)?.id ?? null
    const html = markdownToHtml(task)
    await database.transaction(async (tx) => {
      const lesson = { courseId: row.id, chapterId, title, isPreview: false, type: 'code' as const, html }
      const lessonId = await catalog.addLesson(tx, lesson)
      // exercise-demo.thorough.e2e.ts runs them.
      const checked = { solutionPasses: true, startFails: true }
      await exercises.addExercise(tx, { ...exerciseInput.parse(fields), lessonId, savedBy: row.instructorId, checked })
    })
  }
}
