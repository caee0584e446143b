import { exportInstructorPage } from '#server/identity/instructor-profiles.ts'
import type { AccountDeps } from '#server/identity/deps.ts'
import { listSessions } from '#server/identity/sign-in/session.ts'
import { exportTwoSteps } from '#server/identity/two-step/two-step-state.ts'
import { rowPages } from '#server/platform/database/index.ts'
import { streamJson, type Viewer } from '#server/platform/http/index.ts'
import type { OwnMail } from '#server/platform/mail/index.ts'
import { tooManyRequests, type TooManyRequests } from '#server/platform/outcomes.ts'
import { readAccount } from './profile.ts'

const maximumLogEntries = 10_000
const logPageLength = 500

/** While another export of the same person is being sent. */
const retryAfterSeconds = 10

/** Accounts whose export this process is sending. */
const exporting = new Set<string>()

/**
 * All personal data of the viewer, from every module, as parts of the JSON of a success. It is read while it is sent, so that its size does not
 * matter; one export of a person at a time.
 */
export async function exportAccount(
  deps: AccountDeps,
  viewer: Viewer,
): Promise<{ outcome: 'begun'; parts: AsyncIterable<string> } | TooManyRequests> {
  if (exporting.has(viewer.id)) return tooManyRequests({ retryAfterSeconds })
  exporting.add(viewer.id)
  try {
    await deps.audit.record(deps.database.query, {
      actorId: viewer.id,
      action: 'user.exported',
      subjectId: viewer.id,
    })
    const parts = streamJson({ success: true, data: await collectData(deps, viewer) })
    return { outcome: 'begun', parts: whenDone(parts, () => exporting.delete(viewer.id)) }
  } catch (error) {
    exporting.delete(viewer.id)
    throw error
  }
}

/** The same parts. `release` also runs when the client disconnects before the first one, which would not even start a generator. */
function whenDone(parts: AsyncGenerator<string>, release: () => void): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          const result = await parts.next()
          if (result.done) release()
          return result
        } catch (error) {
          release()
          throw error
        }
      },
      async return() {
        release()
        return parts.return(undefined)
      },
    }),
  }
}

async function collectData(deps: AccountDeps, viewer: Viewer): Promise<Record<string, unknown>> {
  const { name, email, role, headline, bio, photo, createdAt, emailVerifiedAt, googleSub, oidcSub } = await readAccount(
    deps,
    viewer.id,
  )
  const sessions = await listSessions(deps, viewer)
  return {
    exportedAt: deps.clock.now().toISOString(),
    account: {
      id: viewer.id,
      name,
      email,
      role,
      headline,
      bio,
      photo,
      createdAt,
      emailVerifiedAt,
      googleAccountId: googleSub,
      organisationAccountId: oidcSub,
    },
    sessions: sessions.map(({ userAgent, createdAt: startedAt, lastUsedAt }) => ({ userAgent, startedAt, lastUsedAt })),
    instructorPage: await exportInstructorPage(deps, viewer.id),
    twoStep: await exportTwoSteps(deps.database.query, viewer.id),
    mails: rowPages(
      (row: OwnMail) => row.id,
      (after, limit) => deps.mail.listOf(viewer.id, { after, limit }),
      ({ kind, to, subject, createdAt: queuedAt, sentAt }) => ({ kind, to, subject, createdAt: queuedAt, sentAt }),
    ),
    log: logPages(deps, viewer.id),
    ...Object.fromEntries(deps.personalData.map((part) => [part.name, () => part.export(viewer.id)])),
  }
}

async function* logPages({ audit }: AccountDeps, userId: string): AsyncGenerator<unknown[]> {
  for (let page = 1; page <= maximumLogEntries / logPageLength; page++) {
    const { entries } = await audit.list({ subjectKind: 'user', subjectId: userId }, { page, limit: logPageLength })
    yield entries.map(({ happenedAt, action, details }) => ({ happenedAt, action, details }))
    if (entries.length < logPageLength) return
  }
}
