import { parseArgs } from 'node:util'
import { maximumMessageLength, operationInput } from '#contract/site/operation.ts'
import { logLevels, siteModes, type Operation } from '#contract/kit/site-mode.ts'
import { auditModule } from '#server/audit/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { operationModule } from '#server/site/settings/index.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { onInstallation } from './on-installation.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run mode: maintenance and read-only mode, and the log level, of the running product or of its next start. Runs when loaded.

const usage = `npm run mode   (shows it), npm run mode -- ${siteModes.join('|')} [--message "Kembali pukul 21.00"] [--log-level ${logLevels.join('|')}|default]`

await runCommand('The mode was not changed', async () => {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { message: text, 'log-level': text } })
  const [mode, ...rest] = positionals
  const level = values['log-level']
  if (
    rest.length > 0 ||
    !isOneOf([undefined, ...siteModes] as const, mode) ||
    !isOneOf([undefined, 'default', ...logLevels] as const, level)
  )
    throw new UsageError(usage)
  const message = operationInput.shape.message.safeParse(values.message ?? null)
  if (!message.success) throw new UsageError(`--message has at most ${maximumMessageLength} characters`)
  const change = (current: Operation): Operation => ({
    mode: mode ?? current.mode,
    // A message belongs to the mode that it was given with.
    message: message.data ?? (mode === undefined ? current.message : null),
    logLevel: level === undefined ? current.logLevel : level === 'default' ? null : level,
  })
  const { mode: now, message: shown, logLevel } = await operate(change)
  say(`mode: ${now}${shown ? ` (${shown})` : ''}\nlog level: ${logLevel ?? 'as LOG_LEVEL says'}`)
})

function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return (values as readonly unknown[]).includes(value)
}

function operate(change: (current: Operation) => Operation): Promise<Operation> {
  const { databaseUrl, dataDir } = parseCommandConfig(process.env)
  return onInstallation(
    { dataDir, place: databaseUrl ? { databaseUrl } : { dataDir } },
    {
      async alone(database) {
        const audit = auditModule({ database, clock: systemClock, currentApiKeyId: () => null })
        const operation = operationModule({ database, clock: systemClock, audit, setLogLevel: () => {} })
        await operation.refresh()
        return operation.save(change(operation.current()), null)
      },
      withProduct: async (product) => product.operate(change(await product.operate(null))),
    },
  )
}
