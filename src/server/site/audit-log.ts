import { dayMs } from '#contract/kit/durations.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import type { AuditEntry, ListAuditInput } from '#contract/site/audit.ts'
import { jakartaMidnight } from '#contract/kit/days.ts'
import { ok } from '#contract/kit/endpoint.ts'
import type { ApiKeys } from '#server/integrations/index.ts'
import type { Audit, AuditEntry as LogEntry } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { endpoints } from '#server/endpoints.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Library } from '#server/library/index.ts'

type Deps = { audit: Audit; apiKeys: ApiKeys; identity: Identity; catalog: Catalog; library: Library }
export type AuditLog = ReturnType<typeof auditLogModule>

/** The maximum number of users that a person filter matches. */
const maximumActors = 100

/** The audit log with names for ids. */
export function auditLogModule({ audit, apiKeys, identity, catalog, library }: Deps) {
  async function findActors(person: string) {
    const { accounts } = await identity.listAccounts({ q: person, page: 1, limit: maximumActors })
    return {
      userIds: accounts.map((account) => account.id),
      apiKeyIds: await apiKeys.listIdsByName(person, maximumActors),
    }
  }

  /** Existing subjects have their current name. */
  async function nameSubjects(entries: readonly LogEntry[]): Promise<(kind: string, id: string) => string | undefined> {
    const idsOf = (kind: string) =>
      [...new Set(entries.filter((entry) => entry.subjectKind === kind).map((entry) => entry.subjectId))].filter(isUuid)
    const [people, courses] = [
      await identity.findUserProfiles(idsOf('user')),
      await catalog.listCoursesById(idsOf('course')),
    ]
    const [ebooks, tips] = [await library.describeEbooks(idsOf('ebook')), await library.nameTips(idsOf('tip'))]
    const names: Record<string, ReadonlyMap<string, string>> = {
      user: new Map([...people].map(([id, { name }]) => [id, name])),
      course: new Map(courses.map(({ id, title }) => [id, title])),
      ebook: new Map([...ebooks].map(([id, { title }]) => [id, title])),
      tip: tips,
    }
    return (kind, id) => names[kind]?.get(id)
  }

  /** Names for the ids in the details of entries. */
  async function nameMentions(entries: readonly LogEntry[]): Promise<Map<string, string>> {
    const ids = [...new Set(entries.flatMap(({ details }) => idsIn(details)))]
    if (ids.length === 0) return new Map()
    const [people, courses, ebooks, categories] = [
      await identity.findUserProfiles(ids),
      await catalog.listCoursesById(ids),
      await library.describeEbooks(ids),
      await catalog.listCategories(),
    ]
    return new Map([
      ...[...people].map(([id, { name }]) => [id, name] as const),
      ...courses.map(({ id, title }) => [id, title] as const),
      ...[...ebooks].map(([id, { title }]) => [id, title] as const),
      ...categories.map(({ id, name }) => [id, name] as const),
    ])
  }

  return {
    async list({ action, person, subjectKind, subjectId, from, to, ...input }: ListAuditInput) {
      const { entries, ...meta } = await audit.list(
        {
          ...(person ? { actors: await findActors(person) } : {}),
          ...(action ? { action } : {}),
          ...(subjectKind && subjectId ? { subjectKind, subjectId } : {}),
          ...(from ? { from: jakartaMidnight(from) } : {}),
          ...(to ? { before: new Date(jakartaMidnight(to).getTime() + dayMs) } : {}),
        },
        input,
      )
      const people = await identity.findUserProfiles(entries.flatMap((entry) => entry.actorId ?? []))
      const keyNames = await apiKeys.nameKeys(entries.flatMap((entry) => entry.apiKeyId ?? []))
      const nameOf = await nameSubjects(entries)
      const mentioned = await nameMentions(entries)
      const namesIn = (details: Record<string, unknown>): [string, string][] =>
        idsIn(details).flatMap((id) => (mentioned.has(id) ? [[id, mentioned.get(id) ?? '']] : []))
      return {
        ...meta,
        entries: entries.map(
          ({ id, happenedAt, actorId, apiKeyId, action, subjectKind, subjectId, details }): AuditEntry => {
            const actor = actorId ? people.get(actorId) : undefined
            return {
              _id: id,
              happenedAt: happenedAt.toISOString(),
              actor: actor ? { _id: actor.id, name: actor.name, email: actor.email } : null,
              apiKey: apiKeyId ? { _id: apiKeyId, name: keyNames.get(apiKeyId) ?? '' } : null,
              action,
              subject: {
                kind: subjectKind,
                _id: subjectId,
                name: nameOf(subjectKind, subjectId) ?? lastTitle(action, details),
              },
              details,
              names: Object.fromEntries(namesIn(details)),
            }
          },
        ),
      }
    },

    listActions: () => audit.listActions(),
  }
}

/** The most names that one entry shows, for example of an import. */
const maximumNames = 500

/** The ids in the details of an entry: on their own, in lists, before and after a change, and as names of values. */
function idsIn(details: unknown): string[] {
  if (typeof details === 'string') return isUuid(details) ? [details] : []
  if (Array.isArray(details)) return details.slice(0, maximumNames).flatMap(idsIn)
  return typeof details === 'object' && details !== null
    ? Object.entries(details).flatMap(([name, value]) => [...idsIn(name), ...idsIn(value)])
    : []
}

/** A deleted subject has the title of its deletion entry. */
const lastTitle = (action: string, { title }: Record<string, unknown>): string | null =>
  action.endsWith('.deleted') && typeof title === 'string' ? title : null

export function auditLogRoutes(log: AuditLog) {
  const { audit: on } = endpoints
  return {
    listAuditEntries: on.listAuditEntries.handler(async ({ input }) => {
      const { entries, ...meta } = await log.list(input)
      return { success: true as const, data: entries, meta: { page: input.page, limit: input.limit, ...meta } }
    }),
    listAuditActions: on.listAuditActions.handler(async () => ok(await log.listActions())),
  }
}
