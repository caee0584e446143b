import { deadlineMs, engineStartMs, maximumMessages, type RunMessage, type RunRequest } from './protocol.ts'

type Started = { worker: Worker; isReady: Promise<boolean> }
type Parts = { script: string; files: Promise<object> }
export type EngineRun = { kind: 'run'; files: { path: string; text: string }[]; tests: string }
export type Engine = (job: RunRequest, send: (message: RunMessage) => void) => () => void

/**
 * A language whose worker starts slowly: it gets `files`, answers once it is ready, and then runs one job, at whose deadline it is ended.
 * The worker of the next run is started before it is asked for.
 */
export function startEngine({ script, files }: Parts): Engine {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  function start(): Started {
    const worker = new Worker(url)
    const isReady = new Promise<boolean>((resolve) => {
      worker.onmessage = () => resolve(true)
      worker.onerror = (event) => {
        event.preventDefault()
        resolve(false)
      }
    })
    void files.then((sent) => worker.postMessage(sent, []))
    return { worker, isReady }
  }
  let spare: Started | null = start()

  return ({ files: sources, tests }, send) => {
    const { worker, isReady } = spare ?? start()
    spare = null
    let messages = 0
    const end = (message: RunMessage | null) => {
      clearTimeout(timer)
      worker.terminate()
      worker.onmessage = null
      if (message) send(message)
      spare ??= start()
    }
    const stop = (reason: 'time' | 'memory' | 'output' | 'start') => end({ kind: 'stopped', reason })
    let timer = setTimeout(() => stop('start'), engineStartMs)
    void isReady.then((isStarted) => {
      if (!isStarted) return stop('start')
      clearTimeout(timer)
      timer = setTimeout(() => stop('time'), deadlineMs)
      worker.onmessage = ({ data }: MessageEvent<RunMessage>) => {
        if (++messages > maximumMessages) stop('output')
        else if (data.kind === 'done') end(data)
        else send(data)
      }
      worker.onerror = (event) => {
        event.preventDefault()
        stop('memory')
      }
      const run: EngineRun = { kind: 'run', files: sources, tests }
      worker.postMessage(run, [])
    })
    return () => end(null)
  }
}
