import { readFile } from 'node:fs/promises'
import { and, desc, eq } from 'drizzle-orm'
import { legalPages, type LegalPage, type LegalPageName } from '#contract/privacy/privacy.ts'
import type { LegalDraft } from '#contract/privacy/privacy-admin.ts'
import type { Audit } from '#server/audit/index.ts'
import { dependsOn, type CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { lockUntilCommit, type Database, type Queryable, type Tx, isStale } from '#server/platform/database/index.ts'
import { cleanUserHtml, markdownToHtml, type CleanHtml } from '#server/platform/rich-text/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { uploadsMentioned } from '#server/platform/media/index.ts'
import type { Settings } from '#server/site/settings/index.ts'
import { fillPlaceholders } from './placeholders.ts'
import { presentRetention } from './present-retention.ts'
import { legalTexts } from './tables.ts'

type Deps = {
  database: Database
  cacheTags: CacheTags
  audit: Audit
  settings: Settings
  clock: Clock
  sessionDays: number
}
type Version = { version: number; publishedAt: Date | null }
type Text = Version & { html: CleanHtml }

export type Legal = ReturnType<typeof legalModule>
export type SaveLegal = { page: LegalPageName; html: string; version: number }

const versionsShown = 50
const defaultVersion = 1

/** Nobody published the default text; its row has the time when it was first needed. */
const publishedAtOf = ({ version, publishedAt }: { version: number; publishedAt: Date }): Date | null =>
  version === defaultVersion ? null : publishedAt

export const isLegalPage = (name: string): name is LegalPageName => (legalPages as readonly string[]).includes(name)

/** The texts of the legal pages. Until an admin publishes one, a page shows the text beside this file, which is its version 1. */
export function legalModule({ database, cacheTags, audit, settings, clock, sessionDays }: Deps) {
  async function findText(queryable: Queryable, page: LegalPageName, version?: number): Promise<Text | null> {
    const [row] = await queryable
      .select({ version: legalTexts.version, html: legalTexts.html, publishedAt: legalTexts.publishedAt })
      .from(legalTexts)
      .where(and(eq(legalTexts.page, page), version === undefined ? undefined : eq(legalTexts.version, version)))
      .orderBy(desc(legalTexts.version))
      .limit(1)
    if (row) return { ...row, publishedAt: publishedAtOf(row) }
    return version === undefined || version === defaultVersion
      ? { version: defaultVersion, html: await readDefault(page), publishedAt: null }
      : null
  }

  async function readCurrent(queryable: Queryable, page: LegalPageName): Promise<Text> {
    const text = await findText(queryable, page)
    if (!text) throw new Error(`The legal page ${page} has no text`)
    return text
  }

  /** The versions of a page without their texts, newest first; without a stored one, the default. */
  async function listVersions(
    queryable: Queryable,
    page: LegalPageName,
    limit: number,
  ): Promise<[Version, ...Version[]]> {
    const rows = await queryable
      .select({ version: legalTexts.version, publishedAt: legalTexts.publishedAt })
      .from(legalTexts)
      .where(eq(legalTexts.page, page))
      .orderBy(desc(legalTexts.version))
      .limit(limit)
    const [newest = { version: defaultVersion, publishedAt: null }, ...earlier] = rows.map((row) => ({
      version: row.version,
      publishedAt: publishedAtOf(row),
    }))
    return [newest, ...earlier]
  }

  const findCurrent = async (queryable: Queryable, page: LegalPageName) => (await listVersions(queryable, page, 1))[0]

  /** Stores the default text as version 1, so that a later release of the product cannot change what users agreed to. */
  async function storeDefault(tx: Tx, page: LegalPageName): Promise<void> {
    await tx
      .insert(legalTexts)
      .values({ page, version: defaultVersion, html: await readDefault(page), publishedAt: clock.now() })
      .onConflictDoNothing()
  }

  async function showDraft(page: LegalPageName): Promise<LegalDraft> {
    const current = await readCurrent(database.query, page)
    const versions = await listVersions(database.query, page, versionsShown)
    return {
      page,
      html: current.html,
      version: current.version,
      publishedAt: current.publishedAt?.toISOString() ?? null,
      versions: versions.map((known) => ({
        version: known.version,
        publishedAt: known.publishedAt?.toISOString() ?? null,
      })),
    }
  }

  const fill = async (html: string) => fillPlaceholders(html, await settings.readSite())

  return {
    /** A page as visitors see it: the current version, or an earlier one; null when there is none of this number. */
    async show(page: LegalPageName, version?: number): Promise<LegalPage | null> {
      dependsOn(tagOf(page))
      const text = await findText(database.query, page, version)
      if (!text) return null
      const { version: currentVersion } = await findCurrent(database.query, page)
      return {
        page,
        version: text.version,
        currentVersion,
        publishedAt: text.publishedAt?.toISOString() ?? null,
        html: await fill(text.html),
        retention: page === 'privacy' ? presentRetention({ sessionDays }) : [],
      }
    },

    /** The number of the current version, whose text is stored from now on. */
    async currentVersion(tx: Tx, page: LegalPageName): Promise<number> {
      await storeDefault(tx, page)
      return (await findCurrent(tx, page)).version
    },
    readCurrentVersion: async (page: LegalPageName) => (await findCurrent(database.query, page)).version,

    showDraft,
    preview: async (html: string, adminId: string) =>
      fill(await cleanUserHtml({ userId: adminId, field: 'html' }, html)),

    /** Publishes a new version, unless the text is unchanged. Stale when another admin published after that version. */
    async save(
      { page, html, version }: SaveLegal,
      adminId: string,
    ): Promise<{ outcome: 'saved' | 'unchanged' } | Refusal<'stale'> | InvalidInput> {
      const clean = await cleanUserHtml({ userId: adminId, field: 'html' }, html)
      if (isEmpty(clean)) return invalidInput({ html: 'Isi wajib diisi' })
      return database.transaction(async (tx) => {
        await lockUntilCommit(tx, `legal text ${page}`)
        const current = await readCurrent(tx, page)
        if (isStale(current, version)) return refused('stale')
        if (current.html === clean) return { outcome: 'unchanged' }
        await storeDefault(tx, page)
        const next = current.version + 1
        await tx
          .insert(legalTexts)
          .values({ page, version: next, html: clean, publishedAt: clock.now(), publishedBy: adminId })
        await audit.record(tx, {
          actorId: adminId,
          action: 'legal.published',
          subjectId: page,
          details: { version: next },
        })
        await cacheTags.invalidate(tx, [tagOf(page)])
        return { outcome: 'saved' }
      })
    },

    /** Pictures in any version: earlier ones can still be read. */
    listUploadsInUse: (tx: Tx) => uploadsMentioned(tx, [legalTexts.html]),

    /** When each page last changed; null for a text that the product brings along. */
    async listChanges(): Promise<{ page: LegalPageName; changedAt: Date | null }[]> {
      dependsOn(...legalPages.map(tagOf))
      return Promise.all(
        legalPages.map(async (page) => ({ page, changedAt: (await findCurrent(database.query, page)).publishedAt })),
      )
    },
  }
}

const tagOf = (page: LegalPageName): string => `legal:${page}`

const isEmpty = (html: string): boolean => html.replaceAll(/<[^<>]*>|&nbsp;|\s/g, '') === ''

const defaults = new Map<LegalPageName, Promise<CleanHtml>>()
function readDefault(page: LegalPageName): Promise<CleanHtml> {
  const known = defaults.get(page) ?? readFile(new URL(`./${page}.md`, import.meta.url), 'utf8').then(markdownToHtml)
  defaults.set(page, known)
  return known
}
