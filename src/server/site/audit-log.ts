import type { AuditEntry, ListAuditInput } from '#contract/audit.ts'
import { ok } from '#contract/endpoint.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { endpoints } from '#server/http/index.ts'
import type { Identity } from '#server/identity/index.ts'

type Deps = { audit: Audit; identity: Identity; catalog: Catalog }
export type AuditLog = ReturnType<typeof createAuditLog>

/** More people than this are no search for one person. */
const mostActors = 100
const wibOffset = '+07:00'
const dayMs = 86_400_000

/** The log as people read it: with names for ids. */
export function createAuditLog({ audit, identity, catalog }: Deps) {
  /** Null: nobody is called so. */
  async function findActors(person: string | undefined): Promise<string[] | null | undefined> {
    if (!person) return undefined
    const { accounts } = await identity.listAccounts({ q: person, page: 1, limit: mostActors })
    return accounts.length > 0 ? accounts.map((account) => account.id) : null
  }

  return {
    async list({ action, person, from, to, page, limit }: ListAuditInput): Promise<{ entries: AuditEntry[]; total: number }> {
      const actorIds = await findActors(person)
      if (actorIds === null) return { entries: [], total: 0 }
      const { entries, total } = await audit.list(
        {
          ...(actorIds ? { actorIds } : {}),
          ...(action ? { action } : {}),
          ...(from ? { from: new Date(`${from}T00:00:00${wibOffset}`) } : {}),
          ...(to ? { before: new Date(new Date(`${to}T00:00:00${wibOffset}`).getTime() + dayMs) } : {}),
        },
        { page, limit },
      )
      const idsOf = (kind: string) => entries.filter((entry) => entry.subjectKind === kind && isUuid(entry.subjectId)).map((entry) => entry.subjectId)
      const people = await identity.findPeople([...entries.flatMap((entry) => entry.actorId ?? []), ...idsOf('user')])
      const titles = new Map((await catalog.findCourses([...new Set(idsOf('course'))])).map((course) => [course.id, course.title]))
      return {
        total,
        entries: entries.map(({ id, happenedAt, actorId, action, subjectKind, subjectId, details }) => {
          const actor = actorId ? people.get(actorId) : undefined
          return {
            _id: id,
            happenedAt: happenedAt.toISOString(),
            actor: actor ? { _id: actor.id, name: actor.name, email: actor.email } : null,
            action,
            subject: { kind: subjectKind, _id: subjectId, name: people.get(subjectId)?.name ?? titles.get(subjectId) ?? null },
            details,
          }
        }),
      }
    },

    listActions: () => audit.listActions(),
  }
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)

export function createAuditLogRoutes(log: AuditLog) {
  const { audit: on } = endpoints
  return {
    listAuditEntries: on.listAuditEntries.handler(async ({ input }) => {
      const { entries, total } = await log.list(input)
      return { success: true as const, data: entries, meta: { page: input.page, limit: input.limit, total } }
    }),
    listAuditActions: on.listAuditActions.handler(async () => ok(await log.listActions())),
  }
}
