import { fork } from 'node:child_process'

type Message = { progress: string }

/** A script in a child process failed. The message is what it wrote to its error output. */
export class ChildProcessFailed extends Error {
  override name = 'ChildProcessFailed'
}

const killed = 'a process of it was killed, which the system does when memory runs out: 1 GB is needed'

type Options = {
  args?: readonly string[]
  /** Sent to the script as its first message: values that can be cloned. */
  input?: object
  onProgress?: (what: string) => void
  /** Arguments of Node. */
  execArgv?: string[]
}

/**
 * Runs a script of this project in a process of its own, which gives back all its memory when it ends. The script calls endWithParent(). Rejects
 * with ChildProcessFailed unless it exits with 0.
 */
export function runInChildProcess(
  file: string,
  { args = [], input, onProgress = () => {}, execArgv = [] }: Options = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(file, args, {
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.on('message', (message) => onProgress((message as Message).progress))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      // Its output says nothing about this end.
      else if (signal === 'SIGKILL') reject(new ChildProcessFailed(killed))
      else reject(new ChildProcessFailed(errors.trim() || `${file} ended with ${signal ?? code}`))
    })
    // Sending fails when the child ended early, which 'close' reports.
    if (input) child.send(input, () => {})
  })
}

/** In a script that runInChildProcess() runs: ends this process when the other one ends, however it does. Does nothing in other processes. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit(1))
  // Alone it does not keep this process running.
  process.channel?.unref()
}

/** In such a script: resolves with its input. */
export const readInput = <Input>(): Promise<Input> =>
  new Promise((resolve) => {
    process.channel?.ref()
    process.once('message', (input) => {
      process.channel?.unref()
      resolve(input as Input)
    })
  })

/** In such a script: what its caller shows. */
export const reportProgress = (progress: string): void => void process.send?.({ progress } satisfies Message)
