import { sql } from 'drizzle-orm'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import { membersOf } from '#server/learning/memberships.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { at, findBuyer, findDemoStudent, type DemoDeps } from './accounts.ts'
import { demoAnnouncements, demoQuestions } from './conversation-questions.ts'

/** Beyond the demo student, so many students of a course ask and vote. */
const askersPerCourse = 8

/** Asks once for each course. */
function once<Answer>(ask: (courseId: string) => Promise<Answer>): (courseId: string) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>()
  return (courseId) => {
    const answer = asked.get(courseId) ?? ask(courseId)
    asked.set(courseId, answer)
    return answer
  }
}

/** Questions with answers, announcements, and what both tell the demo accounts. */
export async function seedConversation({ app, database, clock }: DemoDeps): Promise<void> {
  const { learning, catalog, conversation, identity } = app.modules
  const student: Viewer = await findDemoStudent(app)
  const courses = await learning.listEnrolledCourses(student.id)
  const now = clock.now().getTime()

  const viewersOf = once(async (courseId: string): Promise<Viewer[]> => {
    const members = membersOf(courseId, clock.now())
    const { rows } = await database.query.execute<{ userId: string }>(
      sql`select m.user_id as "userId" from (${members}) m where m.user_id <> ${student.id} order by m.user_id limit ${askersPerCourse}`,
    )
    return Promise.all(rows.map(({ userId }) => findBuyer({ identity }, userId)))
  })
  const teacherOf = once(async (courseId: string): Promise<Viewer | null> => {
    const course = await catalog.findCourse(courseId)
    return course?.instructorId ? { ...(await findBuyer({ identity }, course.instructorId)), role: 'instructor' } : null
  })

  for (const [index, { course: start, title, text, answer, votes = 0 }] of demoQuestions.entries()) {
    const course = courses.find((known) => known.title.startsWith(start))
    if (!course) continue
    const [teacher, others] = [await teacherOf(course._id), await viewersOf(course._id)]
    // Every fourth one is of the demo student, who finds its answer in the notifications.
    const asker = index % 4 === 0 ? student : (others[index % Math.max(1, others.length)] ?? student)
    const askedAt = now - (demoQuestions.length - index) * dayMs * 0.9 - 3 * hourMs
    const lessonId = course.details[index % Math.max(1, course.details.length)]?._id
    await at(clock, new Date(askedAt), async () => {
      const asked = await conversation.ask(asker, { courseId: course._id, title, text, contentId: lessonId })
      if (asked.outcome !== 'asked') return
      const { _id } = asked.question
      for (const voter of others.filter(({ id }) => id !== asker.id).slice(0, votes))
        await conversation.voteForQuestion(voter, _id)
      if (answer === null || !teacher) return
      clock.set(new Date(askedAt + 5 * hourMs))
      const answered = await conversation.answerQuestion(teacher, { questionId: _id, text: answer })
      if (answered.outcome === 'answered' && index % 3 === 0)
        await conversation.acceptAnswer(asker, { id: _id, answerId: answered.answer._id })
    })
  }

  for (const { course: start, title, text, daysAgo } of demoAnnouncements) {
    const course = courses.find((known) => known.title.startsWith(start))
    const teacher = course && (await teacherOf(course._id))
    if (!course || !teacher) continue
    // Not to all, because the demo would mail hundreds of people.
    const userIds = [student, ...(await viewersOf(course._id))].map(({ id }) => id)
    await at(clock, new Date(now - daysAgo * dayMs), () =>
      conversation.announce(teacher, { courseId: course._id, title, text, to: 'all', userIds }),
    )
  }
}
