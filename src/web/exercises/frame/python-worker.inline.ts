import { loadPyodide, type PyodideAPI, type PyodideConfig } from 'pyodide'
import { info } from 'pyodide/pyodide-lock.json'
import { createConsole } from './console.ts'
import type { EngineRun } from './engine.ts'
import { forbidInnerCode } from './forbid-inner-code.ts'
import harnessSource from './harness.py?raw'
import { collectOutput } from './output.ts'
import type { RunMessage } from './protocol.ts'

// The worker of a run of Python: a new interpreter, then the files in their order and the tests.

export type PythonFiles = { kind: 'start'; loader: Blob; wasm: Blob; library: Blob }

// A worker has the policy of its frame, but asks rules of its own.
forbidInnerCode()

const { postMessage } = globalThis
const send = (message: RunMessage) => postMessage(message)

/** The file whose lines answer `input()`, one each. */
const answersFile = 'masukan.txt'
const maximumMemory = 256 * 2 ** 20

type CreateModule = NonNullable<PyodideConfig['createPyodideModule']>
type Settings = Parameters<CreateModule>[0]

/** The module asks for more memory through what it imports: beyond the limit it gets none, which Python reports as its `MemoryError`. */
const withLimit = (settings: Settings): Settings => ({
  ...settings,
  instantiateWasm(imports, done) {
    const grow = imports['env']?.['emscripten_resize_heap'] as (size: number) => number
    imports['env'] = {
      ...imports['env'],
      emscripten_resize_heap: (size: number) => (size >>> 0 > maximumMemory ? 0 : grow(size)),
    }
    settings.instantiateWasm?.(imports, done)
  },
})

type Opened = { python: PyodideAPI; harness: ReturnType<PyodideAPI['toPy']> }

async function open({ loader, wasm, library }: PythonFiles): Promise<Opened> {
  // There is no network here: Pyodide gets by name what the page handed over.
  const handed: Record<string, Response> = {
    'pyodide.asm.wasm': new Response(wasm, { headers: { 'content-type': 'application/wasm' } }),
    'python_stdlib.zip': new Response(library),
  }
  globalThis.fetch = async (asked) => handed[String(asked).split('/').at(-1) ?? ''] ?? Response.error()
  const url = URL.createObjectURL(new Blob([loader], { type: 'text/javascript' }))
  const { default: createModule } = (await import(/* @vite-ignore */ url)) as { default: CreateModule }
  URL.revokeObjectURL(url)
  const python = await loadPyodide({
    indexURL: 'https://handed.invalid/',
    packageBaseUrl: 'https://handed.invalid/',
    lockFileContents: JSON.stringify({ info, packages: {} }),
    createPyodideModule: (settings) => createModule(withLimit(settings)),
  })
  // Before the run, whose deadline it would use up on a slow phone: it imports a dozen modules.
  const harness = python.toPy({ __name__: 'harness' })
  python.runPython(harnessSource, { globals: harness, filename: 'harness.py' })
  return { python, harness }
}

let opened: Promise<Opened> | null = null
addEventListener('message', ({ data }: MessageEvent<PythonFiles | EngineRun>) => {
  if (data.kind === 'run') return void run(data).finally(() => send({ kind: 'done' }))
  opened = open(data)
  void opened.then(() => postMessage({ kind: 'started' }))
})

async function run({ files, tests }: EngineRun): Promise<void> {
  const ready = await opened
  if (!ready) return
  const { python, harness } = ready
  const console = createConsole(send)
  const printed = collectOutput(console.log)
  const errors = collectOutput(console.error)
  const answers = files.find(({ path }) => path === answersFile)?.text.split('\n') ?? []
  if (answers.at(-1) === '') answers.pop()
  python.setStdout({ write: printed.write, isatty: true })
  python.setStderr({ write: errors.write, isatty: true })
  python.setStdin({
    stdin() {
      const answer = answers.shift()
      if (answer === undefined) return null
      // As in a terminal, what is answered stands behind the question.
      printed.write(new TextEncoder().encode(`${answer}\n`))
      return answer
    },
  })
  try {
    await harness.get('run')(
      python.toPy(files.map(({ path, text }) => [path, text])),
      tests,
      printed.all,
      (text: string, file: string, line: number) => {
        flush()
        send({ kind: 'error', text, file: file || null, line: line || null })
      },
      (index: number, title: string, passed: boolean, text: string) =>
        send({ kind: 'test', index, title, passed, text }),
    )
  } catch (error) {
    send({ kind: 'error', text: error instanceof Error ? error.message : String(error), file: null, line: null })
  }
  flush()

  function flush() {
    printed.end()
    errors.end()
  }
}
