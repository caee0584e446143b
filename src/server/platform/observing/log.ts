import { pino, type DestinationStream, type Logger } from 'pino'

/** The process log: one JSON object per line. Errors are logged without the parameters of queries, which are personal data. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

type Described = Record<string, unknown>
/** Enough to find the cause of a database error. `detail`, `where` and `parameters` contain values. */
const safeFields = ['code', 'severity', 'routine', 'constraint', 'table', 'column'] as const

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const fields = Object.entries(error).filter(([name]) => (safeFields as readonly string[]).includes(name))
  const described: Described = {
    type: error.name,
    message: messageOf(error),
    ...Object.fromEntries(fields),
    stack: framesOf(error),
  }
  if (error.cause !== undefined) described['cause'] = describeError(error.cause)
  if (error instanceof AggregateError) described['errors'] = error.errors.map(describeError)
  return described
}

function messageOf(error: Error): string {
  const { query } = error as { query?: unknown }
  // Drizzle's message lists the parameters.
  if (typeof query === 'string' && 'params' in error) return `Failed query: ${query}`
  // PostgreSQL quotes the value that it could not read: invalid input syntax for type uuid: "…"
  return 'severity' in error ? error.message.replace(/: "[\s\S]*"/, ': "…"') : error.message
}

/** The stack without its first lines, which repeat the message. */
function framesOf({ stack = '' }: Error): string {
  const start = stack.search(/^ {4}at /m)
  return start === -1 ? '' : stack.slice(start)
}
