import { expect, test } from 'vitest'
import { streamJson } from './stream-json.ts'

async function textOf(value: unknown): Promise<string> {
  let text = ''
  for await (const part of streamJson(value)) text += part
  return text
}

test.each([[{}], [[]], [null], ['"'], [{ a: 1, b: undefined, c: { d: [1, { e: null }], f: {} }, 'g"': new Date(0) }]])(
  'streamed JSON of %j is what JSON.stringify makes',
  async (value) => {
    expect(await textOf(value)).toBe(JSON.stringify(value))
  },
)

test('functions are called when it is their turn', async () => {
  const called: string[] = []
  const later = (name: string) => async () => {
    called.push(name)
    return { name }
  }
  const parts = streamJson({ a: later('a'), b: later('b') })
  let text = ''
  for await (const part of parts) {
    text += part
    if (part.includes('"a"') && called.length === 1) expect(called).toEqual(['a'])
  }
  expect([text, called]).toEqual(['{"a":{"name":"a"},"b":{"name":"b"}}', ['a', 'b']])
})

test('pages inside a value become one array', async () => {
  const pages = (...all: unknown[][]) =>
    (async function* () {
      yield* all
    })()
  expect(await textOf({ none: pages(), empty: pages([], []), some: pages([1, 2], [], [{ a: 'b' }]) })).toBe(
    '{"none":[],"empty":[],"some":[1,2,{"a":"b"}]}',
  )
})
