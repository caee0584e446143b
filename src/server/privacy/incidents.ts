import { newId } from '#server/platform/new-id.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { jakartaDay, jakartaMinute } from '#contract/kit/days.ts'
import { answerWithinMs } from '#contract/privacy/privacy.ts'
import type { Incident, IncidentInput } from '#contract/privacy/privacy-admin.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { csvFile, writeCsv, type CsvOutput, type CsvRow } from '#server/platform/csv/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { privacyIncidents, type IncidentRow } from './tables.ts'

type Deps = { database: Database; clock: Clock; audit: Audit; csv: CsvOutput }

/** The register is written by hand; more than this would be another kind of problem. */
const maximumExported = 5_000

/** The register of incidents with personal data. Entries are changed, never deleted. */
export function incidentsModule({ database, clock, audit, csv }: Deps) {
  const newestFirst = [desc(privacyIncidents.noticedAt), desc(privacyIncidents.id)]

  return {
    async list({ page, limit }: { page: number; limit: number }): Promise<{ rows: IncidentRow[]; total: number }> {
      const rows = await database.query
        .select()
        .from(privacyIncidents)
        .orderBy(...newestFirst)
        .limit(limit)
        .offset((page - 1) * limit)
      return { rows, total: await database.query.$count(privacyIncidents) }
    },

    async find(id: string): Promise<IncidentRow | null> {
      const [row] = await database.query.select().from(privacyIncidents).where(eq(privacyIncidents.id, id))
      return row ?? null
    },

    create: (admin: Viewer, input: IncidentInput): Promise<IncidentRow> =>
      database.transaction(async (tx) => {
        const now = clock.now()
        const [row] = await tx
          .insert(privacyIncidents)
          .values({ id: newId(), ...toColumns(input), createdAt: now, updatedAt: now })
          .returning()
        if (!row) throw new Error('The incident was not stored')
        await audit.record(tx, {
          actorId: admin.id,
          action: 'privacy-incident.created',
          subjectId: row.id,
          details: { title: row.title },
        })
        return row
      }),

    /** Stale when another admin saved after that version was read. */
    async update(
      admin: Viewer,
      { id, version, ...input }: IncidentInput & { id: string; version: number },
    ): Promise<{ outcome: 'saved'; incident: IncidentRow } | Refusal<'stale' | 'not-found'>> {
      return database.transaction(async (tx) => {
        const [row] = await tx
          .update(privacyIncidents)
          .set({ ...toColumns(input), version: sql`${privacyIncidents.version} + 1`, updatedAt: clock.now() })
          .where(and(eq(privacyIncidents.id, id), eq(privacyIncidents.version, version)))
          .returning()
        if (!row)
          return (await tx.$count(privacyIncidents, eq(privacyIncidents.id, id))) > 0
            ? refused('stale')
            : refused('not-found')
        await audit.record(tx, {
          actorId: admin.id,
          action: 'privacy-incident.changed',
          subjectId: id,
          details: { title: row.title },
        })
        return { outcome: 'saved', incident: row }
      })
    },

    /** The whole register as CSV, newest first. */
    async export(admin: Viewer): Promise<File> {
      const rows = await database.query
        .select()
        .from(privacyIncidents)
        .orderBy(...newestFirst)
        .limit(maximumExported)
      await audit.record(database.query, {
        actorId: admin.id,
        action: 'privacy-incidents.exported',
        subjectId: 'all',
        details: { rows: rows.length },
      })
      return csvFile(`insiden-${jakartaDay(clock.now())}`, writeCsv(await csv.readFormat(), header, rows.map(toCells)))
    },
  }
}

const toDate = (iso: string | null): Date | null => (iso === null ? null : new Date(iso))

const toColumns = ({ happenedAt, noticedAt, authorityNotifiedAt, peopleNotifiedAt, ...texts }: IncidentInput) => ({
  ...texts,
  happenedAt: toDate(happenedAt),
  noticedAt: new Date(noticedAt),
  authorityNotifiedAt: toDate(authorityNotifiedAt),
  peopleNotifiedAt: toDate(peopleNotifiedAt),
})

export function presentIncident(row: IncidentRow): Incident {
  const isNotified =
    row.noNotificationReason !== '' || (row.authorityNotifiedAt !== null && row.peopleNotifiedAt !== null)
  return {
    _id: row.id,
    title: row.title,
    whatHappened: row.whatHappened,
    happenedAt: row.happenedAt?.toISOString() ?? null,
    noticedAt: row.noticedAt.toISOString(),
    dataConcerned: row.dataConcerned,
    peopleConcerned: row.peopleConcerned,
    measures: row.measures,
    authorityNotifiedAt: row.authorityNotifiedAt?.toISOString() ?? null,
    peopleNotifiedAt: row.peopleNotifiedAt?.toISOString() ?? null,
    noNotificationReason: row.noNotificationReason,
    dueAt: isNotified ? null : new Date(row.noticedAt.getTime() + answerWithinMs).toISOString(),
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
  }
}

const header = [
  'Judul',
  'Apa yang terjadi',
  'Terjadi (WIB)',
  'Diketahui (WIB)',
  'Batas pemberitahuan (WIB)',
  'Data terdampak',
  'Orang terdampak',
  'Tindakan',
  'Lembaga diberi tahu (WIB)',
  'Orang diberi tahu (WIB)',
  'Alasan tidak memberi tahu',
]

const minuteOf = (instant: Date | null): string | null => instant && jakartaMinute(instant.toISOString())

const toCells = (row: IncidentRow): CsvRow => [
  row.title,
  row.whatHappened,
  minuteOf(row.happenedAt),
  minuteOf(row.noticedAt),
  minuteOf(new Date(row.noticedAt.getTime() + answerWithinMs)),
  row.dataConcerned,
  row.peopleConcerned,
  row.measures,
  minuteOf(row.authorityNotifiedAt),
  minuteOf(row.peopleNotifiedAt),
  row.noNotificationReason,
]
