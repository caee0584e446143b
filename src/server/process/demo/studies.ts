import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import { at, findDemoStudent, type DemoDeps } from './accounts.ts'

// The share of a course that is completed, and how many days ago each lesson was: some weeks with gaps, the last days in a row.
const studied = [
  { share: 1, daysAgo: [37, 36, 30, 23, 22, 20, 19, 18] },
  { share: 0.5, daysAgo: [13, 9, 8, 6] },
  { share: 0.34, daysAgo: [2, 1, 0] },
]

/** Creates some weeks of progress for the demo student: a finished course with its certificate, one half done, one just begun. */
export async function seedStudies({ app, clock }: Pick<DemoDeps, 'app' | 'clock'>): Promise<void> {
  const { learning, certificates } = app.modules
  const student = await findDemoStudent(app)
  const courses = (await learning.listEnrolledCourses(student.id)).toSorted((a, b) => a.title.localeCompare(b.title))
  const now = clock.now().getTime()
  for (const [index, { share, daysAgo }] of studied.entries()) {
    const course = courses[index]
    if (!course) return
    const enrollment = { userId: student.id, courseId: course._id }
    const lessons = course.details.slice(0, Math.ceil(course.details.length * share))
    const changes = lessons.map((lesson, index) => ({
      lessonId: lesson._id,
      completed: true,
      markedAt: new Date(now - (daysAgo[index] ?? daysAgo.at(-1) ?? 0) * dayMs - 5 * minuteMs).toISOString(),
    }))
    const last = new Date(changes.at(-1)?.markedAt ?? now)
    await at(clock, last, async () => {
      mustBe(
        await learning.applyCompletionChanges(
          { student: { id: student.id, role: 'student' }, courseId: course._id },
          changes,
        ),
        'recorded',
      )
      if (share === 1) mustBe(await certificates.issue({ ...enrollment, name: student.name }), 'issued')
    })
  }
}
