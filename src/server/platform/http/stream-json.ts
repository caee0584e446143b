const isPages = (value: object): value is AsyncIterable<readonly unknown[]> => Symbol.asyncIterator in value
const isPlain = (value: object): value is Record<string, unknown> => Object.getPrototypeOf(value) === Object.prototype

/** Reads a part of a value when it is its turn. */
type Later = () => Promise<unknown>

/** The value as JSON in parts. Functions are called for the values that they read, and pages become one array: one of them at a time is in memory. */
export async function* streamJson(value: unknown): AsyncGenerator<string> {
  if (typeof value === 'function') yield* streamJson(await (value as Later)())
  else if (typeof value !== 'object' || value === null) yield JSON.stringify(value) ?? 'null'
  else if (isPages(value)) yield* arrayOf(value)
  else if (isPlain(value)) yield* objectOf(value)
  else yield JSON.stringify(value)
}

async function* arrayOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((entry) => JSON.stringify(entry)).join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

async function* objectOf(value: Record<string, unknown>): AsyncGenerator<string> {
  let separator = '{'
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined) continue
    yield `${separator}${JSON.stringify(key)}:`
    yield* streamJson(entry)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
