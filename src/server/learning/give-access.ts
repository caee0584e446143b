import { randomUUIDv7 } from 'node:crypto'
import type { Catalog, CourseRow } from '#server/catalog/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Tx } from '#server/database/index.ts'
import type { Mail } from '#server/mail/index.ts'
import type { EmitEvent } from '#server/webhooks/index.ts'
import { accessGivenMessage } from './access-given-message.ts'
import { enroll, staffSource } from './enroll.ts'

type Deps = { catalog: Catalog; clock: Clock; emitEvent: EmitEvent; mail: Mail; publicUrl: string }
export type AccessGift = { user: { id: string; name: string; email: string }; course: Pick<CourseRow, 'id' | 'title'>; /** Mails the user. */ notify: boolean }

/** Opens a course for a user on behalf of staff. False, without a mail, when it was open already. */
export async function giveAccess(tx: Tx, deps: Deps, { user, course, notify }: AccessGift): Promise<boolean> {
  const isNew = await enroll(tx, deps, { userId: user.id, courseId: course.id, sourceRef: `${staffSource}${randomUUIDv7()}` })
  if (isNew && notify) await deps.mail.queue(tx, { kind: 'access-given', to: user, message: accessGivenMessage(deps.publicUrl, course) })
  return isNew
}
