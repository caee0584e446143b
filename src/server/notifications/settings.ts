import { eq, inArray, sql } from 'drizzle-orm'
import {
  notificationChannels,
  notificationKinds,
  type Channels,
  type NotificationKind,
} from '#contract/notifications/kinds.ts'
import type { NotificationSettings, NotificationSettingsInput } from '#contract/notifications/notifications.ts'
import { inBatches, type Queryable } from '#server/platform/database/index.ts'
import { isStaff, type Role } from '#contract/kit/roles.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import type { NotificationsDeps } from './deps.ts'
import { channelsOf, hasChannel, kinds } from './kinds.ts'
import { notificationSettings, type StoredChoices } from './tables.ts'

/** How one person wants to be told. */
export type Person = { choices: StoredChoices; timeZone: string; readUpTo: Date }

const defaultTimeZone = 'Asia/Jakarta'
/** Who has chosen nothing: every kind is shown in the app. */
const nobody: Person = { choices: {}, timeZone: defaultTimeZone, readUpTo: new Date(0) }

const columns = {
  userId: notificationSettings.userId,
  choices: notificationSettings.channels,
  timeZone: notificationSettings.timeZone,
  readUpTo: notificationSettings.readUpTo,
}

async function findPerson(queryable: Queryable, userId: string): Promise<Person> {
  const [row] = await queryable
    .select(columns)
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId))
  return row ?? nobody
}

export async function findPeople(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<(userId: string) => Person> {
  const rows = await inBatches(userIds, (batch) =>
    queryable.select(columns).from(notificationSettings).where(inArray(notificationSettings.userId, batch)),
  )
  const people = new Map(rows.map((row) => [row.userId, row]))
  return (userId) => people.get(userId) ?? nobody
}

export const channelsFor = ({ choices }: Person, kind: NotificationKind): Channels => channelsOf(kind, choices[kind])

type Owner = { id: string; role: Role }

export async function showSettings(
  { database }: Pick<NotificationsDeps, 'database'>,
  owner: Owner,
): Promise<NotificationSettings> {
  return present(await findPerson(database.query, owner.id), owner)
}

function present(person: Person, { role }: Owner): NotificationSettings {
  const offered = notificationKinds.filter((kind) => !kinds[kind].forStaff || isStaff(role))
  return {
    kinds: Object.fromEntries(offered.map((kind) => [kind, channelsFor(person, kind)])),
    table: offered.map((kind) => {
      const { label, group } = kinds[kind]
      return { kind, label, group, channels: notificationChannels.filter((channel) => hasChannel(kind, channel)) }
    }),
    timeZone: person.timeZone,
  }
}

type Saved = { outcome: 'saved'; settings: NotificationSettings } | InvalidInput
const notOffered = 'Kabar ini tidak dikirim lewat jalur ini'
const onlyWhatsApp = 'WhatsApp tidak bisa menjadi satu-satunya jalur. Pilih satu lagi.'

/** Changes what was sent and keeps everything else, also beside another change of the same person. */
export async function saveSettings(
  { database }: Pick<NotificationsDeps, 'database'>,
  owner: Owner,
  { kinds: changed = {}, timeZone }: NotificationSettingsInput,
): Promise<Saved> {
  const userId = owner.id
  const refusedChannels = notificationKinds.flatMap((kind) =>
    notificationChannels
      .filter((channel) => changed[kind]?.[channel] && !hasChannel(kind, channel))
      .map((channel) => `kinds.${kind}.${channel}`),
  )
  if (refusedChannels.length > 0)
    return invalidInput(Object.fromEntries(refusedChannels.map((field) => [field, notOffered])))
  return database.transaction(async (tx) => {
    const initial = { userId, timeZone: defaultTimeZone, readUpTo: nobody.readUpTo }
    await tx.insert(notificationSettings).values(initial).onConflictDoNothing()
    const [before] = await tx
      .select(columns)
      .from(notificationSettings)
      .where(eq(notificationSettings.userId, userId))
      .for('update')
    const choices = merge(before?.choices ?? {}, changed)
    const alone = notificationKinds.filter((kind) => changed[kind] && hasOnlyWhatsApp(channelsOf(kind, choices[kind])))
    if (alone.length > 0)
      return invalidInput(Object.fromEntries(alone.map((kind) => [`kinds.${kind}.whatsapp`, onlyWhatsApp])))
    await tx
      .update(notificationSettings)
      .set({ channels: choices, ...(timeZone === undefined ? {} : { timeZone }) })
      .where(eq(notificationSettings.userId, userId))
    return { outcome: 'saved', settings: present(await findPerson(tx, userId), owner) }
  })
}

/** A number changes hands, and messages are limited. */
const hasOnlyWhatsApp = ({ app, mail, digest, whatsapp }: Channels): boolean => whatsapp && !app && !mail && !digest

/** Switches one channel of one kind off. */
export async function switchOff(
  queryable: Queryable,
  userId: string,
  kind: NotificationKind,
  channels: readonly ('mail' | 'digest')[],
): Promise<void> {
  const off = JSON.stringify(Object.fromEntries(channels.map((channel) => [channel, false])))
  await queryable
    .insert(notificationSettings)
    .values({ userId, timeZone: defaultTimeZone, readUpTo: nobody.readUpTo, channels: { [kind]: JSON.parse(off) } })
    .onConflictDoUpdate({
      target: notificationSettings.userId,
      set: {
        channels: sql`${notificationSettings.channels} || jsonb_build_object(${kind}::text, coalesce(${notificationSettings.channels} -> ${kind}::text, '{}') || ${off}::jsonb)`,
      },
    })
}

function merge(before: StoredChoices, changed: NonNullable<NotificationSettingsInput['kinds']>): StoredChoices {
  const after: StoredChoices = { ...before }
  for (const kind of notificationKinds) {
    const sent = changed[kind]
    if (!sent) continue
    const chosen = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
    after[kind] = { ...before[kind], ...chosen }
  }
  return after
}
