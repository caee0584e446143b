import { newId } from '#server/platform/new-id.ts'
import type { CourseRow } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import { accessGivenMessage } from '#server/learning/messages.ts'
import { enrollAll, staffSource } from './enroll.ts'

type Deps = Parameters<typeof enrollAll>[1] & { mail: Mail; publicUrl: string }
export type AccessGrant = {
  user: { id: string; name: string; email: string }
  course: Pick<CourseRow, 'id' | 'title'>
  /** Mails the user. */ notify: boolean
  /** The mail has the title of the course, which instructors could use to write to strangers. */
  byAdmin?: boolean
  /** The cohort in which the caller has locked a seat. */
  groupId?: string
}

/** Opens courses for users on behalf of staff. Returns what is new, without mails for what was open already. */
export async function giveAccess(tx: Tx, deps: Deps, grants: readonly AccessGrant[]): Promise<AccessGrant[]> {
  const grantOf = new Map(grants.map((grant) => [`${staffSource}${newId()}`, grant]))
  const enrollments = [...grantOf].map(([sourceRef, { user, course, groupId = null }]) => ({
    userId: user.id,
    courseId: course.id,
    sourceRef,
    groupId,
  }))
  const added = (await enrollAll(tx, deps, enrollments)).flatMap(({ sourceRef }) => grantOf.get(sourceRef) ?? [])
  for (const { user, course, notify, byAdmin = false } of added)
    if (notify)
      await deps.mail.queue(tx, {
        kind: 'access-given',
        to: user,
        message: accessGivenMessage(deps.publicUrl, { id: course.id, title: byAdmin ? course.title : null }),
        ownerId: user.id,
        ...(byAdmin ? {} : { cause: 'stranger' }),
      })
  return added
}
