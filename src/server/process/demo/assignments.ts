import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { hourMs } from '#contract/kit/durations.ts'
import { assignmentInput } from '#contract/assessment/assignment.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import { markdownToHtml } from '#server/platform/rich-text/index.ts'
import { at, findBuyer, findDemoStudent, type DemoDeps } from './accounts.ts'

const folder = join(import.meta.dirname, '../../../../demo/assignments')

const demoAssignment = z.object({
  course: z.string(),
  title: z.string(),
  file: z.string(),
  points: z.number(),
  criteria: z.array(z.unknown()),
  /** Waits for a review, from the demo student. */
  submission: z.object({ text: z.string(), file: z.string(), fileText: z.string(), hoursAgo: z.number() }).optional(),
})

/** Adds an assignment at the end of some courses, after the generated history: nobody has completed it. */
export async function seedAssignments({
  app,
  database,
  clock,
}: Pick<DemoDeps, 'app' | 'database' | 'clock'>): Promise<void> {
  const { catalog, identity, assessment } = app.modules
  const student = await findDemoStudent(app)
  for (const { course, title, file, submission, ...terms } of z
    .array(demoAssignment)
    .parse(JSON.parse(await read('assignments.json')))) {
    const { points, criteria } = assignmentInput.parse(terms)
    const html = markdownToHtml(await read(file))
    const [found] = (await catalog.findCoursesByTitle([course])).get(course.toLowerCase()) ?? []
    const [row] = found ? await catalog.listCoursesById([found.id]) : []
    if (!row) throw new Error(`The demo content names "${course}", which does not exist`)
    const instructor = { ...(await findBuyer({ identity }, row.instructorId)), role: 'instructor' as const }
    const chapterId = (await catalog.listChapters(row.id)).at(-1)?.id ?? null
    const lessonId = await database.transaction((tx) =>
      catalog.addLesson(tx, { courseId: row.id, chapterId, title, isPreview: false, type: 'assignment', html }),
    )
    const key = { courseId: row.id, lessonId }
    mustBe(await assessment.assignments.save(instructor, { key, version: 0, points, criteria }), 'saved')
    if (!submission) continue
    const files = [new File([submission.fileText], submission.file)]
    const handIn = () => assessment.assignments.handIn(student, { key, text: submission.text, link: null, files })
    mustBe(await at(clock, new Date(clock.now().getTime() - submission.hoursAgo * hourMs), handIn), 'handed-in')
  }
}

const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')
