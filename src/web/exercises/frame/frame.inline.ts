import type { Engine } from './engine.ts'
import { forbidInnerCode } from './forbid-inner-code.ts'
import type { PrepareEngine, Ready, Reply, RunMessage, RunRequest } from './protocol.ts'
import { runPage } from './run-page.ts'
import { startPython } from './run-python.ts'
import { runScript } from './run-script.ts'
import { startSql } from './run-sql.ts'

// The script of the frame in which code runs. Its document has an opaque origin and no network: see exercise-frame.ts of the server.

const asPage = forbidInnerCode()
let runInEngine: Engine | null = null
let stop = () => {}
const { parent } = globalThis
const post = parent.postMessage.bind(parent)

addEventListener('message', ({ source, data }: MessageEvent<RunRequest | PrepareEngine>) => {
  if (source !== parent) return
  if (data?.kind === 'prepare') {
    const { engine } = data
    runInEngine = engine.language === 'sql' ? startSql(engine) : startPython(engine)
    return
  }
  if (data?.kind !== 'run') return
  const { nonce, run, language } = data
  const send = (message: RunMessage) => post({ nonce, run, message } satisfies Reply, '*')
  stop()
  if (language === 'web') return runPage(data, send, asPage)
  stop = (language === 'javascript' ? runScript : runInEngine)?.(data, send) ?? (() => {})
})
post({ kind: 'ready' } satisfies Ready, '*')
