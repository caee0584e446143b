import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { logLevels, siteModes, type Operation } from '#contract/kit/site-mode.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import { settings } from './tables.ts'

const { catch: orElse } = z

const operationKey = 'operation'
const usual: Operation = { mode: 'normal', message: null, logLevel: null }
/** A later version may have stored what this one does not know. */
const stored = z.object({
  mode: orElse(z.enum(siteModes), usual.mode),
  message: orElse(z.nullable(z.string()), null),
  logLevel: orElse(z.nullable(z.enum(logLevels)), null),
})

export type OperationModule = ReturnType<typeof operationModule>

type Deps = {
  database: Database
  clock: Clock
  audit: Audit
  /** Called with the level of the log, null for the one of the environment. */
  setLogLevel: (level: Operation['logLevel']) => void
}

async function read(queryable: Queryable): Promise<Operation> {
  const [row] = await queryable.select().from(settings).where(eq(settings.key, operationKey))
  return row ? stored.parse(row.value) : usual
}

/** How this installation serves. Each process keeps it in memory, because every request asks for it, and reads it again every two seconds. */
export function operationModule({ database, clock, audit, setLogLevel }: Deps) {
  let current = usual
  function apply(operation: Operation): void {
    current = operation
    setLogLevel(operation.logLevel)
  }

  return {
    current: (): Operation => current,

    /** Takes over what another process or a command saved. */
    async refresh(): Promise<void> {
      apply(await read(database.query))
    },

    /** `adminId` is null for a command. */
    async save(operation: Operation, adminId: string | null): Promise<Operation> {
      const value = { ...operation, message: operation.message || null }
      const updatedAt = clock.now()
      await database.transaction(async (tx) => {
        const before = await read(tx)
        const changed = (Object.keys(usual) as (keyof Operation)[]).filter((name) => before[name] !== value[name])
        if (changed.length === 0) return
        await tx
          .insert(settings)
          .values({ key: operationKey, value, updatedAt })
          .onConflictDoUpdate({
            target: settings.key,
            set: { value, version: sql`${settings.version} + 1`, updatedAt },
          })
        const details = Object.fromEntries(changed.map((name) => [name, { from: before[name], to: value[name] }]))
        await audit.record(tx, {
          actorId: adminId,
          action: 'operation.changed',
          subjectId: operationKey,
          details,
        })
      })
      apply(value)
      return value
    },
  }
}
