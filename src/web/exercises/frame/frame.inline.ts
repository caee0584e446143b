import { forbidInnerCode } from './forbid-inner-code.ts'
import type { PrepareSql, Ready, Reply, RunMessage, RunRequest } from './protocol.ts'
import { runPage } from './run-page.ts'
import { runScript } from './run-script.ts'
import { prepareSql, runSql } from './run-sql.ts'

// The script of the frame in which code runs. Its document has an opaque origin and no network: see exercise-frame.ts of the server.

const asPage = forbidInnerCode()
let stop = () => {}
const { parent } = globalThis
const post = parent.postMessage.bind(parent)

addEventListener('message', ({ source, data }: MessageEvent<RunRequest | PrepareSql>) => {
  if (source !== parent) return
  if (data?.kind === 'prepare-sql') return prepareSql(data.sql)
  if (data?.kind !== 'run') return
  const { nonce, run, language } = data
  const send = (message: RunMessage) => post({ nonce, run, message } satisfies Reply, '*')
  stop()
  if (language === 'web') return runPage(data, send, asPage)
  if (language === 'javascript') return void (stop = runScript(data, send))
  if (language === 'sql') stop = runSql(data, send)
})
post({ kind: 'ready' } satisfies Ready, '*')
